import { sql } from 'kysely'
import { ALL, distinctBy, EVER, isMany, sumsBy } from '#server/counters/counters.ts'
import { all, type Db, ident, rows, type Sql } from '#server/db/db.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { type OwnAsk, type OwnFigure, type OwnFigures, TOTAL } from '#server/statistics/asked.ts'
import { isCalendar, NONE } from '../../shared/statistics.ts'
import { plusDays, type Span } from '../../shared/time/spans.ts'
import { productPromotions } from './product-promotions.ts'
import { promotionStatistics } from './reports.ts'
import { ENDING_SQL } from './standing.ts'

/** Of more promotions nobody is told of how many different products they are, but for the whole chain by month. */
const APART_MOST = 20_000

type Counts = Map<string, number>

const planned: OwnFigure = async (ask) => {
  const { by, period, today } = ask
  const from = plusDays(today, 1)
  const ahead = { from, to: EVER }
  // A month tells all that begin in it, whatever days of it are asked for.
  const shown = by === 'day' ? { from: from > period.from ? from : period.from, to: period.to } : ahead
  const [split, n] = await Promise.all([begunBy(ask, shown), begunIn(ask, ahead)])
  return new Map([...split, [TOTAL, n]])
}

const ending: OwnFigure = async ({ db, actor, by, filters }) => {
  const key = keySql(by, sql`r.ends_on`)
  const where = [...seenBy({ actor, filters }), sql.raw(ENDING_SQL)]
  return counted(db, sql`select ${key} as key, r.id from product_promotions r where ${all(where)}`, by)
}

/** Different products of the promotions that begin in the period. */
const products: OwnFigure = async (ask) => {
  const { db, actor, by, period, filters } = ask
  if (await areTooMany(ask)) return new Map()
  const wish = { span: period, filters, actor, dimensions: [by, 'none'] as const }
  const found = await distinctBy(db, promotionStatistics, wish, { of: 'product', sum: 'promotions_n' })
  return new Map([...found].map(([key, n]) => [key === ALL ? TOTAL : key || NONE, n]))
}

/** What the chain sells, beside every row that has promotions; of a department group, what that one sells. */
const assortment: OwnFigure = async (ask) => {
  if (await areTooMany(ask)) return new Map()
  const [begun, sold] = await Promise.all([
    begunBy(ask, ask.period),
    rows(
      ask.db,
      { key: 'string', n: 'number' },
      sql`select coalesce(department_group::text, ${NONE}) as key, count(*)::int as n from products where active and deleted_at is null group by 1`,
    ),
  ])
  const total = sold.reduce((sum, { n }) => sum + n, 0)
  const ofGroup = new Map(sold.map(({ key, n }) => [key, n]))
  const told = [...begun.keys()].map((key): [string, number] => [
    key,
    ask.by === 'department_group' ? (ofGroup.get(key) ?? 0) : total,
  ])
  return new Map([...told, [TOTAL, total]])
}

export const ownFigures: OwnFigures = { planned, ending, products, assortment }

/** Whether the products of a period, narrowed or split as it is, would be told from too many rows. */
async function areTooMany({ db, actor, by, period, filters }: OwnAsk): Promise<boolean> {
  if (Object.keys(filters).length === 0 && actor.scope === 'chain' && isCalendar(by)) return false
  const [all] = await sumsBy(
    db,
    promotionStatistics,
    { span: period, filters: {}, actor: { ...actor, scope: 'chain' }, dimensions: ['none', 'none'] },
    ['promotions_n'],
  )
  return (all?.values.promotions_n ?? 0) > APART_MOST
}

/** Active promotions that begin in a span, from the counts. */
async function begunBy({ db, actor, by, filters }: OwnAsk, span: Span): Promise<Counts> {
  const wish = { span, filters, actor, dimensions: [by, 'none'] as const }
  const found = await sumsBy(db, promotionStatistics, wish, ['promotions_n'])
  return new Map(found.map(({ key, values }) => [key || NONE, values.promotions_n ?? 0]))
}

async function begunIn(ask: OwnAsk, span: Span): Promise<number> {
  const [n = 0] = (await begunBy({ ...ask, by: 'none' }, span)).values()
  return n
}

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
