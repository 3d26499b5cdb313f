import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { row, rows } from '../../src/server/db/db.ts'
import { formatDay, wallClock } from '../../src/shared/format.ts'
import { plusDays } from '../../src/shared/time/spans.ts'
import { choose, startBrowser, type Visitor, wordsOf } from '../setup/browser/browser.ts'
import { scan } from '../setup/browser/scanner.ts'
import { type Person, startChain } from '../setup/chain.ts'
import { outside } from '../setup/http/ear.ts'
import { withOrders } from '../setup/orders.ts'
import { stopWatch } from '../setup/process/stop-watch.ts'

const chain = await startChain({ WEBHOOK_PRIVATE: '1' })
const { visit } = await startBrowser(chain)
const director = await chain.person()
const orders = await withOrders(chain, director)
const [here] = chain.stores
const today = wallClock(new Date(), 'Asia/Ho_Chi_Minh').day
await sql`update ticket_types set is_of_orders = true, name_ko = '상품 품질' where id = ${chain.types[1]}`.execute(
  chain.db,
)
await sql`insert into master_company (tax_code, name) values ('0100112437', 'Công ty Cổ phần Hà An')`.execute(chain.db)

interface Told {
  created: number
  unchanged: number
  refused: number
}
const AT_ONCE = 1000
/** More than go in one call; how long many more take is the bench's to say. */
const MANY = 1500
/** Sends records by the thousand, as another system does; answers what was said of them. */
async function push(wire: string, key: string, records: readonly object[]): Promise<Told> {
  const all = { created: 0, unchanged: 0, refused: 0 }
  for (let at = 0; at < records.length; at += AT_ONCE) {
    const body = { records: records.slice(at, at + AT_ONCE) }
    const { status, text, data } = await chain.call<Told>('POST', `${wire}/batch`, { by: key, body })
    if (status !== 200) throw new Error(text)
    for (const name of ['created', 'unchanged', 'refused'] as const) all[name] += data[name]
  }
  return all
}

/** What is shown once is copied, and said to be kept. */
async function secretOnce({ page, expectAccessible }: Visitor, say: (text: string) => string): Promise<string> {
  const dialog = page.getByRole('dialog')
  const secret = await dialog.locator('code').innerText()
  await expectAccessible('a secret that is shown once')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: say('Copy') }).click()
  await dialog.getByText(say('Copied to the clipboard')).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await dialog.getByRole('button', { name: say('I have kept it') }).click()
  await page.waitForURL(/\/view\/\d+$/)
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('body').innerText()).not.toContain(secret)
  return secret
}

async function reads(page: Page, code: string): Promise<string | null> {
  await scan(page, code)
  const answer = page.locator('[role="status"] [data-state]:not([data-state="kept"])').filter({ hasText: code })
  return answer.first().getAttribute('data-state')
}

