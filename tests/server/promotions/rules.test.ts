import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()
const [here, there] = chain.stores
const ALL = { add: true, edit: true, delete: true, read: true, report: true, other: true }

interface Promotion {
  id: number
  version: number
  status: string
  product: { id: number; name: string } | null
  product_name: string
  barcode: string | null
  stores: { id: number }[]
  active: boolean
  overlapping: boolean
  ending_soon: boolean
  ends_on: string
  starts_on: string
  reason: string | null
}
type Told = { fields?: Record<string, string> }

let serial = 0
const offer = (more: object = {}) => ({
  product_name: `Sữa chua ${++serial}`,
  price: 20_000,
  promotion_price: 15_000,
  starts_on: '2031-03-01',
  ends_on: '2031-03-10',
  ...more,
})
const plan = (more: object = {}, by = admin) =>
  chain.call<Promotion & Told>('POST', 'product-promotions', { by, body: offer(more) })
const kept = async (more: object = {}, by = admin): Promise<Promotion> => {
  const { status, data, text } = await plan(more, by)
  expect(status, text + JSON.stringify(data)).toBe(201)
  return data
}
const change = ({ id, version }: Promotion, body: object, by = admin) =>
  chain.call<Promotion & Told>('PUT', `product-promotions/${id}`, { by, body: { version, ...body } })
const shown = async ({ id }: { id: number }) =>
  (await chain.call<Promotion>('GET', `product-promotions/${id}`, { by: admin })).data
const listed = async (query: string, by = admin) =>
  (await chain.call<{ data: Promotion[]; total: number }>('GET', `product-promotions?perpage=200&${query}`, { by }))
    .data

describe('A promotion', () => {
  test('of a picked product does not bear the barcode of another one', async () => {
    const product = async (name: string, barcode: string) =>
      (await chain.call<{ id: number }>('POST', 'product', { by: admin, body: { name, barcode } })).data.id
    const milk = await product('Sữa đặc', '8934563138165')
    await product('Cà phê', '8934588013058')
    const mixed = await plan({ product: milk, barcode: '8934588013058' })
    expect([mixed.status, mixed.data.fields]).toEqual([
      422,
      { barcode: 'This is the barcode of another product: Cà phê' },
    ])
    // Nobody else has this one: the goods have a new wrapping.
    expect((await plan({ product: milk, barcode: '4006381333931' })).status).toBe(201)
    const one = await kept({ product: milk, starts_on: '2031-04-01', ends_on: '2031-04-10' })
    expect((await change(one, { product: milk, barcode: '8934588013058' })).status).toBe(422)
  })

  test('planned by who heads a department in one store stands in that store', async () => {
    const permissions = { 'product-promotions': ALL }
    const head = await chain.person({ permissions, scope: 'department', store: here, department: chain.departments[0] })
    expect((await plan({ stores: [there] }, head)).data.fields).toHaveProperty('stores')
    expect((await kept({ stores: [] }, head)).stores).toMatchObject([{ id: here }])
    const everywhere = await chain.person({ permissions, scope: 'department', department: chain.departments[0] })
    expect((await plan({ stores: [there] }, everywhere)).status).toBe(201)
  })

  test('costs less than the price, by however little', async () => {
    expect((await plan({ price: 20_000, promotion_price: 19_999 })).status).toBe(201)
    for (const promotion_price of [20_000, 20_001]) {
      const { status, data } = await plan({ promotion_price })
      expect([status, data.fields?.promotion_price]).toEqual([422, 'The promotion price must be below the price'])
    }
  })

  test('may be of one day, and never ends before it begins', async () => {
    expect((await plan({ starts_on: '2031-03-01', ends_on: '2031-03-01' })).status).toBe(201)
    const wrong = await plan({ starts_on: '2031-03-02', ends_on: '2031-03-01' })
    expect(wrong.data.fields).toEqual({ ends_on: 'The end date cannot be before the start date' })
  })

  test('of more than half the price needs a reason; of exactly half none', async () => {
    expect((await plan({ price: 20_001, promotion_price: 10_001 })).status).toBe(201)
    expect((await plan({ price: 20_000, promotion_price: 10_000 })).status).toBe(201)
    const deep = await plan({ price: 20_000, promotion_price: 9_999 })
    expect(deep.data.fields).toEqual({
      promotion_price: 'A discount of 50.1% is above 50% and needs a reason',
      reason: 'Please give a reason',
    })
    expect((await plan({ price: 20_000, promotion_price: 8_000, reason: 'Hàng cận hạn' })).status).toBe(201)
  })

  test('is told all that is wrong with it in one round', async () => {
    const { data } = await plan({
      product_name: '',
      price: 'much',
      promotion_price: 1,
      starts_on: '2031-03-02',
      ends_on: '2031-03-01',
    })
    expect(Object.keys(data.fields ?? {}).toSorted()).toEqual(['ends_on', 'price', 'product_name'])
  })

  test('keeps name and price as they were, and the link to the product beside them', async () => {
    const product = await chain.call<{ id: number; version: number }>('POST', 'product', {
      by: admin,
      body: { name: 'Nước mắm Phú Quốc 500 ml', barcode: '8934567890120', price: 52_000 },
    })
    expect(product.status, JSON.stringify(product.data)).toBe(201)
    const scanned = await kept({
      product_name: 'Nước mắm Phú Quốc',
      barcode: '8934567890120',
      price: 50_000,
      promotion_price: 45_000,
    })
    expect(scanned).toMatchObject({ product: { id: product.data.id }, product_name: 'Nước mắm Phú Quốc' })
    await chain.call('PUT', `product/${product.data.id}`, {
      by: admin,
      body: { version: 1, name: 'Nước mắm nhãn mới', price: 60_000 },
    })
    expect(await shown(scanned)).toMatchObject({
      product: { name: 'Nước mắm nhãn mới' },
      product_name: 'Nước mắm Phú Quốc',
      price: 50_000,
    })
    const free = await kept({ product_name: 'Combo Tết tự nhập' })
    expect(free.product).toBeNull()
    const misread = await plan({ barcode: '8934567890125' })
    expect(misread.data.fields).toHaveProperty('barcode')
  })
})

