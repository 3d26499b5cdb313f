import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { doneByDay, figuresBy, sumsBy } from '#server/counters/counters.ts'
import { type Db, ident, row, rows, type Sql } from '#server/db/db.ts'
import { ownFiltersOf } from '#server/resource/own-filters.ts'
import { calledSql } from '#server/resource/query/columns.ts'
import { conditionsOf, type ListRequest } from '#server/resource/query/conditions.ts'
import { countOf } from '#server/resource/query/list.ts'
import { type ListQuery, type RawQuery, readListQuery } from '#server/resource/query/parse-query.ts'
import { whereSql } from '#server/resource/query/where.ts'
import { shownAs } from '../../../shared/fields.ts'
import { isPrivateField } from '../../../shared/private.ts'
import { type Definition, linkColumnOf, numberFieldOf } from '../../../shared/resource.ts'
import { datedBy } from '../../../shared/statistics.ts'
import type { Period } from '../language/periods.ts'
import { countersOf, type Question } from '../language/question.ts'

/** Whoever asks, where. */
export interface Asker {
  db: Db
  actor: Actor
  timeZone: string
  /** `YYYY-MM-DD` in the chain. */
  today: string
}

/** The same as the query of the register's list. */
export function rawOf({ filters, on }: Question, period: Period | null): RawQuery {
  return { ...filters, ...(period && { [`${on}[]`]: [period.from, period.to] }) }
}

/** Read and refused as the list's own: what is no filter of it throws. */
export const queryOf = (definition: Definition, question: Question, period: Period | null): ListQuery =>
  readListQuery(definition, rawOf(question, period), ownFiltersOf(definition))

const requestOf = ({ actor, timeZone }: Asker, definition: Definition, query: ListQuery): ListRequest => ({
  definition,
  query,
  actor,
  timeZone,
  filters: ownFiltersOf(definition),
})

/** How many the asker sees, exactly as the list's total. */
export async function countIn(
  asker: Asker,
  definition: Definition,
  question: Question,
  period: Period | null,
): Promise<number> {
  const query = queryOf(definition, question, period)
  const { counters, fixedFilter } = definition
  const isPlain = Object.keys(query.filters).length === 0 && !fixedFilter
  // When records were done is counted by day as well.
  if (period && isPlain && counters && 'on' in counters && question.on === counters.finished)
    return (await doneByDay(asker.db, definition, period, asker.actor)).reduce((sum, { n }) => sum + n, 0)
  return countOf(asker.db, requestOf(asker, definition, query))
}

/** Numbers by the value of a field; '' for records without one. */
export interface Group {
  key: string
  n: number
}

/** How many by each value of a field: from the counts kept ahead where they know it, else from the rows. */
export async function groupsIn(
  asker: Asker,
  definition: Definition,
  question: Question,
  { period, by }: { period: Period | null; by: string },
): Promise<Group[]> {
  const query = queryOf(definition, question, period)
  return (
    (await countedGroups(asker, definition, question, { period, by, query })) ?? rowGroups(asker, definition, query, by)
  )
}

interface Split {
  period: Period | null
  by: string
  query: ListQuery
}
const ALWAYS = { from: '2000-01-01', to: '2099-12-31' }

async function countedGroups(
  { db, actor }: Asker,
  definition: Definition,
  { on }: Question,
  { period, by, query }: Split,
): Promise<Group[] | null> {
  const { counters } = definition
  const counted = countersOf(definition)
  const { status, ...filters } = query.filters
  const span = period ?? ALWAYS
  if (!counters || !counted.includes(by) || query.search) return null
  if ('on' in counters) {
    const isKnown = Object.keys(filters).every((name) => counted.includes(name)) && on === counters.on
    if (!isKnown || counters.state !== 'state' || (status && !('status' in definition.fields))) return null
    const figures = await figuresBy(db, definition, { dimension: by, ...span, filters: narrow(filters), actor })
    const found = figures.map(({ key, n, states, overdue }) => ({
      key: key ?? '',
      n: status
        ? status.reduce<number>((sum, one) => sum + (one === 'overdue' ? overdue : (states[String(one)] ?? 0)), 0)
        : n,
    }))
    return status?.includes(counters.trash) ? null : found.filter(({ n }) => n > 0)
  }
  const isKnown = Object.keys(query.filters).every((name) => counted.includes(name)) && on === datedBy(definition)
  if (!isKnown) return null
  const told = await sumsBy(db, definition, { dimensions: [by, 'none'], span, filters: query.filters, actor }, ['n'])
  return told.map(({ key, values }) => ({ key, n: values.n ?? 0 })).filter(({ n }) => n > 0)
}

const narrow = (filters: ListQuery['filters']): Record<string, (string | number | null)[]> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, values]) => [
      name,
      values.map((value) => (typeof value === 'boolean' ? String(value) : value)),
    ]),
  )

const GROUPS_MOST = 1000

function rowGroups(asker: Asker, definition: Definition, query: ListQuery, by: string): Promise<Group[]> {
  const { source, key } = splitSql(definition, by)
  return rows(
    asker.db,
    { key: 'string', n: 'number' },
    sql`select ${key} as key, count(*)::int as n from ${source} where ${whereOf(asker, definition, query)}
        group by 1 order by 2 desc, 1 limit ${sql.lit(GROUPS_MOST)}`,
  )
}

