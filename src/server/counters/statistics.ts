import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import type { Actor } from '../actor.ts'
import { all, type Db, ident, rows, type Sql, type Tx } from '../db/db.ts'
import { jsonOf } from '../db/shape.ts'
import { derivableScope, scopeOf } from '../resource/scope.ts'
import type { DaySpan } from './day-ranges.ts'
import { changesOf } from './deltas.ts'
import { type Plan, planFigures, type Source } from './figures-plan.ts'
import { counterOptionsOf, isMany, measuresOf } from './shape.ts'
import { beginOf, ofChange, onlyOf, unfoldedOf } from './totals.ts'

/*
 * The figures of a plain register, from its counts: whole months, days, what is not folded yet, and where no count knows the fields
 * that narrow, the rows of those days. One statement tells them of one moment, exact also in the middle of a compaction.
 */

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

export interface Told {
  /** `YYYY-MM`, `YYYY-MM-DD`, an id or a choice as text; '' for records without one, and where nothing is split. */
  key: string
  and: string
  values: Record<string, number>
}

/** All that is added up, by key; one without records has none. */
export async function sumsBy(db: Db | Tx, definition: Definition, wish: StatisticsWish): Promise<Told[]> {
  const measures = measuresOf(definition)
  const selects = selectsOf(definition, wish, measures)
  if (selects.length === 0) return []
  const sums = measures.map((name) => sql`${sql.lit(name)}::text, sum(${ident(name)})` as Sql)
  const isAny = measures.map((name) => sql`sum(${ident(name)}) <> 0` as Sql)
  return rows(
    db,
    { key: 'string', and: 'string', values: jsonOf<Record<string, number>>() },
    sql`select ${textOf(wish.dimensions[0], sql`key`)} as key, ${textOf(wish.dimensions[1], sql`"and"`)} as "and", jsonb_build_object(${all(sums, sql`, `)}) as values
        from (${all(selects, sql` union all `)}) c group by c.key, c."and" having ${all(isAny, sql` or `)}`,
  )
}

/** One part of what is asked: with these filters, and, where a condition stands, only the rows it allows. */
interface Part extends Pick<StatisticsWish, 'dimensions' | 'span' | 'filters'>, Found {
  measures: readonly string[]
  only?: Sql
}

/** Whose different records are told apart, and of which days or of which key alone. */
export interface Found {
  who?: string
  within?: SqlSpan
  key?: Sql
}
interface SqlSpan {
  from: Sql
  to: Sql
}

export function selectsOf(
  definition: Definition,
  wish: StatisticsWish,
  measures: readonly string[],
  found: Found = {},
): Sql[] {
  const { dimensions, span, actor } = wish
  const parts = derivableScope(definition, actor)
  const isSeenApart = parts.some(({ filter }) =>
    Object.keys(filter).some((name) => isMany(definition, name) && wish.filters[name]),
  )
  const seen = isSeenApart ? scopeOf(definition, actor) : null
  // Of one that has several values, counts by one do not tell who has another as well.
  if (seen) return partSelects(definition, { dimensions, span, filters: wish.filters, measures, ...found, only: seen })
  return parts.flatMap(({ filter, only }): Sql[] => {
    const filters: Record<string, StatisticsWish['filters'][string]> = { ...wish.filters }
    for (const [name, value] of Object.entries(filter)) {
      if (filters[name] && !filters[name].some((one) => String(one) === String(value))) return []
      filters[name] = [value]
    }
    return partSelects(definition, { dimensions, span, filters, measures, ...found, ...(only && { only }) })
  })
}

const isField = (dimension: Dimension): boolean => !['none', 'month', 'day'].includes(dimension)

function partSelects(definition: Definition, part: Part): Sql[] {
  const split = part.dimensions.filter(isField)
  const narrowed = Object.keys(part.filters)
  const fields = [...new Set([...split, ...narrowed, ...(part.who ? [part.who] : [])])]
  // A record of several values counts under each that it has, and once for all that are asked for.
  const isRaw =
    part.only !== undefined ||
    narrowed.some((name) => isMany(definition, name) && (split.includes(name) || part.filters[name]?.length !== 1))
  const { months, days, raw, derived }: Plan = isRaw
    ? { months: null, days: null, raw: { plus: [part.span], minus: [] }, derived: null }
    : planFigures(definition, fields, part.span, part.dimensions.includes('day'))
  return [
    ...(months ? [countsSql(definition, part, months.source, months.starts, '', sql`c.start`)] : []),
    ...(days && days.plus.length > 0 ? [countsSql(definition, part, days.source, days.plus)] : []),
    ...(days && days.minus.length > 0 ? [countsSql(definition, part, days.source, days.minus, '-')] : []),
    ...(derived ? [changesSql(definition, part, unfoldedOf(definition), derived)] : []),
    ...raw.plus.map((span) => changesSql(definition, part, rowsOf(definition, part, span), span)),
    ...raw.minus.map((span) => changesSql(definition, part, rowsOf(definition, part, span), span, '-')),
  ]
}

type Sign = '' | '-'

