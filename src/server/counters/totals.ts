import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { all, fixed, fixedOnce, ident, type Sql } from '../db/db.ts'
import type { ListRequest } from '../resource/query/conditions.ts'
import type { ListQuery } from '../resource/query/parse-query.ts'
import { type Conditions, type OwnFilter, whereSql } from '../resource/query/where.ts'
import { derivableScope, type ScopePart } from '../resource/scope.ts'
import { type DaySpan, wholeDays } from './day-ranges.ts'
import { type Plan, planFigures, type Source } from './figures-plan.ts'
import { freshRows, isEased } from './overdue.ts'
import { counterOptionsOf, isDated, isMany, lateSql, workOf } from './shape.ts'

const PLUS = sql` + `
const MINUS = sql` - `
const NOTHING = sql`0`

/** The exact total of a list as an SQL expression, or null where no counts know it and the rows must be counted. */
export function countedTotal({ definition, query, actor }: ListRequest, conditions: Conditions): Sql | null {
  if (!definition.counters || conditions.search || conditions.record !== null) return null
  // By its state a record can be as good as in the trash, so there the counts tell of more than lies in it.
  if (query.isTrash && counterOptionsOf(definition).state) return null
  const own = Object.values(conditions.own)
  const span = spanOf(definition, query)
  if (span === undefined || own.length > 1) return null
  const [only] = own
  if (only?.total) return query.isTrash ? null : only.total({ filters: beside(query, conditions), span, actor })
  if (only && !only.states && !only.values) return null
  const totals = derivableScope(definition, actor).map((part) => totalOf(definition, query, conditions, span, part))
  const known = totals.filter((total) => total !== null)
  if (known.length < totals.length) return null
  return sql`(${all(known, PLUS, NOTHING)})::bigint`
}

/** What a list is narrowed by beside the module's own filter. */
const beside = ({ filters }: ListQuery, { own }: Conditions): ListQuery['filters'] =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !(name in own)))

/** The days a list is of; null for ever, undefined where counts by days do not help. */
export function spanOf(definition: Definition, { ranges }: ListQuery): DaySpan | null | undefined {
  const [[on, range] = [], ...more] = Object.entries(ranges)
  if (!range) return null
  if (on !== counterOptionsOf(definition).on || more.length > 0) return undefined
  return wholeDays(range) ?? undefined
}

/** Where a day begins, to compare with what dates a record. */
export const beginOf = (definition: Definition, day: Sql): Sql =>
  isDated(definition) ? day : sql`${day}::timestamp at time zone chain_zone()`

export type Wanted = Record<string, string[]>

/** Of what an actor sees, one part: by counts, or where a condition narrows it, the few rows. */
function totalOf(
  definition: Definition,
  query: ListQuery,
  conditions: Conditions,
  span: DaySpan | null,
  { filter, only }: ScopePart,
): Sql | null {
  const rowsOf = (scope: Sql | null, more: Partial<Conditions> = {}) =>
    sql`(select count(*) from ${ident(definition.table)} r where ${whereSql({ ...conditions, scope, ...more })})`
  if (only) return rowsOf(only)
  const wanted = wantedOf(definition, query, conditions, filter)
  if (wanted === 'none') return NOTHING
  const plan = wanted && planFigures(definition, Object.keys(wanted), span, false)
  if (!plan || !(plan.months || plan.days)) return null
  const placed = Object.entries(filter).map(([name, value]) => placedAt(definition, name, value))
  const scope = placed.length > 0 ? all(placed) : null
  const edge = ({ from, to }: DaySpan) => {
    const at = sql`r.${ident(counterOptionsOf(definition).on)}`
    const within = sql`${at} >= ${beginOf(definition, sql`${from}::date`)} and ${at} < ${beginOf(definition, sql`(${to}::date + 1)`)}`
    return rowsOf(scope, { own: ownOfRows(definition, conditions), ranges: { edge: within } })
  }
  const { plus, minus } = plan.raw
  const parts = [countedSql(definition, plan, wanted, conditions), ...plus.map(edge)]
  const counted = all([all(parts, PLUS), ...minus.map(edge)], MINUS)
  const { late } = ownIn(conditions)
  if (!late) return sql`(${counted})`
  const own = ownStates(definition, conditions)
  const { on, state } = workOf(definition)
  const rows = freshRows(definition, [on, state, ...Object.keys(wanted)])
  const fresh = sql`(select count(*) from (${rows}) r where ${whereSql({ ...conditions, life: sql`true`, scope, own })})`
  const eased = rowsOf(scope, { own: { ...own, eased: { where: isEased(definition) } } })
  return late === 'only' ? sql`(${counted} + ${fresh} - ${eased})` : sql`(${counted} - ${fresh} + ${eased})`
}

function placedAt(definition: Definition, name: string, value: number | string): Sql {
  const column = sql`r.${ident(name)}`
  if (!isMany(definition, name)) return sql`${column} = ${value}`
  return value === '' ? sql`${column} = '{}'` : sql`${column} @> array[${value}]::bigint[]`
}

const ownIn = ({ own }: Conditions): Partial<OwnFilter> => Object.values(own)[0] ?? {}

/** A status by its stored states alone, without the clock. */
function ownStates(definition: Definition, conditions: Conditions): Conditions['own'] {
  const { states } = ownIn(conditions)
  const { state } = counterOptionsOf(definition)
  return states && state ? { state: { where: sql`r.${ident(state)} = any(${states}::text[])` } } : conditions.own
}

