import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { orders as orderModule } from '../../src/modules/orders/orders.ts'
import { json } from '../../src/server/db/db.ts'
import { formatNumber } from '../../src/shared/format.ts'
import type { Language } from '../../src/shared/language.ts'
import { choose, type Device, startBrowser, type Visitor, wordsOf } from '../setup/browser/browser.ts'
import { aSecondOf } from '../setup/browser/promptly.ts'
import { startChain } from '../setup/chain.ts'
import { PASSWORD } from '../setup/password.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const admin = await chain.person()

describe.each<[Language, Device]>([
  ['vi', 'desktop'],
  ['en', 'phone'],
])('An administrator reading %s on a %s', (lang, device) => {
  const say = wordsOf(lang)
  const store = `Siêu thị Tây Hồ ${lang}`
  const department = `Thu ngân ${lang}`
  const role = `Trưởng quầy ${lang}`
  const name = `Lê Minh Châu ${lang}`
  const email = `chau.${lang}@chain.example`

  const save = async ({ page }: Visitor, leadsTo: RegExp) => {
    await page.getByRole('button', { name: say('Save'), exact: true }).click()
    await page.waitForURL(leadsTo)
  }

  test('adds a store, a department, a role through the matrix and a user with it, who sets a password and is blocked within a second', async () => {
    const boss = await visit({ lang, device, by: admin })
    const { page } = boss

    await boss.open('/stores/create')
    await page.locator('#field-code').fill(`T-${lang}`)
    await page.locator('#field-name').fill(store)
    await choose(page, 'manager', admin.name)
    await boss.expectAccessible('the form of a store')
    await save(boss, /\/stores\/view\/\d+$/)
    await page.getByRole('heading', { level: 1, name: store }).waitFor()
    await boss.expectAccessible('a store')

    await boss.open('/departments/create')
    await page.locator('#field-name').fill(department)
    await choose(page, 'manager', admin.name)
    await save(boss, /\/departments\/view\/\d+$/)

    await boss.open('/user-roles/create')
    await page.locator('#field-name').fill(role)
    const tick = page.getByRole('checkbox', { name: `${say('Complaints')}: ${say('Edit')}`, exact: true })
    // On a phone a module is one line, which opens.
    if (device === 'phone') {
      expect(await tick.isVisible()).toBe(false)
      await page.getByRole('button', { name: say('Rights: {{module}}', { module: say('Complaints') }) }).click()
    }
    await tick.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => tick.isChecked()).toBe(true)
    await expect
      .poll(() => page.getByRole('checkbox', { name: `${say('Complaints')}: ${say('Read')}`, exact: true }).isChecked())
      .toBe(true)
    await boss.expectAccessible('the permission matrix')
    await save(boss, /\/user-roles\/\d+$/)
    await page.getByRole('heading', { level: 1, name: role }).waitFor()
    await boss.expectAccessible('a role')

    await boss.open('/users/create')
    await page.locator('#field-user_code').fill(`NV-${lang}`)
    await page.locator('#field-user_name').fill(name)
    await page.locator('#field-email').fill(email)
    await choose(page, 'role', role)
    await choose(page, 'department', department)
    await choose(page, 'store', store)
    await page.locator('#field-position').click()
    await page.getByRole('option', { name: say('Staff'), exact: true }).click()
    await page.locator('#field-employee_code').fill(device === 'phone' ? '2026000000000001' : '2026000000000002')
    await boss.expectAccessible('the form of a user')
    await page.getByRole('button', { name: say('Save'), exact: true }).click()
    const link = await page.getByLabel(say('Invitation link')).inputValue()
    expect(link).toContain(`${chain.url}/backoffice/invitation/`)
    await boss.expectAccessible('the invitation link')
    await page.getByRole('button', { name: say('Done') }).click()
    await page.waitForURL(/\/users\/view\/\d+$/)

    const newcomer = await visit({ lang, device: 'desktop', expected: [/status of 401/] })
    await newcomer.open(new URL(link).pathname)
    await newcomer.page.locator('input[name=password]').fill('short')
    await newcomer.page.getByRole('button', { name: say('Save and go on') }).click()
    await newcomer.page.locator('#field-password-error').waitFor()
    await newcomer.expectAccessible('the invitation')
    await newcomer.page.locator('input[name=password]').fill('Quầy-mười-hai-27')
    await newcomer.page.getByRole('button', { name: say('Save and go on') }).click()
    await newcomer.page.waitForURL('**/dashboard')
    await newcomer.page
      .getByRole('link', { name: say('Complaints') })
      .first()
      .waitFor()
    await expect.poll(() => newcomer.page.getByRole('link', { name: say('Users'), exact: true }).count()).toBe(0)
    await newcomer.open('/users')
    await newcomer.page.getByRole('heading', { level: 1, name: say('Page not found') }).waitFor()
    await newcomer.open('/complaints')
    await newcomer.page.getByRole('heading', { level: 1 }).waitFor()

    await sql`update stores set manager = (select id from users where email = ${email}) where name = ${store}`.execute(
      chain.db,
    )
    await page.getByRole('button', { name: say('Delete'), exact: true }).click()
    const work = page.getByRole('dialog').getByRole('link', { name: say('{{n}} stores managed', { n: 1 }) })
    await work.waitFor()
    await boss.expectAccessible('the question before a user is deleted')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Cancel') })
      .click()
    await page.getByRole('button', { name: say('Block'), exact: true }).click()
    expect(await work.getAttribute('href')).toMatch(/^\/stores\?manager=\d+$/)
    const most = await aSecondOf(newcomer.page)
    // Led away, that is: how long the page to sign in takes to load is no part of it.
    const signedOut = newcomer.page
      .waitForURL('**/backoffice/login**', { waitUntil: 'commit' })
      .then(() => performance.now())
    const blocked = page.waitForResponse((response) => response.url().endsWith('/block'))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Block'), exact: true })
      .click()
    await blocked
    const since = performance.now()
    expect((await signedOut) - since).toBeLessThan(most)
    await page.getByText(say('Blocked: cannot sign in')).waitFor()
    await page.getByText(say('Blocked'), { exact: true }).waitFor()
    expect(await page.getByRole('main').getByText(say('Active'), { exact: true }).count()).toBe(0)
    await newcomer.leave()

    await boss.open('/audit')
    for (const title of [store, department, role, name]) await page.getByRole('main').getByText(title).first().waitFor()
    await boss.expectAccessible('the audit')
    await boss.leave()
  })
})