function countsSql(
  definition: Definition,
  part: Part,
  source: Source,
  starts: string[] | null,
  sign: Sign = '',
  month = monthOf(sql`c.start`),
): Sql {
  const column = (name: string) => sql`c.${ident(source.columns[name] ?? name)}`
  const where = [
    ...(source.only ? [onlyOf(source.only)] : []),
    ...(starts ? [sql`c.start = any(${starts}::date[])`] : []),
    ...(part.within ? [sql`c.start between ${part.within.from} and ${part.within.to}`] : []),
    ...(part.key ? [sql`${column(part.dimensions[0])} = ${part.key}`] : []),
    ...Object.entries(part.filters).map(([name, values]) => isOneOf(column(name), values)),
  ]
  return sql`select ${keysSql(part, { day: sql`c.start`, month }, column)}, ${measuresSql(part, 'c', sign)} from ${ident(source.table)} c
    where ${isLive(definition, 'c')} and ${all(where)}`
}

/** From changes `d`: those that are not folded yet, or rows as if each had just come. */
function changesSql(definition: Definition, part: Part, from: Sql, span: DaySpan, sign: Sign = ''): Sql {
  const many = [...new Set(part.dimensions)].filter((name) => isField(name) && isMany(definition, name))
  const column = (name: string) => (many.includes(name) ? ident(`of_${name}`) : sql`d.${ident(name)}`)
  const each = many.map(
    (name) =>
      sql`cross join lateral unnest(case when d.${ident(name)} = '{}' then array[''] else d.${ident(name)}::text[] end) ${ident(`of_${name}`)}` as Sql,
  )
  const { from: begins, to: ends } = daysIn(part, span)
  const where = [
    sql`d.day between ${begins} and ${ends}`,
    ...(part.key ? [sql`${column(part.dimensions[0])} = ${part.key}`] : []),
    ...Object.entries(part.filters).map(([name, values]) => isChangeOf(definition, name, values)),
  ]
  return sql`select ${keysSql(part, { day: sql`d.day`, month: monthOf(sql`d.day`) }, column)}, ${measuresSql(part, 'd', sign)} from ${from} ${all(each, sql` `, sql``)}
    where ${isLive(definition, 'd')} and ${all(where)}`
}

/** The rows of some days as changes `d`; narrowed by what an index knows, and once more as changes are. */
function rowsOf(definition: Definition, part: Part, span: DaySpan): Sql {
  const { filters, only } = part
  const { from, to } = daysIn(part, span)
  const at = sql`r.${ident(counterOptionsOf(definition).on)}`
  const pointed = Object.entries(filters).flatMap(([name, values]) =>
    definition.fields[name]?.kind === 'ref' && !values.includes(null)
      ? [sql`r.${ident(name)} = any(${values.map(String)}::bigint[])` as Sql]
      : [],
  )
  const where = [
    sql`r.deleted_at is null`,
    sql`${at} >= ${beginOf(definition, from)} and ${at} < ${beginOf(definition, sql`(${to} + 1)`)}`,
    ...pointed,
    ...(only ? [only] : []),
  ]
  return sql`(${sql.raw(changesOf(definition, definition.table))} where ${all(where)}) d`
}

const daysIn = ({ within }: Part, { from, to }: DaySpan): SqlSpan =>
  within
    ? { from: sql`greatest(${from}::date, ${within.from})`, to: sql`least(${to}::date, ${within.to})` }
    : { from: sql`${from}::date`, to: sql`${to}::date` }

const isLive = (definition: Definition, alias: 'c' | 'd'): Sql => {
  const { split, trash } = counterOptionsOf(definition)
  return sql`${ident(alias)}.${ident(split)} <> ${sql.lit(trash)}`
}

const texts = (values: StatisticsWish['filters'][string]) =>
  values.map((value) => (value === null ? '' : String(value)))
const isOneOf = (column: Sql, values: StatisticsWish['filters'][string]): Sql =>
  sql`${column} = any(${texts(values)}::text[])`

function isChangeOf(definition: Definition, name: string, values: StatisticsWish['filters'][string]): Sql {
  if (!isMany(definition, name)) return isOneOf(sql`d.${ident(name)}`, values)
  return sql`(${all(
    texts(values).map((value) => ofChange(definition, name, [value])),
    sql` or `,
  )})`
}

const measuresSql = ({ measures }: Part, alias: 'c' | 'd', sign: Sign): Sql =>
  all(
    measures.map((name) => sql`${sql.raw(sign)}${ident(alias)}.${ident(name)} as ${ident(name)}`),
    sql`, `,
  )

interface Days {
  day: Sql
  /** The first day of its month. */
  month: Sql
}
const monthOf = (day: Sql): Sql => sql`date_trunc('month', ${day}::timestamp)::date`

function keysSql({ dimensions: [key, and], who }: Part, days: Days, column: (name: string) => Sql): Sql {
  const keys = sql`${keySql(key, days, column)} as key, ${keySql(and, days, column)} as "and"`
  return who ? sql`${keys}, ${column(who)} as who` : keys
}

/** Months and days are told apart as dates, which takes a third of the time, and written as texts in the end. */
function keySql(dimension: Dimension, { day, month }: Days, column: (name: string) => Sql): Sql {
  if (dimension === 'none') return sql`''`
  if (dimension === 'month') return month
  return dimension === 'day' ? day : column(dimension)
}

export function textOf(dimension: Dimension, key: Sql): Sql {
  if (dimension === 'month') return sql`to_char(${key}, 'YYYY-MM')`
  return dimension === 'day' ? sql`to_char(${key}, 'YYYY-MM-DD')` : key
}
