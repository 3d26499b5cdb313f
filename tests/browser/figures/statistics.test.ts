import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { startChain } from '../../setup/chain.ts'
import { opened } from '../../setup/office.ts'
import { bytesOf, expectPictureAndPrint } from './picture-and-print.ts'

const say = wordsOf('vi')
const chain = await startChain()
const { visit } = await startBrowser(chain)
const director = await chain.person({ role: 'CEO' })
const manager = await chain.person({ role: 'Store manager', store: chain.stores[0] })
const PERIOD = 'period=2026-03-02..2026-03-08'

// A week in March of 2026 (from a Monday on) and the one before: thirty visits in the first store, nine in the second.
await sql`insert into suppliers (name) values ('Vinamilk'), ('Masan')`.execute(chain.db)
await sql`insert into supplier_staffs_checking (staff, person, supplier, store, status, visit_on, receiving_date, left_at, minutes, bag_quantity, bags_out, bags_difference)
  select 1 + n % 6, 'Khách', (select min(id) from suppliers) + n % 2, case when n < 30 then ${chain.stores[0]}::bigint else ${chain.stores[1]}::bigint end,
    case when n % 10 = 9 then 'unresolved' else 'left' end, day, (day + interval '8 hours' + n % 3 * interval '1 hour') at time zone chain_zone(),
    (day + interval '12 hours') at time zone chain_zone(), 90, 2, 2 + (n % 13 = 0)::int, (n % 13 = 0)::int
  from (select n, date '2026-03-02' + n % 7 as day from generate_series(0, 38) n) v`.execute(chain.db)
await sql`insert into supplier_staffs_checking (staff, person, supplier, store, status, visit_on, receiving_date, minutes, bag_quantity)
  select 1 + n, 'Khách', (select min(id) from suppliers), ${chain.stores[0]}::bigint, 'left', date '2026-02-23' + n, (date '2026-02-23' + n + interval '9 hours') at time zone chain_zone(), 60, 1 from generate_series(0, 3) n`.execute(
  chain.db,
)

const tile = (page: Page, label: string) =>
  page
    .getByRole('list', { name: say('Figures') })
    .getByRole('listitem')
    .filter({ hasText: label })
    .first()
const rowOf = (page: Page, name: RegExp) => page.getByRole('row', { name })

/** Waits until the list on the screen has so many visits; until then it may show those of before. */
async function expectListed(page: Page, n: number): Promise<void> {
  await page.waitForURL(/\/supplier-staffs-checking\?/)
  await expect.poll(() => page.getByRole('main').locator('tbody tr').count()).toBe(n)
}

test('a director reads a week of visits, and every number leads to its rows', async () => {
  const boss = await visit({ by: director })
  const { page } = boss
  await boss.open(`/supplier-staffs-statistics?by=store&${PERIOD}`)
  await expect.poll(() => tile(page, say('Visits')).innerText()).toMatch(/39[\s\S]*4/)
  // What a figure counts is said where it stands; few are compared by how many, not by per cent.
  await page.getByRole('button', { name: say('What {{figure}} means', { figure: say('People') }) }).click()
  await page.getByText(say('Different people who came in')).last().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => tile(page, say('People')).innerText()).toContain(say('{{amount}} more', { amount: '2' }))
  await page.locator('section svg rect').first().waitFor()
  await boss.expectAccessible('statistics')

  await tile(page, say('Left without checking out')).getByRole('link').click()
  await expectListed(page, 3)
  await page.goBack()
  await rowOf(page, /^S02/).getByRole('link').nth(1).click()
  await expectListed(page, 9)
  await page.goBack()
  await page.locator('section svg a').first().click()
  await page.waitForURL(/\/supplier-staffs-checking\?/)
  await page.goBack()

  // Another figure in the chart, by the keyboard alone; its column stands against the week before.
  const figure = page.getByLabel(say('Figure'), { exact: true })
  await figure.focus()
  await figure.selectOption({ label: say('Bags in') })
  await page.waitForURL(/figure=bags_in/)
  await expect.poll(() => page.locator('tfoot td').allInnerTexts()).toContain('+74')
  await page.getByRole('button', { name: say('Bags in'), exact: true }).press('Enter')
  await page.waitForURL(/sort=-bags_in/)

  const [workbook] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('Excel') }).click(),
  ])
  const [sheet] = await opened(await bytesOf(workbook))
  expect(sheet?.rows.slice(1, 4).map((row) => [row[0]?.text, row[1]?.value])).toEqual([
    ['S01 Siêu thị Cầu Giấy', '30'],
    ['S02 Siêu thị Long Biên', '9'],
    [say('Total'), '39'],
  ])
  await expectPictureAndPrint(page, say)
  await boss.leave()
})

test('the map shows weekdays by hours, days of a long period are told by month, and what an address means nothing by is said', async () => {
  const boss = await visit({ by: director, lang: 'ko', scheme: 'dark' })
  const { page } = boss
  await boss.open(`/supplier-staffs-statistics?by=weekday&and=hour&${PERIOD}`)
  await page.locator('section svg rect').first().waitFor()
  await boss.expectAccessible('a map')
  const inKorean = wordsOf('ko')
  await expect
    .poll(() => page.locator('thead th').allInnerTexts())
    .toEqual([inKorean('Visits'), inKorean('Total'), '08:00', '09:00', '10:00'])
  const monday = page.getByRole('row', { name: new RegExp(`^${inKorean('Monday')}`) })
  await expect.poll(() => monday.locator('td').allInnerTexts()).toEqual(['6', '2', '2', '2'])
  await monday.getByRole('link').nth(2).click()
  await expectListed(page, 2)

  await boss.go('/supplier-staffs-statistics?by=day&period=2025-11-01..2026-03-31&colour=red')
  await page.getByText(inKorean('More than {{n}} days are told by month.', { n: 100 })).waitFor()
  await page.getByText(/colour/).waitFor()
  await expect.poll(() => page.locator('tbody tr').count()).toBe(5)
  await boss.leave()
})

test('a store manager reads the own store on a phone', async () => {
  const person = await visit({ by: manager, device: 'phone' })
  const { page } = person
  await person.open(`/supplier-staffs-statistics?by=store&${PERIOD}`)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await expect.poll(() => tile(page, say('Visits')).innerText()).toMatch(/\b30\b/)
  const offered = page.getByRole('search', { name: say('Period and filters') })
  await offered.getByRole('button', { name: say('Supplier'), exact: true }).waitFor()
  await expect.poll(() => offered.getByRole('button', { name: say('Store'), exact: true }).count()).toBe(0)
  await page.locator('section svg rect').first().waitFor()
  await person.expectAccessible('statistics on a phone')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await person.leave()
})
