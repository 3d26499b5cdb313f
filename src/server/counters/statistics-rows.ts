import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import type { Actor } from '../actor.ts'
import { all, ident, type Sql } from '../db/db.ts'
import type { DaySpan } from './day-ranges.ts'
import { changeOn, datesOf } from './deltas.ts'
import { counterOptionsOf, isMany } from './shape.ts'
import { measuresIn } from './statistics-shape.ts'
import { beginOf } from './totals.ts'

/** Nothing, a span of the calendar, or a field by its name. */
export type Dimension = 'none' | 'month' | 'day' | (string & {})

export interface StatisticsWish {
  dimensions: readonly [Dimension, Dimension]
  span: DaySpan
  /** Field to any of these values; null asks for records without one. */
  filters: Readonly<Record<string, readonly (number | string | boolean | null)[]>>
  /** Whose eyes. */
  actor: Actor
}

/** One part of what is asked: with these filters, and, where a condition stands, only the rows it allows. */
export interface Part extends Pick<StatisticsWish, 'dimensions' | 'span' | 'filters'>, Found {
  measures: readonly string[]
  only?: Sql
  /** Of records with several of these values, each once less than it has of them. */
  again?: { name: string; values: readonly string[] }
}

/** Whose different records are told apart, and of which days or of which key alone. */
export interface Found {
  who?: string
  within?: SqlSpan
  key?: Sql
}
export interface SqlSpan {
  from: Sql
  to: Sql
}

/** The rows of some days as changes `d`; narrowed by what an index knows, and once more as changes are. */
export function rowsOf(definition: Definition, part: Part, span: DaySpan): Sql {
  const { only, measures } = part
  const { from, to } = daysIn(part, span)
  const usual = counterOptionsOf(definition).on
  const asked = (on: string) =>
    on === usual || measuresIn(definition).some((one) => one.on === on && measures.includes(one.name))
  const { first, pointed } = narrowingOf(definition, part)
  // Found by their values first: what a period has of a few stores PostgreSQL would look for among all of the period.
  const source =
    first.length > 0
      ? sql`(select * from ${ident(definition.table)} r where ${all([sql`r.deleted_at is null`, ...first])} offset 0) r`
      : sql`${ident(definition.table)} r`
  const ofDay = (on: string): Sql => {
    const at = sql`r.${ident(on)}`
    const where = [
      sql`r.deleted_at is null`,
      sql`${at} >= ${beginOf(definition, from)} and ${at} < ${beginOf(definition, sql`(${to} + 1)`)}`,
      ...pointed,
      ...(only ? [only] : []),
    ]
    return sql`${sql.raw(changeOn(definition, on))} from ${source} where ${all(where)}`
  }
  return sql`(${all(datesOf(definition).filter(asked).map(ofDay), sql` union all `)}) d`
}

/** What rows are found by: the values of fields that have several, and those of fields that point. */
function narrowingOf(definition: Definition, { filters, again }: Part): { first: Sql[]; pointed: Sql[] } {
  const first: Sql[] = again ? [havingTwo(again)] : []
  const pointed: Sql[] = []
  for (const [name, values] of Object.entries(filters)) {
    if (values.includes(null)) continue
    const ids = sql`${values.map(String)}::bigint[]`
    if (isMany(definition, name) && name !== again?.name) first.push(sql`r.${ident(name)} && ${ids}`)
    if (definition.fields[name]?.kind === 'ref')
      pointed.push(
        values.length > LOOKED_THROUGH ? isAmong(sql`r.${ident(name)}`, ids) : sql`r.${ident(name)} = any(${ids})`,
      )
  }
  return { first, pointed }
}

/** Of more values a set is made: PostgreSQL compares each row with every value of a list that it is given. */
export const LOOKED_THROUGH = 20
/** Told to be no join, which would be planned for as few rows as it expects. */
export const isAmong = (column: Sql, values: Sql): Sql => sql`(${column} in (select unnest(${values}))) is true`

const havingTwo = ({ name, values }: NonNullable<Part['again']>): Sql =>
  sql`(${all(
    values.flatMap((one, at) =>
      values.slice(at + 1).map((other) => sql`r.${ident(name)} @> ${[one, other]}::bigint[]` as Sql),
    ),
    sql` or `,
  )})`

export const daysIn = ({ within }: Part, { from, to }: DaySpan): SqlSpan =>
  within
    ? { from: sql`greatest(${from}::date, ${within.from})`, to: sql`least(${to}::date, ${within.to})` }
    : { from: sql`${from}::date`, to: sql`${to}::date` }
