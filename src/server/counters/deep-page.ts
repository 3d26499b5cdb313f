import { sql } from 'kysely'
import { all, type Db, row, type Sql } from '../db/db.ts'
import type { ListRequest } from '../resource/query/conditions.ts'
import type { Conditions } from '../resource/query/where.ts'
import { derivableScope } from '../resource/scope.ts'
import { sourceOf } from './figures-plan.ts'
import { counterOptionsOf } from './shape.ts'
import { beginOf, ofChange, ofCount, spanOf, stateIs, unfoldedOf, wantedOf } from './totals.ts'

/** From here on a page's start is looked up; before it, walking there is quicker. */
const DEEP = 2000

export interface Start {
  /** Leaves out the days before the page's own … */
  where: Sql
  /** … so that only so many rows are walked over. */
  offset: number
}

/** Where a page far down begins, told by the counts of days; null where the page is near or counts do not know. */
export async function startOfPage(db: Db, request: ListRequest, conditions: Conditions): Promise<Start | null> {
  const { definition, query } = request
  const offset = (query.page - 1) * query.perpage
  if (offset < DEEP || !definition.counters || query.sort.field !== counterOptionsOf(definition).on) return null
  const days = daysSql(request, conditions)
  if (!days) return null
  const { descending } = query.sort
  const place = await row(
    db,
    { day: 'string', before: 'number' },
    sql`select day::text, before::bigint from (
          select day, n, sum(n) over (order by day ${descending ? sql`desc` : sql`asc`}) - n as before
          from (select day, sum(n) as n from (${days}) d group by 1) t) t
        where before <= ${offset} and before + n > ${offset}`,
  )
  if (!place) return { where: sql`false`, offset: 0 }
  const at = sql`r.${sql.ref(counterOptionsOf(definition).on)}`
  const where = descending
    ? sql`${at} < ${beginOf(definition, sql`(${place.day}::date + 1)`)}`
    : sql`${at} >= ${beginOf(definition, sql`${place.day}::date`)}`
  return { where, offset: offset - place.before }
}

/** (day, n) of the listed rows, where one field of the tally knows them. */
function daysSql({ definition, query, actor }: ListRequest, conditions: Conditions): Sql | null {
  const own = Object.values(conditions.own)
  if (
    conditions.search ||
    conditions.record !== null ||
    query.isTrash ||
    own.length > 1 ||
    own.some(({ states, late, values }) => (!states && !values) || late)
  )
    return null
  const span = spanOf(definition, query)
  const [part, ...more] = derivableScope(definition, actor)
  if (span === undefined || !part || part.only || more.length > 0) return null
  const wanted = wantedOf(definition, query, conditions, part.filter)
  const source = wanted && wanted !== 'none' ? sourceOf(definition, Object.keys(wanted), 'day') : null
  if (!wanted || wanted === 'none' || !source?.only) return null
  const within = (day: Sql): Sql[] => (span ? [sql`${day} between ${span.from}::date and ${span.to}::date`] : [])
  const isCounted = all([...ofCount(source, wanted), ...within(sql`c.start`), stateIs(definition, conditions, 'c')])
  const isChanged = all([
    ...Object.entries(wanted).map(([name, values]) => ofChange(definition, name, values)),
    ...within(sql`d.day`),
    stateIs(definition, conditions, 'd'),
  ])
  return sql`select c.start as day, c.n from ${sql.table(source.table)} c where ${isCounted}
    union all select d.day, d.n from ${unfoldedOf(definition)} where ${isChanged}`
}