test('whoever typed their password long ago is asked for it before they change rights, and goes on where they were', async () => {
  const say = wordsOf('vi')
  const [boss, other] = [await chain.person(), await chain.person()]
  await sql`update sessions set proven_at = now() - interval '11 minutes' where user_id = ${boss.id}`.execute(chain.db)
  const { page, open, expectAccessible, leave } = await visit({ by: boss, lang: 'vi', expected: [/403/, /422/] })
  const question = page.getByRole('dialog', { name: say('Confirm that it is you') })
  const password = question.getByLabel(say('Password'), { exact: true })
  await open(`/users/update/${other.id}`)
  await page.locator('#field-user_name').fill('Nguyễn Văn Bình')
  const save = page.getByRole('button', { name: say('Save'), exact: true })
  await save.click()
  await password.waitFor()
  await expectAccessible('the question for the password')
  await page.keyboard.press('Escape')
  await page.getByText(say('Please enter your password again to do this.')).first().waitFor()
  expect(await page.locator('#field-user_name').inputValue()).toBe('Nguyễn Văn Bình')
  await save.click()
  await password.fill('Wrong-horse-88')
  await password.press('Enter')
  await question.getByText(say('The current password is not right.')).waitFor()
  await password.fill(PASSWORD)
  await password.press('Enter')
  await page.waitForURL(`**/users/view/${other.id}`)
  await page.getByRole('heading', { level: 1, name: 'Nguyễn Văn Bình' }).waitFor()
  await page.getByRole('button', { name: say('Block'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Block'), exact: true })
    .click()
  await page.getByText(say('Blocked: cannot sign in')).waitFor()
  await leave()
})

test('an invitation opens once', async () => {
  const made = await chain.call<{ invitation: string }>('POST', 'user', {
    by: admin,
    body: {
      user_code: 'NV-1',
      user_name: 'Đỗ Hải',
      email: 'hai@chain.example',
      role: 1,
      department: chain.departments[0],
      position: '1',
      employee_code: '1234567890123456',
    },
  })
  const say = wordsOf('vi')
  const first = await visit({ device: 'phone' })
  await first.open(made.data.invitation)
  await first.page.locator('input[name=password]').fill('Quầy-mười-hai-27')
  await first.page.getByRole('button', { name: say('Save and go on') }).click()
  await first.page.waitForURL('**/dashboard')
  await first.leave()
  const second = await visit({ device: 'phone', expected: [/status of 404/] })
  await second.open(made.data.invitation)
  await second.page.getByRole('heading', { name: say('This link is no longer valid') }).waitFor()
  await second.expectAccessible('a used invitation')
  await second.leave()
})

test.each<Language>(['vi', 'en', 'ko'])('the log says in %s what was done, and unfolds it in words', async (lang) => {
  const say = wordsOf(lang)
  const [none, some] = [{}, { orders: { read: true, other: true } }]
  const lines = [
    ['update', 'user-roles', { permissions: [none, some] }],
    ['update', 'user-roles', { permissions: [some, none] }],
    ['export', 'users', { rows: [null, 60], columns: [null, 'user_code, user_name, created_at'] }],
    ['import file', 'users', { rows: [null, 3], new: [null, 2], changed: [null, 1], bad: [null, 4] }],
    [
      'escalate',
      'complaints',
      {
        rung: [null, 'Bậc một'],
        told: [null, [admin.id]],
        told_names: [null, admin.name],
        channels: [null, ['app', 'mail']],
      },
    ],
    ['conflict', 'orders', { conflict: [null, [{ field: 'total', ours: '277000', theirs: '252000' }]] }],
    ['announce promotions', 'product-promotions', { begins: [null, 7], ends: [null, 8] }],
    ['remind of tasks', 'task-management', { days: [null, ['2026-11-27']] }],
  ] as const
  for (const [action, module, changes] of lines)
    await sql`insert into activity (action, module, record_title, changes) values (${action}, ${module}, 'Log', ${json(changes)})`.execute(
      chain.db,
    )
  const reader = await visit({ lang, device: 'desktop', by: admin })
  const { page } = reader
  await reader.open('/audit')
  const shown = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Log' })
  const unfolds = async (at: number, wanted: string[]) => {
    const line = shown.nth(lines.length - 1 - at)
    await line.getByRole('button').click()
    const rows = line.getByRole('table').locator('tbody tr')
    // Names of people come a moment later.
    await expect
      .poll(async () => (await rows.allInnerTexts()).map((text) => text.split(/\s*\t\s*/).join(' | ')))
      .toEqual(wanted)
  }
  await shown.first().waitFor()
  const [read, special, orders] = [say('Read'), say('Special'), say('Orders')]
  await unfolds(0, [`${say('Permissions')} | ${orders}: + ${read}, + ${special}`])
  await unfolds(1, [`${say('Permissions')} | ${orders}: − ${read}, − ${special}`])
  await unfolds(2, [
    `${say('Rows')} | – | 60`,
    `${say('Columns')} | – | ${say('User code')}, ${say('User name')}, ${say('Created at')}`,
  ])
  await unfolds(3, [
    `${say('Invalid rows')} | – | 4`,
    `${say('New records')} | – | 2`,
    `${say('Rows')} | – | 3`,
    `${say('Changed records')} | – | 1`,
  ])
  await unfolds(4, [
    `${say('Escalation level')} | – | Bậc một`,
    `${say('Notified')} | – | ${admin.name}`,
    `${say('Notified by')} | – | ${say('In the app')}, ${say('By e-mail')}`,
  ])
  const [ours, theirs] = [277_000, 252_000].map((amount) => formatNumber(amount, lang))
  await unfolds(5, [
    `${say('Sent differently since')} | – | ${say(orderModule.fields.total.label)}: ${ours} → ${theirs}`,
  ])
  await unfolds(6, [
    `${say('Promotions that end in three days')} | – | 8`,
    `${say('Promotions that begin tomorrow')} | – | 7`,
  ])
  expect(await shown.first().getByRole('button').count(), 'days count what is late').toBe(0)
  await reader.open('/audit?action=conflict&action=progress')
  await page.getByRole('main').getByText(say('Progress')).first().waitFor()
  await reader.expectAccessible('the narrowed log')
  await reader.leave()
})
