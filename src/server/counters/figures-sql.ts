import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { all, type Sql } from '../db/db.ts'
import type { DaySpan } from './day-ranges.ts'
import { type Plan, planFigures, type Source } from './figures-plan.ts'
import { freshRows, isEased } from './overdue.ts'
import { isMany, lateSql, measuresOf, workOf } from './shape.ts'
import { isOneOf, onlyOf, unfoldedOf } from './totals.ts'

export type Dimension = 'none' | 'month' | 'day' | (string & {})
export type Filters = Readonly<Record<string, readonly (number | string | null)[]>>

/** Figures to be read: over all rows that the filters allow, or, where a condition of its own narrows them, over those rows alone. */
export interface FigureSource {
  dimensions: readonly [Dimension, Dimension]
  span: DaySpan
  filters: Filters
  /** Over the row `r`; nothing counted ahead knows it. */
  only?: Sql
}

/** Selects of (key, and, state, n, late, wait_sum, wait_n, fresh, eased, unjudged) that add up to the part; '' stands for without. */
export function selectsOf(definition: Definition, part: FigureSource): Sql[] {
  const fields = [...new Set([...part.dimensions.filter(isField), ...Object.keys(part.filters)])]
  const isRaw = part.only !== undefined || Object.keys(part.filters).some((name) => isMany(definition, name))
  const plan: Plan = isRaw
    ? { months: null, years: null, days: null, raw: { plus: [part.span], minus: [] }, derived: null }
    : planFigures(definition, fields, part.span, part.dimensions.includes('day'))
  const { months, days, raw, derived } = plan
  return [
    ...(months ? [countsSql(definition, part, months.source, months.starts)] : []),
    ...(days && days.plus.length > 0 ? [countsSql(definition, part, days.source, days.plus)] : []),
    ...(days && days.minus.length > 0 ? [countsSql(definition, part, days.source, days.minus, '-')] : []),
    ...(derived ? [unfoldedSql(definition, part, derived)] : []),
    ...raw.plus.map((span) => rowsSql(definition, part, span)),
    ...raw.minus.map((span) => rowsSql(definition, part, span, '-')),
    freshSql(definition, part),
    easedSql(definition, part),
    unjudgedSql(definition, part),
  ]
}

export const isField = (dimension: Dimension): boolean => !['none', 'month', 'day'].includes(dimension)

type Sign = '' | '-'
/** What no count knows. */
const BESIDE = ['fresh', 'eased', 'unjudged'] as const
const beside = (counted?: (typeof BESIDE)[number]): Sql =>
  sql.raw(BESIDE.map((name) => `${name === counted ? 1 : 0}::bigint as ${name}`).join(', '))
const NOTHING_NEW = beside()

function countsSql(
  definition: Definition,
  part: FigureSource,
  source: Source,
  starts: string[] | null,
  sign: Sign = '',
): Sql {
  const column = (name: string) => sql`c.${sql.ref(source.columns[name] ?? name)}`
  const where = [
    ...(source.only ? [onlyOf(source.only)] : []),
    ...(starts ? [sql`c.start = any(${starts}::date[])`] : []),
    sql`c.state <> ${sql.lit(workOf(definition).trash)}`,
    ...Object.entries(part.filters).map(([name, values]) => isOneOf(column(name), values)),
  ]
  return sql`select ${keysSql(part, sql`c.start`, column)}, c.state, ${measures(definition, 'c', sign)}, ${NOTHING_NEW} from ${sql.table(source.table)} c where ${all(where)}`
}

function unfoldedSql(definition: Definition, part: FigureSource, { from, to }: DaySpan): Sql {
  const many = part.dimensions.filter((name) => isField(name) && isMany(definition, name))
  const column = (name: string) => (many.includes(name) ? sql.ref(`of_${name}`) : sql`d.${sql.ref(name)}`)
  const where = [
    sql`d.day between ${from}::date and ${to}::date`,
    sql`d.state <> ${sql.lit(workOf(definition).trash)}`,
    ...Object.entries(part.filters).map(([name, values]) => isOneOf(column(name), values)),
  ]
  return sql`select ${keysSql(part, sql`d.day`, column)}, d.state, ${measures(definition, 'd', '')}, ${NOTHING_NEW} from ${unfoldedOf(definition)} ${eachSql(many, 'd')} where ${all(where)}`
}

function rowsSql(definition: Definition, part: FigureSource, span: DaySpan, sign: Sign = ''): Sql {
  const work = workOf(definition)
  const { state, wait, trash } = work
  const minus = sql.raw(sign)
  return sql`select ${rowKeysSql(definition, part)}, r.${sql.ref(state)} as state, ${minus}1::bigint as n, ${minus}coalesce(${sql.raw(lateSql(work))}, false)::int::bigint as late,
      ${minus}coalesce(r.${sql.ref(wait)}, 0)::bigint as wait_sum, ${minus}(r.${sql.ref(wait)} is not null)::int::bigint as wait_n, ${NOTHING_NEW}
    from ${sql.table(definition.table)} r ${eachSql(manyOf(definition, part), 'r')}
    where r.deleted_at is null and r.${sql.ref(state)} <> ${sql.lit(trash)} and ${rowsWhere(definition, part, span)}`
}