describe('Overlaps', () => {
  const [first, last] = ['2031-05-10', '2031-05-20']
  const cases: [string, { stores: number[]; starts_on: string; ends_on: string; active?: boolean }, boolean][] = [
    ['the same days in the same store', { stores: [here], starts_on: first, ends_on: last }, true],
    ['one day, the last one', { stores: [here], starts_on: last, ends_on: '2031-05-30' }, true],
    ['one day, the first one', { stores: [here], starts_on: '2031-05-01', ends_on: first }, true],
    ['within', { stores: [here], starts_on: '2031-05-12', ends_on: '2031-05-13' }, true],
    ['around', { stores: [here], starts_on: '2031-05-01', ends_on: '2031-05-30' }, true],
    ['all stores', { stores: [], starts_on: first, ends_on: last }, true],
    ['several stores, this one among them', { stores: [there, here], starts_on: first, ends_on: last }, true],
    ['the day before', { stores: [here], starts_on: '2031-05-01', ends_on: '2031-05-09' }, false],
    ['the day after', { stores: [here], starts_on: '2031-05-21', ends_on: '2031-05-30' }, false],
    ['another store', { stores: [there], starts_on: first, ends_on: last }, false],
    ['one that is inactive', { stores: [here], starts_on: first, ends_on: last, active: false }, false],
  ]
  test.each(cases)('%s', async (_name, other, overlaps) => {
    const product_name = `Chồng nhau ${++serial}`
    await kept({ product_name, stores: [here], starts_on: first, ends_on: last })
    // Capital letters and diacritics make no other product.
    const refused = await plan({ ...other, product_name: product_name.toUpperCase() })
    expect(refused.status).toBe(overlaps ? 422 : 201)
    if (!overlaps) return
    expect(refused.data.fields).toEqual({
      starts_on: 'Overlaps with 1 promotion of the same product: this needs a reason',
      reason: 'Please give a reason',
    })
    expect((await plan({ ...other, product_name, reason: 'Hai chương trình' })).status).toBe(201)
  })

  test('of one barcode that no product has are told, whatever it is called', async () => {
    const barcode = '20777'
    await kept({ product_name: 'Bánh mì', barcode, stores: [here] })
    const other = { product_name: 'Bánh mì Pháp', barcode, stores: [here] }
    expect((await plan(other)).data.fields).toHaveProperty('starts_on')
    expect((await plan({ ...other, barcode: '20778' })).status).toBe(201)
  })

  test('of another product are none', async () => {
    await kept({ product_name: 'Bột giặt A', stores: [here] })
    expect((await plan({ product_name: 'Bột giặt B', stores: [here] })).status).toBe(201)
  })

  test('that two people make at the same moment are told to the second', async () => {
    for (let round = 0; round < 10; round++) {
      const body = { product_name: `Cùng lúc ${++serial}` }
      const answers = await Promise.all([plan(body), plan(body), plan(body)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
    }
  })

  test('arise by a change as well, but not of a promotion with itself', async () => {
    const product_name = `Dời ngày ${++serial}`
    const one = await kept({ product_name, starts_on: '2031-06-01', ends_on: '2031-06-05' })
    const two = await kept({ product_name, starts_on: '2031-06-10', ends_on: '2031-06-15' })
    expect((await change(two, { starts_on: '2031-06-05' })).data.fields).toHaveProperty('starts_on')
    expect((await change(two, { starts_on: '2031-06-06' })).status).toBe(200)
    expect((await change(one, { note: 'Chỉ ghi chú' })).status).toBe(200)
  })

  test('are shown while it is typed, with those that it overlaps', async () => {
    const product_name = `Đang gõ ${++serial}`
    const one = await kept({ product_name, stores: [here] })
    const asked = await chain.call<{
      concerns: Record<string, string>
      overlaps: { id: number; stores: { name: string }[] }[]
    }>('POST', 'product-promotions/concerns', { by: admin, body: offer({ product_name }) })
    expect(asked.data.concerns.starts_on).toContain('Overlaps with 1')
    expect(asked.data.overlaps).toMatchObject([{ id: one.id, stores: [{ name: 'Siêu thị Cầu Giấy' }] }])
    const itself = await chain.call<{ concerns: object }>('POST', 'product-promotions/concerns', {
      by: admin,
      body: { ...offer({ product_name, stores: [here] }), id: one.id },
    })
    expect(itself.data.concerns).toEqual({})
  })

  test('are a view of their own, of those that are not over', async () => {
    const product_name = `Trong danh sách ${++serial}`
    const one = await kept({ product_name })
    const two = await kept({ product_name, reason: 'Thử' })
    const found = await listed(`overlapping=true&search=${encodeURIComponent(product_name)}`)
    expect(found.data.map(({ id }) => id).toSorted()).toEqual([one.id, two.id])
    expect((await listed(`overlapping=false&search=${encodeURIComponent(product_name)}`)).total).toBe(0)
  })
})

describe('Days of discount in a year', () => {
  test('count each day once, in one store, and ask for a reason from the 121st on', async () => {
    const product_name = `Giảm lâu ${++serial}`
    // 1 January to 30 April 2031 are 120 days.
    await kept({ product_name, stores: [here], starts_on: '2031-01-01', ends_on: '2031-04-30' })
    const more = { product_name, stores: [here], starts_on: '2031-06-01', ends_on: '2031-06-01' }
    expect((await plan(more)).data.fields).toEqual({
      ends_on: '121 days of discount in 2031 for one product in one store: more than 120 need a reason',
      reason: 'Please give a reason',
    })
    expect((await plan({ ...more, stores: [there] })).status).toBe(201)
    expect((await plan({ ...more, starts_on: '2032-06-01', ends_on: '2032-06-01' })).status).toBe(201)
    expect((await plan({ ...more, reason: 'Hàng thanh lý' })).status).toBe(201)
  })

  test('of a promotion over new year count in each year, and a leap year has its 29th of February', async () => {
    // 2032 is a leap year: 1 January to 30 April are 121 days.
    expect((await plan({ starts_on: '2032-01-01', ends_on: '2032-04-30' })).data.fields?.ends_on).toContain('121 days')
    expect((await plan({ starts_on: '2032-01-01', ends_on: '2032-04-29' })).status).toBe(201)
    expect((await plan({ starts_on: '2031-10-01', ends_on: '2032-03-31' })).status).toBe(201)
  })

  test('of overlapping promotions count once, those of all stores in each', async () => {
    const product_name = `Trùng ngày ${++serial}`
    await kept({ product_name, stores: [], starts_on: '2031-01-01', ends_on: '2031-03-31' })
    await kept({ product_name, stores: [here], starts_on: '2031-03-01', ends_on: '2031-04-30', reason: 'Trùng' })
    const told = await plan({ product_name, stores: [here], starts_on: '2031-12-31', ends_on: '2031-12-31' })
    expect(told.data.fields?.ends_on).toContain('121 days of discount in 2031')
    expect((await plan({ product_name, stores: [there], starts_on: '2031-12-31', ends_on: '2031-12-31' })).status).toBe(
      201,
    )
  })
})

describe('How it stands', () => {
  const dayFrom = async (days: number) =>
    (
      await row(
        chain.db,
        { day: 'string' },
        sql`select ((now() at time zone chain_zone())::date + ${days}::int)::text as day`,
      )
    )?.day ?? ''

  test('follows from its days alone: the last day counts whole', async () => {
    const cases: [number, number, boolean, string, boolean][] = [
      [1, 5, true, 'planned', false],
      [0, 0, true, 'running', true],
      [-5, 0, true, 'running', true],
      [-5, 3, true, 'running', true],
      [-5, 4, true, 'running', false],
      [0, 9, true, 'running', false],
      [-5, -1, true, 'ended', false],
      [0, 9, false, 'inactive', false],
      [-5, -1, false, 'inactive', false],
    ]
    for (const [from, to, active, status, ending_soon] of cases) {
      const made = await kept({
        starts_on: await dayFrom(from),
        ends_on: await dayFrom(to),
        active,
        product_name: `Đứng ${++serial}`,
      })
      expect([made.status, made.ending_soon], `${from} to ${to}`).toEqual([status, ending_soon])
      const found = await listed(`status=${status}&id=${made.id}`)
      expect(found.total).toBe(1)
      for (const other of ['planned', 'running', 'ended', 'inactive'].filter((one) => one !== status))
        expect((await listed(`status=${other}&id=${made.id}`)).total).toBe(0)
      expect((await listed(`ending_soon=true&id=${made.id}`)).total).toBe(ending_soon ? 1 : 0)
    }
  })

  test('turns at midnight of the chain, whatever zone it is in', async () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Ho_Chi_Minh']) {
      const abroad = await startChain({ APP_TIMEZONE: zone })
      const boss = await abroad.person()
      const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date())
      const made = await abroad.call<Promotion>('POST', 'product-promotions', {
        by: boss,
        body: offer({ starts_on: today, ends_on: today }),
      })
      expect(made.data.status, zone).toBe('running')
      const tomorrow = await abroad.call<Promotion>('POST', 'product-promotions', {
        by: boss,
        body: offer({
          starts_on: new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10),
          ends_on: '2099-12-31',
          reason: 'Dài',
        }),
      })
      expect(tomorrow.data.status, zone).toBe('planned')
    }
  })
})

