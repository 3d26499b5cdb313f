import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { orders as definition } from '../../../src/modules/orders/orders.ts'
import type { ScanAnswer, ScanDay, ScanDesk } from '../../../src/modules/orders/scan.ts'
import { wrongCounts } from '../../../src/server/counters/recount.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import { startChain } from '../../setup/chain.ts'
import { withOrders } from '../../setup/orders.ts'

const chain = await startChain()
const admin = await chain.person()
const orders = await withOrders(chain, admin)
const SCANS = { orders: { read: true, other: true } }
const desk = (store: number) => chain.person({ permissions: SCANS, scope: 'store', store })
const mine = await desk(chain.stores[0])
const other = await desk(chain.stores[0])
const elsewhere = await desk(chain.stores[1])

interface At {
  key?: string
  doneAt?: string
}
const scan = (code: string, by = mine, { key, doneAt }: At = {}) =>
  chain.call<ScanAnswer>('POST', 'order/scan-order-success', {
    by,
    body: { code },
    headers: { ...(key && { 'idempotency-key': key }), ...(doneAt && { 'done-at': doneAt }) },
  })
const undo = (code: string, by = mine) => chain.call('POST', 'order/undo-scan', { by, body: { code } })
const deskOf = async (by = mine) => (await chain.call<ScanDesk>('GET', 'order/scan-desk', { by })).data
const scansOf = (id: number) =>
  rows(chain.db, { code: 'string' }, sql`select code from order_scans where order_id = ${id}`)

