import { sql } from 'kysely'
import { ALL, distinctBy, isMany, sumsBy } from '#server/counters/counters.ts'
import { all, type Db, ident, rows, type Sql } from '#server/db/db.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { type OwnAsk, type OwnFigure, type OwnFigures, TOTAL } from '#server/statistics/answer.ts'
import { isCalendar, NONE } from '../../shared/statistics.ts'
import { partsOf, type Span } from '../../shared/time/spans.ts'
import { productPromotions } from './product-promotions.ts'
import { promotionStatistics } from './reports.ts'
import { ENDING_SQL, TODAY } from './standing.ts'

/** Longer than this nobody is told how many different products had a promotion, but for the whole chain. */
const APART_DAYS_MOST = 100
/** As far as anybody plans. */
const AHEAD_DAYS = 1500
const DAY_MS = 86_400_000

const running: OwnFigure = async (ask) => {
  const { by, period } = ask
  if (by === 'product') return new Map()
  const [begun, before] = await Promise.all([begunIn(ask, period), carriedInto(ask)])
  return added(begun, before)
}

const planned: OwnFigure = async (ask) => {
  if (ask.by === 'product') return new Map()
  const [from, to] = await Promise.all([dayOf(ask.db, 1), dayOf(ask.db, AHEAD_DAYS)])
  return begunIn(ask, { from, to })
}

const ending: OwnFigure = async ({ db, actor, by, filters }) => {
  if (by === 'product') return new Map()
  const key = keySql(by, sql`r.ends_on`)
  const where = [...seenBy({ actor, filters }), sql.raw(ENDING_SQL)]
  return counted(db, sql`select ${key} as key, r.id from product_promotions r where ${all(where)}`, by)
}

/** Different products of the promotions that begin in the period. */
const products: OwnFigure = async ({ db, actor, by, period, filters }) => {
  const isApart = Object.keys(filters).length > 0 || actor.scope !== 'chain' || !isCalendar(by)
  const days = (Date.parse(period.to) - Date.parse(period.from)) / DAY_MS + 1
  if (by === 'product' || (isApart && days > APART_DAYS_MOST)) return new Map()
  const wish = { span: period, filters, actor, dimensions: [by, 'none'] as const }
  const found = await distinctBy(db, promotionStatistics, wish, { of: 'product', sum: 'promotions_n' })
  return new Map([...found].map(([key, n]) => [key === ALL ? TOTAL : key || NONE, n]))
}

/** What the chain sells, beside every row that has promotions; of a department group, what that one sells. */
const assortment: OwnFigure = async (ask) => {
  const [begun, sold] = await Promise.all([
    begunIn(ask, ask.period),
    rows(
      ask.db,
      { key: 'string', n: 'number' },
      sql`select coalesce(department_group::text, ${NONE}) as key, count(*)::int as n from products where active and deleted_at is null group by 1`,
    ),
  ])
  const total = sold.reduce((sum, { n }) => sum + n, 0)
  const ofGroup = new Map(sold.map(({ key, n }) => [key, n]))
  return new Map(
    [...begun.keys()].map((key) => [
      key,
      ask.by === 'department_group' && key !== TOTAL ? (ofGroup.get(key) ?? 0) : total,
    ]),
  )
}

export const ownFigures: OwnFigures = { running, planned, ending, products, assortment }

type Counts = Map<string, number>

/** Active promotions that begin in a span, from the counts. */
async function begunIn({ db, actor, by, filters }: OwnAsk, span: Span): Promise<Counts> {
  const active = filters.active ?? [true]
  const wish = { span, filters: { ...filters, active: active.filter((one) => one === true) }, actor }
  if (wish.filters.active.length === 0) return new Map([[TOTAL, 0]])
  const [split, whole] = await Promise.all([
    sumsBy(db, productPromotions, { ...wish, dimensions: [by, 'none'] }),
    sumsBy(db, productPromotions, { ...wish, dimensions: ['none', 'none'] }),
  ])
  const found = split.map(({ key, values }): [string, number] => [key || NONE, values.n ?? 0])
  return new Map([...found, [TOTAL, whole[0]?.values.n ?? 0]])
}

