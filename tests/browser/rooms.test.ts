import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSession } from '../../src/server/auth/sessions.ts'
import { row } from '../../src/server/db/db.ts'
import { LANGUAGES } from '../../src/shared/language.ts'
import { choose, englishOn, focused, startBrowser, wordsOf } from '../setup/browser/browser.ts'
import { tabTo } from '../setup/browser/hand.ts'
import { holdRequests } from '../setup/browser/held-requests.ts'
import { settled } from '../setup/browser/screens.ts'
import { type Person, startChain } from '../setup/chain.ts'
import { photo } from '../setup/media.ts'
import { saveSettings } from '../setup/settings.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const admin = await chain.person()
const ticket = await chain.ticket(admin, { department: chain.departments[0] })

const DISPLACED =
  'You have signed in on {{n}} other devices since, so you were signed out here. What you wrote in a form is there again once you sign in.'
const ENDED = 'Your session has ended. What you wrote in a form is there again once you sign in.'

test('an address that leads nowhere says so, in and out of the shell', async () => {
  const say = wordsOf('vi')
  const boss = await visit({ by: admin, expected: [/status of 404/] })
  for (const address of ['/nowhere', '/complaints/nowhere', '/complaints/view/abc', '/stores/view/1/2', '/mall']) {
    await boss.open(address)
    await boss.page.getByRole('heading', { level: 1, name: say('Page not found') }).waitFor()
  }
  await boss.expectAccessible('not found')
  await boss.open('/feedback/follow/nothing-here')
  await boss.page.getByRole('heading', { name: say('This link does not lead to any feedback') }).waitFor()
  await boss.leave()
})

test('who is not signed in is led to sign in, is told what is wrong, and comes back to where they were', async () => {
  const say = wordsOf('vi')
  const person = await visit()
  const { page } = person
  await person.open(`/complaints/view/${ticket.id}`)
  await page.waitForURL('**/backoffice/login**')
  await person.expectAccessible('the sign-in page')
  expect(await page.getByText(say(ENDED)).count()).toBe(0)
  await page.locator('input[name=email]').fill(admin.email)
  await page.locator('input[name=password]').fill('not the password')
  await page.locator('button[type=submit]').click()
  await page.getByText(say('The e-mail or the password is not right.')).first().waitFor()
  await expect.poll(() => page.locator('input[name=email]').inputValue()).toBe(admin.email)
  await page.locator('input[name=password]').fill('Correct-horse-88')
  await page.locator('button[type=submit]').click()
  await page.waitForURL(`**/complaints/view/${ticket.id}`)
  await page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  await person.leave()
})

test('an earlier question who is signed in that fails late takes nothing away from whoever is in', async () => {
  const say = wordsOf('vi')
  const person = await visit({ by: admin, expected: [/status of 503/, /\/api\/me$/] })
  const { page } = person
  const late = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/api/me', async (route) => {
    asked += 1
    if (asked > 2) return route.continue()
    if (asked === 2) await late.promise
    return route.fulfill({ status: 503, body: '' })
  })
  await person.open(`/complaints/view/${ticket.id}`)
  const again = page.getByRole('button', { name: say('Try again') })
  await again.click()
  await expect.poll(() => asked).toBe(2)
  await again.click()
  const heading = page.getByRole('heading', { level: 1, name: ticket.title })
  await heading.waitFor()
  const failed = page.waitForResponse((answer) => answer.status() === 503)
  late.resolve()
  await failed
  await page.waitForTimeout(200)
  expect(await heading.count()).toBe(1)
  await person.leave()
})

const tokenOn = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '')

async function signIn(page: Page, { email }: Person): Promise<void> {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill('Correct-horse-88')
  await page.locator('button[type=submit]').click()
}

test('a session that ends leads to sign in without a question, and what was typed waits for its owner alone', async () => {
  const [who, other] = [await chain.person(), await chain.person()]
  const person = await visit({ by: who, expected: [/status of 401/] })
  const { page } = person
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  const name = page.locator('#field-name')
  await person.open('/stores/create')
  await name.fill('Siêu thị Bí Mật')
  await chain.call('POST', 'logout', { by: who })
  await page.waitForURL('**/backoffice/login**')
  expect(asked).toEqual([])
  await page
    .getByRole('status')
    .filter({ hasText: wordsOf('vi')(ENDED) })
    .waitFor()
  await person.expectAccessible('the sign-in page after a session')
  await signIn(page, other)
  await page.waitForURL('**/stores/create')
  await name.waitFor()
  expect(await name.inputValue()).toBe('')
  await chain.call('POST', 'logout', { by: await tokenOn(page) })
  await page.waitForURL('**/backoffice/login**')
  await signIn(page, who)
  await expect.poll(() => name.inputValue()).toBe('Siêu thị Bí Mật')
  await person.leave()
})

