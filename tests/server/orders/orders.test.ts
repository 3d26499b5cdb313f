import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ImportView } from '../../../src/shared/api.ts'
import { bookOf, imported, sent, type Written } from '../../setup/books.ts'
import { startChain } from '../../setup/chain.ts'
import { type Order, withOrders } from '../../setup/orders.ts'

const chain = await startChain()
const admin = await chain.person()
const orders = await withOrders(chain, admin)
const RIGHTS = { add: true, edit: true, read: true, report: true, other: true }
const here = await chain.person({ permissions: { orders: RIGHTS }, scope: 'store', store: chain.stores[0] })
const there = await chain.person({ permissions: { orders: RIGHTS }, scope: 'store', store: chain.stores[1] })

const HEAD = [
  'Order code',
  'Ordered at',
  'Store',
  'Goods',
  'Order total',
  'Customer name',
  'Phone',
  'Delivery address',
  'Parcels',
]
const rowOf = (
  code: string,
  more: Partial<Record<'goods' | 'total' | 'phone' | 'parcels' | 'store', Written>> = {},
): Written[] => [
  ...[
    code,
    { day: '2026-11-02 09:30' },
    more.store ?? 'S01',
    more.goods ?? 'Sữa tươi 1 l · 2 · 32000 · 8934563138165; Trà xanh | 1 | 9500',
  ],
  ...[
    more.total ?? 73_500,
    'Trần Thu Hà',
    more.phone ?? '0912345678',
    '12 Nguyễn Trãi, Phường Bến Thành, Thành phố Hồ Chí Minh',
    more.parcels ?? null,
  ],
]
const send = async (rows: Written[][], by = admin, changes = true) => {
  const book = await sent(chain, 'order', by, await bookOf(HEAD, rows))
  const done = await imported(chain, 'order', by, book, changes)
  return { seen: book, done }
}
type Told = Record<string, number> & { data: { outcome: string; ErrorDescription?: string; fields?: object }[] }
const push = async (records: object[], by = admin) =>
  (await chain.call<Told>('POST', 'order/batch', { by, body: { records } })).data
const byCode = async (code: string, by = admin): Promise<Order> => {
  const { data } = await chain.call<{ data: { id: number }[] }>('GET', `order?search=${code}`, { by })
  return orders.shown({ id: data.data[0]?.id ?? 0 }, by)
}