/** Promotions that had begun before a row's first day and ran on into it. */
async function carriedInto(ask: OwnAsk): Promise<Counts> {
  const { db, actor, by, period, filters } = ask
  if (!isCalendar(by)) {
    const where = all([...seenBy(ask), sql`r.active`, carriedAt(sql`${period.from}::date`)])
    return counted(
      db,
      sql`select ${keySql(by, sql`r.starts_on`)} as key, r.id from product_promotions r where ${where}`,
      by,
    )
  }
  const days = partsOf({ ...period, from: by === 'month' ? `${period.from.slice(0, 7)}-01` : period.from }, by).map(
    (day) => ({
      key: by === 'month' ? day.slice(0, 7) : day,
      day: day < period.from ? period.from : day,
    }),
  )
  const isAll = actor.scope === 'chain' && Object.keys(filters).length === 0
  const found = await rows(
    db,
    { key: 'string', n: 'number' },
    isAll
      ? carriedByLength(days)
      : sql`select d.key, count(*)::int as n from ${daysSql(days)} join product_promotions r on ${carriedAt(sql`d.day`)}
      where ${all([...seenBy(ask), sql`r.active`])} group by 1`,
  )
  const counts: Counts = new Map(found.map(({ key, n }) => [key, n]))
  // Who ran into the first row ran into the period.
  return counts.set(TOTAL, counts.get(days[0]?.key ?? '') ?? 0)
}

const carriedAt = (day: Sql): Sql => sql`daterange(r.starts_on, r.ends_on, '[]') @> ${day} and r.starts_on < ${day}`

interface RowDay {
  key: string
  day: string
}
const daysSql = (days: readonly RowDay[]): Sql =>
  sql`unnest(${days.map(({ key }) => key)}::text[], ${days.map(({ day }) => day)}::date[]) d(key, day)`

/** The same of all there are, from how many of each length began on each day. */
const carriedByLength = (days: readonly RowDay[]): Sql =>
  sql`with lengths as (
      select c.start, c.key::int as days, c.n from product_promotions_counters c where c.dim = 'days' and c.grain = 'day' and c.life = 'live' and c.key <> ''
      union all select c.day, c.days::int, c.n from product_promotions_delta c where c.life = 'live' and c.days <> ''
    ), near as materialized (
      select start, days, sum(n) as n from lengths
      where start < ${days.at(-1)?.day}::date and start + days > ${days[0]?.day}::date group by 1, 2
    )
    select d.key, sum(n.n)::int as n from ${daysSql(days)} join near n on n.start < d.day and n.start + n.days > d.day group by 1`

/** Counts of records under each of their keys, and once in all. */
async function counted(db: Db, from: Sql, by: string): Promise<Counts> {
  const each = isMany(productPromotions, by)
    ? sql`cross join lateral unnest(case when f.key = '{}' then array[${NONE}] else f.key::text[] end) k(key)`
    : sql`cross join lateral (values (coalesce(f.key, ${NONE}))) k(key)`
  const found = await rows(
    db,
    { key: 'string?', n: 'number' },
    sql`with f as materialized (${from}) select k.key, count(*)::int as n from f ${each} group by 1 union all select null, count(*)::int from f`,
  )
  return new Map(found.map(({ key, n }) => [key ?? TOTAL, n]))
}

function keySql(by: string, day: Sql): Sql {
  if (by === 'month') return sql`to_char(${day}::timestamp, 'YYYY-MM')`
  if (by === 'day') return sql`to_char(${day}::timestamp, 'YYYY-MM-DD')`
  const field = productPromotions.fields[by as keyof typeof productPromotions.fields]
  if (isMany(productPromotions, by)) return sql`r.${sql.ref(by)}`
  return field.kind === 'computed' ? sql`(${sql.raw(field.sql ?? '')})::text` : sql`r.${sql.ref(by)}::text`
}

/** What of the rows this person sees, under the filters of the page. */
function seenBy({ actor, filters }: Pick<OwnAsk, 'actor' | 'filters'>): Sql[] {
  const scope = scopeOf(productPromotions, actor)
  const asked = Object.entries(filters).map(([name, values]) => {
    const texts = values.map((value) => (value === null ? NONE : String(value)))
    if (!isMany(productPromotions, name))
      return sql`coalesce(${keySql(name, sql`r.starts_on`)}, ${NONE}) = any(${texts}::text[])` as Sql
    const ids = texts.filter((text) => text !== NONE)
    const column = ident(name)
    return (
      ids.length < texts.length
        ? sql`(${column} && ${ids}::bigint[] or ${column} = '{}')`
        : sql`${column} && ${ids}::bigint[]`
    ) as Sql
  })
  return [sql`r.deleted_at is null`, ...(scope ? [scope] : []), ...asked]
}

function added(one: Counts, other: Counts): Counts {
  const sum = new Map(one)
  for (const [key, n] of other) sum.set(key, (sum.get(key) ?? 0) + n)
  return sum
}

async function dayOf(db: Db, after: number): Promise<string> {
  const [found] = await rows(db, { day: 'string' }, sql`select (${sql.raw(TODAY)} + ${after}::int)::text as day`)
  return found?.day ?? ''
}
