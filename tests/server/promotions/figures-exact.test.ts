import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ownFigures } from '../../../src/modules/product-promotions/figures.server.ts'
import { productPromotions } from '../../../src/modules/product-promotions/product-promotions.ts'
import { promotionStatistics, STATISTICS_ROWS, sumReport } from '../../../src/modules/product-promotions/reports.ts'
import { type Actor, theServer } from '../../../src/server/actor.ts'
import { compactDeltas, wrongCounts } from '../../../src/server/counters/counters.ts'
import { rows } from '../../../src/server/db/db.ts'
import type { RowOf } from '../../../src/server/db/shape.ts'
import type { RawQuery } from '../../../src/server/resource/query/parse-query.ts'
import { statisticsOf } from '../../../src/server/statistics/answer.ts'
import { wishOf } from '../../../src/server/statistics/wish.ts'
import { isCalendar, NONE } from '../../../src/shared/statistics.ts'
import { type Span, spanBefore } from '../../../src/shared/time/spans.ts'
import { openFresh } from '../../setup/database/database.ts'

const { db } = await openFresh()
await sql`insert into stores (code, name) select 'P' || n, 'Cửa hàng ' || n from generate_series(1, 4) n`.execute(db)
const stores = (await rows(db, { id: 'number' }, sql`select id from stores where code like 'P%' order by id`)).map(
  ({ id }) => id,
)
const [first = 0, second = 0, third = 0, fourth = 0] = stores
await sql`insert into products (name, active) select 'Hàng ' || n, n % 5 <> 0 from generate_series(1, 12) n`.execute(db)
await sql`insert into supplier_groups (name) values ('Bánh kẹo'), ('Gia vị')`.execute(db)
await sql`insert into promotion_locations (name) values ('Lối vào'), ('Đầu kệ')`.execute(db)

const [{ today = '' } = {}] = await rows(
  db,
  { today: 'string' },
  sql`select ((now() at time zone chain_zone())::date)::text as today`,
)
const dayFrom = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)

const some = <T>(...values: T[]) => fc.constantFrom(...values)
const change = fc.record({
  kind: some('make', 'make', 'set', 'set', 'set', 'delete', 'fold', 'fold'),
  at: fc.integer({ min: -400, max: 60 }),
  n: fc.integer({ min: 1, max: 40 }),
  seed: fc.nat(100),
})
/** Other days, trash and back, other stores, what it is of and how deep it cuts. */
const SETS = [
  'ends_on = ends_on + 40',
  'ends_on = starts_on',
  'starts_on = starts_on - 31',
  'starts_on = starts_on + 7, ends_on = ends_on + 7',
  'active = not active',
  'deleted_at = now()',
  'deleted_at = null',
  `stores = '{}'`,
  `stores = array[${first}::bigint]`,
  `stores = array[${second}::bigint, ${third}::bigint, ${fourth}::bigint]`,
  'product = 1 + id % 12',
  'product = null',
  'location = 1 + id % 2',
  'department_group = nullif(id % 3, 0)',
  'promotion_price = price * (id % 10) / 10',
  `note = 'x'`,
]
async function apply({ kind, at, n, seed }: typeof change extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  const which = sql.raw(`id % ${1 + (n % 5)} = ${seed % (1 + (n % 5))}`)
  if (kind === 'make')
    await sql`insert into product_promotions (product, product_name, department_group, location, price, promotion_price, quantity, starts_on, ends_on, stores, active, reason)
      select nullif((g * 7 + ${seed}) % 12, 0), 'Hàng ' || g, nullif(g % 3, 0), nullif(g % 3, 0), 1000 + g, (1000 + g) * ((g + ${seed}) % 10) / 10, nullif(g % 5, 0), ${dayFrom(at)}::date + g % 50, ${dayFrom(at)}::date + g % 50 + (g * ${seed}) % 70,
        case g % 4 when 0 then '{}' when 1 then array[${first}::bigint] when 2 then array[${second}::bigint, ${third}::bigint] else array[${third}::bigint, ${fourth}::bigint, ${first}::bigint] end, g % 6 > 0, 'x'
      from generate_series(1, ${n}::int) g`.execute(db)
  else if (kind === 'set')
    await sql`update product_promotions set ${sql.raw(SETS[seed % SETS.length] ?? '')} where ${which}`.execute(db)
  else if (kind === 'delete') await sql`delete from product_promotions where ${which}`.execute(db)
  else await compactDeltas(db, productPromotions, 3 + seed)
}

