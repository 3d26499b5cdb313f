import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { remindLate } from '../../../src/modules/price-checking/remind.server.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import type { Named } from '../../../src/shared/fields.ts'
import { bookOf, imported, sent } from '../../setup/books.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { uploaded } from '../../setup/media.ts'

const chain = await startChain()
const admin = await chain.person()
const ANSWERS = { add: true, edit: true, read: true, report: true, other: true }
const manager = await managerOf(chain.stores[0])
const other = await managerOf(chain.stores[1])
const [milk, tea] = await productsOf()
const rival = (await chain.call<Named>('POST', 'competitor/grow', { by: admin, body: { name: 'Siêu thị Hoa Mai' } }))
  .data.id

interface Check {
  id: number
  version: number
  status: string
  product: Named | null
  product_name: string
  barcode: string | null
  store: Named
  our_price: number
  competitor: Named | null
  competitor_price: number | null
  difference: number | null
  percent: number | null
  compared: string | null
  checked_on: string
  is_late: boolean
  complaint: Named | null
  fields?: Record<string, string>
}

async function managerOf(store: number): Promise<Person> {
  const made = await chain.person({
    permissions: { 'price-checking': ANSWERS, complaints: ANSWERS },
    scope: 'store',
    store,
  })
  await sql`update stores set manager = ${made.id} where id = ${store}`.execute(chain.db)
  return made
}

async function productsOf(): Promise<[number, number]> {
  const found = await rows(
    chain.db,
    { id: 'number' },
    sql`insert into products (barcode, name, price) values ('8934563138165', 'Sữa tươi 1 l', 32000), ('8936036021240', 'Trà xanh 455 ml', 9500) returning id`,
  )
  return [found[0]?.id ?? 0, found[1]?.id ?? 0]
}

const make = (more: object, by = admin) =>
  chain.call<Check>('POST', 'price-checking', { by, body: { kind: 'shelf', store: chain.stores[0], ...more } })
const step = (one: { id: number; version: number }, name: string, more: object = {}, by = admin) =>
  chain.call<Check>('POST', `price-checking/${one.id}/${name}`, { by, body: { version: one.version, ...more } })
const ask = (body: object, by = admin) =>
  chain.call<{ asked: Named[]; already: number; fields?: Record<string, string> }>('POST', 'price-checking/ask', {
    by,
    body,
  })

test('neither what was found wrong nor what was asked for becomes a check at a competitor', async () => {
  const turn = ({ id, version }: Check) =>
    chain.call<Check>('PUT', `price-checking/${id}`, {
      by: admin,
      body: {
        ...{ version, kind: 'competitor', competitor: rival, competitor_price: 30_000 },
        ...{ shelf_price: null, till_price: null },
      },
    })
  const wrong = (await make({ product: milk, shelf_price: 30_000 })).data
  const ticket = await chain.ticket(admin)
  await ask({ complaint: ticket.id, product: milk, stores: [chain.stores[0]] })
  const asked = await chain.call<{ data: Check[] }>('GET', `price-checking?complaint=${ticket.id}`, { by: admin })
  for (const one of [wrong, ...asked.data.data]) {
    const turned = await turn(one)
    expect([turned.status, Object.keys(turned.data.fields ?? {})]).toEqual([422, ['kind']])
    const { data } = await chain.call<Check>('GET', `price-checking/${one.id}`, { by: admin })
    expect(data.status).toBe(one.status)
  }
  // A slip of the thumb is set right.
  expect((await turn((await make({ product: milk })).data)).data.status).toBe('seen')
})