describe('an order', () => {
  test('equals its goods, or is refused with the difference', async () => {
    const dear = await chain.call<Order>('POST', 'order', { by: admin, body: orders.body({ total: 60_000 }) })
    expect(dear).toMatchObject({
      status: 422,
      data: { fields: { total: 'The goods come to 64,000 đồng: 4,000 đồng more than the total' } },
    })
    const cheap = await chain.call<Order>('POST', 'order', { by: admin, body: orders.body({ total: 70_000 }) })
    expect(cheap.data.fields?.total).toBe('The goods come to 64,000 đồng: 6,000 đồng less than the total')
    expect((await orders.create()).total).toBe(64_000)
  })

  test('has a code of its own, and a parcel is of one order', async () => {
    const one = await orders.create({ parcels: [{ code: 'P-1' }, { code: 'P-2' }] })
    const again = await chain.call<Order>('POST', 'order', {
      by: admin,
      body: orders.body({ code: one.code.toLowerCase() }),
    })
    expect(again).toMatchObject({ status: 409, data: { fields: { code: 'Order code is already in use' } } })
    const shared = await chain.call<Order>('POST', 'order', {
      by: admin,
      body: orders.body({ parcels: [{ code: 'p-2' }] }),
    })
    expect(shared).toMatchObject({
      status: 422,
      data: { fields: { 'parcels.0.code': 'Another order has this code already' } },
    })
    const twice = await chain.call<Order>('POST', 'order', {
      by: admin,
      body: orders.body({ parcels: [{ code: 'Q' }, { code: 'q' }] }),
    })
    expect(twice.data.fields).toEqual({ 'parcels.1.code': 'This parcel is named twice' })
    const late = await chain.call<Order>('POST', 'order', {
      by: admin,
      body: orders.body({ ordered_at: '2099-01-01T00:00:00Z' }),
    })
    expect(late.data.fields).toEqual({ ordered_at: 'Ordered at cannot be in the future' })
  })

  test('that is new can be changed, by the same rules', async () => {
    const one = await orders.create()
    const change = (body: object) =>
      chain.call<Order>('PUT', `order/${one.id}`, { by: admin, body: { version: 1, ...body } })
    expect((await change({ total: 1 })).data.fields?.total).toContain('63,999 đồng more')
    expect(await change({ note: 'Gọi trước khi giao' })).toMatchObject({ status: 200, data: { version: 2 } })
  })

  test('fails with a reason, is tried again, and counts how often', async () => {
    const one = await orders.create()
    expect(await orders.step(one, 'failed')).toMatchObject({
      status: 422,
      data: { fields: { failure_reason: 'Reason of failure is required' } },
    })
    const failed = await orders.step(one, 'failed', { failure_reason: orders.reason, failure_note: 'Gọi ba lần' })
    expect(failed).toMatchObject({
      status: 200,
      data: { status: 'failed', has_failed: true, failure_note: 'Gọi ba lần', retries: 0 },
    })
    const again = await orders.step(failed.data, 'retry')
    expect(again.data).toMatchObject({ status: 'new', retries: 1, has_failed: true })
    const twice = await orders.step(again.data, 'failed', { failure_reason: orders.other })
    expect(twice.data).toMatchObject({ failure_reason: { id: orders.other }, failure_note: null })
    expect((await orders.step(twice.data, 'delivered')).status).toBe(409)
  })

  test('is tried again with others at once, each counted, and none that has not failed', async () => {
    const made = [await orders.create(), await orders.create(), await orders.create()]
    for (const one of made.slice(0, 2)) await orders.step(one, 'failed', { failure_reason: orders.other })
    const rows = await Promise.all(made.map(async (one) => [one.id, (await orders.shown(one)).version]))
    const done = await chain.call<{ done: number; refused: number }>('POST', 'order/bulk/retry', {
      by: admin,
      body: { rows },
    })
    expect(done.data).toMatchObject({ done: 2, refused: 1 })
    const now = await Promise.all(made.map((one) => orders.shown(one)))
    expect(now.map(({ status, retries }) => [status, retries])).toEqual([
      ['new', 1],
      ['new', 1],
      ['new', 0],
    ])
  })

  test('takes no code that a desk would read of another one', async () => {
    const one = await orders.create({ parcels: [{ code: 'R-1' }] })
    const named = await chain.call<Order>('POST', 'order', { by: admin, body: orders.body({ code: 'r-1' }) })
    expect(named).toMatchObject({
      status: 422,
      data: { fields: { code: 'Another order has this code already' } },
    })
    await chain.call('DELETE', `order/${one.id}`, { by: admin, body: { version: one.version } })
    const next = await orders.create({ parcels: [{ code: 'R-1' }] })
    const back = await chain.call('POST', `order/${one.id}/restore`, { by: admin, body: {} })
    expect(back).toMatchObject({ status: 409, text: 'Parcels is already in use.' })
    await chain.call('DELETE', `order/${next.id}`, { by: admin, body: { version: next.version } })
    expect((await chain.call('POST', `order/${one.id}/restore`, { by: admin, body: {} })).status).toBe(200)
  })

  test('has its parcel alone, however many name it at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const parcels = [{ code: `RACE-${round}` }]
      const made = await Promise.all(
        Array.from({ length: 6 }, () => chain.call('POST', 'order', { by: admin, body: orders.body({ parcels }) })),
      )
      expect(made.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422])
    }
  })

  test('that waits more than a day stands apart', async () => {
    const one = await orders.create()
    await sql`update orders set waiting_since = now() - interval '25 hours' where id = ${one.id}`.execute(chain.db)
    const waiting = await chain.call<{ data: Order[] }>('GET', 'order?is_waiting=true', { by: admin })
    expect(waiting.data.data.map(({ id }) => id)).toEqual([one.id])
    expect((await orders.shown(await orders.create())).is_waiting).toBe(false)
  })

  test('is seen and changed by its own store alone', async () => {
    const one = await orders.create()
    expect((await chain.call('GET', `order/${one.id}`, { by: here })).status).toBe(200)
    expect((await chain.call('GET', `order/${one.id}`, { by: there })).status).toBe(404)
    expect((await orders.step(one, 'failed', { failure_reason: orders.reason }, there)).status).toBe(404)
    const list = await chain.call<{ data: Order[] }>('GET', 'order?perpage=100', { by: there })
    expect(list.data.data.every(({ store }) => store.id === chain.stores[1])).toBe(true)
  })
})

