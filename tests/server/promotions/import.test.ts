import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import { bookOf, imported, sent, type Written } from '../../setup/books.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const marketing = await chain.person({ role: 'Marketing' })
const HEAD = [
  'Mã vạch',
  'Tên sản phẩm',
  'Giá bán',
  'Giá khuyến mãi',
  'Số lượng',
  'Ngày bắt đầu',
  'Ngày kết thúc',
  'Cửa hàng',
  'Vị trí trưng bày',
  'Lý do',
  'Mã khuyến mãi',
]
const ROWS = 2000

await sql`insert into products (barcode, code, name, price) select (10000000 + n)::text || '99', 'SP' || n, 'Sản phẩm ' || n, 20000 + n from generate_series(1, ${ROWS}::int) n`.execute(
  chain.db,
)
await sql`insert into promotion_locations (name) values ('Đầu kệ 3')`.execute(chain.db)

/** Row `at` as marketing fills it in: by barcode, by name, or by code. */
const good = (at: number): Written[] => [
  at % 3 === 0 ? `${10_000_000 + at}99` : null,
  at % 3 === 0 ? null : at % 3 === 1 ? `Sản phẩm ${at}` : `sp${at}`,
  at % 2 ? '25.000' : null,
  '16.000',
  100,
  '01/03/2031',
  { day: '2031-03-14' },
  at % 4 ? 'S01; S02' : null,
  at % 5 ? 'đầu kệ 3' : null,
  null,
  null,
]
const changed = (at: number, more: Record<number, Written>): Written[] => Object.assign(good(at), more)

/** Seventeen rows that are wrong, each in its way, with the fields that are named. */
const WRONG: [Record<number, Written>, string[]][] = [
  [{ 3: '25.000' }, ['promotion_price']],
  [{ 3: '30.000' }, ['promotion_price']],
  [{ 3: 'nửa giá' }, ['promotion_price']],
  [{ 3: null }, ['promotion_price']],
  [{ 5: '31/02/2031' }, ['starts_on']],
  [{ 6: '28/02/2031' }, ['ends_on']],
  [{ 6: null }, ['ends_on']],
  [{ 7: 'S99' }, ['stores']],
  [{ 8: 'Sân thượng' }, ['location']],
  [{ 0: '8934567890121', 1: null }, ['barcode']],
  [{ 0: '9999999999', 1: null }, ['barcode']],
  [{ 0: null, 1: null }, ['product_name']],
  [{ 0: null, 1: 'Hàng tự nhập', 2: null }, ['price']],
  [{ 2: '40.000', 3: '12.000' }, ['promotion_price', 'reason']],
  [{ 5: '01/01/2031', 6: '31/12/2031' }, ['ends_on', 'reason']],
  [{ 4: '-5' }, ['quantity']],
  [{ 0: null, 1: 'Sản phẩm 100', 7: 'S02', 5: '10/03/2031', 6: '20/03/2031' }, ['reason', 'starts_on']],
]

test('two thousand rows show their seventeen wrong ones, and go in once they are mended, once', async () => {
  const wrongAt = new Map(WRONG.map((wrong, at) => [at * 100 + 50, wrong]))
  // The product of row 100 of the file is that of the last wrong row too: it is the file itself that overlaps.
  const written = Array.from({ length: ROWS }, (_, at) => changed(at + 1, wrongAt.get(at)?.[0] ?? {}))
  const read = await sent(chain, 'product-promotions', marketing, await bookOf(HEAD, written), { lang: 'vi' })
  expect(read.columns.map(({ field }) => field)).toEqual([
    ...['barcode', 'product_name', 'price', 'promotion_price', 'quantity', 'starts_on', 'ends_on', 'stores'],
    ...['location', 'reason', 'code'],
  ])
  const told = new Map(read.rows.map(({ line, said }) => [line, Object.keys(said).toSorted()]))
  for (const [at, [, fields]] of wrongAt) expect(told.get(at + 2), `line ${at + 2}`).toEqual(fields)
  // The good row whose product the last wrong one repeats is told as well, as one of the two must give a reason.
  expect([...told.keys()].filter((line) => !wrongAt.has(line - 2))).toEqual([101])
  expect(read.counts).toMatchObject({ new: ROWS - 18, bad: 18 })

  const mended = written.map((one, at) => (wrongAt.has(at) ? good(at + 1) : one))
  const again = await sent(chain, 'product-promotions', marketing, await bookOf(HEAD, mended), { lang: 'vi' })
  expect(again.counts, JSON.stringify(again.rows)).toMatchObject({ new: ROWS, bad: 0 })
  expect((await imported(chain, 'product-promotions', marketing, again)).state).toBe('done')
  const kept = await row(
    chain.db,
    { n: 'number', linked: 'number', own: 'number', products: 'number', told: 'number' },
    sql`select count(*)::int as n, count(product)::int as linked, count(*) filter (where price <> 25000)::int as own, count(distinct product)::int as products,
          (select count(*)::int from activity where module = 'product-promotions' and action = 'import') as told from product_promotions`,
  )
  expect(kept).toEqual({ n: ROWS, linked: ROWS, own: ROWS / 2, products: ROWS, told: ROWS })

  // Sent twice, it makes nothing twice.
  const twice = await sent(chain, 'product-promotions', marketing, await bookOf(HEAD, mended), { lang: 'vi' })
  expect(twice.counts).toMatchObject({ new: 0, same: ROWS, bad: 0 })
})