test('whoever gave way to younger sessions of their own is told so, and is back where they were once signed in', async () => {
  const [say, who] = [wordsOf('ko'), await chain.person()]
  const person = await visit({ by: who, lang: 'ko', device: 'phone', expected: [/status of 401/] })
  const { page } = person
  await person.open('/stores')
  await settled(page)
  for (let n = 0; n < 4; n++)
    await openSession(chain.db, chain.running.context.sessions.tokens, who.id, { address: null, device: null })
  await chain.call('POST', 'login', { body: { email: who.email, password: 'Correct-horse-88' } })
  await page
    .getByRole('status')
    .filter({ hasText: say(DISPLACED, { n: 5 }) })
    .waitFor()
  await person.expectAccessible('the sign-in page after younger sessions')
  await signIn(page, who)
  await page.waitForURL('**/stores')
  await person.leave()
})

test('whoever does nothing for hours is told before the session ends, and any key keeps it; work that asks the server nothing counts', async () => {
  const say = wordsOf('en')
  const who = await chain.person()
  const person = await visit({ by: who, lang: 'en' })
  const { page } = person
  await page.clock.install()
  await person.open('/stores/create')
  await settled(page)
  const notice = page.getByRole('alert').filter({ hasText: say('Press any key or touch the screen to stay.') })
  const asked: string[] = []
  let askedAt = Date.now()
  page.on('request', (request) => {
    askedAt = Date.now()
    if (request.url().endsWith('/api/me')) asked.push(request.url())
  })
  // What a page fetches ahead counts as a call: it has come before the clock is put on.
  await expect.poll(() => Date.now() - askedAt).toBeGreaterThan(2000)
  // The clock is put on, and what looks at it comes round; nothing else that waits does, such as for the next beat of the stream.
  let now = Date.now()
  const pass = async (minutes: number) => {
    now += minutes * 60_000
    await page.clock.setSystemTime(now)
    await page.clock.runFor(15_000)
  }
  await pass(476)
  await notice.waitFor()
  await person.expectAccessible('the notice that the session is about to end')
  expect(asked).toEqual([])
  await page.keyboard.press('Shift')
  await notice.waitFor({ state: 'detached' })
  expect(asked).toHaveLength(1)
  await page.locator('#field-name').fill('Siêu thị Ngủ Quên')
  await pass(130)
  expect(asked).toHaveLength(1)
  await page.locator('#field-name').press('End')
  await pass(0)
  await expect.poll(() => asked.length).toBe(2)
  await person.leave()
})

test('what a page asks by itself while nobody is at it is not taken for work', async () => {
  const person = await visit({ by: await chain.person(), lang: 'en' })
  const { page } = person
  await page.clock.install()
  await person.open('/stores')
  await settled(page)
  const unattended: (string | undefined)[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/store') unattended.push(request.headers().unattended)
  })
  const bring = async (code: string) => {
    await chain.call('POST', 'store', { by: admin, body: { code, name: `Siêu thị ${code}`, manager: admin.id } })
    await page.getByText(`Siêu thị ${code}`).first().waitFor()
  }
  await bring('U01')
  expect(new Set(unattended)).toEqual(new Set([undefined]))
  await page.clock.setSystemTime(Date.now() + 120_000)
  unattended.length = 0
  await bring('U02')
  expect(new Set(unattended)).toEqual(new Set(['true']))
  await page.keyboard.press('Shift')
  unattended.length = 0
  await bring('U03')
  expect(new Set(unattended)).toEqual(new Set([undefined]))
  await person.leave()
})

test('whoever signs out is told in no tab that the session has ended', async () => {
  const [say, who] = [wordsOf('ko'), await chain.person()]
  const person = await visit({ by: who, lang: 'ko', expected: [/status of 401/] })
  const { page, context } = person
  const beside = await context.newPage()
  await person.open('/stores')
  await beside.goto('/complaints')
  await settled(beside)
  await page.getByRole('button', { name: new RegExp(`^${say('Account')}:`) }).click()
  await page.getByRole('button', { name: say('Logout') }).click()
  for (const tab of [page, beside]) {
    await tab.waitForURL('**/backoffice/login**')
    await tab.getByRole('heading', { name: say('Welcome back') }).waitFor()
    expect(await tab.getByText(say(ENDED)).count()).toBe(0)
  }
  await context.close()
})

