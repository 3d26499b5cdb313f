import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { pressByHand, scan, typeSlowly } from '../../setup/browser/scanner.ts'
import { startChain } from '../../setup/chain.ts'
import { type Order, withOrders } from '../../setup/orders.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const say = wordsOf('vi')
const admin = await chain.person()
const orders = await withOrders(chain, admin)
const [here, there] = chain.stores
const packer = await chain.person({ role: 'Staff', scope: 'store', store: here })

const statusOf = async ({ id }: Order) => (await orders.shown({ id })).status
const scansOf = async ({ id }: Order) =>
  (await row(chain.db, { n: 'number' }, sql`select count(*)::int as n from order_scans where order_id = ${id}`))?.n

test('a packer scans code after code on a tablet held upright, with a line that breaks', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => orders.create()))
  const two = await orders.create({ parcels: [{ code: 'KIEN-0001' }, { code: 'KIEN-0002' }] })
  const foreign = await orders.create({ store: there })
  const failed = await orders.create()
  await orders.step(failed, 'failed', { failure_reason: orders.reason })
  const desk = await visit({ by: packer, expected: [/order\/|net::ERR|Failed to load resource|failed:/] })
  const { page } = desk
  await page.setViewportSize({ width: 768, height: 1024 })
  await desk.open('/scan-order-success')
  await page.getByLabel(say('Scan or type the code of an order or a parcel')).waitFor()
  await desk.expectAccessible('the desk')
  const answer = page.locator('[role="status"] [data-state]')
  const reads = async (code: string, state: string) => {
    await scan(page, code)
    await answer
      .filter({ hasText: code })
      .and(page.locator(`[data-state="${state}"]`))
      .first()
      .waitFor()
  }
  const [first, second, third] = made as [Order, Order, Order]
  for (const one of [first, second, third]) await reads(one.code, 'done')
  await expect.poll(() => statusOf(third)).toBe('scanned')

  // Each other answer by colour and word; nothing has to be touched for the next code.
  await reads(first.code, 'already')
  await expect.poll(() => answer.first().innerText()).toContain(packer.name)
  await reads('KHONG-CO-MA', 'unknown')
  await reads(foreign.code, 'refused')
  await expect.poll(() => answer.first().innerText()).toContain('Siêu thị Long Biên')
  await reads(failed.code, 'refused')
  await expect.poll(() => answer.first().innerText()).toContain('Khách không nghe máy')
  await desk.expectAccessible('refused')
  await reads('KIEN-0001', 'done')
  await expect.poll(() => statusOf(two)).toBe('new')
  await reads('KIEN-0002', 'done')
  await expect.poll(() => statusOf(two)).toBe('scanned')

  // The last one is taken back by keyboard, once it is no longer on its way.
  await expect.poll(() => page.locator('[data-kept]').count()).toBe(0)
  const undo = page.getByRole('button', { name: say('Take back the scan of {{code}}', { code: 'KIEN-0002' }) })
  await undo.focus()
  await pressByHand(page, 'Enter')
  await expect.poll(() => statusOf(two)).toBe('new')
  // One that comes between, so that the scanner is heard to read the same label anew.
  await reads('KIEN-0001', 'already')
  await reads('KIEN-0002', 'done')
  await expect.poll(() => statusOf(two)).toBe('scanned')

  // The line breaks: codes are kept, shown as such, and sent once.
  await desk.loseLine()
  for (const one of made.slice(3, 6)) {
    await reads(one.code, 'kept')
  }
  await expect.poll(() => statusOf(made[3] as Order)).toBe('new')
  await desk.context.setOffline(false)
  for (const one of made.slice(3, 6)) await expect.poll(() => statusOf(one)).toBe('scanned')
  for (const one of made.slice(0, 6)) await expect.poll(() => scansOf(one)).toBe(1)

  await desk.open('/my-orders')
  await page.getByRole('heading', { name: say('My orders'), level: 1 }).waitFor()
  await page.getByRole('link', { name: first.code }).first().waitFor()
  await desk.expectAccessible('what I scanned')
})

test('a code that is refused after the line came back is corrected in the field, and keeps the time of its scan', async () => {
  const order = await orders.create()
  const desk = await visit({ by: packer, expected: [/order\/|net::ERR|Failed to load resource|failed:/] })
  const { page } = desk
  await desk.open('/scan-order-success')
  const field = page.getByLabel(say('Scan or type the code of an order or a parcel'))
  await field.waitFor()
  await desk.loseLine()
  await page.clock.setSystemTime(Date.now() - 2 * 3600_000)
  await scan(page, 'SAI-MA-0001')
  await page.locator('[role="status"] [data-state="kept"]').waitFor()
  await page.clock.setSystemTime(Date.now())
  await desk.context.setOffline(false)
  const correct = page.getByRole('button', { name: say('Correct'), exact: true })
  await correct.click()
  const selected = () =>
    field.evaluate((input: HTMLInputElement) =>
      input === document.activeElement ? input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0) : null,
    )
  await expect.poll(selected).toBe('SAI-MA-0001')

  // Wrong again, it still waits to be corrected.
  await typeSlowly(page, 'SAI-MA-0002')
  await pressByHand(page, 'Enter')
  await page.locator('[role="status"] [data-state="unknown"]').waitFor()
  await correct.click()
  await expect.poll(selected).toBe('SAI-MA-0001')
  await typeSlowly(page, order.code)
  await pressByHand(page, 'Enter')
  await page.locator('[role="status"] [data-state="done"]').waitFor()
  await correct.waitFor({ state: 'detached' })
  const scanned = await row(
    chain.db,
    { at: 'date' },
    sql`select scanned_at as at from orders where id = ${order.id} and scanned_by = ${packer.id}`,
  )
  expect(Math.abs(Date.now() - 2 * 3600_000 - Number(scanned?.at))).toBeLessThan(5 * 60_000)
  await desk.leave()
})