describe('Of several stores', () => {
  test('a store sees its own and those of all stores, and changes what is its own alone', async () => {
    const near = await chain.person({ permissions: { 'product-promotions': ALL }, scope: 'store', store: here })
    const mark = `Phạm vi ${++serial}`
    const own = await kept({ product_name: `${mark} own`, stores: [here] })
    const both = await kept({ product_name: `${mark} both`, stores: [here, there] })
    const every = await kept({ product_name: `${mark} every`, stores: [] })
    const far = await kept({ product_name: `${mark} far`, stores: [there] })
    const search = `search=${encodeURIComponent(mark)}`
    expect((await listed(search, near)).data.map(({ id }) => id).toSorted()).toEqual([own.id, both.id, every.id])
    expect((await listed('', near)).total).toBe((await listed('', near)).data.length)
    expect((await chain.call('GET', `product-promotions/${far.id}`, { by: near })).status).toBe(404)
    expect((await change(own, { note: 'x' }, near)).status).toBe(200)
    for (const shared of [both, every]) {
      const refused = await change(shared, { note: 'x' }, near)
      expect([refused.status, refused.code]).toEqual([403, 1486])
      expect((await chain.call('DELETE', `product-promotions/${shared.id}`, { by: near })).status).toBe(403)
      const bulk = await chain.call<{ refused: number }>('POST', 'product-promotions/bulk/deactivate', {
        by: near,
        body: { rows: [[shared.id, 1]] },
      })
      expect(bulk.data.refused).toBe(1)
      expect((await shown(shared)).active).toBe(true)
    }
    expect((await change(far, { note: 'x' }, near)).status).toBe(404)
  })

  test('a store plans for itself alone', async () => {
    const near = await chain.person({ permissions: { 'product-promotions': ALL }, scope: 'store', store: here })
    expect((await kept({ stores: undefined }, near)).stores).toMatchObject([{ id: here }])
    expect((await plan({ stores: [here, there] }, near)).data.fields).toHaveProperty('stores')
    expect((await plan({ stores: [there] }, near)).data.fields).toHaveProperty('stores')
    const own = await kept({ stores: [here] }, near)
    expect((await change(own, { stores: [here, there] }, near)).status).toBe(422)
    // Who has one store need not name it, and cannot mean all of them.
    expect((await change(own, { stores: [] }, near)).data.stores).toMatchObject([{ id: here }])
  })

  test('somebody of a store scope without a store sees none', async () => {
    const lost = await chain.person({ permissions: { 'product-promotions': ALL }, scope: 'store' })
    await kept({ stores: [] })
    expect((await listed('', lost)).total).toBe(0)
  })
})