test('every tab is of whoever is signed in, and one at the sign-in page follows', async () => {
  const say = wordsOf('vi')
  const [who, other] = [await chain.person(), await chain.person()]
  const person = await visit()
  const { page, context } = person
  await person.open('/stores')
  await page.waitForURL('**/backoffice/login**')
  const beside = await context.newPage()
  await beside.goto('/complaints')
  await beside.waitForURL('**/backoffice/login**')
  await beside.locator('input[name=email]').waitFor()
  const account = (on: Page, { name }: Person) => on.getByRole('button', { name: `${say('Account')}: ${name}` })
  await signIn(page, who)
  await account(page, who).waitFor()
  await beside.waitForURL('**/complaints')
  await account(beside, who).waitFor()
  await beside.evaluate((token) => localStorage.setItem('token', token), other.token)
  await account(page, other).waitFor()
  expect(new URL(page.url()).pathname).toBe('/stores')
  await person.leave()
})

test('a call of the session before that is refused late leaves the newer one of another tab', async () => {
  const who = await chain.person()
  const person = await visit({ by: who, expected: [/status of 401/] })
  const { page } = person
  const late = await holdRequests(page, /api\/ticket\?/)
  await person.open('/stores')
  await settled(page)
  const asked = page.waitForRequest(/api\/ticket\?/)
  await person.go('/complaints')
  await asked
  const body = { email: who.email, password: 'Correct-horse-88' }
  const { data } = await chain.call<{ access_token: string }>('POST', 'login', { body })
  await page.evaluate((token) => localStorage.setItem('token', token), data.access_token)
  await chain.call('POST', 'logout', { by: who })
  const refused = page.waitForResponse((answer) => answer.status() === 401)
  late()
  await refused
  await page.getByRole('alert').first().waitFor()
  expect(await tokenOn(page)).toBe(data.access_token)
  await person.open('/stores')
  await page.getByRole('heading', { level: 1, name: wordsOf('vi')('Stores') }).waitFor()
  await person.leave()
})

test('a lost connection is said and goes by itself, and a form keeps its words', async () => {
  const say = wordsOf('vi')
  const boss = await visit({
    by: admin,
    expected: [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/],
  })
  const { page, context } = boss
  await boss.open('/stores/create')
  await settled(page)
  await page.locator('#field-code').fill('S90')
  await page.locator('#field-name').fill('Siêu thị Hà Đông')
  await choose(page, 'manager', admin.name)
  await boss.loseLine()
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  const banner = page.getByText(
    say(
      'The connection is lost. What you type stays here until you can save it. Scans and delivery steps are kept on this device and sent later by themselves; other buttons do nothing now.',
    ),
  )
  await banner.waitFor()
  await boss.expectAccessible('without a connection')
  await expect.poll(() => page.locator('#field-name').inputValue()).toBe('Siêu thị Hà Đông')
  await page.locator('#field-manager').fill('Người')
  await page.getByText(say('No connection. The list comes by itself as soon as it is back.')).waitFor()
  await context.setOffline(false)
  await banner.waitFor({ state: 'hidden' })
  await page.getByRole('option', { name: admin.name }).click()
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await page.waitForURL(/\/stores\/view\/\d+$/)
  await boss.leave()
})

test('whoever has a form open is told at once that somebody else has saved it, and loses nothing', async () => {
  const say = wordsOf('vi')
  const colleague = await chain.person()
  const path = `store/${chain.stores[1]}`
  const save = async (body: object) => {
    const { version } = (await chain.call<{ version: number }>('GET', path, { by: colleague })).data
    expect((await chain.call('PUT', path, { by: colleague, body: { ...body, version } })).status).toBe(200)
  }
  const boss = await visit({ by: admin })
  const { page } = boss
  const [name, phone] = [page.locator('#field-name'), page.locator('#field-phone')]
  const told = page.getByText(say('{{who}} changed this meanwhile', { who: colleague.name }))
  const listening = page.waitForResponse('**/api/stream')
  await boss.open(`/stores/update/${chain.stores[1]}`)
  await settled(page)
  await listening
  await save({ name: 'Siêu thị Sài Đồng' })
  await told.waitFor()
  await expect.poll(() => name.inputValue()).toBe('Siêu thị Sài Đồng')

  await name.fill('Siêu thị Long Biên 2')
  await phone.fill('0912345678')
  await told.waitFor({ state: 'hidden' })
  await save({ name: 'Siêu thị Ngọc Lâm' })
  await told.waitFor()
  await expect.poll(() => name.inputValue()).toBe('Siêu thị Long Biên 2')
  await boss.expectAccessible('a form that somebody else has saved')
  await page.getByRole('button', { name: say('See their version') }).click()
  await page.getByRole('dialog').getByText('Siêu thị Ngọc Lâm').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => name.inputValue()).toBe('Siêu thị Long Biên 2')
  await save({ name: 'Siêu thị Bồ Đề' })
  await page.getByRole('button', { name: say('Keep mine') }).click()
  await told.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await page.waitForURL(`**/stores/view/${chain.stores[1]}`)
  expect((await chain.call('GET', path, { by: admin })).data).toMatchObject({
    name: 'Siêu thị Long Biên 2',
    phone: '0912345678',
  })
  await boss.leave()
})

