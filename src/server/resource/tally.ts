import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { all, type Sql } from '../db/db.ts'
import type { Conditions } from './conditions.ts'
import type { ListQuery } from './query.ts'
import { type DaySpan, piecesOf, wholeDays } from './tally-range.ts'

/**
 * Totals counted ahead of time (design/performance.md 3.1). Statement triggers append what changed to `<table>_delta`;
 * `fold` moves that into `<table>_tally` every second; a reader adds both in one snapshot, so a total is exact at all times.
 */

/** The exact total as an SQL expression, or null where the tally does not know and the rows must be counted. */
export function tallyTotal(definition: Definition, query: ListQuery, conditions: Conditions): Sql | null {
  const { tally } = definition
  if (!tally || conditions.search || query.isTrash) return null
  const own = Object.values(conditions.own)
  if (own.length > 1 || own.some((filter) => !filter.states)) return null
  const [filter] = own
  const dimension = dimensionOf(definition, query, conditions)
  if (!dimension) return null
  const states = filter?.states
  const stateIs = (column: string): Sql =>
    states ? sql`${sql.ref(column)} = any(${states}::text[])` : sql`${sql.ref(column)} <> 'deleted'`
  const counted =
    Object.keys(conditions.ranges).length > 0
      ? countedWithin(definition, query, dimension, stateIs, rowsOf(definition, dimension, conditions.life, states))
      : countedEver(definition, dimension, stateIs)
  if (!counted || !filter?.minus) return counted && sql`(${counted})::bigint`
  const left = [
    filter.minus,
    conditions.life,
    ...Object.values(conditions.filters),
    ...Object.values(conditions.ranges),
  ]
  return sql`(${counted} - (select count(*) from ${sql.table(definition.table)} r where ${all(conditions.scope ? [...left, conditions.scope] : left)}))::bigint`
}

interface Dimension {
  name: string
  values: string[]
}
type StateIs = (column: string) => Sql

const inDelta = ({ name, values }: Dimension): Sql =>
  name === 'all' ? sql`true` : sql`${sql.ref(name)} = any(${values}::text[])`

function countedEver({ table }: Definition, dimension: Dimension, stateIs: StateIs): Sql {
  const { name, values } = dimension
  return sql`
    (select coalesce(sum(n), 0) from ${sql.table(`${table}_tally`)} where dim = ${name} and grain = 'ever' and key = any(${values}::text[]) and ${stateIs('state')})
    + (select coalesce(sum(n), 0) from ${sql.table(`${table}_delta`)} where ${inDelta(dimension)} and ${stateIs('state')})`
}

/** The same narrowing over the rows, in the columns' own types and with the list's own life, so that an index alone answers. */
function rowsOf(
  { fields, tally }: Definition,
  { name, values }: Dimension,
  life: Sql,
  states?: readonly string[],
): Sql {
  const type = fields[name]?.kind === 'ref' ? sql`bigint[]` : sql`text[]`
  const parts = [life, ...(name === 'all' ? [] : [sql`r.${sql.ref(name)} = any(${values}::${type})`])]
  return all(states && tally ? [...parts, sql`r.${sql.ref(tally.state)} = any(${states}::text[])`] : parts)
}

/** Whole months come from the tally; the days around them from its days, or, under a dimension, from the few rows themselves. */
function countedWithin(
  { table, tally }: Definition,
  query: ListQuery,
  dimension: Dimension,
  stateIs: StateIs,
  rowsMatch: Sql,
): Sql | null {
  const [[on, range] = []] = Object.entries(query.ranges)
  const days = on === tally?.on && Object.keys(query.ranges).length === 1 && range ? wholeDays(range) : null
  if (!tally || !days) return null
  const { months, edges } = piecesOf(days)
  const isWhole = dimension.name === 'all'
  if (!months && !isWhole) return null
  const { name, values } = dimension
  const ofMonths = months ? [sql`(grain = 'month' and start between ${months.from}::date and ${months.to}::date)`] : []
  const ofDays = isWhole
    ? edges.map((edge) => sql`(grain = 'day' and start between ${edge.from}::date and ${edge.to}::date)`)
    : []
  const told = isWhole
    ? sql`day between ${days.from}::date and ${days.to}::date`
    : sql`date_trunc('month', day) between ${months?.from ?? days.from}::date and ${months?.to ?? days.to}::date`
  const rowsOfEdge = (edge: DaySpan): Sql => sql`
    + (select count(*) from ${sql.table(table)} r where ${rowsMatch}
        and r.${sql.ref(tally.on)} >= ${edge.from}::date::timestamp at time zone chain_zone()
        and r.${sql.ref(tally.on)} < (${edge.to}::date + 1)::timestamp at time zone chain_zone())`
  return sql`
    (select coalesce(sum(n), 0) from ${sql.table(`${table}_tally`)} where dim = ${name} and key = any(${values}::text[]) and (${all([...ofMonths, ...ofDays], sql` or `)}) and ${stateIs('state')})
    + (select coalesce(sum(n), 0) from ${sql.table(`${table}_delta`)} where ${told} and ${inDelta(dimension)} and ${stateIs('state')})
    ${all(isWhole ? [] : edges.map(rowsOfEdge), sql` `, sql``)}`
}

/** The one dimension a request is narrowed by, its scope included; null where it is narrowed by more. */
function dimensionOf(definition: Definition, query: ListQuery, conditions: Conditions): Dimension | null {
  const { tally, placed } = definition
  const filtered = Object.keys(conditions.filters)
  const scopeStore = conditions.scope ? scopedStore(conditions.scope) : undefined
  if (conditions.scope && scopeStore === undefined) return null
  if (scopeStore !== undefined) {
    if (filtered.length > 0 || !placed.store || !tally?.by.includes(placed.store)) return null
    return { name: placed.store, values: [String(scopeStore)] }
  }
  if (filtered.length === 0) return { name: 'all', values: [''] }
  const [name] = filtered
  if (filtered.length > 1 || !name || !tally?.by.includes(name)) return null
  const values = query.filters[name] ?? []
  return values.includes(null) ? null : { name, values: values.map(String) }
}

const scopedStores = new WeakMap<Sql, number | null>()

/** Remembers that a scope predicate is exactly 'of this store', which the tally can count. */
export const markStoreScope = (scope: Sql, store: number | null): Sql => {
  scopedStores.set(scope, store)
  return scope
}
const scopedStore = (scope: Sql): number | null | undefined => scopedStores.get(scope)