describe('Round the rules', () => {
  const restored = async (one: Promotion) => {
    expect((await chain.call('DELETE', `product-promotions/${one.id}`, { by: admin })).status).toBe(200)
    return async () =>
      (await chain.call<Promotion>('POST', `product-promotions/${one.id}/restore`, { by: admin, body: {} })).data
  }

  test('out of the trash comes as it was, and switched off where another was planned there meanwhile', async () => {
    const back = await restored(await kept())
    expect(await back()).toMatchObject({ active: true })
    const one = await kept()
    const later = await restored(one)
    await kept({ product_name: one.product_name })
    expect(await later()).toMatchObject({ active: false, status: 'inactive' })
    const on = await change(await shown(one), { active: true })
    expect(Object.keys(on.data.fields ?? {}).toSorted()).toEqual(['reason', 'starts_on'])
    // With a reason of its own it stands beside the other as it did.
    const reasoned = await kept({ product_name: one.product_name, reason: 'Nối hai đợt' })
    expect(await (await restored(reasoned))()).toMatchObject({ active: true })
  })

  test('a store that names none is asked for no reason by what other stores plan, and told nothing of it', async () => {
    const near = await chain.person({ permissions: { 'product-promotions': ALL }, scope: 'store', store: here })
    const far = await kept({ stores: [there] })
    const typed = { ...offer({ product_name: far.product_name }), stores: [] }
    const alone = await chain.call<{ concerns: object }>('POST', 'product-promotions/concerns', {
      by: near,
      body: typed,
    })
    expect(alone.data.concerns).toEqual({})
    // Only what is wrong is told.
    const wrong = await plan({ product_name: far.product_name, quantity: 0 }, near)
    expect(Object.keys(wrong.data.fields ?? {})).toEqual(['quantity'])
    const own = await kept({ product_name: far.product_name }, near)
    expect((await change(own, { stores: [] }, near)).status).toBe(200)
  })

  test('a discount just above the limit is told to be above it', async () => {
    const { data } = await plan({ price: 1_000_000_000, promotion_price: 499_999_999 })
    expect(data.fields?.promotion_price).toBe('A discount of 50.1% is above 50% and needs a reason')
  })

  test('a name that two products have links to neither', async () => {
    await sql`insert into products (name, price) values ('Nước mắm 500 ml', 30000), ('Nước mắm 500 ml', 31000), ('Nước mắm 750 ml', 40000)`.execute(
      chain.db,
    )
    expect((await kept({ product_name: 'Nước mắm 500 ml' })).product).toBeNull()
    expect((await kept({ product_name: 'Nước mắm 750 ml' })).product).not.toBeNull()
  })
})