describe('a check at a competitor', () => {
  const there = { kind: 'competitor', competitor: rival }

  test('takes name, barcode and price from the product, and works out the difference', async () => {
    const { status, data } = await make({ ...there, barcode: '8934563138165', competitor_price: 30_000 })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      ...{ product: { id: milk }, product_name: 'Sữa tươi 1 l', our_price: 32_000, status: 'seen' },
      ...{ difference: 2000, percent: 6.7, compared: 'dearer', barcode: '8934563138165' },
    })
    await sql`update products set price = 35000 where id = ${milk}`.execute(chain.db)
    const again = await chain.call<Check>('GET', `price-checking/${data.id}`, { by: admin })
    expect(again.data.our_price).toBe(32_000)
    await sql`update products set price = 32000 where id = ${milk}`.execute(chain.db)
  })

  test('is found among those where ours is cheaper, and not among the dearer', async () => {
    const { data } = await make({ ...there, product: tea, competitor_price: 10_000 })
    const idsOf = async (compared: string) =>
      (
        await chain.call<{ data: Check[] }>('GET', `price-checking?compared=${compared}&perpage=1000`, { by: admin })
      ).data.data.map(({ id }) => id)
    expect(await idsOf('cheaper')).toContain(data.id)
    expect(await idsOf('dearer')).not.toContain(data.id)
  })

  test('without competitor or its price is refused by name, as is what belongs to a shelf', async () => {
    const { status, data } = await make({ kind: 'competitor', product: milk, shelf_price: 1000 })
    expect(status).toBe(422)
    expect(Object.keys(data.fields ?? {}).toSorted()).toEqual(['competitor', 'competitor_price', 'shelf_price'])
  })

  test('of a product that nobody knows asks for its name and our price, and takes them as typed', async () => {
    const unknown = await make({ ...there, barcode: '4006381333931', competitor_price: 10_000 })
    expect(unknown.status).toBe(422)
    expect(Object.keys(unknown.data.fields ?? {}).toSorted()).toEqual(['our_price', 'product_name'])
    const named = { product_name: 'Bút dạ quang', our_price: 12_000 }
    const made = await make({ ...there, barcode: '4006381333931', competitor_price: 10_000, ...named })
    expect(made.data).toMatchObject({ product: null, difference: 2000 })
  })

  test('with a misread barcode, or of a day to come, is refused', async () => {
    expect((await make({ ...there, barcode: '8934563138164', competitor_price: 1 })).data.fields).toHaveProperty(
      'barcode',
    )
    const ahead = await make({ ...there, product: milk, competitor_price: 30_000, checked_on: '2031-01-01' })
    expect(ahead.data.fields).toHaveProperty('checked_on')
  })
})

describe('a shelf', () => {
  test('is to be checked, and right with one press that can be taken back', async () => {
    const { data } = await make({ product: milk })
    expect(data.status).toBe('to_check')
    const right = await step(data, 'right', {}, manager)
    expect(right.data.status).toBe('right')
    const locked = await chain.call('PUT', `price-checking/${data.id}`, {
      by: admin,
      body: { version: right.data.version, note: 'x' },
    })
    expect(locked.status).toBe(409)
    expect((await step(right.data, 'undo-right', {}, manager)).data.status).toBe('to_check')
  })

  test('that brings its prices is judged by them', async () => {
    expect((await make({ product: milk, shelf_price: 32_000, till_price: 32_000 })).data.status).toBe('right')
    expect((await make({ product: milk, shelf_price: 32_000, till_price: 38_500 })).data.status).toBe('wrong')
    expect((await make({ product: milk, shelf_price: 30_000 })).data.status).toBe('wrong')
  })

  test('is not wrong while shelf and till both say our price', async () => {
    const { data } = await make({ product: milk })
    const agreeing = await step(data, 'wrong', { shelf_price: 32_000, till_price: 32_000 })
    expect([agreeing.status, agreeing.code]).toEqual([422, 1489])
    expect((await step(data, 'wrong', { shelf_price: 30_000, till_price: 32_000 })).data.status).toBe('wrong')
  })

  test('is not right while shelf or till says another price', async () => {
    const { data } = await make({ product: milk })
    const edited = await chain.call<Check>('PUT', `price-checking/${data.id}`, {
      by: admin,
      body: { version: data.version, till_price: 38_500 },
    })
    expect(edited.data.status).toBe('to_check')
    const right = await step(edited.data, 'right')
    expect([right.status, right.code]).toEqual([422, 1479])
    expect((await step(edited.data, 'wrong', { shelf_price: 32_000, till_price: 38_500 })).data.status).toBe('wrong')
  })

  test('that was wrong is done with only by the photo of the new label', async () => {
    const { data } = await make({ product: milk, shelf_price: 30_000 })
    const without = await step(data, 'fixed')
    expect(without.status).toBe(422)
    expect(without.data.fields).toHaveProperty('label_photo')
    const fixed = await step(data, 'fixed', { label_photo: await uploaded(chain, manager) }, manager)
    expect(fixed.data.status).toBe('fixed')
  })

  test('of another store is out of sight, and nobody answers for it', async () => {
    const { data } = await make({ product: milk, store: chain.stores[1] })
    expect((await chain.call('GET', `price-checking/${data.id}`, { by: manager })).status).toBe(404)
    expect((await step(data, 'right', {}, manager)).status).toBe(404)
    const elsewhere = await make({ product: milk, store: chain.stores[1] }, manager)
    expect(elsewhere.data.fields).toHaveProperty('store')
  })
})

