import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { startChain } from '../../setup/chain.ts'
import { opened } from '../../setup/office.ts'
import { bytesOf, expectPictureAndPrint } from './picture-and-print.ts'

const say = wordsOf('vi')
/** The month before this one, as the chain counts it. */
let month: string
const chain = await startChain()
const { visit } = await startBrowser(chain)
const director = await chain.person({ role: 'CEO' })
const manager = await chain.person({ role: 'Store manager', store: chain.stores[0] })
const [first, second] = chain.stores
// Of the last three months: in the middle one seven in the first store and three in the second, two of all overdue;
// of the one before it so late that the last ninety days have them on the 31st, too.
const { rows } = await sql<{ month: string }>`
  with m as (select date_trunc('month', now() at time zone chain_zone()) as now),
  made as (insert into complaints (created_at, issue_number, title, store, feedback_type, feedback_method, customer_name, phone, content, state, due_at, completed_at, wait_minutes, solution)
    select (m.now - x.back * interval '1 month' + x.day * interval '1 day' + interval '10 hours') at time zone chain_zone(), 'B-' || x.back || '-' || x.nr, 'Góp ý ' || x.nr,
      case when x.nr < 7 then ${first}::bigint else ${second}::bigint end, case when x.nr % 3 = 0 then ${chain.types[0]}::bigint else ${chain.types[1]}::bigint end, 'hotline', 'Khách', '0912345678', '<p>x</p>',
      case when x.nr < 2 then 'new' else 'closed' end, (m.now - x.back * interval '1 month' + x.day * interval '1 day' + interval '30 hours') at time zone chain_zone(),
      case when x.nr < 2 then null else (m.now - x.back * interval '1 month' + x.day * interval '1 day' + interval '20 hours') at time zone chain_zone() end, 45,
      case when x.nr < 2 then null else 'apology' end
    from m, (select back, nr, nr + (back - 1) * 14 as day from generate_series(1, 2) back, generate_series(0, 9) nr where back = 1 or nr < 8) x)
  select to_char(m.now - interval '1 month', 'YYYY-MM') as month from m`.execute(chain.db)
month = rows[0]?.month ?? ''

const tile = (page: Page, label: string) =>
  page
    .getByRole('list', { name: say('Figures') })
    .getByRole('listitem')
    .filter({ hasText: label })
    .first()

/** Waits until the list on the screen has so many complaints; until then it may show those of before. */
async function expectListed(page: Page, n: number): Promise<void> {
  await page.waitForURL(/\/complaints\?/)
  await expect.poll(() => page.getByRole('main').locator('tbody tr').count()).toBe(n)
}

test('a month-end of a director', async () => {
  const boss = await visit({ by: director })
  const { page } = boss
  await boss.open('/dashboard')
  await tile(page, say('Received')).waitFor()
  await page.getByText(say('90 days'), { exact: true }).click()
  await page.waitForURL(/period=90d/)
  await expect.poll(() => tile(page, say('Received')).innerText()).toContain('18')
  await boss.expectAccessible('the dashboard')

  // The reports of the online mall have the same names, in a group further down.
  await page
    .getByRole('button', { name: say('Report'), exact: true })
    .first()
    .click()
  await page.locator('a[href^="/report/by-month"]').click()
  await page.getByRole('button', { name: say('Previous month') }).click()
  await page.waitForURL(new RegExp(`month=${month}`))
  await expect.poll(() => tile(page, say('Received')).innerText()).toMatch(/\b10\b[\s\S]*nhiều hơn 2[\s\S]*8/)
  await page.locator('section svg rect:not([height="0"])').first().waitFor()
  await boss.expectAccessible('a report')

  // Every figure is a way to the very complaints, and back again.
  await page
    .getByRole('row', { name: /^Chất lượng hàng/ })
    .getByRole('link')
    .nth(1)
    .click()
  await expectListed(page, 6)
  await page.goBack()
  await page.waitForURL(/by-month/)
  await page.locator('section svg a').first().click()
  await expectListed(page, 1)
  await page.goBack()

  await page
    .getByRole('navigation', { name: say('Report') })
    .getByRole('link', { name: say('By stores') })
    .click()
  await page.waitForURL(/by-stores/)
  await page.getByRole('button', { name: new RegExp(`^${say('Period')}:`) }).click()
  await page
    .locator('button[aria-pressed]')
    .filter({ hasText: say('Last month') })
    .click()
  await page.waitForURL(/period=last-month/)
  await page.getByRole('button', { name: say('Overdue'), exact: true }).click()
  await page.waitForURL(/sort=-overdue/)
  await expect.poll(() => page.locator('tbody tr').first().innerText()).toContain('S01')
  await page.getByLabel(say('Compare with')).selectOption('none')
  await page.waitForURL(/compare=none/)
  await page.goBack()
  await expect.poll(() => page.getByLabel(say('Compare with')).inputValue()).toBe('previous')

  const [workbook] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('Excel') }).click(),
  ])
  expect(workbook.suggestedFilename()).toMatch(new RegExp(`^khieu-nai-theo-cua-hang-${month}-01-.*\\.xlsx$`))
  const [sheet] = await opened(await bytesOf(workbook))
  expect(sheet?.rows.slice(1, 4).map((row) => [row[0]?.text, row[1]?.value])).toEqual([
    ['S01 Siêu thị Cầu Giấy', '7'],
    ['S02 Siêu thị Long Biên', '3'],
    [say('Total'), '10'],
  ])
  await expectPictureAndPrint(page, say)

  await page.getByRole('button', { name: say('By e-mail') }).click()
  await page.getByRole('button', { name: say('Send this report by e-mail') }).click()
  await page.getByRole('radio', { name: say('On the first of the month, about the month before') }).check()
  await boss.expectAccessible('a report by e-mail')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Save') })
    .click()
  await page.getByText(say('The report will come by e-mail.')).waitFor()
  await page.getByRole('button', { name: say('By e-mail') }).click()
  await page.getByRole('button', { name: say('Pause {{name}}', { name: say('By stores') }) }).click()
  await page.getByText(say('Paused'), { exact: true }).waitFor()
  await page.getByRole('button', { name: say('End {{name}}', { name: say('By stores') }) }).click()
  await page.getByText(say('Paused'), { exact: true }).waitFor({ state: 'detached' })
  await boss.leave()
})

