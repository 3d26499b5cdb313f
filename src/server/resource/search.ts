import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { type Db, row, rows, type Sql } from '../db/db.ts'
import { type Conditions, whereSql } from './conditions.ts'

/** A search that matches more is counted no further: the page is quick, the total says 'more than'. */
const SEARCH_COUNT_MOST = 1000
/** How many of the newest rows tell whether words are common … */
const NEWEST = 3000
/** … and how many of those must match: then walking from the newest on meets a page at once … */
const COMMON = 30
/** … or, as gathering grows with the table and walking does not, a few, where more than can be counted must be expected in all of it. */
const FEWEST = 3

export interface Searched {
  /** The matching rows, `r`, for a page to order and cut. */
  source: Sql
  /** How many match, or at the least do. */
  total: number
  /** Whether more match than were counted. */
  isMore: boolean
}

/**
 * Decides how a search is read. Gathering common words in the trigram index costs a hundred milliseconds only to say 'many', and
 * walking for rare ones reads the whole table; the newest rows say which of the two it is. Never left to the planner, which plans
 * without knowing the words.
 */
export async function searched(db: Db, definition: Definition, conditions: Conditions): Promise<Searched> {
  const { search } = conditions
  if (!search) throw new Error('There are no words to search for')
  const table = sql.table(definition.table)
  const byHand = whereSql(conditions, search.byHand)
  const newest = await row<{ seen: number; matching: number; rows: number }>(
    db,
    sql`select count(*)::int as seen, count(*) filter (where ${byHand})::int as matching,
          (select greatest(c.reltuples, 0) from pg_class c where c.oid = ${definition.table}::regclass) as rows
        from (select * from ${table} r where ${conditions.life} order by r.created_at desc, r.id desc limit ${sql.raw(String(NEWEST))}) r`,
  )
  const { seen = 0, matching = 0, rows: known = 0 } = newest ?? {}
  const isAll = seen < NEWEST
  const isCommon = matching >= COMMON || (matching >= FEWEST && (matching / NEWEST) * known >= SEARCH_COUNT_MOST)
  if (isAll || isCommon)
    return { source: sql`select * from ${table} r where ${byHand}`, total: matching, isMore: !isAll }
  const found = await rows<{ id: number }>(
    db,
    sql`with hit as materialized (${search.ids})
        select id from hit where (select true from ${table} r where r.id = hit.id and ${whereSql(conditions, null)})
        limit ${sql.raw(String(SEARCH_COUNT_MOST + 1))}`,
  )
  const isMore = found.length > SEARCH_COUNT_MOST
  return {
    source: isMore
      ? sql`select * from ${table} r where ${byHand}`
      : sql`select * from ${table} r where r.id = any(${found.map(({ id }) => id)}::bigint[])`,
    total: Math.min(found.length, SEARCH_COUNT_MOST),
    isMore,
  }
}
