import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import type { Actor } from '../actor.ts'
import { type Db, row, rows, type Sql, type Tx } from '../db/db.ts'
import { shown } from './columns.ts'
import { type Conditions, conditionsOf, type OwnFilters, whereSql } from './conditions.ts'
import type { ListQuery } from './query.ts'
import { tallyTotal } from './tally.ts'

/** A search that matches more is counted no further, often less far: the page is quick, the total says 'more than'. */
export const SEARCH_COUNT_MOST = 1000

export interface ListSettings {
  timeZone: string
  filters?: OwnFilters
}

/** One page as finished JSON text: `{data, total, page, perpage}`; PostgreSQL builds it in one statement. */
export async function listJson(
  db: Db,
  definition: Definition,
  query: ListQuery,
  actor: Actor,
  settings: ListSettings,
): Promise<string> {
  const conditions = conditionsOf(definition, query, actor, settings.timeZone, settings.filters)
  if (conditions.search) return searchJson(db, definition, query, conditions)
  const where = whereSql(conditions)
  const total = tallyTotal(definition, query, conditions) ?? countSql(definition, where)
  const found = await row<{ page: string }>(
    db,
    pageSql(definition, query, sql`select * from ${sql.table(definition.table)} r where ${where}`, total),
  )
  return found?.page ?? ''
}

/** How many rows match. */
export async function countOf(
  db: Db,
  definition: Definition,
  query: ListQuery,
  actor: Actor,
  settings: ListSettings,
): Promise<number> {
  const conditions = conditionsOf(definition, query, actor, settings.timeZone, settings.filters)
  const total = tallyTotal(definition, query, conditions) ?? countSql(definition, whereSql(conditions))
  const found = await row<{ n: number }>(db, sql`select ${total} as n`)
  return Number(found?.n ?? 0)
}

const countSql = (definition: Definition, where: Sql): Sql =>
  sql`(select count(*) from ${sql.table(definition.table)} r where ${where})`

/** Few matches are found through the trigram index and sorted; many are met soon when walking in order. */
async function searchJson(db: Db, definition: Definition, query: ListQuery, conditions: Conditions): Promise<string> {
  const surely = await surelyMatching(db, definition, conditions)
  const matches = surely === null ? await someMatches(db, definition, whereSql(conditions)) : []
  const isMore = surely !== null || matches.length > SEARCH_COUNT_MOST
  const source = isMore
    ? sql`select * from ${sql.table(definition.table)} r where ${whereSql(conditions, conditions.searchByHand)}`
    : sql`select * from ${sql.table(definition.table)} r where r.id = any(${matches.map((match) => match.id)}::bigint[])`
  const total = isMore ? (surely ?? SEARCH_COUNT_MOST) : matches.length
  const found = await row<{ page: string }>(db, pageSql(definition, query, source, sql`${total}::bigint`, isMore))
  return found?.page ?? ''
}

const someMatches = (db: Db, definition: Definition, where: Sql): Promise<{ id: number }[]> =>
  rows(
    db,
    sql`select r.id from ${sql.table(definition.table)} r where ${where} limit ${sql.raw(String(SEARCH_COUNT_MOST + 1))}`,
  )

const LARGE = 200_000
const SAMPLED = 2500
/**
 * Blocks of a sample that must hold a match before so many are sure to match: with fewer matches in a large table, near or far
 * from each other, such a sample comes up less than once in a thousand million searches.
 */
const SURE = [
  { blocks: 22, matches: SEARCH_COUNT_MOST },
  { blocks: 8, matches: 100 },
] as const

/**
 * How many match at the least, judged by a sample, where they are many; null where they must be counted. Gathering common
 * words through the index is what makes a search slow.
 */
async function surelyMatching(db: Db, definition: Definition, conditions: Conditions): Promise<number | null> {
  const size = await sizeOf(db, definition.table)
  if (size < LARGE) return null
  const found = await row<{ blocks: number }>(
    db,
    sql`select count(distinct (r.ctid::text::point)[0])::int as blocks from ${sql.table(definition.table)} r
        tablesample system (${(SAMPLED / size) * 100}::real) where ${whereSql(conditions, conditions.searchByHand)}`,
  )
  return SURE.find(({ blocks }) => (found?.blocks ?? 0) >= blocks)?.matches ?? null
}

