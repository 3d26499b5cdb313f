import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import type { Statistics } from '../../../src/shared/statistics.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()
const [here, there] = chain.stores
const near = await chain.person({ role: 'Store manager', store: here })

const today =
  (await row(chain.db, { day: 'string' }, sql`select ((now() at time zone chain_zone())::date)::text as day`))?.day ??
  ''
const dayFrom = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
const [FROM, TO] = [dayFrom(-100), dayFrom(40)]
const PERIOD = `from=${FROM}&to=${TO}&compare=none`

beforeAll(async () => {
  await sql`insert into supplier_groups (name) values ('Bánh kẹo'), ('Gia vị')`.execute(chain.db)
  await sql`insert into promotion_locations (name) values ('Lối vào'), ('Đầu kệ')`.execute(chain.db)
  await sql`insert into products (name, department_group, active) select 'Hàng ' || n, 1 + n % 2, n % 10 <> 0 from generate_series(1, 60) n`.execute(
    chain.db,
  )
  // Of all lengths, in no store, one and both, some inactive and some thrown away.
  await sql`insert into product_promotions (product, product_name, department_group, location, price, promotion_price, quantity, starts_on, ends_on, stores, active, reason, deleted_at)
    select case when n % 7 > 0 then 1 + n % 60 end, 'Hàng ' || (1 + n % 60), 1 + n % 2, case when n % 3 > 0 then n % 3 end, 10000 + n, (10000 + n) * (100 - n % 71) / 100, case when n % 5 > 0 then n end,
      ${today}::date - 200 + n % 260, ${today}::date - 200 + n % 260 + (n * 7) % 45,
      case n % 4 when 0 then '{}' when 1 then array[${here}::bigint] when 2 then array[${there}::bigint] else array[${here}::bigint, ${there}::bigint] end,
      n % 11 > 0, 'x', case when n % 13 = 0 then now() end
    from generate_series(1, 1500) n`.execute(chain.db)
  // And once more by the product itself, so that counts move as well.
  await sql`update product_promotions set ends_on = ends_on + 3, stores = '{}' where id % 17 = 0`.execute(chain.db)
})

const told = async (query: string, path = 'statistics', by = admin): Promise<Statistics> => {
  const { status, data, text } = await chain.call<Statistics>('GET', `product-promotion-history/${path}?${query}`, {
    by,
  })
  expect(status, text).toBe(200)
  return data
}
const LIVE = sql`r.deleted_at is null and r.active`
const ROWS_OF = sql`product_promotions r cross join lateral unnest(case when r.stores = '{}' then array['none'] else r.stores::text[] end) s(store)`
const byHand = async (select: ReturnType<typeof sql>): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await rows(chain.db, { key: 'string', n: 'number' }, sql`${select}`)).map(({ key, n }) => [key, n]),
  )
const figure = ({ rows: lines }: Statistics, name: string) =>
  Object.fromEntries(lines.filter(({ values }) => values[name]).map(({ key, values }) => [key, values[name]]))