test('a store manager’s report on a phone is of the own store, follows what happens, and fits', async () => {
  const person = await visit({ by: manager, device: 'phone' })
  const { page } = person
  await person.open('/report/by-stores?period=last-month')
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await expect.poll(() => tile(page, say('Received')).innerText()).toMatch(/\b7\b/)
  const offered = page.getByRole('search', { name: say('Period and filters') })
  await offered.getByRole('button', { name: say('Department') }).waitFor()
  await expect.poll(() => offered.getByRole('button', { name: say('Store'), exact: true }).count()).toBe(0)
  await person.expectAccessible('a report on a phone')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

  const listening = page.waitForResponse('**/api/stream')
  await person.open('/report/by-year')
  await listening
  const received = async () => Number((await tile(page, say('Received')).innerText()).match(/\n(\d+)/)?.[1])
  await expect.poll(received).not.toBeNaN()
  const before = await received()
  await chain.ticket(manager)
  await expect.poll(received).toBe(before + 1)
  await person.leave()
})

test('the bare address of the reports leads to the first of them, and what it asks stands', async () => {
  const person = await visit({ by: director })
  const { page } = person
  await person.open('/complaints')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await person.go('/report?year=2025')
  await page.waitForURL('**/report/by-year?year=2025')
  await page
    .locator('a[aria-current="page"]', { hasText: say('By year') })
    .first()
    .waitFor()
  await page.goBack()
  await page.waitForURL('**/complaints')
  await person.leave()
})

test('the report by solution says that open complaints do not count, and leads to as many as it counts', async () => {
  // The two of the month that are open have their solution already.
  await sql`update complaints set solution = 'apology' where state = 'new' and issue_number like 'B-1-%'`.execute(
    chain.db,
  )
  const person = await visit({ by: director })
  const { page } = person
  await person.open('/report/by-solution?period=last-month')
  await expect.poll(() => tile(page, say('Finished')).innerText()).toMatch(/\b8\b/)
  const tiles = page.getByRole('list', { name: say('Figures') })
  for (const left of [say('Open'), say('Overdue')])
    await expect.poll(() => tiles.getByText(left, { exact: true }).count()).toBe(0)
  await page
    .locator('thead th')
    .filter({ hasText: say('Finished') })
    .first()
    .waitFor()
  const heads = await page.locator('thead th').allInnerTexts()
  expect(heads).toContain(say('Finished'))
  for (const left of [say('Open'), say('Overdue'), say('Received')]) expect(heads).not.toContain(left)
  await page
    .getByText(say('Of those received in this period, only those completed or closed by now count; open ones do not.'))
    .waitFor()
  await person.expectAccessible('the report by solution')
  await page
    .getByRole('row', { name: new RegExp(`^${say('Apology')}`) })
    .getByRole('link')
    .nth(1)
    .click()
  await expectListed(page, 8)
  await person.leave()
})