const SIZE_KEPT_MS = 60_000
const sizes = new Map<string, { rows: number; until: number }>()

/** About how many rows a table has, as the last vacuum or analyze saw it. */
async function sizeOf(db: Db, table: string): Promise<number> {
  const known = sizes.get(table)
  if (known && known.until > performance.now()) return known.rows
  const found = await row<{ rows: number }>(
    db,
    sql`select reltuples::bigint as rows from pg_class where oid = ${table}::regclass`,
  )
  const size = { rows: found?.rows ?? 0, until: performance.now() + SIZE_KEPT_MS }
  sizes.set(table, size)
  return size.rows
}

/** Page and paging numbers stand as literals: a bound LIMIT would spoil the plan, a bound OFFSET of 0 is the hot path's. */
function pageSql(definition: Definition, query: ListQuery, source: Sql, total: Sql, isMore = false): Sql {
  const { page, perpage } = query
  const offset = (page - 1) * perpage
  const skip = offset === 0 ? sql`` : sql` offset ${offset}`
  return sql`
    select json_build_object(
      'data', coalesce((select json_agg(row_to_json(t)) from (
        select ${shown(definition, 'list')} from (${source} order by ${orderSql(query)} limit ${sql.raw(String(perpage))}${skip}) r order by ${orderSql(query)}
      ) t), '[]'),
      'total', ${total}, 'page', ${sql.raw(String(page))}, 'perpage', ${sql.raw(String(perpage))}${isMore ? sql`, 'total_is_more', true` : sql``}
    )::text as page`
}

/** Ties are broken by id in the same direction, so that pages never overlap and one index serves. */
function orderSql({ sort }: ListQuery): Sql {
  const direction = sort.descending ? sql`desc` : sql`asc`
  const column = sql`r.${sql.ref(sort.field)}`
  return sort.field === 'id' ? sql`${column} ${direction}` : sql`${column} ${direction}, r.id ${direction}`
}

/** One record as JSON text, or null where it is not there for this actor. */
export async function showJson(
  db: Db | Tx,
  definition: Definition,
  id: number,
  scope: Sql | null,
  isTrashOpen = false,
): Promise<string | null> {
  const found = await row<{ record: string }>(
    db,
    sql`select row_to_json(t)::text as record from (
      select ${shown(definition, 'show')} from ${sql.table(definition.table)} r
      where r.id = ${id} ${isTrashOpen ? sql`` : sql`and r.deleted_at is null`} ${scope ? sql`and ${scope}` : sql``}
    ) t`,
  )
  return found?.record ?? null
}

export interface NameRow {
  id: number
  name: string
  hint: string | null
}

/** Names for pickers, without regard to diacritics; the given ids first of all. */
export async function namesOf(
  db: Db,
  definition: Definition,
  scope: Sql | null,
  wanted: { search: string; ids: number[]; perpage: number },
): Promise<NameRow[]> {
  const code = ['code', 'user_code', 'issue_number'].find((name) => name in definition.fields)
  const byId = sql`r.id = any(${wanted.ids}::bigint[])`
  const folded = sql`fold(${code ? sql`r.${sql.ref(code)} || ' ' || ` : sql``}r.${sql.ref(definition.title)})`
  const matching = wanted.search
    ? sql`${folded} like '%' || replace(replace(fold(${wanted.search}), '%', '\\%'), '_', '\\_') || '%'`
    : sql`true`
  const usable =
    'active' in definition.fields
      ? sql`and r.active`
      : definition.name === 'users'
        ? sql`and r.status = 'active' and not r.blocked`
        : sql``
  return rows<NameRow>(
    db,
    sql`select r.id, r.${sql.ref(definition.title)} as name, ${code ? sql`r.${sql.ref(code)}` : sql`null`} as hint
        from ${sql.table(definition.table)} r
        where r.deleted_at is null ${wanted.ids.length > 0 ? sql`and ${byId}` : sql`and ${matching} ${usable}`} ${scope ? sql`and ${scope}` : sql``}
        order by ${code ? sql`r.${sql.ref(code)}` : sql`r.${sql.ref(definition.title)}`}, r.id limit ${wanted.perpage}`,
  )
}