const RAW = {
  product: 'string?',
  starts_on: 'string',
  ends_on: 'string',
  stores: 'string[]',
  location: 'string?',
  department_group: 'string?',
  depth: 'string',
  active: 'boolean',
} as const
type Raw = RowOf<typeof RAW>
const everything = () =>
  rows(
    db,
    RAW,
    sql`select product::text, starts_on::text, ends_on::text, stores::text[], location::text, department_group::text, active,
          case when price - promotion_price <= price * 0.1 then 'to-10' when price - promotion_price <= price * 0.2 then 'to-20' when price - promotion_price <= price * 0.3 then 'to-30'
            when price - promotion_price <= price * 0.4 then 'to-40' when price - promotion_price <= price * 0.5 then 'to-50' else 'above-50' end as depth
        from product_promotions where deleted_at is null`,
  )

const few = <T>(...values: T[]) =>
  fc.option(fc.uniqueArray(some(...values), { minLength: 1, maxLength: 3 }), { nil: undefined })
const near: Actor = { ...theServer, scope: 'store', store: third }
const ROWS = [...STATISTICS_ROWS, 'day']
const wish = fc.record({
  by: some(...ROWS),
  ends: fc
    .tuple(fc.integer({ min: -450, max: 90 }), fc.integer({ min: -450, max: 90 }))
    .map((ends) => ends.toSorted((a, b) => a - b)),
  stores: few(...stores.map(String), 'none'),
  location: few('1', '2', 'none'),
  department_group: few('1', 'none'),
  active: few('true', 'false'),
  compare: some('previous', 'year', 'none'),
  actor: some<Actor>(theServer, theServer, near, { ...near, store: null, stores: [first, third, fourth] }),
})
type Asked = typeof wish extends fc.Arbitrary<infer T> ? T : never
const FILTERED = ['stores', 'location', 'department_group', 'active'] as const

const queryOf = ({ by, ends: [start = 0, end = 0], compare, ...filters }: Asked): RawQuery => ({
  ...{ by, compare, to: dayFrom(end), from: dayFrom(by === 'day' ? Math.max(start, end - 99) : start) },
  ...Object.fromEntries(FILTERED.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []))),
})

const valuesOf = (one: Raw, by: string): string[] => {
  if (by === 'stores') return one.stores.length > 0 ? one.stores : [NONE]
  return [String(({ ...one, active: String(one.active) } as Record<string, unknown>)[by] ?? NONE)]
}

/** What somebody sees under the filters of a page. */
const seen = (all: readonly Raw[], query: RawQuery, { scope, store, stores: several }: Actor) =>
  all.filter(
    (one) =>
      (scope === 'chain' ||
        one.stores.length === 0 ||
        one.stores.some((id) => (several ?? [store]).map(String).includes(id))) &&
      FILTERED.every((name) => {
        const asked = query[name]
        return !Array.isArray(asked) || valuesOf(one, name).some((value) => asked.includes(value))
      }),
  )

/** Every figure of some days by its rule, written once more. */
function counted(some: readonly Raw[], { from, to }: Span, row: Span | null) {
  const active = some.filter((one) => one.active)
  const begun = active.filter((one) => one.starts_on >= from && one.starts_on <= to)
  const within = (day: string) => !row || (day >= row.from && day <= row.to)
  return {
    promotions: begun.length,
    running: active.filter((one) => one.starts_on <= to && one.ends_on >= from).length,
    planned: active.filter((one) => one.starts_on > today && within(one.starts_on)).length,
    ending: active.filter(
      (one) => one.starts_on <= today && one.ends_on >= today && one.ends_on <= dayFrom(3) && within(one.ends_on),
    ).length,
    products: new Set(begun.flatMap(({ product }) => product ?? [])).size,
  }
}