function splitSql(definition: Definition, by: string): { source: Sql; key: Sql } {
  const field = definition.fields[by]
  const table = sql`${ident(definition.table)} r`
  if (field?.kind === 'refs' || field?.kind === 'choices') {
    const column = sql`r.${ident(by)}`
    return {
      source: sql`${table} cross join lateral unnest(case when ${column} = '{}' then array[''] else ${column}::text[] end) of_each(key)`,
      key: sql`of_each.key`,
    }
  }
  return { source: table, key: sql`coalesce((${columnSql(definition, by)})::text, '')` }
}

/** A field over the row `r`, stored or computed. */
function columnSql({ fields }: Definition, name: string): Sql {
  const field = fields[name]
  return field?.kind === 'computed' ? sql.raw(`(${field.sql})`) : sql`r.${ident(name)}`
}

const whereOf = (asker: Asker, definition: Definition, query: ListQuery): Sql =>
  whereSql(conditionsOf(requestOf(asker, definition, query)))

export interface Sum {
  sum: number
  mean: number | null
  /** Of so many records that have the number. */
  n: number
}

/** A number of all that is asked for, added up and on average. */
export async function sumIn(
  asker: Asker,
  definition: Definition,
  question: Question,
  { period, of }: { period: Period | null; of: string },
): Promise<Sum> {
  const column = columnSql(definition, of)
  const query = queryOf(definition, question, period)
  const found = await row(
    asker.db,
    { sum: 'number', mean: 'number?', n: 'number' },
    sql`select coalesce(sum(${column}), 0)::float8 as sum, avg(${column})::float8 as mean, count(${column})::int as n
        from ${ident(definition.table)} r where ${whereOf(asker, definition, query)}`,
  )
  return found ?? { sum: 0, mean: null, n: 0 }
}

/** The same by each value of a field, the largest first. */
export function sumsIn(
  asker: Asker,
  definition: Definition,
  question: Question,
  { period, of, by }: { period: Period | null; of: string; by: string },
): Promise<Group[]> {
  const { source, key } = splitSql(definition, by)
  const number =
    question.does === 'mean' ? sql`avg(${columnSql(definition, of)})` : sql`sum(${columnSql(definition, of)})`
  return rows(
    asker.db,
    { key: 'string', n: 'number' },
    sql`select ${key} as key, coalesce(${number}, 0)::float8 as n from ${source}
        where ${whereOf(asker, definition, queryOf(definition, question, period))} group by 1 order by 2 desc, 1 limit ${sql.lit(GROUPS_MOST)}`,
  )
}

export interface Example {
  id: number
  called: string
  title: string
  at: string | null
}
/** Of more records a few are not put in order. */
export const ORDERED_MOST = 20_000

/** A few records by their day, the oldest or the newest first; how they are called tells nobody's name. */
export function examplesIn(
  asker: Asker,
  definition: Definition,
  question: Question,
  { period, most }: { period: Period | null; most: number },
): Promise<Example[]> {
  const { on, order } = question
  const query = queryOf(definition, question, period)
  const at = on in definition.fields ? columnSql(definition, on) : sql`r.${ident(on)}`
  const moment =
    shownAs(definition.fields[on] ?? { kind: 'moment', label: '' }) === 'date' ? sql`${at}::text` : dayOf(at, asker)
  const isAscending = order === 'oldest'
  return rows(
    asker.db,
    { id: 'number', called: 'string', title: 'string', at: 'string?' },
    sql`select r.id, ${calledOf(definition, asker.actor)} as called, ${titleOf(definition)} as title, ${moment} as at
        from (select * from ${ident(definition.table)} r where ${whereOf(asker, definition, query)} offset 0) r
        order by ${at} ${isAscending ? sql`asc` : sql`desc`} nulls last, r.id ${isAscending ? sql`asc` : sql`desc`} limit ${sql.lit(most)}`,
  )
}

const dayOf = (at: Sql, { timeZone }: Asker): Sql => sql`to_char(${at} at time zone ${timeZone}, 'YYYY-MM-DD')`

/** How a record is called, which is never by something private: a customer's by its number. */
export function calledOf(definition: Definition, { language }: Actor): Sql {
  const { customer, title, fields } = definition
  const isTold = (name = '') => fields[name] !== undefined && !isPrivateField(fields[name])
  if (!customer && isTold(title)) return sql`coalesce(${calledSql(definition, 'r', language)}, '')`
  const number = [numberFieldOf(definition), customer?.number].find(isTold)
  return number ? sql`coalesce(${columnSql(definition, number)}, '')` : sql`r.id::text`
}

/** A title in words beside the number of a customer's record, where it is neither private nor who they are. */
function titleOf(definition: Definition): Sql {
  const { title, customer, fields } = definition
  const field = fields[title]
  const isTold =
    customer &&
    title !== customer.name &&
    linkColumnOf(definition) !== title &&
    field?.kind === 'text' &&
    !field.private &&
    !field.person
  return isTold ? sql`coalesce(r.${ident(title)}, '')` : sql`''`
}