describe('an order that is sent', () => {
  test('comes with its goods and parcels in one cell each; sent again it changes nothing', async () => {
    const { seen, done } = await send([rowOf('WB1', { parcels: 'WB1-A; WB1-B' }), rowOf('WB2')])
    expect(seen.counts).toMatchObject({ new: 2, bad: 0 })
    expect(done).toMatchObject({ state: 'done', done: 2 })
    const one = await byCode('WB1')
    expect(one).toMatchObject({ status: 'new', total: 73_500, parcels: [{ code: 'WB1-A' }, { code: 'WB1-B' }] })
    expect(one.lines).toMatchObject([
      { product: 'Sữa tươi 1 l', quantity: 2, price: 32_000, barcode: '8934563138165' },
      { product: 'Trà xanh', quantity: 1, price: 9500 },
    ])
    expect(one.waiting_since).not.toBeNull()
    const again = await send([rowOf('WB1', { parcels: 'WB1-A; WB1-B' }), rowOf('WB2')])
    expect(again.seen.counts).toMatchObject({ new: 0, changed: 0, same: 2, bad: 0 })
    expect((await byCode('WB1')).version).toBe(1)
  })

  test('whose goods do not come to its total, or cannot be read, is refused by row', async () => {
    const { seen } = await send([
      rowOf('WB3', { total: 1000 }),
      rowOf('WB4', { goods: 'Sữa' }),
      rowOf('WB5', { goods: '' }),
    ])
    expect(seen.counts).toMatchObject({ new: 0, bad: 3 })
  })

  test('changes what has not been scanned', async () => {
    await send([rowOf('WB6')])
    const { seen } = await send([rowOf('WB6', { phone: '0987654321' })])
    expect(seen.counts).toMatchObject({ changed: 1 })
    expect(await byCode('WB6')).toMatchObject({ version: 2, phone: '0987654321' })
  })

  test('is refused where it is scanned out already, and stands among the conflicts with what was said otherwise', async () => {
    await send([rowOf('WB7')])
    await sql`update orders set status = 'scanned' where code = 'WB7'`.execute(chain.db)
    const { seen, done } = await send([
      rowOf('WB7', { phone: '0987654321', goods: 'Trà xanh · 2 · 9500', total: 19_000 }),
    ])
    expect(seen.counts).toMatchObject({ changed: 1, warned: 1 })
    expect(done.counts).toMatchObject({ bad: 1 })
    const one = await byCode('WB7')
    expect(one).toMatchObject({ total: 73_500, phone: '0912345678', is_conflicting: true })
    expect(one.conflict).toEqual([
      {
        field: 'lines',
        ours: 'Sữa tươi 1 l · 2 · 32000 · 8934563138165; Trà xanh · 1 · 9500',
        theirs: 'Trà xanh · 2 · 9500',
      },
      { field: 'total', ours: '73500', theirs: '19000' },
      { field: 'phone', ours: '*********678', theirs: '*********321' },
    ])
    const { data } = await chain.call<{ data: Order[] }>('GET', 'order?is_conflicting=true', { by: admin })
    expect(data.data.map(({ code }) => code)).toEqual(['WB7'])
    await send([rowOf('WB7', { phone: '0987654321', goods: 'Trà xanh · 2 · 9500', total: 19_000 })])
    expect((await byCode('WB7')).version).toBe(one.version)
    await send([rowOf('WB7')])
    expect((await byCode('WB7')).version).toBe(one.version)
  })

  test('as the list was exported changes nothing, scanned out or not; what is said otherwise leaves its seconds and its conflict', async () => {
    const search = 'SEC'
    const parcels = [{ code: 'SEC-P' }]
    const lines = [{ product: 'Trà xanh', quantity: 2, price: 32_000 }]
    const open = await orders.create({ code: 'SEC1', ordered_at: '2026-11-01T03:00:41.500Z', parcels, lines })
    const out = await orders.create({ code: 'SEC2', ordered_at: '2026-11-01T03:01:59.000Z' })
    const conflict = JSON.stringify([{ field: 'note', ours: null, theirs: 'Gọi trước' }])
    await sql`update orders set status = 'scanned', conflict = ${conflict}, conflict_at = now() where id = ${out.id}`.execute(
      chain.db,
    )
    const answer = await fetch(`${chain.url}/api/order/export?columns=*&search=${search}`, {
      headers: { authorization: `Bearer ${admin.token}`, cookie: 'lang=en' },
    })
    const exported = await sent(chain, 'order', admin, new Uint8Array(await answer.arrayBuffer()))
    expect(exported.counts).toMatchObject({ new: 0, changed: 0, same: 2, bad: 0, warned: 0 })
    await imported(chain, 'order', admin, exported, true)
    expect(await orders.shown(out)).toMatchObject({ version: out.version, conflict: [{ field: 'note' }] })

    const head = ['Order code', 'Ordered at', 'Note of the customer']
    const noted = (code: string, at: string): Written[] => [code, { day: `2026-11-01 ${at}` }, 'Giao buổi tối']
    const book = await sent(chain, 'order', admin, await bookOf(head, [noted('SEC1', '10:00'), noted('SEC2', '10:01')]))
    expect(book.counts).toMatchObject({ changed: 2, warned: 1 })
    const { data } = await chain.call<ImportView>('GET', `order/import/${book.id}?show=changed`, { by: admin })
    expect(data.changes?.map(({ fields }) => Object.keys(fields))).toEqual([['note'], ['note']])
    await imported(chain, 'order', admin, book, true)
    expect(await orders.shown(open)).toMatchObject({
      ordered_at: expect.stringMatching(/T03:00:41\.5/),
      note: 'Giao buổi tối',
    })
    expect((await orders.shown(out)).conflict).toEqual([{ field: 'note', ours: null, theirs: 'Giao buổi tối' }])
  })

  test('under the code of an order of another store is refused without a word of that order', async () => {
    await send([rowOf('WB8')])
    const { done } = await send([rowOf('WB8', { store: 'S02' })], there)
    expect(done.counts).toMatchObject({ bad: 1, new: 0 })
    expect(await byCode('WB8')).toMatchObject({ version: 1, store: { id: chain.stores[0] } })
  })

  test('keeps what staff entered and the sender never named, until the sender empties it', async () => {
    const one = { ...orders.body({ code: 'MALLKEEP', store: 'S01' }), external_id: 'keep', shipping_unit: undefined }
    await push([one])
    const made = await byCode('MALLKEEP')
    const entered = { shipping_unit: orders.unit, tracking_code: 'GHN-1', note: 'Gọi trước', payment: 'card' }
    const body = { ...entered, version: made.version }
    expect((await chain.call('PUT', `order/${made.id}`, { by: admin, body })).status).toBe(200)
    const { payment: _, ...again } = { ...one, phone: '0987654321' }
    expect(await push([again])).toMatchObject({ updated: 1 })
    const stays = { tracking_code: 'GHN-1', note: 'Gọi trước', shipping_unit: { id: orders.unit }, payment: 'card' }
    expect(await byCode('MALLKEEP')).toMatchObject({ ...stays, phone: '0987654321' })
    expect(await push([{ ...again, note: null }])).toMatchObject({ updated: 1 })
    expect(await byCode('MALLKEEP')).toMatchObject({ ...stays, note: null })
    await sql`update orders set status = 'scanned' where code = 'MALLKEEP'`.execute(chain.db)
    expect(await push([again])).toMatchObject({ unchanged: 1 })
    expect(await push([{ ...again, phone: '0911111111' }])).toMatchObject({ refused: 1 })
    expect((await byCode('MALLKEEP')).conflict.map(({ field }) => field)).toEqual(['phone'])
  })

  test('by the thousand, has an outcome of its own, with the store and the shipping unit by their names', async () => {
    const records = Array.from({ length: 60 }, (_, at) => ({
      ...orders.body({ code: `MALL${at}`, store: 'S01', shipping_unit: 'Giao hàng nhanh An Phát' }),
      external_id: `m-${at}`,
    }))
    expect(await push(records)).toMatchObject({ created: 60, refused: 0 })
    expect(await push(records)).toMatchObject({ created: 0, unchanged: 60, refused: 0 })
    await sql`update orders set status = 'scanned' where code = 'MALL0'`.execute(chain.db)
    const changed = records.slice(0, 3).map((one) => ({ ...one, note: 'Giao buổi tối' }))
    const wrong = { ...records[3], total: 5 }
    const told = await push([...changed, wrong])
    expect(told).toMatchObject({ updated: 2, refused: 2 })
    expect(told.data[0]?.ErrorDescription).toContain('scanned out already')
    expect(told.data[3]?.fields).toHaveProperty('total')
    expect(await byCode('MALL0')).toMatchObject({ is_conflicting: true, version: 2 })
    expect(
      await push(
        records.slice(0, 1).map((one) => ({ ...one, store: 'S02' })),
        there,
      ),
    ).toMatchObject({ refused: 1 })
  })
})
