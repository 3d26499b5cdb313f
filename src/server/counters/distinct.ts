import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { isCalendar } from '../../shared/statistics.ts'
import { all, type Db, ident, rows, type Sql, type Tx } from '../db/db.ts'
import { derivableScope } from '../resource/scope.ts'
import { daysOf, monthEndOf, monthStartsOf } from './day-ranges.ts'
import { sourceOf } from './figures-plan.ts'
import { counterOptionsOf, rollupsOf } from './shape.ts'
import { isLive, selectsOf, textOf } from './statistics.ts'
import type { Found, StatisticsWish } from './statistics-rows.ts'
import { onlyOf } from './totals.ts'

/** The key under which `distinctBy` tells all of the period. */
export const ALL = 'all of it'

/**
 * How many different records a field points at, by the first dimension and in all: each once, whatever days of the period it is found
 * on.
 * @param keys of the first dimension, where it is known which have records
 */
export async function distinctBy(
  db: Db | Tx,
  definition: Definition,
  wish: StatisticsWish,
  of: DistinctOf,
  keys: readonly string[] | null = null,
): Promise<Map<string, number>> {
  const counted = isCalendar(wish.dimensions[0])
    ? distinctByTime(definition, wish, of)
    : keys && areIndexed(definition, wish, of, keys)
      ? distinctByKey(definition, wish, of, keys)
      : distinctByField(definition, wish, of)
  if (!counted) return new Map()
  const found = await rows(db, { key: 'string', n: 'number' }, counted)
  return new Map(found.flatMap(({ key, n }) => (n > 0 || key === ALL ? [[key, n] as const] : [])))
}

interface DistinctOf {
  of: string
  sum: string
}

/**
 * One month or day after the other: few at once are told apart in a third of the time that those of all months take together. Nearly
 * the same come in each, so that all of the period is read anew from whole months.
 */
function distinctByTime(definition: Definition, wish: StatisticsWish, of: DistinctOf): Sql | null {
  const [by] = wish.dimensions
  const { from, to } = wish.span
  const starts = by === 'day' ? daysOf(wish.span) : monthStartsOf(wish.span)
  const ends = by === 'day' ? starts : starts.map(monthEndOf)
  const areWhole = starts.map((start, at) => start >= from && (ends[at] ?? start) <= to)
  const inOne = foundSql(definition, wish, of, sql`who`, { within: { from: sql`k.key`, to: sql`k.until` } })
  const inAll = foundSql(definition, { ...wish, dimensions: ['none', 'none'] }, of, sql`who`)
  if (!inOne || !inAll) return null
  const told = sql`(select count(*)::int from (${inOne}) one)`
  const kept = keptOfOne(definition, wish, of)
  const isFolded = sql`k.is_whole and not exists (select from ${ident(`${definition.table}_delta`)} d where d.day between k.key and k.until)`
  return sql`select ${textOf(by, sql`k.key`)} as key, f.n
          from unnest(${starts}::date[], ${ends}::date[], ${areWhole}::boolean[]) k(key, until, is_whole),
            lateral (select ${kept ? sql`case when ${isFolded} then ${kept} else ${told} end` : told} as n) f
        union all select ${ALL}::text, count(*)::int from (${inAll}) everybody`
}

/** Counts that have one row for each that is found in a month or on a day `k`: the rows are the number, where all changes are folded. */
function keptOfOne(definition: Definition, wish: StatisticsWish, { of, sum }: DistinctOf): Sql | null {
  const source = sourceOf(definition, [of], wish.dimensions[0] === 'day' ? 'day' : 'month')
  const isAlone = source?.only ?? Object.keys(source?.columns ?? {}).length === 1
  if (!source || !isAlone || counterOptionsOf(definition).state || !isOfAll(definition, wish)) return null
  const where = [
    ...(source.only ? [onlyOf(source.only)] : []),
    sql`c.start = k.key`,
    isLive(definition, 'c'),
    sql`c.${ident(source.columns[of] ?? of)} <> ''`,
    sql`c.${ident(sum)} > 0`,
  ]
  return sql`(select count(*)::int from ${ident(source.table)} c where ${all(where)})`
}

/** Whether nothing narrows what is asked. */
function isOfAll(definition: Definition, { filters, actor }: StatisticsWish): boolean {
  const [part, ...more] = derivableScope(definition, actor)
  return Boolean(part) && more.length === 0 && !part?.only && Object.keys({ ...filters, ...part?.filter }).length === 0
}

/** Beyond so many keys it is less work to read all of them at once. */
const KEYS_MOST = 120

/** Whether the counts of all that is asked for stand in an index by key. */
function areIndexed(
  definition: Definition,
  wish: StatisticsWish,
  { of }: DistinctOf,
  keys: readonly string[],
): boolean {
  const [by] = wish.dimensions
  const isPointed = rollupsOf(definition).some(({ apart, also }) => apart?.of === of && also?.includes(by))
  return isOfAll(definition, wish) && isPointed && definition.fields[by]?.kind === 'ref' && keys.length <= KEYS_MOST
}

/** One key after the other, from an index alone: the people of one store stay in a core's cache, those of all stores do not. */
function distinctByKey(
  definition: Definition,
  wish: StatisticsWish,
  of: DistinctOf,
  keys: readonly string[],
): Sql | null {
  const inOne = foundSql(definition, wish, of, sql`who`, { key: sql`k.key` })
  const inAll = foundSql(definition, { ...wish, dimensions: ['none', 'none'] }, of, sql`who`)
  return (
    inOne &&
    inAll &&
    sql`select k.key, f.n from unnest(${[...keys]}::text[]) k(key), lateral (select count(*)::int as n from (${inOne}) one) f where f.n > 0
        union all select ${ALL}::text, count(*)::int from (${inAll}) everybody`
  )
}

/** Who is found under a key is found in all; so the counts are read once for both. */
function distinctByField(definition: Definition, wish: StatisticsWish, of: DistinctOf): Sql | null {
  const found = foundSql(definition, wish, of, sql`key, who`)
  return (
    found &&
    sql`with found as materialized (${found})
        select key, count(*)::int as n from found group by found.key
        union all select ${ALL}::text, count(*)::int from (select from found group by who) everybody`
  )
}

/** Who is found, told apart by these keys; null where nothing can be. */
function foundSql(
  definition: Definition,
  wish: StatisticsWish,
  { of, sum }: DistinctOf,
  keys: Sql,
  only: Omit<Found, 'who'> = {},
): Sql | null {
  const selects = selectsOf(definition, wish, [sum], { who: of, ...only })
  // Numbers of records are added as integers: for a bigint each that is found would carry a state as wide as a numeric.
  return selects.length === 0
    ? null
    : sql`select ${keys} from (${all(selects, sql` union all `)}) c where who <> '' group by ${keys} having sum(${ident(sum)}::int) > 0`
}
