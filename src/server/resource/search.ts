import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { type Db, row, rows, type Sql } from '../db/db.ts'
import { turns } from '../turns.ts'
import { type Conditions, whereSql } from './conditions.ts'
import { areRare, rarestOf, sampleOf } from './word-sample.ts'

/** A search that matches more is counted no further: the page is quick, the total says 'more than'. */
const SEARCH_COUNT_MOST = 1000
/** How many of the newest rows tell whether words are common … */
const NEWEST = 3000
/** … and how many of those must match: then walking from the newest on meets a page at once … */
const COMMON = 30
/** … or, as gathering grows with the table and walking does not, a few, where more than can be counted must be expected in all of it. */
const FEWEST = 3
/** The newest may be thousands of messages alike, as after a recall: what was there days before them tells too. */
const BEFORE = { days: 7, rows: 1000, common: 10 }
/** Gathering is all work and no waiting: more of it at once is no sooner done, and the slowest runs out of the time a statement has. */
const inTurn = turns(2)

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
 * walking for rare ones reads the whole table; a sample tells the rare ones, as numbers of receipts and phones are, and the newest
 * rows, as few of a big table are of this week, tell of the others which of the two it is. Never left to the planner, which plans
 * without knowing the words.
 */
export async function searched(db: Db, definition: Definition, conditions: Conditions): Promise<Searched> {
  const { search } = conditions
  if (!search) throw new Error('There are no words to search for')
  const table = sql.table(definition.table)
  const byHand = whereSql(conditions, search.byHand)
  const walked = sql`select * from ${table} r where ${byHand}`
  const gathered = async (parts?: readonly string[]): Promise<Searched> => {
    const gathering = sql`with hit as materialized (${search.ids(parts)})
      select id from hit where (select true from ${table} r where r.id = hit.id and ${whereSql(conditions, null)})
      limit ${sql.raw(String(SEARCH_COUNT_MOST + 1))}`
    const found = await inTurn(() => rows<{ id: number }>(db, gathering))
    const isMore = found.length > SEARCH_COUNT_MOST
    return {
      source: isMore ? walked : sql`select * from ${table} r where r.id = any(${found.map(({ id }) => id)}::bigint[])`,
      total: Math.min(found.length, SEARCH_COUNT_MOST),
      isMore,
    }
  }
  const sample = sampleOf(db, definition)
  if (sample && areRare(sample, search.words, SEARCH_COUNT_MOST / 2)) return gathered(rarestOf(sample, search.words))
  const look = (from: Sql, most: number) => lookAt(db, definition, byHand, sql`${conditions.life} and ${from}`, most)
  const newest = await look(sql`true`, NEWEST)
  const isAll = newest.seen < NEWEST
  if (isAll || isCommon(newest)) return { source: walked, total: newest.matching, isMore: !isAll }
  const before = await look(sql`r.created_at < now() - make_interval(days => ${BEFORE.days}::int)`, BEFORE.rows)
  if (wasCommon(before)) return { source: walked, total: Math.max(newest.matching, before.matching), isMore: true }
  return gathered()
}

interface Looked {
  seen: number
  matching: number
  /** In all of the table, about. */
  known: number
}

const isCommon = ({ matching, known }: Looked): boolean =>
  matching >= COMMON || (matching >= FEWEST && (matching / NEWEST) * known >= SEARCH_COUNT_MOST)

const wasCommon = ({ matching, known }: Looked): boolean =>
  matching >= BEFORE.common && (matching / BEFORE.rows) * known >= SEARCH_COUNT_MOST

/** Of the newest of some rows: how many there are, and how many match. */
async function lookAt(db: Db, { table }: Definition, byHand: Sql, which: Sql, most: number): Promise<Looked> {
  const newest = sql`select * from ${sql.table(table)} r where ${which} order by r.created_at desc, r.id desc limit ${sql.raw(String(most))}`
  const found = await row<Looked>(
    db,
    sql`select count(*)::int as seen, count(*) filter (where ${byHand})::int as matching,
          (select greatest(c.reltuples, 0) from pg_class c where c.oid = ${table}::regclass) as known
        from (${newest}) r`,
  )
  return found ?? { seen: 0, matching: 0, known: 0 }
}