test('where a new order would not stand nobody creates one: my orders lead to the desk', async () => {
  const desk = await visit({ by: admin })
  const { page } = desk
  const create = page.getByRole('link', { name: say('Create'), exact: true })
  const main = page.getByRole('main')
  await desk.open('/orders')
  await create.waitFor()
  await desk.open('/my-orders')
  await page.getByText(say('Nothing here yet')).waitFor()
  await expect.poll(() => main.getByRole('link', { name: say('Scan orders') }).count()).toBe(2)
  expect(await create.count()).toBe(0)
  await desk.open('/orders/get-failed-order')
  await page.getByRole('heading', { name: say('Failed orders'), level: 1 }).waitFor()
  await page.locator('tbody tr').first().waitFor()
  expect(await create.count()).toBe(0)
  await desk.leave()
})

test('the state of an order has the room of its mark, whatever the language', async () => {
  for (const lang of ['vi', 'en', 'ko'] as const) {
    const desk = await visit({ by: admin, lang })
    await desk.open('/orders')
    const marks = desk.page.locator('td:has(> [data-tone])')
    await marks.first().waitFor()
    const cut = await marks.evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
    )
    expect(cut, lang).toEqual([])
    await desk.leave()
  }
})

test('the goods of an order come to its total, shown and typed', async () => {
  const lines = [
    { product: 'Sữa tươi 1 l', quantity: 3, price: 39_000 },
    { product: 'Trà xanh', quantity: 2, price: 9500 },
  ]
  const one = await orders.create({ lines, total: 136_000 })
  const desk = await visit({ by: admin })
  const { page } = desk
  await desk.open(`/orders/view/${one.id}`)
  const total = page.locator('table tfoot')
  await expect.poll(() => total.innerText()).toContain('136.000')
  await desk.go(`/orders/update/${one.id}`)
  const typed = page.getByRole('status').filter({ hasText: say('Total') })
  await expect.poll(() => typed.innerText()).toContain('136.000')
  await desk.leave()
})

const LARGEST = 999_999_999_999_999
const isCut = (place: Element) => place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight + 1

test('a phone writes the goods and the largest sum of an order without breaking a code or running into the next card', async () => {
  const product = 'Máy lạnh công nghiệp hai chiều công suất lớn'
  const one = await orders.create({
    lines: [{ product, quantity: 1, price: LARGEST, barcode: '8934500370108' }],
    ...{ total: LARGEST, customer_name: 'Công Tằng Tôn Nữ Thương Huyền' },
  })
  const phone = await visit({ by: admin, device: 'phone' })
  const { page } = phone
  await phone.open('/orders')
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: one.code })
  await card.getByText('999.999.999.999.999').waitFor()
  expect(await card.evaluate(isCut)).toBe(false)
  await phone.go(`/orders/view/${one.id}`)
  const code = page.getByRole('table').getByText('8934500370108')
  await code.waitFor()
  expect((await code.boundingBox())?.height).toBeLessThan(40)
  expect(await page.getByRole('table').locator('..').evaluate(isCut)).toBe(false)
  await phone.expectAccessible('the goods')
  await phone.leave()
})

test('the figures of orders find room for a sum of sixteen digits', async () => {
  for (const _ of [1, 2])
    await orders.create({ lines: [{ product: 'A', quantity: 1, price: LARGEST }], total: LARGEST })
  const desk = await visit({ by: admin })
  const { page } = desk
  await desk.open('/orders/statistics?period=2026-11-01..2026-11-30')
  const tiles = page.getByRole('list', { name: say('Figures') }).getByRole('listitem')
  const wide = tiles
    .locator('> *')
    .filter({ hasText: /\d(\.\d{3}){5}/ })
    .first()
  expect(await wide.evaluate(isCut)).toBe(false)
  await desk.leave()
})

test('the report of orders opens for a manager', async () => {
  const desk = await visit({ by: await chain.person({ role: 'Store manager', scope: 'store', store: here }) })
  const { page } = desk
  await desk.open('/orders/reports/by-month')
  await page.getByRole('heading', { name: say('Orders of these days') }).waitFor()
  await desk.expectAccessible('the report')
  await desk.leave()
})