describe('one press', () => {
  const toldOf = async (person: Person) =>
    rows(
      chain.db,
      { kind: 'string', params: 'json', link: 'string' },
      sql`select kind, params, link from notifications where user_id = ${person.id} order by id`,
    )
  const until = async (isSo: () => Promise<boolean>) => {
    for (let turn = 0; turn < 600; turn += 1) {
      if (await isSo()) return
      await new Promise((done) => setTimeout(done, 100))
    }
    throw new Error('It never came to be so')
  }

  test('is heard of by who may answer in a store whose manager was blocked', async () => {
    const deputy = await chain.person({
      permissions: { 'price-checking': ANSWERS },
      scope: 'store',
      store: chain.stores[1],
    })
    await sql`update users set blocked = true where id = ${other.id}`.execute(chain.db)
    const ticket = await chain.ticket(admin)
    expect((await ask({ complaint: ticket.id, product: milk })).status).toBe(200)
    await until(async () => (await toldOf(deputy)).some(({ kind }) => kind === 'price check asked'))
    await sql`update users set blocked = false where id = ${other.id}`.execute(chain.db)
    await sql`delete from price_checking where complaint = ${ticket.id}`.execute(chain.db)
    await sql`update users set deleted_at = now() where id = ${deputy.id}`.execute(chain.db)
  })

  test('asks every open store once, each hears of it once, and a late one is reminded once', async () => {
    await sql`insert into stores (code, name, is_head_office) values ('HO', 'Trụ sở', true)`.execute(chain.db)
    await sql`insert into stores (code, name, active) values ('S09', 'Đã đóng', false)`.execute(chain.db)
    const ticket = await chain.ticket(admin)
    const first = await ask({ complaint: ticket.id, product: tea, note: 'Khách báo giá sai' })
    expect(first.status, first.text).toBe(200)
    expect(first.data.asked.map(({ id }) => id).toSorted()).toEqual([...chain.stores].toSorted())
    const again = await Promise.all([1, 2, 3].map(() => ask({ complaint: ticket.id, product: tea })))
    expect(again.map(({ data }) => [data.asked.length, data.already])).toEqual([1, 2, 3].map(() => [0, 2]))
    const of = await chain.call<{ data: Check[] }>('GET', `price-checking?complaint=${ticket.id}`, { by: admin })
    expect(of.data.data.map((one) => [one.status, one.product?.id, one.complaint?.id])).toEqual(
      chain.stores.map(() => ['to_check', tea, ticket.id]),
    )
    await until(async () => (await toldOf(manager)).some(({ kind }) => kind === 'price check asked'))
    expect((await toldOf(manager)).filter(({ kind }) => kind === 'price check asked')).toHaveLength(1)

    await sql`update price_checking set due_at = now() - interval '1 minute' where complaint = ${ticket.id} and store = ${chain.stores[1]}`.execute(
      chain.db,
    )
    await remindLate(chain.running.context)
    await remindLate(chain.running.context)
    await until(async () => (await toldOf(other)).some(({ kind }) => kind === 'price check late'))
    expect((await toldOf(other)).filter(({ kind }) => kind === 'price check late')).toHaveLength(1)
    expect((await toldOf(manager)).filter(({ kind }) => kind === 'price check late')).toEqual([])
    const late = await chain.call<{ data: Check[] }>('GET', `price-checking?complaint=${ticket.id}&is_late=true`, {
      by: admin,
    })
    expect(late.data.data.map(({ store }) => store.id)).toEqual([chain.stores[1]])
  })

  test('pressed by twenty at once makes one check for each store', async () => {
    const ticket = await chain.ticket(admin)
    await Promise.all(Array.from({ length: 20 }, () => ask({ complaint: ticket.id, product: milk })))
    const made = await row(
      chain.db,
      { n: 'number' },
      sql`select count(*)::int as n from price_checking where complaint = ${ticket.id}`,
    )
    expect(made?.n).toBe(2)
  })

  test('in the complaint and from its wrong shelf at once makes one check for each store', async () => {
    for (const n of [1, 2, 3, 4]) {
      const ticket = await chain.ticket(admin)
      const product = { product_name: `Nước mắm ${n}`, our_price: 32_000 }
      await ask({ complaint: ticket.id, ...product, stores: [chain.stores[0]] })
      const of = await chain.call<{ data: Check[] }>('GET', `price-checking?complaint=${ticket.id}`, { by: admin })
      const [shelf] = of.data.data
      if (!shelf) throw new Error('It was asked')
      expect((await step(shelf, 'wrong', { shelf_price: 30_000, till_price: 32_000 }, manager)).status).toBe(200)
      await Promise.all([
        ask({ complaint: ticket.id, ...product }),
        ask({ origin: shelf.id }),
        ask({ complaint: ticket.id, origin: shelf.id }),
        ask({ complaint: ticket.id, ...product }),
      ])
      const made = await row(
        chain.db,
        { n: 'number' },
        sql`select count(*)::int as n from price_checking where complaint = ${ticket.id} or origin = ${shelf.id}`,
      )
      expect(made?.n).toBe(2)
    }
  })

  test('of a promotion asks the stores that run it, for its price', async () => {
    const ticket = await chain.ticket(admin)
    const made = await row(
      chain.db,
      { id: 'number' },
      sql`insert into product_promotions (product, product_name, barcode, price, promotion_price, starts_on, ends_on, stores)
          values (${tea}, 'Trà xanh 455 ml', '8936036021240', 9500, 7900, current_date - 1, current_date + 5, ${[chain.stores[1]]}::bigint[]) returning id`,
    )
    const asked = await ask({ complaint: ticket.id, promotion: made?.id })
    expect(asked.data.asked.map(({ id }) => id)).toEqual([chain.stores[1]])
    const of = await chain.call<{ data: Check[] }>('GET', `price-checking?complaint=${ticket.id}`, { by: admin })
    expect(of.data.data).toMatchObject([{ product: { id: tea }, our_price: 7900 }])
    const prices = await chain.call<{ promotions: { price: number }[] }>(
      'GET',
      `price-checking/prices?product=${tea}`,
      { by: admin },
    )
    expect(prices.data.promotions).toMatchObject([{ price: 7900 }])
  })

  test('of a promotion that is over, to come or switched off asks nobody for its price', async () => {
    const ticket = await chain.ticket(admin)
    for (const [from, to, active] of [
      [-5, -1, true],
      [1, 5, true],
      [-1, 5, false],
    ] as const) {
      const made = await row(
        chain.db,
        { id: 'number' },
        sql`insert into product_promotions (product_name, price, promotion_price, starts_on, ends_on, active)
            select 'Trà sen', 9500, 7900, d + ${from}::int, d + ${to}::int, ${active} from (select (now() at time zone chain_zone())::date as d) x returning id`,
      )
      const asked = await ask({ complaint: ticket.id, promotion: made?.id })
      expect([asked.status, Object.keys(asked.data.fields ?? {})]).toEqual([422, ['promotion']])
    }
  })

  test('from a wrong shelf asks the other stores, and nobody from a right one', async () => {
    const wrong = (await make({ product: milk, shelf_price: 30_000 })).data
    const asked = await ask({ origin: wrong.id }, manager)
    expect(asked.data.asked.map(({ id }) => id)).toEqual([chain.stores[1]])
    const right = (await make({ product: milk, shelf_price: 32_000 })).data
    expect((await ask({ origin: right.id })).code).toBe(1490)
    expect((await ask({ origin: wrong.id }, other)).data.fields).toHaveProperty('origin')
  })

  test('without a reason, without a product or with a deadline gone by is refused by name', async () => {
    const ticket = await chain.ticket(admin)
    expect((await ask({ product: milk })).data.fields).toHaveProperty('complaint')
    expect(Object.keys((await ask({ complaint: ticket.id })).data.fields ?? {})).toEqual(['product_name', 'our_price'])
    const past = await ask({ complaint: ticket.id, product: milk, due_at: '2026-01-01T00:00:00Z' })
    expect(past.data.fields).toHaveProperty('due_at')
    const reader = await chain.person({ permissions: { 'price-checking': { read: true } } })
    expect((await ask({ complaint: ticket.id, product: milk }, reader)).status).toBe(403)
  })
})

