import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import type { Language } from '../../../src/shared/language.ts'
import { choose, type Device, startBrowser, type Visitor, wordsOf } from '../../setup/browser/browser.ts'
import { noticesOf, watchNotices } from '../../setup/browser/notices.ts'
import { aSecondOf } from '../../setup/browser/promptly.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { photo } from '../../setup/media.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const [store, other] = chain.stores
const manager = await chain.person({ role: 'Store manager', store })
const foreign = await chain.person({ role: 'Store manager', store: other })
const service = await chain.person({ role: 'Customer service' })
const handler = await chain.person({ role: 'Department manager', department: chain.departments[1] })
await sql`update stores set manager = case id when ${store} then ${manager.id}::bigint else ${foreign.id}::bigint end`.execute(
  chain.db,
)

const unreadOf = (page: Page) =>
  page.evaluate(() => Number(document.querySelector('[data-count]')?.getAttribute('data-count') ?? 0))
const unreadAtServer = async () =>
  (await chain.call<{ count_unread: number }>('GET', 'notification', { by: manager })).data.count_unread
const rowOf = (page: Page, words: string): Locator =>
  page.getByRole('main').locator('tr, li').filter({ hasText: words }).first()

/** Sends the public form and answers what the customer was given. */
async function complain(
  customer: Visitor,
  lang: Language,
  story: string,
): Promise<{ number: string; follow: string; at: number }> {
  const say = wordsOf(lang)
  const { page } = customer
  await customer.open('/feedback?store=S01')
  await page.getByText('Siêu thị Cầu Giấy').waitFor()
  await page.getByRole('radio').first().check({ force: true })
  await page.getByLabel(say('Tell us what happened')).fill(story)
  await page.getByLabel(say('Your name')).fill('Trần Thu Hà')
  await page.getByLabel(say('Phone number')).fill('0912345678')
  await page.getByLabel(say('I agree to the terms')).check()
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/create-ticket'))
  await page.getByRole('button', { name: say('Send feedback') }).click()
  const sent = (await (await answer).json()) as { Data: { issue_number: string; follow: string } } // the product's one shape
  const at = performance.now()
  return { number: sent.Data.issue_number, follow: sent.Data.follow, at }
}

const search = async (page: Page, words: string, lang: Language) => {
  await page.getByRole('searchbox', { name: wordsOf(lang)('Search') }).fill(words)
  await page.waitForURL((url) => url.searchParams.get('search') === words)
}