describe('The statistics of promotions', () => {
  test('tell those that run in each month, whenever they began, as a count by hand does', async () => {
    const months = await told(`by=month&${PERIOD}`)
    const counted = await byHand(sql`select to_char(m.first, 'YYYY-MM') as key, count(*)::int as n
      from generate_series(date_trunc('month', ${FROM}::timestamp), ${TO}::timestamp, interval '1 month') m(first)
        join product_promotions r on r.starts_on <= least(m.first + interval '1 month' - interval '1 day', ${TO}::date) and r.ends_on >= greatest(m.first, ${FROM}::date)
      where ${LIVE} group by 1`)
    expect(figure(months, 'running')).toEqual(counted)
    const all = await row(
      chain.db,
      { n: 'number' },
      sql`select count(*)::int as n from product_promotions r where ${LIVE} and r.starts_on <= ${TO} and r.ends_on >= ${FROM}`,
    )
    expect(months.totals.values.running).toBe(all?.n)
    const narrowed = await told(`by=month&location=1&${PERIOD}`)
    expect(figure(narrowed, 'running')).toEqual(
      await byHand(sql`select to_char(m.first, 'YYYY-MM') as key, count(*)::int as n
        from generate_series(date_trunc('month', ${FROM}::timestamp), ${TO}::timestamp, interval '1 month') m(first)
          join product_promotions r on r.starts_on <= least(m.first + interval '1 month' - interval '1 day', ${TO}::date) and r.ends_on >= greatest(m.first, ${FROM}::date)
        where ${LIVE} and r.location = 1 group by 1`),
    )
  })

  test('tell them by store, those of all stores in a row of their own, each once in the total', async () => {
    const stores = await told(`by=stores&${PERIOD}`)
    expect(figure(stores, 'running')).toEqual(
      await byHand(
        sql`select s.store as key, count(*)::int as n from ${ROWS_OF} where ${LIVE} and r.starts_on <= ${TO} and r.ends_on >= ${FROM} group by 1`,
      ),
    )
    expect(figure(stores, 'promotions')).toEqual(
      await byHand(
        sql`select s.store as key, count(*)::int as n from ${ROWS_OF} where ${LIVE} and r.starts_on between ${FROM} and ${TO} group by 1`,
      ),
    )
    expect(stores.rows.find(({ key }) => key === 'none')?.label).toBe('All stores')
    const once = await row(
      chain.db,
      { n: 'number' },
      sql`select count(*)::int as n from product_promotions r where ${LIVE} and r.starts_on between ${FROM} and ${TO}`,
    )
    expect(stores.totals.values.promotions).toBe(once?.n)
  })

  test('tell what is planned, what ends soon, how deep it cuts, and the share of the products', async () => {
    const groups = await told(`by=department_group&from=${dayFrom(-20)}&to=${TO}&compare=none`)
    const group = sql`coalesce(r.department_group::text, 'none')`
    expect(figure(groups, 'planned')).toEqual(
      await byHand(
        sql`select ${group} as key, count(*)::int as n from product_promotions r where ${LIVE} and r.starts_on > ${today} group by 1`,
      ),
    )
    expect(figure(groups, 'ending')).toEqual(
      await byHand(
        sql`select ${group} as key, count(*)::int as n from product_promotions r where ${LIVE} and r.starts_on <= ${today} and r.ends_on between ${today} and ${dayFrom(3)} group by 1`,
      ),
    )
    const share = await row(
      chain.db,
      { share: 'number', mean: 'number' },
      sql`select count(distinct r.product)::float8 / (select count(*) from products where active) as share,
            avg(round((r.price - r.promotion_price) * 100 / r.price, 1))::float8 as mean
          from product_promotions r where ${LIVE} and r.starts_on between ${dayFrom(-20)} and ${TO}`,
    )
    expect(groups.totals.values.share).toBeCloseTo(share?.share ?? 0, 10)
    expect(groups.totals.values.discount).toBeCloseTo(share?.mean ?? 0, 10)
    const depths = await told(`by=depth&${PERIOD}`)
    expect(Object.values(figure(depths, 'promotions')).reduce((sum: number, n) => sum + Number(n), 0)).toBe(
      depths.totals.values.promotions,
    )
    expect(depths.rows.map(({ label }) => label)).toEqual([
      'Up to 10%',
      '10 to 20%',
      '20 to 30%',
      '30 to 40%',
      '40 to 50%',
      'Above 50%',
    ])
  })

  test('show a store what it sees: its own and those of all stores', async () => {
    const stores = await told(`by=month&${PERIOD}`, 'statistics', near)
    const seen = sql`(r.stores = '{}' or ${here} = any(r.stores))`
    const counted = await row(
      chain.db,
      { running: 'number', begun: 'number' },
      sql`select count(*) filter (where r.starts_on <= ${TO} and r.ends_on >= ${FROM})::int as running, count(*) filter (where r.starts_on between ${FROM} and ${TO})::int as begun
          from product_promotions r where ${LIVE} and ${seen}`,
    )
    expect(stores.totals.values).toMatchObject({ running: counted?.running, promotions: counted?.begun })
    const narrowed = await told(`by=month&stores=${there}&${PERIOD}`, 'statistics', near)
    const both = await row(
      chain.db,
      { n: 'number' },
      sql`select count(*)::int as n from product_promotions r where ${LIVE} and ${seen} and ${there} = any(r.stores) and r.starts_on between ${FROM} and ${TO}`,
    )
    expect(narrowed.totals.values.promotions).toBe(both?.n)
    const everywhere = await told(`by=month&stores=none&${PERIOD}`, 'statistics', near)
    const chainwide = await row(
      chain.db,
      { n: 'number' },
      sql`select count(*)::int as n from product_promotions r where ${LIVE} and r.stores = '{}' and r.starts_on between ${FROM} and ${TO}`,
    )
    expect(everywhere.totals.values.promotions).toBe(chainwide?.n)
  })
})

test('The sum report tells per product, store, location and month what was given away, and its totals are exact', async () => {
  const sums = sql`count(*)::int as promotions, sum(r.ends_on - r.starts_on + 1)::int as days, sum(r.quantity)::int as quantity,
    sum(r.quantity * r.price)::bigint as value, sum(r.quantity * r.promotion_price)::bigint as promotion_value, sum(r.quantity * (r.price - r.promotion_price))::bigint as given`
  const whole = await row(
    chain.db,
    sql`select ${sums} from product_promotions r where ${LIVE} and r.starts_on between ${FROM} and ${TO}`,
  )
  for (const by of ['product', 'stores', 'location', 'month']) {
    const report = await told(`by=${by}&${PERIOD}`, 'sum-report')
    expect(report.totals.values, by).toEqual(whole)
  }
  const products = await told(`by=product&${PERIOD}`, 'sum-report')
  const found = await rows(
    chain.db,
    sql`select coalesce(r.product::text, 'none') as key, ${sums} from product_promotions r where ${LIVE} and r.starts_on between ${FROM} and ${TO} group by 1`,
  )
  expect(
    Object.fromEntries(products.rows.filter(({ values }) => values.promotions).map(({ key, values }) => [key, values])),
  ).toEqual(
    Object.fromEntries(
      found.map(({ key, ...values }) => [
        key,
        Object.fromEntries(Object.entries(values).map(([name, n]) => [name, n ?? 0])),
      ]),
    ),
  )
})

test('Each number opens its rows', async () => {
  const stores = await told(`by=stores&${PERIOD}`)
  for (const { key, values } of stores.rows) {
    const list = await chain.call<{ total: number }>(
      'GET',
      `product-promotions?stores=${key}&active=true&starts_on[]=${FROM}&starts_on[]=${TO}`,
      { by: admin },
    )
    expect(list.data.total, key).toBe(values.promotions)
  }
})

test('Who may not read reports is told so', async () => {
  const plain = await chain.person({ permissions: { 'product-promotions': { read: true } } })
  expect((await chain.call('GET', `product-promotion-history/statistics?${PERIOD}`, { by: plain })).status).toBe(403)
  expect((await chain.call('GET', `product-promotion-history/sum-report?${PERIOD}`, { by: plain })).status).toBe(403)
})
