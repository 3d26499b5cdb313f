import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { all, type Db, ident, rows, type Sql, type Tx } from '../db/db.ts'
import { jsonOf } from '../db/shape.ts'
import { derivableScope, scopeOf } from '../resource/scope.ts'
import type { DaySpan } from './day-ranges.ts'
import { type Plan, planFigures, type Source } from './figures-plan.ts'
import { counterOptionsOf, isMany, measuresOf } from './shape.ts'
import {
  type Dimension,
  daysIn,
  type Found,
  isAmong,
  LOOKED_THROUGH,
  type Part,
  rowsOf,
  type StatisticsWish,
} from './statistics-rows.ts'
import { isOneOf, ofChange, onlyOf, texts, unfoldedOf } from './totals.ts'

/*
 * The figures of a plain register, from its counts: whole months, days, what is not folded yet, and where no count knows the fields
 * that narrow, the rows of those days. One statement tells them of one moment, exact also in the middle of a compaction.
 */

export interface Told {
  /** `YYYY-MM`, `YYYY-MM-DD`, an id or a choice as text; '' for records without one, and where nothing is split. */
  key: string
  and: string
  values: Record<string, number>
}

/** All that is added up, or some of it, by key; one without records has none. */
export async function sumsBy(
  db: Db | Tx,
  definition: Definition,
  wish: StatisticsWish,
  measures: readonly string[] = measuresOf(definition),
): Promise<Told[]> {
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

export interface Most {
  /** Of so many at most … */
  most: number
  /** … and none of these. */
  besides?: readonly string[]
  /** The number by which they are the most frequent. */
  by: string
}

/** The keys of the first dimension with the most records, and how many keys have any. */
export async function mostFrequent(
  db: Db | Tx,
  definition: Definition,
  wish: StatisticsWish,
  { most, besides = [], by }: Most,
): Promise<{ keys: string[]; of: number }> {
  const selects = selectsOf(definition, wish, [by])
  if (selects.length === 0) return { keys: [], of: 0 }
  const found = await rows(
    db,
    { key: 'string', of: 'number' },
    // Numbers of records fit into integers, whose sums take half the time.
    sql`select key, count(*) over ()::int as of from (
          select key, sum(${ident(by)}::int) as n from (${all(selects, sql` union all `)}) c where key <> all(${[...besides]}::text[])
          group by key having sum(${ident(by)}::int) <> 0) k
        order by n desc, key limit ${most}`,
  )
  return { keys: found.map(({ key }) => key), of: found[0]?.of ?? 0 }
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
      filters[name] = [value === '' ? null : value]
    }
    return partSelects(definition, { dimensions, span, filters, measures, ...found, ...(only && { only }) })
  })
}

const isField = (dimension: Dimension): boolean => !['none', 'month', 'day'].includes(dimension)

/** Beyond so many values of such a field the rows of all are read at once. */
const VALUES_MOST = 8

/**
 * Of a field with several values counts tell each that is asked for; whoever has two of them is counted twice by these, and taken away
 * once. These few are found by an index of the field.
 */
function partSelects(definition: Definition, part: Part): Sql[] {
  const [name, asked = []] =
    Object.entries(part.filters).find(([name, values]) => isMany(definition, name) && values.length > 1) ?? []
  if (!name || part.only || part.again || asked.length > VALUES_MOST) return wholeSelects(definition, part)
  const values = asked.flatMap((value) => (value === null ? [] : [String(value)]))
  const { [name]: _asked, ...others } = part.filters
  return [
    ...asked.flatMap((value) => partSelects(definition, { ...part, filters: { ...others, [name]: [value] } })),
    ...(values.length > 1 ? wholeSelects(definition, { ...part, again: { name, values } }) : []),
  ]
}

function wholeSelects(definition: Definition, part: Part): Sql[] {
  const split = part.dimensions.filter(isField)
  const narrowed = Object.keys(part.filters)
  const fields = [...new Set([...split, ...narrowed, ...(part.who ? [part.who] : [])])]
  // A record of several values counts under each that it has, and once for all that are asked for; one of none under none.
  const isRaw =
    part.only !== undefined ||
    part.again !== undefined ||
    narrowed.some((name) => {
      const [value, ...more] = part.filters[name] ?? []
      return isMany(definition, name) && (more.length > 0 || (split.includes(name) && value !== null))
    })
  const { months, years, days, raw, derived }: Plan = isRaw
    ? { months: null, years: null, days: null, raw: { plus: [part.span], minus: [] }, derived: null }
    : planFigures(definition, fields, part.span, part.dimensions.includes('day'), !part.dimensions.includes('month'))
  return [
    ...(years ? [countsSql(definition, part, years.source, years.starts)] : []),
    ...(years && months && years.minus.length > 0
      ? [countsSql(definition, part, months.source, years.minus, '-')]
      : []),
    ...(months ? [countsSql(definition, part, months.source, months.onwards ?? months.starts, '', sql`c.start`)] : []),
    ...(days && days.plus.length > 0 ? [countsSql(definition, part, days.source, days.plus)] : []),
    ...(days && days.minus.length > 0 ? [countsSql(definition, part, days.source, days.minus, '-')] : []),
    ...(derived ? [changesSql(definition, part, unfoldedOf(definition), derived)] : []),
    ...raw.plus.map((span) =>
      changesSql(definition, part, rowsOf(definition, part, span), span, part.again ? '-' : ''),
    ),
    ...raw.minus.map((span) => changesSql(definition, part, rowsOf(definition, part, span), span, '-')),
  ]
}

type Sign = '' | '-'

function countsSql(
  definition: Definition,
  part: Part,
  source: Source,
  starts: string[] | string | null,
  sign: Sign = '',
  month = monthOf(sql`c.start`),
): Sql {
  const column = (name: string) => sql`c.${ident(source.columns[name] ?? name)}`
  const where = [
    ...(source.only ? [onlyOf(source.only)] : []),
    ...(typeof starts === 'string' ? [sql`c.start >= ${starts}::date`] : []),
    ...(Array.isArray(starts) ? [sql`c.start = any(${starts}::date[])`] : []),
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

export const isLive = (definition: Definition, alias: 'c' | 'd'): Sql => {
  const { split, trash } = counterOptionsOf(definition)
  return sql`${ident(alias)}.${ident(split)} <> ${sql.lit(trash)}`
}

function isChangeOf(definition: Definition, name: string, values: StatisticsWish['filters'][string]): Sql {
  if (values.length > LOOKED_THROUGH) return isAmong(sql`d.${ident(name)}`, sql`${texts(values)}::text[]`)
  if (!isMany(definition, name)) return isOneOf(sql`d.${ident(name)}`, values)
  return sql`(${all(
    texts(values).map((value) => ofChange(definition, name, [value])),
    sql` or `,
  )})`
}

function measuresSql({ measures, again }: Part, alias: 'c' | 'd', sign: Sign): Sql {
  const times = again
    ? sql` * (select count(*) - 1 from unnest(d.${ident(again.name)}) v where v = any(${[...again.values]}::bigint[]))`
    : sql``
  return all(
    measures.map((name) => sql`${sql.raw(sign)}${ident(alias)}.${ident(name)}${times} as ${ident(name)}`),
    sql`, `,
  )
}

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
