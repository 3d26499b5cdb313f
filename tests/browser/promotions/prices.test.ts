import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import type { Named } from '../../../src/shared/fields.ts'
import { bookOf } from '../../setup/books.ts'
import { startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { countingHand } from '../../setup/browser/hand.ts'
import { holdRequests } from '../../setup/browser/held-requests.ts'
import { pressByHand, scan, typeSlowly } from '../../setup/browser/scanner.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { photo } from '../../setup/media.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const admin = await chain.person()
const marketing = await chain.person({ role: 'Marketing' })
const BARCODES = ['8934563138165', '8936036021240', '4006381333931']
await sql`insert into products (barcode, name, price) values (${BARCODES[0]}, 'Sữa tươi 1 l', 32000), (${BARCODES[1]}, 'Trà xanh 455 ml', 9500)`.execute(
  chain.db,
)
await chain.call('POST', 'competitor/grow', { by: admin, body: { name: 'Siêu thị Hoa Mai' } })

const seen = () =>
  rows(
    chain.db,
    { name: 'string', ours: 'number?', theirs: 'number?', photos: 'number' },
    sql`select product_name as name, our_price as ours, competitor_price as theirs, cardinality(photo) as photos from price_checking where kind = 'competitor' order by id`,
  )

test('in a shop of somebody else: scan, price, picture, next; and on without a line, each counted once', async () => {
  const say = wordsOf('vi')
  const phone = await visit({ device: 'phone', lang: 'vi', by: marketing, expected: [/./] })
  const { page } = phone
  await phone.open('/price-checking/scan')
  await page.locator('#field-competitor').click()
  await page.getByRole('option', { name: 'Siêu thị Hoa Mai' }).click()
  await page.locator('#field-store').click()
  await page.getByRole('option', { name: /Cầu Giấy/ }).click()
  await phone.expectAccessible('choosing whose shop it is')

  await scan(page, BARCODES[0] ?? '')
  await page.getByText('Sữa tươi 1 l').first().waitFor()
  await page.locator('#field-competitor_price').fill('30000')
  await phone.expectAccessible('a product and its price')
  await page.locator('input[type=file]').setInputFiles(await photo('gia.jpg'))
  await page.getByText(say('Products done: {{n}}', { n: 1 })).waitFor()
  await expect.poll(seen).toEqual([{ name: 'Sữa tươi 1 l', ours: 32_000, theirs: 30_000, photos: 1 }])

  // In the cellar.
  await phone.loseLine()
  await scan(page, BARCODES[1] ?? '')
  await page.locator('#field-competitor_price').click()
  await typeSlowly(page, '10000')
  await page.keyboard.press('Enter')
  await page.getByText(say('Products done: {{n}}', { n: 2 })).waitFor()
  await page.getByText(say('Kept on this device'), { exact: false }).first().waitFor()
  await expect.poll(seen).toHaveLength(1)
  await phone.context.setOffline(false)
  await expect.poll(seen).toHaveLength(2)
  expect((await seen()).at(-1)).toEqual({ name: 'Trà xanh 455 ml', ours: 9500, theirs: 10_000, photos: 0 })
  await expect.poll(() => page.getByText(say('Kept on this device'), { exact: false }).count()).toBe(0)
  await page.getByRole('listitem').filter({ hasText: 'Trà xanh 455 ml' }).waitFor()

  // A product that nobody knows asks for its name and our price.
  await scan(page, BARCODES[2] ?? '')
  await page.locator('#field-product_name').fill('Bút dạ quang')
  await page.locator('#field-our_price').fill('12000')
  await page.locator('#field-competitor_price').fill('11000')
  await page.getByRole('button', { name: say('Next, without a picture') }).click()
  await page.getByText(say('Products done: {{n}}', { n: 3 })).waitFor()
  await expect
    .poll(async () => (await seen()).at(-1))
    .toEqual({ name: 'Bút dạ quang', ours: 12_000, theirs: 11_000, photos: 0 })
  await phone.context.close()
})

test('what the server does not take is corrected with the picture that was taken of it', async () => {
  const say = wordsOf('vi')
  const manager = await chain.person({ role: 'Store manager', scope: 'store', store: chain.stores[0] })
  const phone = await visit({ device: 'phone', lang: 'vi', by: manager, expected: [/./] })
  const { page } = phone
  await phone.open('/price-checking/scan')
  await page.getByLabel(say('Scan or type a barcode')).waitFor()
  await phone.loseLine()
  await scan(page, '4006381333948')
  await page.locator('#field-shelf_price').fill('15000')
  await page.locator('input[type=file]').setInputFiles(await photo('ke.jpg'))
  await page.getByText(say('Products done: {{n}}', { n: 1 })).waitFor()
  await scan(page, '4006381333955')
  await page.locator('#field-shelf_price').fill('16000')
  await page.getByRole('button', { name: say('Next, without a picture') }).click()
  await page.getByText(say('Products done: {{n}}', { n: 2 })).waitFor()
  await phone.context.setOffline(false)
  const refused = (barcode: string) => page.getByRole('alert').filter({ hasText: barcode })
  const correct = (barcode: string) =>
    refused(barcode)
      .getByRole('button', { name: say('Correct') })
      .click()
  const correcting = page.getByText(say('Correcting: {{act}}, {{at}}').split(':')[0] ?? '')

  // One that is dropped meanwhile leaves nothing behind, and what is scanned meanwhile is a check of its own.
  await correct('4006381333955')
  await correcting.waitFor()
  await refused('4006381333955')
    .getByRole('button', { name: say('Drop') })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Drop') })
    .click()
  await page.locator('#field-shelf_price').waitFor({ state: 'detached' })
  await correct('4006381333948')
  await correcting.waitFor()
  await scan(page, BARCODES[0] ?? '')
  await page.getByText('Sữa tươi 1 l').first().waitFor()
  expect(await correcting.count()).toBe(0)
  await page.getByRole('button', { name: say('Leave it out') }).click()

  await correct('4006381333948')
  await correcting.waitFor()
  await page.locator('#field-product_name').fill('Bút chì gỗ')
  await page.locator('#field-our_price').fill('15000')
  await phone.expectAccessible('a price that is corrected')
  await page.getByRole('button', { name: say('Next, with the picture from before') }).click()
  const kept = () =>
    row(
      chain.db,
      { photos: 'number', files: 'number' },
      sql`select cardinality(photo) as photos, (select count(*)::int from stored_files f where f.module = 'price-checking' and f.record_id = p.id) as files
        from price_checking p where product_name = 'Bút chì gỗ'`,
    )
  await expect.poll(kept).toEqual({ photos: 1, files: 1 })
  await page.getByRole('listitem').filter({ hasText: 'Bút chì gỗ' }).waitFor()
  await page.getByText(say('Products done: {{n}}', { n: 1 })).waitFor({ timeout: 5000 })
  await phone.context.close()
  await sql`delete from price_checking where product_name = 'Bút chì gỗ'`.execute(chain.db)
})

test('a round along the shelves takes a tap for each price that is right, and two for one that is wrong', async () => {
  const say = wordsOf('vi')
  const manager = await chain.person({ role: 'Store manager', scope: 'store', store: chain.stores[0] })
  const phone = await visit({ device: 'phone', lang: 'vi', by: manager })
  const { page } = phone
  const { n, tap } = countingHand(page)
  const right = page.getByRole('button', { name: new RegExp(say('Price is right')) })
  await phone.open('/price-checking/scan')
  await page.getByLabel(say('Scan or type a barcode')).waitFor()
  await scan(page, BARCODES[0] ?? '')
  await right.waitFor()
  await phone.expectAccessible('a shelf')
  await tap(right)
  await page.getByText(say('Products done: {{n}}', { n: 1 })).waitFor()
  await scan(page, BARCODES[1] ?? '')
  await right.waitFor()
  await tap(page.locator('#field-shelf_price'))
  await typeSlowly(page, '9000')
  await tap(page.getByRole('button', { name: say('Next, without a picture') }))
  await page.getByText(say('Products done: {{n}}', { n: 2 })).waitFor()
  expect(n.taps).toBeLessThanOrEqual(3)
  const checked = () =>
    rows(
      chain.db,
      { name: 'string', status: 'string', by: 'number' },
      sql`select product_name as name, status, checked_by as by from price_checking where kind = 'shelf' order by id`,
    )
  await expect.poll(checked).toEqual([
    { name: 'Sữa tươi 1 l', status: 'right', by: manager.id },
    { name: 'Trà xanh 455 ml', status: 'wrong', by: manager.id },
  ])
  await phone.leave()
})

test('a product that is scanned while the price of the one before is on its way stays, and a price that is pressed twice is one', async () => {
  const say = wordsOf('vi')
  const manager = await chain.person({ role: 'Store manager', scope: 'store', store: chain.stores[0] })
  const phone = await visit({ device: 'phone', lang: 'vi', by: manager })
  const { page } = phone
  const right = page.getByRole('button', { name: new RegExp(say('Price is right')) })
  const card = page.getByRole('form', { name: say('Price') })
  await phone.open('/price-checking/scan')
  await page.getByLabel(say('Scan or type a barcode')).waitFor()
  await scan(page, BARCODES[0] ?? '')
  await card.getByText('Sữa tươi 1 l').first().waitFor()
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/price-checking', async (route) => {
    const response = await route.fetch()
    await answered.promise
    await route.fulfill({ response })
  })
  const asked = page.waitForRequest('**/api/price-checking')
  await right.tap()
  await right.tap()
  await asked
  await scan(page, BARCODES[1] ?? '')
  await card.getByText('Trà xanh 455 ml').first().waitFor()
  answered.resolve()
  await page.getByText(say('Products done: {{n}}', { n: 1 })).waitFor()
  await card.getByText('Trà xanh 455 ml').first().waitFor()
  await right.tap()
  await page.getByText(say('Products done: {{n}}', { n: 2 })).waitFor()
  const checked = () =>
    rows(
      chain.db,
      { name: 'string' },
      sql`select product_name as name from price_checking where checked_by = ${manager.id} order by id`,
    )
  await expect.poll(checked).toEqual([{ name: 'Sữa tươi 1 l' }, { name: 'Trà xanh 455 ml' }])
  await phone.leave()
})