test('overlaps with what is there already need a reason', async () => {
  const overlapping = changed(20, { 5: '14/03/2031', 6: '20/03/2031' })
  const read = await sent(chain, 'product-promotions', marketing, await bookOf(HEAD, [overlapping]), { lang: 'vi' })
  expect(read.rows[0]?.said).toEqual({
    starts_on: 'Overlaps with 1 promotion of the same product: this needs a reason',
    reason: 'Please give a reason',
  })
  const reasoned = await bookOf(HEAD, [Object.assign([...overlapping], { 9: 'Bù hàng tuần trước' })])
  expect((await sent(chain, 'product-promotions', marketing, reasoned)).counts).toMatchObject({ new: 1, bad: 0 })
})

test('a row with a known code changes that promotion, under the same rules', async () => {
  const first = changed(30, { 5: '01/07/2031', 6: '10/07/2031', 10: 'HE-30' })
  const made = await sent(chain, 'product-promotions', marketing, await bookOf(HEAD, [first]))
  await imported(chain, 'product-promotions', marketing, made)
  const later = await sent(
    chain,
    'product-promotions',
    marketing,
    await bookOf(HEAD, [Object.assign([...first], { 6: '12/07/2031' })]),
  )
  expect(later.counts, JSON.stringify(later.rows)).toMatchObject({ changed: 1, new: 0, bad: 0 })
  const tooCheap = Object.assign([...first], { 2: '25.000', 3: '9.000' })
  const wrong = await sent(chain, 'product-promotions', marketing, await bookOf(HEAD, [tooCheap]))
  expect(Object.keys(wrong.rows[0]?.said ?? {})).toContain('promotion_price')
  await imported(chain, 'product-promotions', marketing, later, true)
  const kept = await rows(
    chain.db,
    { ends_on: 'string' },
    sql`select ends_on from product_promotions where code = 'HE-30'`,
  )
  expect(kept).toEqual([{ ends_on: '2031-07-12' }])
})

test('people of one store import for it alone', async () => {
  const flags = { add: true, edit: true, delete: false, read: true, report: true, other: false }
  const near = await chain.person({
    permissions: { 'product-promotions': flags },
    scope: 'store',
    store: chain.stores[0],
  })
  const read = await sent(
    chain,
    'product-promotions',
    near,
    await bookOf(HEAD, [
      changed(40, { 5: '01/08/2031', 6: '10/08/2031', 7: null }),
      changed(41, { 5: '01/08/2031', 6: '10/08/2031', 7: 'S01' }),
      changed(42, { 5: '01/08/2031', 6: '10/08/2031', 7: 'S01, S02' }),
      changed(43, { 5: '01/08/2031', 6: '10/08/2031', 7: 'S02' }),
    ]),
  )
  expect(read.rows.map(({ line, said }) => [line, Object.keys(said)])).toEqual([
    [4, ['stores']],
    [5, ['stores']],
  ])
  await imported(chain, 'product-promotions', near, read)
  const kept = await rows(
    chain.db,
    { stores: 'number[]' },
    sql`select stores from product_promotions where starts_on = '2031-08-01'`,
  )
  expect(kept).toEqual([{ stores: [chain.stores[0]] }, { stores: [chain.stores[0]] }])
})

test('people of one store change no promotion of other stores by its code', async () => {
  const flags = { add: true, edit: true, delete: false, read: true, report: true, other: false }
  const [here, there] = chain.stores
  const near = await chain.person({ permissions: { 'product-promotions': flags }, scope: 'store', store: here })
  const planned = (code: string, stores: number[]) =>
    sql`insert into product_promotions (product_name, price, promotion_price, starts_on, ends_on, stores, code)
      values (${`Sản phẩm ${code}`}, 30000, 20000, '2031-09-01', '2031-09-05', ${stores}::bigint[], ${code})`.execute(
      chain.db,
    )
  await planned('CHUNG', [])
  await planned('HAI', [Number(here), Number(there)])
  await planned('RIENG', [Number(here)])
  const cheaper = (code: string): Written[] => {
    const cells: Written[] = HEAD.map(() => null)
    return Object.assign(cells, { 3: '15.000', 5: '01/09/2031', 6: '05/09/2031', 10: code })
  }
  const read = await sent(chain, 'product-promotions', near, await bookOf(HEAD, ['CHUNG', 'HAI', 'RIENG'].map(cheaper)))
  expect(read.counts).toMatchObject({ changed: 1, bad: 2 })
  await imported(chain, 'product-promotions', near, read, true)
  const kept = await rows(
    chain.db,
    { code: 'string', promotion_price: 'number' },
    sql`select code, promotion_price from product_promotions where code in ('CHUNG', 'HAI', 'RIENG') order by code`,
  )
  expect(kept.map((one) => [one.code, one.promotion_price])).toEqual([
    ['CHUNG', 20_000],
    ['HAI', 20_000],
    ['RIENG', 15_000],
  ])
})