test('the mall pushes its orders of the night by its key, twice by mistake; they are scanned, fail, are tried again, and it hears of each, also after its server was down', async () => {
  const say = wordsOf('ko')
  const boss = await visit({ by: director, lang: 'ko', expected: [/status of 422/] })
  const { page } = boss

  // A key of its own: what it may, where, how long, and from where.
  await boss.open('/api-keys/create')
  await page.getByRole('button', { name: new RegExp(say('Mall: push orders')) }).press('Enter')
  await page.locator('#field-name').fill('온라인 몰')
  await page.locator('#field-purpose').fill('밤사이 주문')
  for (const store of ['Cầu Giấy', 'Long Biên']) await choose(page, 'stores', store)
  const lastDay = formatDay(plusDays(today, 30))
  await page.locator('#field-expires_on').fill(lastDay)
  await page.locator('#field-addresses').fill('10.0.0.0/40')
  await page.getByText(say('All rights')).click()
  await page.getByRole('checkbox', { name: `${say('Orders')}: ${say('Report')}`, exact: true }).press('Space')
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await page.locator('#field-addresses-error').waitFor()
  await boss.expectAccessible('a key about to be made')
  await page.locator('#field-addresses').fill('127.0.0.1\n203.0.113.0/24')
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  const key = await secretOnce(boss, say)
  const keyPage = new URL(page.url()).pathname
  for (const words of [lastDay, '203.0.113.0/24', 'Siêu thị Long Biên']) await page.getByText(words).first().waitFor()
  const may = page.getByRole('region', { name: say('What it may') })
  await expect.poll(() => may.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining(say('Report'))])

  // What happens to orders is told to an address; a test shows whether it is heard.
  const shop = await outside()
  await boss.go('/webhooks/create')
  await page.locator('#field-name').fill('온라인 몰')
  await page.locator('#field-url').fill(shop.url)
  await page.getByLabel(say('Find an event')).fill('order.')
  for (const event of ['scan', 'failed', 'retry'])
    await page.getByRole('checkbox', { name: new RegExp(`order\\.${event}$`) }).check()
  await boss.expectAccessible('a webhook about to be made')
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  const secret = await secretOnce(boss, say)
  const hookPage = new URL(page.url()).pathname
  const log = page.getByRole('region', { name: say('Log') })
  const inLog = (words: string, least = 1) =>
    expect
      .poll(async () => {
        await log.getByRole('button', { name: say('Refresh') }).click()
        return log.getByText(words).count()
      })
      .toBeGreaterThanOrEqual(least)
  await page.getByRole('button', { name: say('Send a test') }).click()
  await inLog(say('Delivered ({{status}})', { status: 200 }))
  shop.answers = (response) => response.writeHead(410).end('gone')
  await page.getByRole('button', { name: say('Send a test') }).click()
  await inLog(say('Answered with {{status}}', { status: 410 }))
  await log.locator('summary').first().press('Enter')
  await log.getByText('HTTP 410').waitFor()
  await boss.expectAccessible('a telling that failed')
  shop.answers = (response) => response.end('thanks')
  await log
    .getByRole('button', { name: say('Send again') })
    .first()
    .click()
  await inLog(say('Delivered ({{status}})', { status: 200 }), 2)
  shop.letters.length = 0

  // So many orders, sent twice, are so many.
  const night = Array.from({ length: MANY }, (_, at) => {
    const order = orders.body({ store: at % 2 ? 'S01' : 'S02', shipping_unit: 'Giao hàng nhanh An Phát' })
    return { external_id: order.code, ...order }
  })
  expect(await push('order', key, night)).toEqual({ created: MANY, unchanged: 0, refused: 0 })
  expect(await push('order', key, night)).toEqual({ created: 0, unchanged: MANY, refused: 0 })
  const kept = await rows(
    chain.db,
    { id: 'number', version: 'number', code: 'string' },
    sql`select id, version, code from orders where store = ${here} order by id`,
  )
  expect(kept).toHaveLength(MANY / 2)
  expect((await chain.call('GET', 'ticket', { by: key })).status).toBe(403)

  // Two desks scan; one order is read at both at once.
  const packers = await Promise.all([1, 2].map(() => chain.person({ role: 'Staff', store: here })))
  const desks = await Promise.all(packers.map((by) => visit({ by, lang: 'ko' })))
  for (const desk of desks) {
    await desk.open('/scan-order-success')
    await desk.page.getByLabel(say('Scan or type the code of an order or a parcel')).waitFor()
  }
  const [one, two, both, ...others] = kept
  const read = (desk: number, code = '') => reads((desks[desk] as Visitor).page, code)
  expect(await Promise.all([read(0, one?.code), read(1, two?.code)])).toEqual(['done', 'done'])
  expect((await Promise.all([read(0, both?.code), read(1, both?.code)])).toSorted()).toEqual(['already', 'done'])
  for (const desk of desks) await desk.leave()
  const scans = await rows(chain.db, { id: 'number' }, sql`select order_id as id from order_scans order by order_id`)
  expect(scans.map(({ id }) => id)).toEqual([one?.id, two?.id, both?.id])
  await expect.poll(() => shop.letters.length).toBe(3)

  // Its server is down while eleven fail with reasons, nine are tried again, and one becomes a complaint.
  shop.goAway()
  const [complained, sold, ...tried] = others.slice(0, 11)
  await sql`update orders set customer_name = 'Ngô Xe Bảy' where id = any(${tried.map(({ id }) => id)}::bigint[])`.execute(
    chain.db,
  )
  await sql`update orders set customer_name = 'Lý Thanh Bình', phone = '0977123456' where id = ${complained?.id}`.execute(
    chain.db,
  )
  for (const { id, version } of tried) await orders.step({ id, version }, 'failed', { failure_reason: orders.reason })
  await orders.step({ id: sold?.id ?? 0, version: sold?.version ?? 0 }, 'failed', { failure_reason: orders.other })
  const manager: Person = await chain.person({ role: 'Store manager', scope: 'store', store: here })
  const office = await visit({ by: manager, lang: 'ko' })
  await ordersThatFailed(office, complained?.code ?? '', tried[0]?.code ?? '')
  const made = await row(
    chain.db,
    { type: 'number', content: 'string', phone: 'string', store: 'number' },
    sql`select feedback_type as type, content, phone, store from complaints where mall_order = ${complained?.id ?? 0}`,
  )
  expect(made).toMatchObject({ type: chain.types[1], phone: '0977123456', store: here })
  expect(made?.content).toContain('Khách không nghe máy. Gọi ba lần')
  await office.go(`/orders/view/${complained?.id}`)
  await office.page
    .getByRole('link', { name: new RegExp(complained?.code ?? '') })
    .first()
    .waitFor()
  await office.expectAccessible('the order')
  await office.leave()

  // It is back, and hears of all of it: each once, in its order, signed.
  await boss.go(hookPage)
  await inLog(say('Nobody could be reached'))
  shop.letters.length = 0
  shop.comeBack()
  await log
    .getByRole('button', { name: say('Send again') })
    .first()
    .click()
  const heard = () => new Map(shop.letters.map((letter) => [letter.headers['webhook-id'], letter]))
  await expect.poll(() => heard().size).toBe(20)
  const events = [...heard().values()]
  const idsOf = (type: string) => events.filter(({ data }) => data.type === type).map(({ data }) => data.data.id)
  expect(new Set(idsOf('order.failed'))).toEqual(new Set(others.slice(0, 11).map(({ id }) => id)))
  expect(new Set(idsOf('order.retry'))).toEqual(new Set(tried.map(({ id }) => id)))
  for (const { body, headers } of events) new Webhook(secret).verify(body, headers)
  for (const { id } of tried)
    expect(events.filter(({ data }) => data.data.id === id).map(({ data }) => data.type)).toEqual([
      'order.failed',
      'order.retry',
    ])

  // Revoked, the key is out within a second; what it did stays to be read.
  await boss.go(keyPage)
  await page
    .getByRole('region', { name: say('Used') })
    .getByText('127.0.0.1')
    .waitFor()
  await boss.expectAccessible('a key')
  await page.getByRole('button', { name: say('Revoke'), exact: true }).click()
  const revoked = page.waitForResponse((response) => response.url().endsWith('/revoke'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Revoke') })
    .click()
  expect((await revoked).ok()).toBe(true)
  const passed = stopWatch()
  await expect.poll(async () => (await chain.call('GET', 'order', { by: key })).status).toBe(401)
  expect(passed()).toBeLessThan(1000)
  await page.getByText(say('Revoked'), { exact: true }).first().waitFor()
  await boss.leave()
}, 600_000)

const retried = async () =>
  (
    await row(
      chain.db,
      { n: 'number' },
      sql`select count(*)::int as n from orders where status = 'new' and retries = 1`,
    )
  )?.n

/** A manager writes down why one failed, tries nine again, and makes a complaint of the first. */
async function ordersThatFailed(office: Visitor, complained: string, tried: string): Promise<void> {
  const say = wordsOf('ko')
  const { page } = office
  const dialog = page.getByRole('dialog')
  await office.open(`/orders?search=${complained}`)
  await page.getByRole('link', { name: complained }).click()
  await page.getByRole('button', { name: say('Mark as failed') }).click()
  await choose(page, 'asked-failure_reason', 'Khách không nghe máy')
  await dialog.locator('#field-asked-failure_note').fill('Gọi ba lần')
  await dialog.getByRole('button', { name: say('Mark as failed') }).click()
  await dialog.waitFor({ state: 'hidden' })

  await office.go('/orders/get-failed-order?perpage=25')
  await page.getByRole('link', { name: complained }).waitFor()
  await page
    .getByRole('region', { name: say('By reason') })
    .getByText('Hết hàng')
    .waitFor()
  await office.expectAccessible('what failed')
  await page.getByRole('button', { name: say('Try {{name}} again', { name: tried }) }).click()
  await expect.poll(retried).toBe(1)
  await office.go(`/orders/get-failed-order?search=${encodeURIComponent('Ngô Xe Bảy')}`)
  await page.getByRole('link', { name: complained }).waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: say('Select all on this page') }).check()
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: say('Try again') })
    .click()
  await dialog.getByRole('button', { name: say('Try again') }).click()
  await expect.poll(retried).toBe(9)

  await office.go('/orders/get-failed-order?perpage=25')
  // What the list knew before stands until its answer has come: what was tried again is gone by then.
  await page.getByRole('link', { name: complained }).waitFor()
  await page.getByRole('link', { name: tried }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: say('What comes of order {{code}}', { code: complained }) }).focus()
  await page.keyboard.press('Enter')
  const ways = page.getByRole('menuitem')
  await ways.first().waitFor()
  await expect.poll(() => ways.count()).toBe(3)
  await ways.first().click()
  await expect.poll(() => new URL(page.url()).search).toContain('mall_order=')
  await expect
    .poll(() => page.getByLabel(say('Title')).inputValue())
    .toBe(say('Order {{code}} failed', { code: complained }))
  await expect.poll(() => page.getByLabel(say('Phone')).first().inputValue()).toContain('0977')
  await expect.poll(() => page.locator('#field-feedback_type').inputValue()).toBe('상품 품질')
  await office.expectAccessible('the complaint')
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await page.waitForURL(/complaints\/view/)
}