test('a list to check needs barcodes and stores alone, and what is unknown is told by line', async () => {
  const book = await bookOf(
    ['Barcode', 'Store', 'Product name', 'Our price', 'Date'],
    [
      ['8934563138165', 'S01', null, null, { day: '2026-01-10' }],
      ['8936036021240', 'S02', null, null, { day: '2026-01-10' }],
      ['4006381333931', 'S01', null, null, { day: '2026-01-10' }],
      ['4006381333931', 'S02', 'Bút dạ quang', 12_000, { day: '2026-01-10' }],
    ],
  )
  const view = await sent(chain, 'price-checking', admin, book)
  expect(view.counts).toMatchObject({ new: 3, bad: 1 })
  expect(view.rows.map(({ line, said }) => [line, Object.keys(said).toSorted()])).toEqual([
    [4, ['barcode', 'our_price']],
  ])
  await imported(chain, 'price-checking', admin, view)
  const made = await chain.call<{ data: Check[] }>('GET', 'price-checking?sort=-id&perpage=3', { by: admin })
  expect(made.data.data.map((one) => [one.product_name, one.our_price, one.status]).toReversed()).toEqual([
    ['Sữa tươi 1 l', 32_000, 'to_check'],
    ['Trà xanh 455 ml', 9500, 'to_check'],
    ['Bút dạ quang', 12_000, 'to_check'],
  ])
})