function freshSql(definition: Definition, part: FigureSource): Sql {
  const { on, state } = workOf(definition)
  const needed = [on, state, ...part.dimensions.filter(isField), ...Object.keys(part.filters)]
  return sql`select ${uncountedSql(definition, part)}, ${beside('fresh')}
    from (${freshRows(definition, part.only ? null : needed)}) r ${eachSql(manyOf(definition, part), 'r')} where ${rowsWhere(definition, part, part.span)}`
}

function easedSql(definition: Definition, part: FigureSource): Sql {
  return sql`select ${uncountedSql(definition, part)}, ${beside('eased')}
    from ${sql.table(definition.table)} r ${eachSql(manyOf(definition, part), 'r')}
    where ${isEased(definition)} and ${rowsWhere(definition, part, part.span)}`
}

/** These few are found by an index of their own. */
function unjudgedSql(definition: Definition, part: FigureSource): Sql {
  const { merged, finished, breached } = workOf(definition)
  return sql`select ${uncountedSql(definition, part)}, ${beside('unjudged')}
    from ${sql.table(definition.table)} r ${eachSql(manyOf(definition, part), 'r')}
    where r.deleted_at is null and r.${sql.ref(merged)} is not null and r.${sql.ref(finished)} is null and r.${sql.ref(breached)} is null
      and ${rowsWhere(definition, part, part.span)}`
}

const uncountedSql = (definition: Definition, part: FigureSource): Sql =>
  sql`${rowKeysSql(definition, part)}, r.${sql.ref(workOf(definition).state)} as state, 0::bigint as n, 0::bigint as late, 0::bigint as wait_sum, 0::bigint as wait_n`

/** Without what the trash holds. */
function rowsWhere(definition: Definition, { filters, only }: FigureSource, { from, to }: DaySpan): Sql {
  const at = sql`r.${sql.ref(workOf(definition).on)}`
  return all([
    sql`${at} >= ${from}::date::timestamp at time zone chain_zone()`,
    sql`${at} < (${to}::date + 1)::timestamp at time zone chain_zone()`,
    ...Object.entries(filters).map(([name, values]) => rowFilter(definition, name, values)),
    ...(only ? [only] : []),
  ])
}

function rowFilter(definition: Definition, name: string, values: Filters[string]): Sql {
  const given = values.filter((value) => value !== null)
  const column = sql`r.${sql.ref(name)}`
  if (isMany(definition, name)) return sql`${column} && ${given}::bigint[]`
  const type = definition.fields[name]?.kind === 'ref' ? sql`bigint[]` : sql`text[]`
  const isGiven = sql`${column} = any(${given}::${type})`
  return given.length < values.length ? sql`(${isGiven} or ${column} is null)` : isGiven
}

const measures = (definition: Definition, alias: string, sign: Sign): Sql =>
  sql.raw(
    measuresOf(definition)
      .map((name) => `${sign}${alias}.${name} as ${name}`)
      .join(', '),
  )

const keysSql = ({ dimensions: [key, and] }: FigureSource, day: Sql, column: (name: string) => Sql): Sql =>
  sql`${keySql(key, day, column)} as key, ${keySql(and, day, column)} as "and"`

function keySql(dimension: Dimension, day: Sql, column: (name: string) => Sql): Sql {
  if (dimension === 'none') return sql`''`
  if (dimension === 'month') return sql`to_char(${day}, 'YYYY-MM')`
  if (dimension === 'day') return sql`to_char(${day}, 'YYYY-MM-DD')`
  return column(dimension)
}

function rowKeysSql(definition: Definition, part: FigureSource): Sql {
  const many = manyOf(definition, part)
  const day = sql`(r.${sql.ref(workOf(definition).on)} at time zone chain_zone())`
  return keysSql(part, day, (name) =>
    many.includes(name) ? sql.ref(`of_${name}`) : sql`coalesce(r.${sql.ref(name)}::text, '')`,
  )
}

const manyOf = (definition: Definition, { dimensions }: FigureSource): string[] =>
  [...new Set(dimensions)].filter((name) => isField(name) && isMany(definition, name))

/** A record stands once under each of several values, or once under none. */
const eachSql = (many: readonly string[], alias: string): Sql =>
  all(
    many.map((name) => {
      const column = sql.ref(`${alias}.${name}`)
      return sql`cross join lateral unnest(case when ${column} = '{}' then array[''] else ${column}::text[] end) ${sql.ref(`of_${name}`)}`
    }),
    sql` `,
    sql``,
  )