test('a complaint that moves out of one’s sight is shown no longer, and one that is deleted only to whoever may restore it', async () => {
  const say = wordsOf('vi')
  const reader = await chain.person({
    permissions: { complaints: { read: true } },
    scope: 'store',
    store: chain.stores[0],
  })
  const moved = await chain.ticket(admin, { title: 'Bánh mốc' })
  const deleted = await chain.ticket(admin, { title: 'Sữa chua hỏng' })
  const person = await visit({ by: reader, expected: [/status of 404/] })
  const { page } = person
  const unknown = page.getByText(say('This complaint does not exist, or is not open to you'))
  const open = async ({ id, title }: { id: number; title: string }) => {
    await person.go(`/complaints/view/${id}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  const listening = page.waitForResponse('**/api/stream')
  await person.open('/complaints')
  await listening
  await open(moved)
  const body = { version: moved.version, store: chain.stores[1] }
  expect((await chain.call('PUT', `ticket/${moved.id}`, { by: admin, body })).status).toBe(200)
  await unknown.waitFor()
  expect(await page.getByText(moved.title).count()).toBe(0)
  await open(deleted)
  expect((await chain.call('DELETE', `ticket/${deleted.id}`, { by: admin })).status).toBe(200)
  await unknown.waitFor()
  await person.leave()
})

test('whoever has a form open whose record is deleted is told at once and keeps what was typed until it is restored', async () => {
  const say = wordsOf('vi')
  const colleague = await chain.person()
  const keeper = await chain.person({ permissions: { system: { read: true, edit: true } } })
  const { id } = (await chain.call<{ id: number }>('POST', 'competitor', { by: admin, body: { name: 'Chợ Mới' } })).data
  const typing = async (by: Person, name: string) => {
    const one = await visit({ by, expected: [/status of 404/] })
    const listening = one.page.waitForResponse('**/api/stream')
    await one.open(`/competitors/update/${id}`)
    await settled(one.page)
    await listening
    await one.page.locator('#field-name').fill(name)
    return one
  }
  const [boss, other] = [await typing(admin, 'Chợ Lớn'), await typing(keeper, 'Chợ Bé')]
  const deleted = boss.page.getByText(say('{{who}} deleted this', { who: colleague.name }))
  const gone = other.page.getByText(say('This was deleted, or is no longer open to you.'))
  const saveOf = (page: Page) => page.getByRole('button', { name: say('Save'), exact: true })
  expect((await chain.call('DELETE', `competitor/${id}`, { by: colleague })).status).toBe(200)
  await deleted.waitFor()
  await gone.waitFor()
  const sent: string[] = []
  for (const { page } of [boss, other]) {
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
    expect(await saveOf(page).isDisabled()).toBe(true)
    await page.locator('#field-name').press('Control+Enter')
  }
  await boss.expectAccessible('a form whose record is deleted')
  await boss.page.getByRole('button', { name: say('Restore') }).click()
  await deleted.waitFor({ state: 'hidden' })
  await gone.waitFor({ state: 'hidden' })
  expect(sent).toEqual([])
  expect(await boss.page.locator('#field-name').inputValue()).toBe('Chợ Lớn')
  expect(await other.page.locator('#field-name').inputValue()).toBe('Chợ Bé')
  await other.page.locator('#field-name').press('Control+Enter')
  await other.page.waitForURL(`**/competitors/view/${id}`)
  expect((await chain.call('DELETE', `competitor/${id}`, { by: colleague })).status).toBe(200)
  await other.page.getByText(say('This could not be loaded')).waitFor()
  expect(await other.page.getByText('Chợ Bé').count()).toBe(0)
  await other.leave()
  await boss.leave()
})

test('rights that change count at once on the pages that are open', async () => {
  const say = wordsOf('vi')
  const readsStores = { complaints: { read: true }, stores: { read: true } }
  const reader = await chain.person({ permissions: readsStores })
  const held = await row(chain.db, { role: 'number' }, sql`select role from users where id = ${reader.id}`)
  const person = await visit({ by: reader, expected: [/status of 403/] })
  const { page } = person
  const link = page.getByRole('link', { name: say('Stores'), exact: true })
  const listening = page.waitForResponse('**/api/stream')
  await person.open('/complaints')
  await listening
  await link.first().waitFor()
  const grant = async (permissions: object) => {
    const path = `role/${held?.role}`
    const { version } = (await chain.call<{ version: number }>('GET', path, { by: admin })).data
    expect((await chain.call('PUT', path, { by: admin, body: { version, permissions } })).status).toBe(200)
  }
  await grant({ complaints: { read: true } })
  await expect.poll(() => link.count()).toBe(0)
  await grant(readsStores)
  await link.first().waitFor()
  await person.leave()
})

test('rights that changed unheard count with the first refusal, and are asked for once', async () => {
  const say = wordsOf('vi')
  const reader = await chain.person({ permissions: { complaints: { read: true }, stores: { read: true } } })
  const held = await row(chain.db, { role: 'number' }, sql`select role from users where id = ${reader.id}`)
  const person = await visit({ by: reader, expected: [/status of 403/, /ERR_FAILED/] })
  const { page } = person
  await page.route('**/api/stream', (route) => route.abort())
  await person.open('/stores')
  await settled(page)
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/me') && asked.push(request.url()))
  const { version } = (await chain.call<{ version: number }>('GET', `role/${held?.role}`, { by: admin })).data
  const body = { version, permissions: { complaints: { read: true } } }
  expect((await chain.call('PUT', `role/${held?.role}`, { by: admin, body })).status).toBe(200)
  await expect.poll(async () => (await chain.call('GET', 'store', { by: reader })).status).toBe(403)
  await person.go('/stores?search=ha')
  await expect.poll(() => page.getByRole('link', { name: say('Stores'), exact: true }).count()).toBe(0)
  await settled(page)
  expect(asked.length).toBeLessThanOrEqual(2)
  await person.leave()
})

test('what was typed outlives a reload although somebody has saved the record since, and both are told apart', async () => {
  const say = wordsOf('vi')
  const colleague = await chain.person()
  const path = `store/${chain.stores[0]}`
  const boss = await visit({ by: admin })
  const { page } = boss
  const [name, phone] = [page.locator('#field-name'), page.locator('#field-phone')]
  const told = page.getByText(say('{{who}} changed this meanwhile', { who: colleague.name }))
  const open = async () => {
    await boss.open(`/stores/update/${chain.stores[0]}`)
    await settled(page)
  }
  const saveBesides = async (body: object) => {
    await page.goto('/healthz')
    const { version } = (await chain.call<{ version: number }>('GET', path, { by: colleague })).data
    expect((await chain.call('PUT', path, { by: colleague, body: { ...body, version } })).status).toBe(200)
    await open()
  }
  await open()
  await name.fill('Siêu thị Cầu Giấy 2')
  await phone.fill('0912345678')
  await saveBesides({ opening_hours: '08:00–22:00' })
  await page.getByText(say('Your unsaved changes are back.')).waitFor()
  await expect.poll(() => name.inputValue()).toBe('Siêu thị Cầu Giấy 2')
  await expect.poll(() => told.count()).toBe(0)
  await saveBesides({ name: 'Siêu thị Dịch Vọng' })
  await told.waitFor()
  await expect.poll(() => name.inputValue()).toBe('Siêu thị Cầu Giấy 2')
  await page.getByRole('button', { name: say('See their version') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Siêu thị Dịch Vọng').waitFor()
  const theirs = dialog.getByRole('radio', { name: say('Their change') })
  await expect.poll(() => theirs.evaluate((radio) => radio === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.getByRole('radio', { checked: true }).count()).toBe(0)
  await expect.poll(() => dialog.getByRole('button', { name: say('Save as chosen') }).isDisabled()).toBe(true)
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: say('Save as chosen') }).click()
  await page.waitForURL(`**/stores/view/${chain.stores[0]}`)
  expect((await chain.call('GET', path, { by: admin })).data).toMatchObject({
    name: 'Siêu thị Dịch Vọng',
    phone: '0912345678',
    opening_hours: '08:00–22:00',
  })
  await boss.leave()
})

test('settings that a colleague has saved meanwhile are settled field by field', async () => {
  const say = wordsOf('vi')
  const colleague = await chain.person()
  const boss = await visit({ by: admin, expected: [/status of 409/] })
  const { page } = boss
  const [phone, email] = [page.locator('#field-phone'), page.locator('#field-email')]
  const dialog = page.getByRole('dialog', { name: say('{{who}} changed this meanwhile', { who: colleague.name }) })
  const kept = async () => (await chain.call('GET', 'chain', { by: admin })).data
  await boss.open('/chain')
  await settled(page)
  await email.fill('cskh@annhien.example')
  await saveSettings(chain, 'chain', { by: colleague, body: { name: 'An Nhiên', phone: '19002222' } })
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await dialog.getByText(say('Hotline'), { exact: false }).waitFor()
  await dialog.getByRole('button', { name: say('Save as chosen') }).click()
  await page.getByText(say('Saved'), { exact: true }).waitFor()
  expect(await kept()).toMatchObject({ phone: '19002222', email: 'cskh@annhien.example' })
  await expect.poll(() => phone.inputValue()).toBe('19002222')

  await phone.fill('19003333')
  await saveSettings(chain, 'chain', { by: colleague, body: { name: 'An Nhiên', phone: '19004444' } })
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await dialog.getByText('19004444').waitFor()
  await boss.expectAccessible('settings that a colleague has saved')
  await dialog.getByRole('radio', { name: say('My change') }).check()
  await dialog.getByRole('button', { name: say('Save as chosen') }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(kept).toMatchObject({ phone: '19003333', email: null })
  await boss.leave()
})

test('settings that a colleague saves are seen at once where they are open', async () => {
  const say = wordsOf('vi')
  const colleague = await chain.person()
  const boss = await visit({ by: admin })
  const { page } = boss
  const listening = page.waitForResponse('**/api/stream')
  await boss.open('/chain')
  await settled(page)
  await listening
  await saveSettings(chain, 'chain', { by: colleague, body: { name: 'An Nhiên', phone: '19005555' } })
  await expect.poll(() => page.locator('#field-phone').inputValue()).toBe('19005555')
  await boss.go('/working-time')
  const closes = page.getByPlaceholder('08:00').nth(1)
  await closes.waitFor()
  const { week, version } = (
    await chain.call<{ week: { closes: string }[]; version: number }>('GET', 'working-time', { by: colleague })
  ).data
  const changed = week.map((day, at) => (at === 0 ? { ...day, closes: '19:30' } : day))
  const saved = await chain.call('PUT', 'working-time', { by: colleague, body: { week: changed, version } })
  expect(saved.status, saved.text).toBe(200)
  await expect.poll(() => closes.inputValue()).toBe('19:30')
  expect(await page.getByText(say('What you typed stays here.')).count()).toBe(0)
  await boss.leave()
})

test('settings ask before they are left, and what was typed outlives the session', async () => {
  const [say, who] = [wordsOf('ko'), await chain.person()]
  const boss = await visit({ by: who, lang: 'ko', expected: [/status of 401/] })
  const { page } = boss
  const address = page.locator('#field-address')
  await boss.open('/chain')
  await settled(page)
  await address.fill('18 Tràng Tiền, Hà Nội')
  await page.getByText(say('Unsaved changes')).waitFor()
  await page.locator('nav a[href="/complaints"]').first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Stay') })
    .click()
  await expect.poll(() => address.inputValue()).toBe('18 Tràng Tiền, Hà Nội')
  await chain.call('POST', 'logout', { by: who })
  await page.waitForURL('**/backoffice/login**')
  await signIn(page, who)
  await page.getByText(say('Your unsaved changes are back.')).waitFor()
  await expect.poll(() => address.inputValue()).toBe('18 Tràng Tiền, Hà Nội')
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await page.getByText(say('Saved'), { exact: true }).waitFor()
  await page.reload()
  await settled(page)
  await expect.poll(() => address.inputValue()).toBe('18 Tràng Tiền, Hà Nội')
  expect(await page.getByText(say('Your unsaved changes are back.')).count()).toBe(0)
  await boss.leave()
})

test('settings are saved once their picture has arrived', async () => {
  const say = wordsOf('vi')
  const boss = await visit({ by: admin })
  const { page } = boss
  let arrive = () => {}
  const isOver = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/upload*', async (route) => {
    await isOver
    await route.continue()
  })
  await boss.open('/chain')
  await page.locator('input[type=file]').setInputFiles(await photo())
  await page.getByText(say('Please wait: something is still on its way.')).waitFor()
  expect(await page.getByRole('button', { name: say('Save') }).isDisabled()).toBe(true)
  await page.locator('#field-name').press('Enter')
  arrive()
  await page.getByText(say('Unsaved changes')).waitFor()
  await page.getByRole('button', { name: say('Save') }).click()
  const logoOf = async () => (await chain.call<{ logo: unknown[] }>('GET', 'chain', { by: admin })).data.logo
  await expect.poll(logoOf).toHaveLength(1)
  await boss.leave()
})

test('a form that the server refuses keeps what was typed and says it beside the field', async () => {
  const say = wordsOf('vi')
  const boss = await visit({ by: admin, expected: [/status of 409/] })
  const { page } = boss
  await boss.open('/stores/create')
  await settled(page)
  await page.locator('#field-code').fill('S01')
  await page.locator('#field-name').fill('Siêu thị trùng mã')
  await choose(page, 'manager', admin.name)
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await page.locator('#field-code-error').waitFor()
  await expect.poll(() => page.locator('#field-code-error').innerText()).toContain(say('Store code'))
  await expect.poll(() => page.locator('#field-code').evaluate((input) => input === document.activeElement)).toBe(true)
  await expect.poll(() => page.locator('#field-name').inputValue()).toBe('Siêu thị trùng mã')
  await boss.expectAccessible('a refused form')
  await page.reload()
  await settled(page)
  await expect.poll(() => page.locator('#field-name').inputValue()).toBe('Siêu thị trùng mã')
  await boss.leave()
})

test('the keyboard alone leads from the list to a completed complaint', async () => {
  const say = wordsOf('vi')
  const made = await chain.ticket(admin, { title: 'Chỉ bằng bàn phím' })
  const boss = await visit({ by: admin })
  const { page } = boss
  await boss.open('/complaints')
  await settled(page)
  await page.keyboard.press('/')
  await page.keyboard.type('chi bang ban phim')
  await page.waitForURL((url) => url.searchParams.get('search') === 'chi bang ban phim')
  // The list of before has it, too, and may begin with another one.
  await expect.poll(() => page.locator('main tbody tr[data-at]').count()).toBe(1)
  await page.getByRole('link', { name: 'Chỉ bằng bàn phím' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/complaints/view/${made.id}`)
  await page.getByRole('button', { name: say('Complete'), exact: true }).waitFor()
  await tabTo(page.getByRole('button', { name: say('Complete'), exact: true }))
  await page.keyboard.press('Enter')
  await focused(page.locator('#field-asked-solution'))
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nguyên nhân')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Lời kết')
  await tabTo(page.getByRole('dialog').getByRole('button', { name: say('Complete'), exact: true }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('main').getByText(say('Completed'), { exact: true }).first().waitFor()
  await boss.leave()
})

test('what is written in the dialog of a step is there when it opens again, until it is given up or sent', async () => {
  const say = wordsOf('vi')
  const [made, other] = [await chain.ticket(admin), await chain.ticket(admin)]
  const boss = await visit({ by: admin })
  const { page } = boss
  const [origin, comment] = [page.locator('#field-asked-origin'), page.locator('#field-asked-comment')]
  const back = page.getByText(say('Your unsaved changes are back.'))
  const openDialog = async (id: number) => {
    await boss.open(`/complaints/view/${id}`)
    await page.getByRole('button', { name: say('Complete'), exact: true }).click()
    await origin.waitFor()
  }
  await openDialog(made.id)
  await origin.fill('Kệ ghi sai giá')
  await comment.fill('Siêu thị đã hoàn lại tiền chênh lệch.')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await openDialog(other.id)
  await expect.poll(() => origin.inputValue()).toBe('')
  await expect.poll(() => back.count()).toBe(0)
  await openDialog(made.id)
  await back.waitFor()
  await expect.poll(() => origin.inputValue()).toBe('Kệ ghi sai giá')
  await expect.poll(() => comment.inputValue()).toContain('Siêu thị đã hoàn lại tiền chênh lệch.')
  await boss.expectAccessible('a dialog whose words are back')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Undo changes') })
    .click()
  await expect.poll(() => origin.inputValue()).toBe('')
  await expect.poll(() => comment.inputValue()).toBe('')
  await openDialog(made.id)
  await expect.poll(() => back.count()).toBe(0)
  await boss.leave()
})

test('what is written in the dialog of any other act is there when it opens again as well', async () => {
  const say = wordsOf('vi')
  const made = await chain.ticket(admin)
  const boss = await visit({ by: admin })
  const { page } = boss
  await boss.open(`/complaints/view/${made.id}`)
  const ACTS = [
    ['Wait for the customer', 'reason', 'Xin ảnh hóa đơn'],
    ['Extend deadline', 'reason', 'Chờ nhà cung cấp trả lời'],
    ['Record cost', 'cost', '350.000'],
    ['Add tasks', 'titles', 'Kiểm tra kệ\nGọi lại khách'],
  ] as const
  for (const [label, name, words] of ACTS) {
    const input = page.locator(`#field-asked-${name}`)
    const opened = async () => {
      await page.getByRole('button', { name: say(label), exact: true }).click()
      await input.waitFor()
    }
    await opened()
    await input.fill(words)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await opened()
    await page.getByText(say('Your unsaved changes are back.')).waitFor()
    await expect.poll(() => input.inputValue()).toBe(words)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await boss.leave()
})

test('whoever types faster than a dialog settles stays in the field they have reached', async () => {
  const say = wordsOf('vi')
  const made = await chain.ticket(admin, { title: 'Gõ nhanh' })
  const boss = await visit({ by: admin })
  const { page } = boss
  await boss.open(`/complaints/view/${made.id}`)
  await settled(page)
  await page.evaluate(holdTimers)
  await page.getByRole('button', { name: say('Complete'), exact: true }).press('Enter')
  await page.locator('#field-asked-origin').focus()
  await page.keyboard.type('Nguyên nhân')
  await page.evaluate(() => (globalThis as unknown as { release: () => void }).release())
  await page.keyboard.type(' là nhãn giá')
  await expect.poll(() => page.locator('#field-asked-origin').inputValue()).toBe('Nguyên nhân là nhãn giá')
  await boss.leave()
})

test('Escape gives up a dialog that is on its way, before anything of it shows and as its frame makes room for it', async () => {
  const say = wordsOf('vi')
  const boss = await visit({ by: admin })
  const { page } = boss
  const button = page.getByRole('button', { name: say('Assign'), exact: true })
  const isBack = () => button.evaluate((one) => one === document.activeElement)
  const begin = async () => {
    const held = await holdRequests(page, '**/proposal')
    await boss.open(`/complaints/view/${ticket.id}`)
    await settled(page)
    await button.focus()
    await page.keyboard.press('Enter')
    return held
  }
  const early = await begin()
  await page.keyboard.press('Escape')
  early()
  await page.waitForTimeout(1000)
  expect([await page.getByRole('dialog').count(), await isBack()]).toEqual([0, true])

  const late = await begin()
  await page.locator('dialog[role=dialog]').waitFor()
  await page.evaluate(escapeBeforeDrawn)
  late()
  await page.waitForFunction(() => Reflect.get(window, 'hasEscaped') === true)
  await page.waitForTimeout(1000)
  expect([await page.getByRole('dialog').count(), await isBack()]).toEqual([0, true])
  await boss.leave()
})

/** Runs in the page: Escape comes once the frame is gone and what it made room for has its place, in which nothing is drawn yet. */
function escapeBeforeDrawn(): void {
  const observer = new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes])
    if (!added.some((one) => one instanceof HTMLDivElement && !one.hasChildNodes())) return
    observer.disconnect()
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    Reflect.set(window, 'hasEscaped', true)
  })
  observer.observe(document.body, { childList: true })
}

