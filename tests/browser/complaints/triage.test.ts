import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import type { Language } from '../../../src/shared/language.ts'
import { startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { startChain, type Ticket } from '../../setup/chain.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const service = await chain.person({ role: 'Customer service' })

const keptOf = async ({ id }: Pick<Ticket, 'id'>) =>
  row(
    chain.db,
    { state: 'string', priority: 'string', assignee: 'number?' },
    sql`select state, priority, assignee from complaints where id = ${id}`,
  )
const caseOf = (page: Page, { id }: Pick<Ticket, 'id'>) => page.locator(`[data-record="${id}"][aria-busy="false"]`)

test('five complaints are read, taken and ranked by keys alone, the case beside the list', async () => {
  const tickets: Ticket[] = []
  for (const n of [5, 4, 3, 2, 1]) tickets.unshift(await chain.ticket(service, { title: `Phân loại ${n}` }))
  const desk = await visit({ by: service })
  const { page } = desk
  let pressed = 0
  const press = async (key: string) => {
    pressed += 1
    await page.keyboard.press(key)
  }
  await desk.open('/complaints?search=phan+loai')
  await page.locator('tbody tr[data-at="4"]').waitFor()
  await press('v')
  for (const [at, ticket] of tickets.entries()) {
    if (at > 0) await press('j')
    await caseOf(page, ticket).getByRole('heading', { name: ticket.title }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('open')).toBe(String(ticket.id))
    await press('t')
    await expect.poll(async () => (await keptOf(ticket))?.assignee).toBe(service.id)
    await press('1')
    await expect.poll(async () => (await keptOf(ticket))?.priority).toBe('high')
  }
  // Read, taken, ranked, and on to the next: three keys each.
  expect(pressed).toBe(1 + 5 * 3 - 1)
  await desk.expectAccessible('a list beside its record')
  await press('Escape')
  await page.locator('tbody tr[data-at="4"]').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.has('open')).toBe(false)
  await desk.leave()
})

test('where there is no room for both, the address of a case beside its list leads to the case', async () => {
  const ticket = await chain.ticket(service, { title: 'Hẹp quá' })
  const tablet = await visit({ by: service, device: 'tablet across' })
  await tablet.open(`/complaints?search=hep+qua&open=${ticket.id}`)
  await tablet.page.waitForURL(`**/complaints/view/${ticket.id}`)
  await tablet.page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  await tablet.open('/complaints')
  await tablet.page.locator('tbody tr[data-at]').first().waitFor()
  await expect
    .poll(() => tablet.page.getByRole('button', { name: wordsOf('vi')('Show the record beside the list') }).count())
    .toBe(0)
  await tablet.leave()
})

const HANDS: [Language, 'light' | 'dark'][] = [
  ['en', 'light'],
  ['vi', 'dark'],
  ['ko', 'dark'],
]

test.each(HANDS)('the search acts, says why it finds, and opens beside, in %s, %s', async (lang, scheme) => {
  const say = wordsOf(lang)
  const ticket = await chain.ticket(service, {
    title: `Phí giao hàng ${lang}`,
    content: `<p>Shipper tên Kiên ${lang} không gọi trước</p>`,
  })
  const desk = await visit({ by: service, lang, scheme })
  const { page } = desk
  await desk.open(`/complaints/view/${ticket.id}`)
  await page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: say('Keys') })
  await keys.getByText(say('Take it myself')).waitFor()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: say('Search') })
  await page.getByRole('group', { name: ticket.issue_number }).waitFor()
  await desk.expectAccessible('the search before a word')
  await box.fill(`kien ${lang} khong goi`)
  const found = page.getByRole('option').filter({ hasText: ticket.title })
  await found.getByText(say('Content')).waitFor()
  await desk.expectAccessible('the search with a reason')
  const opened = desk.context.waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  const other = await opened
  await other.waitForURL(`**/complaints/view/${ticket.id}`)
  await other.close()
  await box.fill(say('Take it myself'))
  await page.getByRole('option', { name: say('Take it myself') }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await keptOf(ticket))?.assignee).toBe(service.id)
  await desk.leave()
})