test('a price that is refused once the next product is scanned stays to be corrected', async () => {
  const say = wordsOf('vi')
  const manager = await chain.person({ role: 'Store manager', scope: 'store', store: chain.stores[0] })
  const phone = await visit({ device: 'phone', lang: 'vi', by: manager, expected: [/422/] })
  const { page } = phone
  const card = page.getByRole('form', { name: say('Price') })
  await phone.open('/price-checking/scan')
  await page.getByLabel(say('Scan or type a barcode')).waitFor()
  await scan(page, '4006381333962')
  await page.locator('#field-shelf_price').fill('17000')
  const answer = await holdRequests(page, /\/api\/price-checking$/)
  const asked = page.waitForRequest(/\/api\/price-checking$/)
  await page.getByRole('button', { name: say('Next, without a picture') }).click()
  await asked
  await scan(page, BARCODES[1] ?? '')
  await card.getByText('Trà xanh 455 ml').first().waitFor()
  answer()
  await page
    .getByRole('region', { name: say('Kept on this device') })
    .getByRole('alert')
    .filter({ hasText: '4006381333962' })
    .getByRole('button', { name: say('Correct') })
    .click()
  await page.locator('#field-product_name').waitFor()
  await expect.poll(() => page.locator('#field-shelf_price').inputValue()).toBe('17.000')
  await phone.leave()
})