describe('a desk', () => {
  test('scans an order out once, by its code however it is written, and tells the next who did it and when', async () => {
    const one = await orders.create({ tracking_code: 'VN0001' })
    expect(await scan(` ${one.code.toLowerCase()} `)).toMatchObject({
      status: 201,
      data: { outcome: 'done', order: one.code, of: 1 },
    })
    expect(await orders.shown(one)).toMatchObject({ status: 'scanned', scanned_by: { id: mine.id } })
    const again = await scan('VN0001', other)
    expect(again.data).toMatchObject({ outcome: 'already', by: mine.name })
    expect(new Date(again.data.at).getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(await scansOf(one.id)).toHaveLength(1)
  })

  test('does not know a code that no order has', async () => {
    expect(await scan('KHONG-CO')).toMatchObject({ status: 404, text: 'No order has the code KHONG-CO.' })
  })

  test('is told what failed before, with the reason, and scans it once it is tried again', async () => {
    const one = await orders.create()
    const failed = await orders.step(one, 'failed', { failure_reason: orders.reason })
    const refused = await scan(one.code)
    expect(refused.status).toBe(409)
    expect(refused.text).toMatch(new RegExp(`Order ${one.code} failed on .*: Khách không nghe máy`))
    await orders.step(failed.data, 'retry')
    expect((await scan(one.code)).data.outcome).toBe('done')
  })

  test('is told that an order is of another store, and nothing else of it', async () => {
    const one = await orders.create()
    const refused = await scan(one.code, elsewhere)
    expect(refused).toMatchObject({ status: 409, text: 'This is an order of another store: Siêu thị Cầu Giấy.' })
    expect(JSON.stringify(refused.data)).not.toContain('Trần Thu Hà')
    expect((await orders.shown(one)).status).toBe('new')
  })

  test('scans each parcel, and the order is done with the last', async () => {
    const one = await orders.create({ parcels: [{ code: 'K1' }, { code: 'K2' }, { code: 'K3' }] })
    expect(await scan(one.code)).toMatchObject({ status: 409, text: expect.stringContaining('has 3 parcels') })
    expect((await scan('K2')).data).toMatchObject({ outcome: 'done', parcel: 'K2', done: 1, of: 3 })
    expect((await scan('K2', other)).data).toMatchObject({ outcome: 'already', by: mine.name })
    expect((await scan('K1', other)).data).toMatchObject({ outcome: 'done', done: 2 })
    expect((await orders.shown(one)).status).toBe('new')
    const change = await chain.call('PUT', `order/${one.id}`, { by: admin, body: { version: 1, note: 'x' } })
    expect(change).toMatchObject({ status: 409, text: expect.stringContaining('scanned out already') })
    expect((await scan('K3', other)).data).toMatchObject({ outcome: 'done', done: 3 })
    expect(await orders.shown(one)).toMatchObject({ status: 'scanned', scanned_by: { id: other.id } })
  })

  test('that must choose between two orders of one code is told both', async () => {
    const one = await orders.create({ tracking_code: 'SAME' })
    const two = await orders.create({ tracking_code: 'SAME' })
    expect(await scan('SAME')).toMatchObject({
      status: 409,
      text: `Several orders have the code SAME: ${one.code}, ${two.code}.`,
    })
  })

  test('takes back its own last scan within a minute, and no other', async () => {
    const first = await orders.create()
    const one = await orders.create()
    await scan(first.code)
    await scan(one.code)
    expect((await undo(first.code)).status).toBe(409)
    expect((await undo(one.code, other)).status).toBe(409)
    expect((await undo(one.code)).status).toBe(201)
    expect(await orders.shown(one)).toMatchObject({ status: 'new', scanned_by: null, scanned_at: null })
    expect((await scan(one.code, other)).data).toMatchObject({ outcome: 'done' })
    await sql`update order_scans set scanned_at = now() - interval '61 seconds' where order_id = ${first.id}`.execute(
      chain.db,
    )
    expect(await undo(first.code)).toMatchObject({ status: 409, text: expect.stringContaining('within a minute') })
  })

  test('without a line tells later what it did, at the time it did it, once', async () => {
    const one = await orders.create()
    const doneAt = new Date(Date.now() - 3_600_000).toISOString()
    const key = randomUUID()
    expect((await scan(one.code, mine, { key, doneAt })).data.outcome).toBe('done')
    expect((await scan(one.code, mine, { key, doneAt })).data.outcome).toBe('done')
    expect(new Date((await orders.shown(one)).scanned_at ?? 0).toISOString()).toBe(doneAt)
    expect(await scansOf(one.id)).toHaveLength(1)
  })

  test('is not for who only reads', async () => {
    const reader = await chain.person({
      permissions: { orders: { read: true } },
      scope: 'store',
      store: chain.stores[0],
    })
    expect((await scan('DH000001', reader)).status).toBe(403)
  })
})

test('who scans sees the last ten, how many this hour and today, and what can be taken back', async () => {
  const fresh = await desk(chain.stores[0])
  expect(await deskOf(fresh)).toEqual({ hour: 0, today: 0, pace: null, last: [] })
  const made = await Promise.all(Array.from({ length: 12 }, () => orders.create()))
  for (const { code } of made) await scan(code, fresh)
  const shown = await deskOf(fresh)
  expect(shown.today).toBe(12)
  expect(shown.last.map(({ order }) => order)).toEqual(
    made
      .map(({ code }) => code)
      .toReversed()
      .slice(0, 10),
  )
  expect(shown.last.map(({ isUndoable }) => isUndoable)).toEqual([true, ...Array.from({ length: 9 }, () => false)])
  expect(shown.pace).toBeGreaterThan(1)
  const { data } = (await chain.call<{ data: ScanDay[] }>('GET', 'order/my-scans', { by: fresh })).data
  expect(data).toMatchObject([{ codes: 12, orders: 12 }])
  const list = await chain.call<{ total: number }>('GET', `order?scanned_by=${fresh.id}`, { by: fresh })
  expect(list.data.total).toBe(12)
})

test('of two desks that read one code at the same moment one counts, fifty times', async () => {
  for (let round = 0; round < 50; round += 1) {
    const one = await orders.create({ parcels: round % 2 ? [] : [{ code: `R${round}-1` }, { code: `R${round}-2` }] })
    const codes = round % 2 ? [one.code] : [`R${round}-1`, `R${round}-2`]
    const answers = await Promise.all(codes.flatMap((code) => [scan(code, mine), scan(code, other), scan(code, mine)]))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(answers.filter(({ data }) => data.outcome === 'done')).toHaveLength(codes.length)
    expect(await scansOf(one.id)).toHaveLength(codes.length)
    expect((await orders.shown(one)).status).toBe('scanned')
  }
  expect(await wrongCounts(chain.db, definition)).toEqual([])
})

test('other systems read what failed by a name of its own', async () => {
  const one = await orders.create()
  await orders.step(one, 'failed', { failure_reason: orders.other })
  const failed = await chain.call<{ data: { status: string; code: string }[] }>(
    'GET',
    'order/get-failed-order?perpage=50',
    { by: mine },
  )
  expect(failed.data.data.every(({ status }) => status === 'failed')).toBe(true)
  expect(failed.data.data.map(({ code }) => code)).toContain(one.code)
  const none = await chain.call<{ data: object[] }>('GET', 'order/get-failed-order', { by: elsewhere })
  expect(none.data.data).toEqual([])
})

test('a conflict leaves the list once it is settled', async () => {
  const one = await orders.create()
  await sql`update orders set conflict_at = now(), conflict = '[{"field":"note","ours":null,"theirs":"x"}]' where id = ${one.id}`.execute(
    chain.db,
  )
  expect((await chain.call('POST', `order/${one.id}/settle-conflict`, { by: mine, body: {} })).status).toBe(403)
  const settled = await chain.call('POST', `order/${one.id}/settle-conflict`, { by: admin, body: { version: 1 } })
  expect(settled).toMatchObject({ status: 200, data: { is_conflicting: false, conflict: [] } })
})

test('the figures tell what was received, scanned, delivered and failed, by day and store, and the hours between', async () => {
  const one = await orders.create({ store: chain.stores[1], ordered_at: '2026-10-05T03:00:00Z' })
  const two = await orders.create({ store: chain.stores[1], ordered_at: '2026-10-05T04:00:00Z' })
  await sql`update orders set created_at = now() - interval '10 hours' where id = any(${[one.id, two.id]}::bigint[])`.execute(
    chain.db,
  )
  await scan(one.code, elsewhere)
  await orders.step(await orders.shown(one), 'delivered')
  await orders.step(two, 'failed', { failure_reason: orders.reason })
  interface Told {
    rows: { key: string; values: Record<string, number> }[]
    totals: { values: Record<string, number> }
  }
  const { data } = await chain.call<Told>('GET', 'order/statistics?by=store&from=2026-10-01&to=2026-10-31', {
    by: admin,
  })
  expect(data.rows).toMatchObject([
    {
      key: String(chain.stores[1]),
      values: { received: 2, scanned: 1, delivered: 1, failed: 1, waiting: 0, value: 128_000, delivered_value: 64_000 },
    },
  ])
  expect(data.totals.values.hours_to_scan).toBeCloseTo(10, 0)
  const reasons = await chain.call<Told>('GET', 'order/statistics?by=failure_reason&from=2026-10-01&to=2026-10-31', {
    by: admin,
  })
  expect(reasons.data.rows.find(({ key }) => key === String(orders.reason))?.values.failed).toBe(1)
})

test('who runs a store hears that its orders fail, how many wait, and not of what they did themselves', async () => {
  const rights = { orders: { read: true, edit: true } }
  const boss = await chain.person({ permissions: rights, scope: 'store', store: chain.stores[1] })
  await sql`update stores set manager = ${boss.id} where id = ${chain.stores[1]}`.execute(chain.db)
  const told = () =>
    rows(
      chain.db,
      { kind: 'string', n: 'number', link: 'string' },
      sql`select kind, (params ->> 'n')::int as n, link from notifications where user_id = ${boss.id} and kind = 'orders failed'`,
    )
  const one = await orders.create({ store: chain.stores[1] })
  await orders.step(one, 'failed', { failure_reason: orders.reason })
  await expect.poll(told).toMatchObject([{ link: '/orders/get-failed-order' }])
  const own = await orders.create({ store: chain.stores[1] })
  await orders.step(own, 'failed', { failure_reason: orders.reason }, boss)
  const third = await orders.create({ store: chain.stores[1] })
  await orders.step(third, 'failed', { failure_reason: orders.reason })
  // What the tests before have left there waits as well.
  const failed = await row(
    chain.db,
    { n: 'number' },
    sql`select count(*)::int as n from orders where store = ${chain.stores[1]} and status = 'failed'`,
  )
  expect(failed?.n).toBeGreaterThanOrEqual(3)
  await expect.poll(async () => (await told()).at(-1)?.n).toBe(failed?.n)
})

test('lists and history show the phone by its mask, the record and the customer card in full', async () => {
  const one = await orders.create({ phone: '0988111222' })
  const list = await chain.call<{ data: { phone: string; address: { line?: string } }[] }>(
    'GET',
    `order?search=${one.code}`,
    {
      by: mine,
    },
  )
  expect(list.data.data[0]?.phone).toBe('*********222')
  await chain.call('PUT', `order/${one.id}`, { by: admin, body: { version: 1, phone: '0988111333' } })
  const history = await chain.call('GET', `order/${one.id}/history`, { by: admin })
  expect(JSON.stringify(history.data)).not.toContain('0988111333')
  expect(JSON.stringify(history.data)).toContain('*********333')
  const { id } = await chain.ticket(admin, { phone: '0988111333' })
  const card = await chain.call<{ records: object }>('GET', `ticket/${id}/customer`, { by: admin })
  expect(JSON.stringify(card.data)).toContain(one.code)
})