/** The same as counts tell it: late is what was late once. */
function ownOfRows(definition: Definition, conditions: Conditions): Conditions['own'] {
  const { late } = ownIn(conditions)
  if (!late) return ownStates(definition, conditions)
  const wasLate = sql`coalesce(${sql.raw(lateSql(workOf(definition)))}, false)`
  return { ...ownStates(definition, conditions), late: { where: late === 'only' ? wasLate : sql`not ${wasLate}` } }
}

/** Of the counts `c` or changes `d`: how many there are of what a list shows. */
function numberIn(conditions: Conditions, alias: 'c' | 'd'): Sql {
  const { late } = ownIn(conditions)
  return sql.raw(late === 'only' ? `${alias}.late` : late === 'not' ? `${alias}.n - ${alias}.late` : `${alias}.n`)
}

/** The values counts are narrowed by, as their keys; null where counts do not know a filter, 'none' where nothing can match. */
export function wantedOf(
  definition: Definition,
  query: ListQuery,
  { own }: Conditions,
  scope: Record<string, number | string>,
): Wanted | 'none' | null {
  const wanted: Wanted = {}
  for (const [name, values] of Object.entries(query.filters)) {
    if (name in own) continue
    if (isMany(definition, name) && values.length > 1) return null
    wanted[name] = values.map((value) => (value === null ? '' : String(value)))
  }
  for (const { values } of Object.values(own)) {
    const known = values && wanted[values.field]
    if (values) wanted[values.field] = known ? known.filter((value) => values.any.includes(value)) : [...values.any]
  }
  for (const [name, value] of Object.entries(scope)) {
    // Of one that has several, counts by one value do not tell who has another as well.
    if (wanted[name] && isMany(definition, name)) return null
    if (wanted[name] && !wanted[name].includes(String(value))) return 'none'
    wanted[name] = [String(value)]
  }
  return wanted
}

function countedSql(
  definition: Definition,
  { months, days, derived }: Plan,
  wanted: Wanted,
  conditions: Conditions,
): Sql {
  const kept = (source: Source, starts: string[] | null) => {
    const where = [
      ...ofCount(source, wanted),
      ...(starts ? [sql`c.start = any(${starts}::date[])`] : []),
      stateIs(definition, conditions, 'c'),
    ]
    return sql`(select coalesce(sum(${numberIn(conditions, 'c')}), 0) from ${ident(source.table)} c where ${all(where)})`
  }
  const unfolded = [
    ...(derived ? [sql`d.day between ${derived.from}::date and ${derived.to}::date`] : []),
    ...Object.entries(wanted).map(([name, values]) => ofChange(definition, name, values)),
    stateIs(definition, conditions, 'd'),
  ]
  const plus = [
    ...(months ? [kept(months.source, months.starts)] : []),
    ...(days && days.plus.length > 0 ? [kept(days.source, days.plus)] : []),
    sql`(select coalesce(sum(${numberIn(conditions, 'd')}), 0) from ${unfoldedOf(definition)} where ${all(unfolded)})`,
  ]
  return days && days.minus.length > 0 ? sql`${all(plus, PLUS)} - ${kept(days.source, days.minus)}` : all(plus, PLUS)
}

/**
 * The changes `d` that are not folded yet. They are asked for by day, any day, and so found through its index: a table that was long
 * once stays long until nobody reads it for a moment, and under load somebody always does.
 */
export const unfoldedOf = ({ table }: Definition): Sql =>
  fixedOnce(`unfolded ${table}`, () => sql`(select * from ${ident(`${table}_delta`)} where day >= '-infinity') d`)

/** Which of the counts `c` or changes `d` are of the states that a list shows. */
export function stateIs(definition: Definition, conditions: Conditions, alias: 'c' | 'd'): Sql {
  const { states } = ownIn(conditions)
  const { split, trash } = counterOptionsOf(definition)
  const column = sql`${ident(alias)}.${ident(split)}`
  if (states) return isOneOf(column, states)
  return sql`${column} ${conditions.isTrash ? sql`=` : sql`<>`} ${sql.lit(trash)}`
}

const onlies = new WeakMap<object, Sql>()
/** Which rows `c` of the tally stand for one field at one grain. */
export function onlyOf(only: NonNullable<Source['only']>): Sql {
  const made = onlies.get(only) ?? fixed(sql`c.dim = ${sql.lit(only.dim)} and c.grain = ${sql.lit(only.grain)}`)
  onlies.set(only, made)
  return made
}

/** Which counts `c` of a source are wanted. */
export const ofCount = (source: Source, wanted: Wanted): Sql[] => [
  ...(source.only ? [onlyOf(source.only)] : []),
  ...Object.entries(wanted).map(([name, values]) => isOneOf(sql`c.${ident(source.columns[name] ?? name)}`, values)),
]

type Value = string | number | boolean | null

/** As counts call a value: none is an empty text. */
export const texts = (values: readonly Value[]): string[] =>
  values.map((value) => (value === null ? '' : String(value)))

/**
 * One value stands as such and not as a list of one: a plan that is made once takes any list for ten values, and would find the counts
 * by their time, of all keys.
 */
export const isOneOf = (column: Sql, values: readonly Value[]): Sql =>
  values.length === 1 ? sql`${column} = ${texts(values)[0]}::text` : sql`${column} = any(${texts(values)}::text[])`

/** Which changes `d` are wanted by one field. */
export function ofChange(definition: Definition, name: string, values: string[]): Sql {
  if (!isMany(definition, name)) return isOneOf(sql`d.${ident(name)}`, values)
  return values[0] === '' ? sql`d.${ident(name)} = '{}'` : sql`d.${ident(name)} @> ${values}::bigint[]`
}