describe.each<[Language, Device]>([
  ['vi', 'desktop'],
  ['en', 'phone'],
])('A complaint’s whole life, in %s on a %s', (lang, device) => {
  const say = wordsOf(lang)
  const story = `Khiếu nại số ${lang}: thịt ôi ngay ngày mua.`
  let number = ''
  let follow = ''
  let id = 0
  let boss: Visitor
  let customer: Visitor
  const asStaff = (by: Person, more: object = {}) => visit({ lang, device, by, ...more })
  // The manager and the customer keep their windows open throughout, as people do.
  afterAll(async () => {
    await boss?.leave()
    await customer?.leave()
  })

  test('reaches the store’s manager within a second, without a reload: bell, notice, list', async () => {
    boss = await asStaff(manager)
    await boss.context.addInitScript(watchNotices)
    await boss.open('/complaints')
    await boss.page.getByRole('heading', { level: 1 }).waitFor()
    await boss.page.locator('[aria-busy=false]').first().waitFor()
    const before = await unreadAtServer()
    await expect.poll(() => unreadOf(boss.page)).toBe(before)
    customer = await visit({ device: 'phone', lang })
    const arrival = rowOf(boss.page, `${lang}: thịt ôi`)
      .waitFor()
      .then(() => performance.now())
    const sent = await complain(customer, lang, story)
    ;({ number, follow } = sent)
    id = (await row(chain.db, { id: 'number' }, sql`select id from complaints where issue_number = ${number}`))?.id ?? 0
    const took = (await arrival) - sent.at
    expect(took).toBeLessThan(await aSecondOf(boss.page))
    await expect.poll(() => unreadOf(boss.page)).toBe(before + 1)
    await expect
      .poll(async () => (await noticesOf(boss.page)).shown.filter((one) => one.includes(number)))
      .toEqual([expect.stringContaining(say('New complaint {{number}}', { number }))])
    expect((await noticesOf(boss.page)).asked).toBe(1)
    await boss.expectAccessible('the list')
    await boss.page.getByRole('button', { name: say('Notifications, {{count}} unread', { count: before + 1 }) }).click()
    await boss.page.getByText(say('New complaint {{number}}', { number })).waitFor()
    await boss.expectAccessible('the bell panel')
    await boss.page.getByText(say('New complaint {{number}}', { number })).click()
    await boss.page.waitForURL('**/complaints/view/*')
    expect(boss.page.url()).toMatch(new RegExp(`/${id}$`))
    await expect.poll(() => unreadOf(boss.page)).toBe(before)
  })

  test('is found by customer service without accents, by phone and by number, and assigned', async () => {
    const desk = await asStaff(service)
    const { page } = desk
    await desk.open('/complaints')
    for (const words of [`khieu nai so ${lang}`, '0912345678', number]) {
      await search(page, words, lang)
      await rowOf(page, `${lang}: thịt ôi`).waitFor()
    }
    await search(page, 'khong co chu nay', lang)
    await expect.poll(() => rowOf(page, `${lang}: thịt ôi`).count()).toBe(0)
    await search(page, number, lang)
    await rowOf(page, number).getByRole('link').first().click()
    await page.waitForURL(`**/complaints/view/${id}`)
    await page.getByRole('button', { name: say('Assign'), exact: true }).click()
    await choose(page, 'asked-assignee', handler.name)
    await desk.expectAccessible('the assign dialog')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Assign') })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page
      .getByRole('complementary', { name: say('Facts') })
      .getByText(handler.name)
      .first()
      .waitFor()
    await desk.leave()
  })

  test('is commented with a mention and a photo, and completed with a solution', async () => {
    await boss.go('/dashboard')
    const hand = await asStaff(handler)
    const { page } = hand
    await hand.open(`/complaints/view/${id}`)
    const box = page.getByRole('textbox', { name: say('Comment') })
    await box.click()
    await box.pressSequentially(`Nhờ anh xem giúp @${manager.name}`)
    await page.getByRole('option', { name: manager.name }).click()
    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles([await photo('kiem-tra.jpg')])
    await expect.poll(() => page.getByRole('button', { name: say('Send comment') }).isEnabled()).toBe(true)
    await page.getByRole('button', { name: say('Send comment') }).click()
    const said = page.getByRole('article', { name: handler.name })
    await said.getByText('Nhờ anh xem giúp').waitFor()
    await said
      .getByRole('button', { name: say('Open {{name}}', { name: 'kiem-tra.jpg' }) })
      .locator('img')
      .waitFor()
    await boss.page.getByRole('button', { name: new RegExp(say('Notifications')) }).click()
    await boss.page
      .getByText(say('{{who}} mentioned you in complaint {{number}}', { who: handler.name, number }))
      .waitFor()

    await page.getByRole('button', { name: say('Complete'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('#field-asked-solution').click()
    await page.getByRole('option', { name: say('Apology') }).click()
    await dialog.getByRole('button', { name: say('Complete') }).click()
    await dialog.locator('#field-asked-origin-error').waitFor()
    await dialog.locator('#field-asked-origin').fill('Tủ mát hỏng')
    await dialog.locator('#field-asked-comment').fill('Cửa hàng xin lỗi và đổi hàng mới.')
    await hand.expectAccessible('the complete dialog')
    await dialog.getByRole('button', { name: say('Complete') }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('main').getByText(say('Completed'), { exact: true }).first().waitFor()
    await hand.expectAccessible('the view')
    await hand.leave()
  })

  test('is closed by the manager; the customer sees it and rates; it is reopened', async () => {
    await boss.open(`/complaints/view/${id}`)
    const story = boss.page.getByRole('region', { name: say('What happened since') })
    await story.getByText(handler.name).first().waitFor()
    await expect
      .poll(() => story.innerText(), { message: 'people of other departments have names as well' })
      .not.toMatch(/#\d/)
    await boss.page.getByRole('button', { name: say('Close complaint') }).click()
    await boss.page.getByRole('button', { name: say('Reopen') }).waitFor()
    await expect
      .poll(
        async () =>
          (await row(chain.db, { state: 'string' }, sql`select state from complaints where id = ${id}`))?.state,
      )
      .toBe('closed')

    await customer.open(follow)
    await customer.page.getByText('Cửa hàng xin lỗi và đổi hàng mới.').waitFor()
    await customer.page.locator('#star-5').check({ force: true })
    await customer.page.getByRole('button', { name: say('Send rating') }).click()
    await customer.page.getByText(say('Thank you for your rating.')).waitFor()
    await customer.expectAccessible('the private page, rated')

    // The rating is a version of its own: whoever reopens has seen it.
    await boss.page.getByRole('heading', { name: say("The customer's rating") }).waitFor()
    await boss.page.getByRole('button', { name: say('Reopen') }).click()
    await boss.page.getByRole('dialog').locator('#field-asked-reason').fill('Khách gọi lại')
    await boss.page
      .getByRole('dialog')
      .getByRole('button', { name: say('Reopen') })
      .click()
    await boss.page.getByRole('dialog').waitFor({ state: 'hidden' })
    await boss.page.getByRole('main').getByText(say('Reopened'), { exact: true }).first().waitFor()
  })

  test('is moved by two people at once: one wins, one is told by whom and what', async () => {
    const expected = [/status of 409/, /ERR_FAILED.*stream/]
    const two = await asStaff(service, { expected })
    // The second person's page does not hear of the first one's step in time.
    await two.page.route('**/api/stream', (route) => route.abort())
    await two.open(`/complaints/view/${id}`)
    const ask = async ({ page }: Visitor) => {
      await page.getByRole('button', { name: say('Complete'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('#field-asked-solution').click()
      await page.getByRole('option', { name: say('Apology') }).click()
      await dialog.locator('#field-asked-origin').fill('Nguyên nhân')
      await dialog.locator('#field-asked-comment').fill('Lời kết của người thứ hai')
      return dialog
    }
    const dialogs = await Promise.all([ask(boss), ask(two)])
    await dialogs[0]?.getByRole('button', { name: say('Complete') }).click()
    await dialogs[0]?.waitFor({ state: 'hidden' })
    await dialogs[1]?.getByRole('button', { name: say('Complete') }).click()
    const told = two.page.getByRole('dialog').getByText(manager.name)
    await told.waitFor()
    await expect.poll(() => told.innerText()).toContain(say('Completed'))
    await expect.poll(() => two.page.locator('#field-asked-comment').inputValue()).toBe('Lời kết của người thứ hai')
    await two.expectAccessible('the dialog that was refused')
    await two.leave()
  })

  test('is nowhere for another store’s manager: list, search, address, bell, file', async () => {
    const other = await asStaff(foreign, { expected: [/status of 404/] })
    const { page } = other
    await other.open('/complaints')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await search(page, number, lang)
    await page.getByText(say('Nothing matches')).waitFor()
    await expect.poll(() => page.getByText('thịt ôi').count()).toBe(0)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: say('Search') }).fill(number)
    await page.getByText(say('Nothing found for “{{text}}”', { text: number })).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => unreadOf(page)).toBe(0)
    await other.open(`/complaints/view/${id}`)
    await page.getByText(say('This complaint does not exist, or is not open to you')).waitFor()
    await other.expectAccessible('a complaint that is not open to you')
    const file = await row(
      chain.db,
      { id: 'string' },
      sql`select id from stored_files where module = 'complaint-comments' order by created_at desc limit 1`,
    )
    const key = await chain.call<{ key: string }>('POST', 'file-key', { by: foreign })
    expect((await page.request.get(`/api/file/${file?.id}?key=${key.data.key}`)).status()).toBe(404)
    const own = await chain.call<{ key: string }>('POST', 'file-key', { by: manager })
    expect((await page.request.get(`/api/file/${file?.id}?key=${own.data.key}`)).status()).toBe(200)
    await other.leave()
  })
})

test('whoever assigns from a dialog that has grown old is told first, and takes nobody off unseen', async () => {
  const say = wordsOf('vi')
  const { id, version } = await chain.ticket(service)
  const assignee = async () =>
    (await row(chain.db, { assignee: 'number?' }, sql`select assignee from complaints where id = ${id}`))?.assignee
  const desk = await visit({ by: service, expected: [/status of 409/] })
  const { page } = desk
  const listening = page.waitForResponse('**/api/stream')
  await desk.open(`/complaints/view/${id}`)
  await listening
  await page.getByRole('button', { name: say('Assign'), exact: true }).click()
  await choose(page, 'asked-assignee', `Hàng tươi sống ${say('Department')}`, 'Hàng tươi sống')
  const colleague = await chain.person({ role: 'Customer service' })
  await chain.call('POST', `ticket/${id}/assign`, { by: colleague, body: { version, assignee: handler.id } })
  await page.locator('aside').getByText(handler.name).first().waitFor()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: say('Assign') })
  await submit.click()
  await dialog.getByText(colleague.name).waitFor()
  await expect.poll(assignee).toBe(handler.id)
  await submit.click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(assignee).toBe(null)
  await desk.leave()
})

const WINDOWS: [number, number][] = [
  [390, 844],
  [768, 1024],
  [1440, 900],
  [1440, 620],
]

test('what an input of a dialog opens lies beside the dialog’s buttons, never over them, and Escape and Tab close it', async () => {
  const say = wordsOf('vi')
  await sql`insert into departments (name) select 'Phòng ' || n from generate_series(1, 20) n`.execute(chain.db)
  const { id } = await chain.ticket(service)
  const desk = await visit({ by: service })
  const { page } = desk
  await desk.open(`/complaints/view/${id}`)
  await page.getByRole('button', { name: say('Assign'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: say('Assign') })
  const submit = dialog.getByRole('button', { name: say('Assign') })
  await dialog.getByText(say('More'), { exact: true }).click()
  const list = page.getByRole('listbox').filter({ visible: true })
  const isFree = () =>
    submit.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height })
    for (const [name, key] of [
      ['assignee', 'Tab'],
      ['cc_departments', 'Escape'],
    ] as const) {
      await page.locator(`#field-asked-${name}`).click()
      await list.getByRole('option').nth(9).waitFor({ state: 'attached' })
      await expect.poll(isFree, { message: `${name} at ${width} × ${height}` }).toBe(true)
      const fits = async () => {
        const { y, height: high } = (await list.boundingBox()) ?? { y: -1, height: 0 }
        return [y >= 0, y + high <= height, high > 100]
      }
      await expect.poll(fits, { message: `${name} at ${width} × ${height}` }).toEqual([true, true, true])
      await page.keyboard.press(key)
      await list.waitFor({ state: 'hidden' })
      await expect.poll(isFree).toBe(true)
    }
  }
  await desk.leave()
})

test('who gave a deadline finds on the complaint how to take it back, and nobody else but an administrator', async () => {
  const say = wordsOf('vi')
  const { id, version } = await chain.ticket(service)
  const due = async () =>
    (await row(chain.db, { due_at: 'date' }, sql`select due_at from complaints where id = ${id}`))?.due_at
  const before = await due()
  const due_at = new Date(Date.now() + 20 * 86_400_000).toISOString()
  await chain.call('POST', `ticket/${id}/extend`, { by: service, body: { version, due_at, reason: 'Chờ hàng về' } })
  const takeBack = (page: Page) =>
    page.locator('aside').getByRole('button', { name: say('Take back the new deadline') })

  const colleague = await visit({ by: await chain.person({ role: 'Customer service' }) })
  await colleague.open(`/complaints/view/${id}`)
  await colleague.page.getByText('Chờ hàng về').waitFor()
  await expect.poll(() => takeBack(colleague.page).count()).toBe(0)
  await colleague.leave()

  const admin = await visit({ by: await chain.person() })
  await admin.open(`/complaints/view/${id}`)
  await takeBack(admin.page).waitFor()
  await admin.leave()

  const own = await visit({ by: service })
  await own.open(`/complaints/view/${id}`)
  await takeBack(own.page).click()
  await own.page.getByRole('dialog').waitFor()
  await own.expectAccessible('the question')
  await own.page
    .getByRole('dialog')
    .getByRole('button', { name: say('Take back the new deadline') })
    .click()
  await takeBack(own.page).waitFor({ state: 'hidden' })
  await expect.poll(due).toEqual(before)
  await own.leave()
})

test('a new complaint says how long it has waited so far', async () => {
  const say = wordsOf('vi')
  const { id } = await chain.ticket(service)
  await sql`update complaints set created_at = now() - interval '3 hours' where id = ${id}`.execute(chain.db)
  const desk = await visit({ by: service })
  await desk.open(`/complaints/view/${id}`)
  const waited = desk.page.locator('dl div').filter({ has: desk.page.getByText(say('Waited'), { exact: true }) })
  await waited.getByText(say('{{n}} h', { n: 3 })).waitFor()
  await desk.leave()
})