test('a price may be typed while its product is still looked up', async () => {
  const say = wordsOf('vi')
  const manager = await chain.person({ role: 'Store manager', scope: 'store', store: chain.stores[0] })
  const desk = await visit({ by: manager })
  const { page } = desk
  await desk.open('/price-checking/scan')
  await page.getByLabel(say('Scan or type a barcode')).waitFor()
  const answered = await holdRequests(page, '**/api/product?*')
  await scan(page, BARCODES[1] ?? '')
  await pressByHand(page, '9')
  await typeSlowly(page, '0')
  answered()
  await page.getByRole('button', { name: new RegExp(say('Price is right')) }).waitFor()
  await typeSlowly(page, '00')
  await page.keyboard.press('Enter')
  await page.getByText(say('Products done: {{n}}', { n: 1 })).waitFor()
  const checked = () =>
    row(
      chain.db,
      { name: 'string', seen: 'number' },
      sql`select product_name as name, shelf_price as seen from price_checking where checked_by = ${manager.id}`,
    )
  await expect.poll(checked).toEqual({ name: 'Trà xanh 455 ml', seen: 9000 })
  await desk.leave()
})

test('who reads shelves by scanner and keyboard types a price that is wrong, and presses Enter for one that is right', async () => {
  const say = wordsOf('vi')
  const manager = await chain.person({ role: 'Store manager', scope: 'store', store: chain.stores[0] })
  const desk = await visit({ by: manager })
  const { page } = desk
  const price = page.locator('#field-shelf_price')
  const right = page.getByRole('button', { name: new RegExp(say('Price is right')) })
  const done = (n: number) => page.getByText(say('Products done: {{n}}', { n })).waitFor()
  const stands = async (barcode: string) => {
    await scan(page, barcode)
    await expect.poll(() => right.evaluate((button) => button === document.activeElement)).toBe(true)
  }
  await desk.open('/price-checking/scan')
  await page.getByLabel(say('Scan or type a barcode')).waitFor()
  await stands(BARCODES[0] ?? '')
  await pressByHand(page, 'Enter')
  await done(1)
  await stands(BARCODES[1] ?? '')
  // A code that is misread begins no price.
  await scan(page, '8934563138166')
  await expect.poll(() => price.inputValue()).toBe('')
  await right.focus()
  await pressByHand(page, '9')
  await typeSlowly(page, '000')
  await page.keyboard.press('Enter')
  await done(2)
  const checked = () =>
    rows(
      chain.db,
      { name: 'string', status: 'string', seen: 'number' },
      sql`select product_name as name, status, shelf_price as seen from price_checking where checked_by = ${manager.id} order by id`,
    )
  await expect.poll(checked).toEqual([
    { name: 'Sữa tươi 1 l', status: 'right', seen: 32_000 },
    { name: 'Trà xanh 455 ml', status: 'wrong', seen: 9000 },
  ])

  // What is no price is called what it is.
  await stands(BARCODES[0] ?? '')
  for (const [typed, why] of [
    ['', '{{field}} is required'],
    ['12,5', '{{field}}: only whole đồng, no fraction'],
    ['abc', '{{field}} must be a number'],
    ['-5', '{{field}} cannot be negative'],
  ] as const) {
    await price.fill(typed)
    await pressByHand(page, 'Enter')
    await page.getByText(say(why, { field: say('Price on the shelf') }), { exact: true }).waitFor()
  }
  await desk.leave()
})