test('a workbook that is sent twice asks for nothing twice, and its answers are those of whoever sent it', async () => {
  const heads = ['Barcode', 'Store', 'Product name', 'Our price', 'Price on the shelf']
  const book = (seen: number) =>
    bookOf(heads, [
      [null, 'S01', 'Bàn chải', 20_000, null],
      [null, 'S01', 'Kem đánh răng', 30_000, seen],
    ])
  const first = await sent(chain, 'price-checking', admin, await book(31_000))
  expect(first.counts).toMatchObject({ new: 2 })
  await imported(chain, 'price-checking', admin, first)
  const [answered] = await rows(
    chain.db,
    { status: 'string', checked_by: 'number?' },
    sql`select status, checked_by from price_checking where product_name = 'Kem đánh răng'`,
  )
  expect(answered).toEqual({ status: 'wrong', checked_by: admin.id })
  expect((await sent(chain, 'price-checking', admin, await book(31_000))).counts).toMatchObject({ new: 0, same: 2 })
  // Another price is another answer.
  expect((await sent(chain, 'price-checking', admin, await book(30_000))).counts).toMatchObject({ new: 1, same: 1 })
})

describe('the index', () => {
  interface Line {
    competitor: Named
    products: number
    index: number | null
    dearer: number
    cheaper: number
    dearer_checks: number
    cheaper_checks: number
  }
  const indexOf = async (id: number, query = '') =>
    (
      await chain.call<{ data: Line[] }>('GET', `price-checking/price-index?from=2025-01-01&to=2025-06-30${query}`, {
        by: admin,
      })
    ).data.data.find(({ competitor }) => competitor.id === id)
  const seen = (competitor: number, ratios: readonly [number, number][], day = '2025-03-01') =>
    sql`insert into price_checking (kind, status, product_name, store, checked_on, our_price, competitor, competitor_price)
      select 'competitor', 'seen', 'Hàng ' || n, ${chain.stores[0]}::bigint, ${day}::date, x.ours, ${competitor}::bigint, x.theirs
      from unnest(${ratios.map(([ours]) => ours)}::numeric[], ${ratios.map(([, theirs]) => theirs)}::numeric[]) with ordinality x(ours, theirs, n)`.execute(
      chain.db,
    )
  const grow = async (name: string) =>
    (await chain.call<Named>('POST', 'competitor/grow', { by: admin, body: { name } })).data.id

  test('says nothing below ten products, and stands on ten', async () => {
    const id = await grow('Chợ Bến Đá')
    await seen(
      id,
      Array.from({ length: 9 }, () => [11_000, 10_000]),
    )
    expect(await indexOf(id)).toMatchObject({ products: 9, index: null })
    await seen(
      id,
      Array.from({ length: 10 }, () => [11_000, 10_000]),
      '2025-04-01',
    )
    expect(await indexOf(id)).toMatchObject({ products: 10, index: 110, dearer: 10, cheaper: 0 })
  })

  test('is the geometric mean: twice as dear and half as dear are equal', async () => {
    const id = await grow('Siêu thị Bình Minh')
    await seen(
      id,
      Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? [20_000, 10_000] : [10_000, 20_000])),
    )
    expect(await indexOf(id)).toMatchObject({ index: 100, dearer: 5, cheaper: 5 })
  })

  test('takes the last price of each product in the period, and none outside it', async () => {
    const id = await grow('Siêu thị Sao Mai')
    await seen(
      id,
      Array.from({ length: 10 }, () => [10_000, 20_000]),
      '2025-02-01',
    )
    await seen(
      id,
      Array.from({ length: 10 }, () => [12_000, 10_000]),
      '2025-06-30',
    )
    await seen(
      id,
      Array.from({ length: 10 }, () => [90_000, 10_000]),
      '2025-07-01',
    )
    const line = await indexOf(id)
    expect(line).toMatchObject({ index: 120, dearer: 10, cheaper: 0, dearer_checks: 10, cheaper_checks: 10 })
    // The list behind a number has as many rows as that says.
    for (const [compared, n] of Object.entries({ dearer: line?.dearer_checks, cheaper: line?.cheaper_checks })) {
      const query = `competitor=${id}&compared=${compared}&checked_on=2025-01-01&checked_on=2025-06-30`
      const list = await chain.call<{ total: number }>('GET', `price-checking?${query}`, { by: admin })
      expect(list.data.total, compared).toBe(n)
    }
  })

  test('of another store is not seen', async () => {
    const id = await grow('Siêu thị Ban Mai')
    await seen(
      id,
      Array.from({ length: 10 }, () => [12_000, 10_000]),
    )
    const mine = await chain.call<{ data: Line[] }>('GET', 'price-checking/price-index?from=2025-01-01&to=2025-06-30', {
      by: other,
    })
    expect(mine.data.data.find(({ competitor }) => competitor.id === id)).toBeUndefined()
  })
})