const spanOfRow = (by: string, key: string): Span =>
  by === 'day'
    ? { from: key, to: key }
    : {
        from: `${key}-01`,
        to: new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5, 7)), 0)).toISOString().slice(0, 10),
      }
const cut = (one: Span, { from, to }: Span): Span => ({
  from: one.from > from ? one.from : from,
  to: one.to < to ? one.to : to,
})
/** Without a row or a figure there are none. */
const plain = (values: Readonly<Record<string, number | null>> | undefined) =>
  Object.fromEntries(
    ['promotions', 'running', 'planned', 'ending', 'products'].map((name) => [name, values?.[name] ?? 0]),
  )

async function expectExact(all: readonly Raw[], one: Asked): Promise<void> {
  const query = queryOf(one)
  const asked = wishOf(promotionStatistics, ROWS, query, today)
  const about = { definition: promotionStatistics, own: ownFigures, actor: one.actor, today }
  const answer = await statisticsOf(db, { ...about, wish: asked })
  const { by, period } = asked
  const mine = seen(all, query, one.actor)
  expect(plain(answer.totals.values)).toEqual(counted(mine, period, null))
  const before = spanBefore(period, asked.compare)
  if (before && answer.compared)
    expect(answer.totals.before?.running).toBe(counted(mine, answer.compared, null).running)
  const keys = isCalendar(by)
    ? answer.rows.map(({ key }) => key)
    : [...new Set(mine.flatMap((raw) => valuesOf(raw, by)))]
  for (const key of keys) {
    const row = isCalendar(by) ? spanOfRow(by, key) : null
    const of = row ? mine : mine.filter((raw) => valuesOf(raw, by).includes(key))
    const values = answer.rows.find((line) => line.key === key)?.values
    expect(plain(values), `${by} ${key}`).toEqual(counted(of, row ? cut(row, period) : period, row))
  }
}

test('every figure of promotions equals a count by hand after any changes, folded or not, whoever asks for whatever', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 2, maxLength: 10 }),
      fc.array(wish, { minLength: 8, maxLength: 8 }),
      fc.array(some(...FILTERED), { minLength: 2, maxLength: 4 }),
      async (changes, wishes, dropped) => {
        await sql`truncate product_promotions`.execute(db)
        for (const one of changes) await apply(one)
        const all = await everything()
        const bare = Object.fromEntries(dropped.map((name) => [name, undefined]))
        for (const one of wishes) {
          await expectExact(all, one)
          await expectExact(all, { ...one, ...bare })
        }
        expect(await wrongCounts(db, productPromotions)).toEqual([])
      },
    ),
    { numRuns: 25 },
  )
})

test('a page of products tells the most frequent ones, how many more there are, and the totals of all', async () => {
  await sql`truncate product_promotions`.execute(db)
  for (const [at, n] of [40, 31, 17].entries()) await apply({ kind: 'make', at: -40 * (at + 1), n, seed: 1 + at })
  const asked = { by: 'product', from: dayFrom(-75), to: dayFrom(0), compare: 'previous' }
  const about = { definition: sumReport, actor: theServer, today, wish: wishOf(sumReport, ['product'], asked, today) }
  for (const isFolded of [false, true]) {
    if (isFolded) while ((await compactDeltas(db, productPromotions)) > 0);
    const whole = await statisticsOf(db, about)
    for (const most of [1, 4, 11, 100]) {
      const page = await statisticsOf(db, { ...about, most })
      expect(page.totals).toEqual(whole.totals)
      const frequency = (lines: typeof whole.rows) => lines.map(({ values }) => values.promotions)
      expect(frequency(page.rows)).toEqual(frequency(whole.rows.slice(0, most)))
      for (const row of page.rows) expect(row).toEqual(whole.rows.find(({ key }) => key === row.key))
      const begun = whole.rows.filter(({ values }) => values.promotions).length
      if (most < begun) expect(page.left).toBe(begun - most)
      else expect(page.rows.length + page.left).toBe(whole.rows.length)
    }
  }
})