test('the till pushes its bills by the thousand, and the request of a customer finds its bill', async () => {
  const say = wordsOf('en')
  const key = await chain.call<{ key: string }>('POST', 'api-key', {
    by: director,
    body: { name: 'Till', purpose: 'Pushes bills', permissions: { 'vat-get-info': { add: true } } },
  })
  const bills = Array.from({ length: MANY }, (_, at) => ({
    external_id: `bill ${at}`,
    bill_number: `2026${String(at).padStart(10, '0')}`,
    ...{ store: 'S01', sold_on: plusDays(today, -1), rate: '5%', net: 100_000 + at, tax: 0, gross: 0 },
  })).map((bill) => {
    const tax = Math.round(bill.net * 0.05)
    return { ...bill, tax, gross: bill.net + tax }
  })
  expect(await push('vat-detail', key.data.key, bills)).toEqual({ created: MANY, unchanged: 0, refused: 0 })

  const customer = await visit({ device: 'phone', lang: 'en' })
  const { page } = customer
  await customer.open('/vat-registration')
  await page.locator('#field-tax_code').fill('0100112437')
  await expect.poll(() => page.locator('#field-company_name').inputValue()).toBe('Công ty Cổ phần Hà An')
  await page.locator('#field-bill_tail').fill('00000711')
  await page.locator('#field-email').fill('ke.toan@ha-an.example')
  await page.getByLabel(say('I agree to the terms')).check()
  await page.getByRole('button', { name: say('Send request') }).click()
  await page.getByRole('heading', { name: say('Your request has arrived') }).waitFor()
  await customer.leave()

  const accountant = await visit({ by: await chain.person({ role: 'Accounting' }), lang: 'en' })
  await accountant.open('/vat-info')
  await accountant.page.getByRole('link', { name: 'Công ty Cổ phần Hà An' }).click()
  for (const words of ['20260000000711', '105,747']) await accountant.page.getByText(words).first().waitFor()
  await accountant.leave()
})