async function managerOf(store: number): Promise<Person> {
  const person = await chain.person({ role: 'Store manager', store })
  await sql`update stores set manager = ${person.id} where id = ${store}`.execute(chain.db)
  return person
}

test('a customer finds a price wrong: one press asks twelve stores, and the complaint shows what each of them found', async () => {
  const say = wordsOf('vi')
  await sql`insert into stores (code, name) select 'S' || lpad(n::text, 2, '0'), 'Cửa hàng ' || n from generate_series(3, 12) n`.execute(
    chain.db,
  )
  const stores = await rows(
    chain.db,
    { id: 'number' },
    sql`select id from stores where deleted_at is null order by code`,
  )
  expect(stores).toHaveLength(12)
  const managers = new Map<number, Person>()
  for (const { id } of stores) managers.set(id, await managerOf(id))
  await sql`update ticket_types set sign = 'price' where id = ${chain.types[0]}`.execute(chain.db)
  const ticket = await chain.ticket(admin, { feedback_type: chain.types[0] })
  const other = await chain.ticket(admin, { feedback_type: chain.types[1] })
  const service = await chain.person({ role: 'Customer service' })
  const desk = await visit({ by: service })
  const asking = desk.page.getByRole('button', { name: say('Have every store check') })
  await desk.open(`/complaints/view/${ticket.id}`)
  await asking.waitFor()
  await Promise.all([
    desk.page.waitForResponse((response) => response.url().includes(`/api/price-checking?complaint=${other.id}`)),
    desk.go(`/complaints/view/${other.id}`),
  ])
  await desk.page.getByText(other.issue_number).first().waitFor()
  await expect.poll(() => asking.count()).toBe(0)
  await desk.go(`/complaints/view/${ticket.id}`)
  await asking.click()
  await desk.page.getByRole('dialog').getByLabel(say('Product'), { exact: true }).click()
  await desk.page.getByRole('dialog').getByLabel(say('Product'), { exact: true }).fill('sua tuoi')
  await desk.page.getByRole('option', { name: 'Sữa tươi 1 l' }).click()
  await desk.page.getByRole('button', { name: say('Ask the stores') }).click()
  await desk.page.getByText(say('{{n}} of {{all}} stores have answered', { n: 0, all: 12 })).waitFor()

  const checks = await rows(
    chain.db,
    { id: 'number', store: 'number' },
    sql`select id, store from price_checking where complaint = ${ticket.id} order by store`,
  )
  expect(checks).toHaveLength(12)
  const by = (store: number) => managers.get(store) ?? admin
  const take = (id: number, store: number, name: string, body: object = {}) =>
    chain.call('POST', `price-checking/${id}/${name}`, { by: by(store), body: { version: 1, ...body } })
  for (const { id, store } of checks.slice(0, 8)) expect((await take(id, store, 'right')).status).toBe(200)

  // One by hand on a phone: wrong, and fixed with the picture of the new label.
  const [ninth, tenth, eleventh, twelfth] = checks.slice(8)
  if (!ninth || !tenth || !eleventh || !twelfth) throw new Error('There are twelve')
  expect((await take(ninth.id, ninth.store, 'right')).status).toBe(200)
  const phone = await visit({ device: 'phone', by: by(tenth.store) })
  await phone.open(`/price-checking/view/${tenth.id}`)
  await phone.page.getByRole('button', { name: say('Price is wrong') }).click()
  await phone.page.getByRole('dialog').getByLabel(say('Price on the shelf')).fill('30000')
  await phone.page.getByRole('dialog').getByLabel(say('Price at the till')).fill('32000')
  await phone.page
    .getByRole('dialog')
    .getByRole('button', { name: say('Price is wrong') })
    .click()
  await phone.page.getByRole('button', { name: say('Fixed') }).click()
  await phone.page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles(await photo('nhan.jpg'))
  await phone.page.getByRole('dialog').locator('li').first().waitFor()
  await phone.page
    .getByRole('dialog')
    .getByRole('button', { name: say('Fixed') })
    .click()
  await expect.poll(() => stateOf(tenth.id)).toBe('fixed')
  await phone.expectAccessible('a price put right')
  await phone.leave()
  expect((await take(eleventh.id, eleventh.store, 'wrong', { shelf_price: 31_000, till_price: 32_000 })).status).toBe(
    200,
  )
  await sql`update price_checking set due_at = now() - interval '1 hour', reminded_at = now() where id = ${twelfth.id}`.execute(
    chain.db,
  )

  await desk.page.reload()
  await desk.page.getByText(say('{{n}} of {{all}} stores have answered', { n: 11, all: 12 })).waitFor()
  const section = desk.page.getByRole('region', { name: say('Price on the shelves') })
  await section
    .getByText(`${say('Price at the till')}: 32.000`)
    .first()
    .waitFor()
  const own = await visit({ by: by(chain.stores[0]) })
  await own.open(`/complaints/view/${ticket.id}`)
  await own.page.getByText(say('Your store has answered')).waitFor()
  await own.leave()
  for (const state of ['Right', 'Wrong', 'Fixed', 'To check']) await section.getByText(say(state)).first().waitFor()
  await expect.poll(() => section.getByText(say('Right'), { exact: true }).count()).toBe(9)
  const late = say('Late since {{time}}, reminded', { time: '' }).trim().split(',').at(-1)?.trim() ?? ''
  await expect.poll(() => section.innerText()).toContain(late)
  await desk.expectAccessible('what the stores answered')
  await desk.leave()
})