test('whoever closes a dialog by the keyboard is back where they were', async () => {
  const say = wordsOf('vi')
  const boss = await visit({ by: admin })
  const { page } = boss
  const button = (name: string) => page.getByRole('button', { name: say(name), exact: true })
  const there = (name: string) =>
    expect
      .poll(() => button(name).evaluate((one) => one === document.activeElement), { message: `back on ${name}` })
      .toBe(true)
  const leaveDialog = async () => {
    await page.locator('[role=dialog]:focus-within').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await boss.open(`/complaints/view/${ticket.id}`)
  await settled(page)
  for (const name of ['Assign', 'Complete', 'Look and layout']) {
    await button(name).focus()
    await page.keyboard.press('Enter')
    await leaveDialog()
    await there(name)
  }
  // The entry of the menu is gone by then.
  await button('More').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: say('Delete') }).press('Enter')
  await leaveDialog()
  await there('More')
  await boss.leave()
})

test('another language is one choice away, and the page says everything in it', async () => {
  const boss = await visit({ by: admin })
  const { page } = boss
  await boss.open('/complaints')
  for (const lang of [...LANGUAGES.filter((one) => one !== 'vi'), 'vi' as const]) {
    await settled(page)
    await page
      .locator('button[aria-label*=": "]')
      .filter({ has: page.locator('svg') })
      .first()
      .click()
    await page.locator(`button[lang=${lang}]`).click()
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, lang)
    await page.getByRole('heading', { level: 1, name: wordsOf(lang)('Complaints'), exact: true }).waitFor()
  }
  await boss.leave()
})