test("a product's prices over time: ours at each check and each change, and each competitor's", async () => {
  const product = await row(
    chain.db,
    { id: 'number' },
    sql`insert into products (name, price) values ('Cà phê hòa tan', 50000) returning id`,
  )
  const id = product?.id ?? 0
  await make({ kind: 'competitor', competitor: rival, product: id, competitor_price: 47_000, checked_on: '2026-02-28' })
  await chain.call('PUT', `product/${id}`, { by: admin, body: { version: 1, price: 52_000 } })
  const { data } = await chain.call<{ points: { day: string; competitor: string | null; price: number }[] }>(
    'GET',
    `price-checking/prices?product=${id}`,
    { by: admin },
  )
  expect(data.points.slice(0, 2)).toEqual([
    { day: '2026-02-28', competitor: null, price: 50_000 },
    { day: '2026-02-28', competitor: 'Siêu thị Hoa Mai', price: 47_000 },
  ])
  expect(data.points.at(-1)).toMatchObject({ competitor: null, price: 52_000 })
})

test("a product's prices show a store no promotion of another", async () => {
  const product = await row(
    chain.db,
    { id: 'number' },
    sql`insert into products (name, price) values ('Nước ép cam', 40000) returning id`,
  )
  const [here, there] = chain.stores
  await sql`insert into product_promotions (product, product_name, price, promotion_price, starts_on, ends_on, stores)
    select ${product?.id}, 'Nước ép cam', 40000, p, current_date, current_date + 5, s
    from (values (30000, array[${here}]::bigint[]), (31000, array[${there}]::bigint[]), (32000, '{}'::bigint[])) x(p, s)`.execute(
    chain.db,
  )
  const near = await chain.person({
    permissions: { 'price-checking': ANSWERS, 'product-promotions': { read: true } },
    scope: 'store',
    store: here,
  })
  const { data } = await chain.call<{ promotions: { price: number }[] }>(
    'GET',
    `price-checking/prices?product=${product?.id}`,
    { by: near },
  )
  expect(data.promotions.map(({ price }) => price).toSorted()).toEqual([30_000, 32_000])
})