const stateOf = async (id: number) =>
  (await row(chain.db, { status: 'string' }, sql`select status from price_checking where id = ${id}`))?.status

test('a director replaces November of three stores by a workbook, sees what changes before, and compares it with the baseline', async () => {
  const say = wordsOf('ko')
  const director = await chain.person({ role: 'CEO' })
  await sql`insert into supplier_groups (name) values ('Hàng tươi'), ('Hàng khô')`.execute(chain.db)
  await sql`insert into revenue_forecast (name, year, month, store, department_group, target, forecast, actual)
    select lpad(m::text, 2, '0') || '/' || y || ' · ' || s.code || ' · ' || g.name, y, m, s.id, g.id, 1100000000, 1000000000, case when y = 2025 or m < 11 then 1050000000 end
    from generate_series(2025, 2026) y, generate_series(1, 12) m, stores s, supplier_groups g where s.code in ('S01', 'S02', 'S03') and g.name in ('Hàng tươi', 'Hàng khô') and s.deleted_at is null`.execute(
    chain.db,
  )
  const head = ['Year', 'Month', 'Store', 'Department group', 'Target', 'Forecast', 'Actual']
  const lines = ['S01', 'S02', 'S03'].map((store) => [2026, 11, store, 'Hàng tươi', 1_100_000_000, 1_234_000_000, null])
  const desk = await visit({ lang: 'ko', by: director })
  const { page } = desk
  await desk.open('/revenue-forecast?year=2026')
  await page.getByRole('heading', { name: say('Which forecast to trust') }).waitFor()
  await desk.expectAccessible('the forecast')
  await page.getByRole('link', { name: say('Import a workbook') }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'du-bao.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(await bookOf(head, lines)),
  })
  await page.getByText(say('Import {{n}} rows', { n: 3 })).waitFor()
  await page.getByRole('button', { name: say('What would change') }).click()
  const changes = page.getByRole('region', { name: say('What would change') })
  await changes.getByText('1,234,000,000').first().waitFor()
  await expect.poll(() => changes.innerText()).toContain('1,000,000,000')
  await expect.poll(() => changes.innerText()).toContain('11/2026 · S01 · Hàng tươi')
  await desk.expectAccessible('what would change')
  await page.getByRole('button', { name: say('What would go') }).click()
  const gone = page.getByRole('region', { name: say('What would go') })
  await gone.getByText('Hàng khô').first().waitFor()
  await expect.poll(() => gone.getByText('Hàng khô').count()).toBe(3)
  await page.getByRole('button', { name: say('Import {{n}} rows', { n: 3 }) }).click()
  await page.getByText(say('Imported {{n}} rows.', { n: 3 }), { exact: false }).waitFor()
  const kept = await rows(
    chain.db,
    { month: 'number', n: 'number', forecast: 'number' },
    sql`select month, count(*)::int as n, max(forecast) as forecast from revenue_forecast where year = 2026 and deleted_at is null and month >= 10 group by 1 order by 1`,
  )
  expect(kept).toEqual([
    { month: 10, n: 6, forecast: 1_000_000_000 },
    { month: 11, n: 3, forecast: 1_234_000_000 },
    { month: 12, n: 6, forecast: 1_000_000_000 },
  ])
  await desk.open('/revenue-forecast?year=2026')
  const trust = page.getByRole('region', { name: say('Which forecast to trust') })
  await trust.first().waitFor()
  await expect.poll(() => trust.first().innerText()).toMatch(/\d+(\.\d)?%/)
  await page.getByText(say('Baseline'), { exact: true }).first().waitFor()
  await desk.leave()
})