test('whatever page of complaints comes first, it and what opens from it says nothing in English', async () => {
  const addresses = [
    '/complaints/board',
    `/complaints/view/${ticket.id}`,
    `/complaints/update/${ticket.id}`,
    '/complaints/create',
    '/complaints/import',
    '/complaints/mails',
    '/complaints',
  ]
  const english: string[] = []
  await Promise.all(
    (['vi', 'ko'] as const).map(async (lang) => {
      const say = wordsOf(lang)
      const boss = await visit({ by: admin, lang })
      const { page } = boss
      const look = async (where: string) => {
        for (const text of await englishOn(page, lang)) english.push(`${lang} ${where}: ${text}`)
      }
      for (const address of addresses) {
        await boss.open(address)
        await settled(page)
        await look(address)
      }
      const open = async (name: string, how: () => Promise<void>) => {
        await how()
        await page.getByRole('dialog').locator('button, kbd, [role=combobox]').first().waitFor()
        await look(name)
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
      }
      for (const name of ['Views', 'Import and export', 'Columns and density', 'Look and layout'])
        await open(name, () => page.getByRole('button', { name: say(name), exact: true }).click())
      for (const key of ['?', 'Control+k']) await open(key, () => page.keyboard.press(key))
      await boss.leave()
    }),
  )
  expect(english).toEqual([])
}, 120_000)

/** Runs in the page: what is meant for the next moment waits until it is released, as on a device that is busy. */
function holdTimers(): void {
  const held: (() => void)[] = []
  const { setTimeout } = window
  window.setTimeout = ((run: () => void, after?: number) =>
    after ? setTimeout(run, after) : held.push(run)) as typeof setTimeout
  Object.assign(globalThis, {
    release: () => {
      window.setTimeout = setTimeout
      for (const run of held) run()
    },
  })
}