test('the index stands on the dashboard of a director, and the prices of a product on its page', async () => {
  const say = wordsOf('vi')
  const rival = (await chain.call<Named>('POST', 'competitor/grow', { by: admin, body: { name: 'Chợ Làng' } })).data.id
  await sql`insert into price_checking (kind, status, product_name, store, checked_on, our_price, competitor, competitor_price)
    select 'competitor', 'seen', 'Hàng ' || n, ${chain.stores[0]}::bigint, current_date - 3, 11000, ${rival}::bigint, 10000 from generate_series(1, 12) n`.execute(
    chain.db,
  )
  const director = await chain.person({ role: 'CEO' })
  const desk = await visit({ by: director, scheme: 'dark' })
  await desk.open('/')
  const card = desk.page.getByRole('region', { name: say('Our prices against each competitor') })
  await card.getByText('110').waitFor()
  await desk.open('/price-checking/price-index')
  await desk.page.getByText('Chợ Làng').first().waitFor()
  await desk.expectAccessible('the index')
  const product = await row(chain.db, { id: 'number' }, sql`select id from products where name = 'Sữa tươi 1 l'`)
  await desk.open(`/products/view/${product?.id}`)
  await desk.page.getByRole('heading', { name: say('Prices over time') }).waitFor()
  await desk.expectAccessible('prices over time')
  await desk.leave()
})
