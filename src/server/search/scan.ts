import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { type Db, row, rows, type Sql } from '../db/db.ts'
import type { IndexSearch } from '../resource/query/where.ts'
import { type Conditions, whereSql } from '../resource/query/where.ts'

/** As a rule ids follow one another as the rows do: then their words, which stand in the order of ids, are read three times as fast. */
const SPREAD_MOST = 4

const NEWEST_FIRST = sql`r.created_at desc, r.id desc`

/** What was found among some rows. */
export interface ScanPart {
  /** Of those that match, newest first. */
  ids: number[]
  /** How many were looked at. */
  seen: number
  /** How many there are in all of the table, about. */
  known: number
}

interface Looked extends ScanPart {
  /** The oldest looked at. */
  last: { at: string; id: number } | null
}

/** Goes from the newest record to older ones, so many at a time, and gathers those that match a search. */
export class Scan implements ScanPart {
  readonly ids: number[] = []
  seen = 0
  known = 0
  /** Whether there is nothing left to look at. */
  isOver = false
  #last: Looked['last'] = null
  readonly #look: (from: Sql, most: number) => Promise<Looked>

  constructor(db: Db, definition: Definition, conditions: Conditions, search: IndexSearch) {
    this.#look = (from, most) => look(db, definition, conditions, search, from, most)
  }

  async on(most: number): Promise<void> {
    const last = this.#last
    const part = await this.#look(
      last ? sql`(r.created_at, r.id) < (${last.at}::timestamptz, ${last.id})` : sql`true`,
      most,
    )
    this.ids.push(...part.ids)
    this.seen += part.seen
    this.known = part.known
    this.#last = part.last
    this.isOver = part.seen < most
  }

  /** The newest of those that are so many days old. */
  before(days: number, most: number): Promise<ScanPart> {
    return this.#look(sql`r.created_at < now() - make_interval(days => ${days}::int)`, most)
  }
}

/** Of the newest of some rows those that match. */
async function look(
  db: Db,
  definition: Definition,
  conditions: Conditions,
  search: IndexSearch,
  from: Sql,
  most: number,
): Promise<Looked> {
  const table = sql.table(definition.table)
  const looked = sql`${conditions.life} and ${from}`
  const ends = await row(
    db,
    {
      seen: 'number',
      known: 'number',
      at: 'string',
      id: 'number',
      least: 'number',
      greatest: 'number',
      /** How many have an id between these two. */
      between: 'number',
    },
    sql`select p.*, case when p.greatest - p.least < ${sql.raw(String(SPREAD_MOST * most))} then p.greatest - p.least + 1 else
            (select count(*) from (select from ${table} o where o.id between p.least and p.greatest limit ${sql.raw(String(SPREAD_MOST * most))}) o) end as between,
          (select greatest(c.reltuples, 0) from pg_class c where c.oid = ${definition.table}::regclass) as known
        from (select count(*)::int as seen, min(r.id) as least, max(r.id) as greatest,
            ((array_agg(r.created_at))[count(*)])::text as at, (array_agg(r.id))[count(*)] as id
          from (select r.created_at, r.id from ${table} r where ${looked} order by ${NEWEST_FIRST} limit ${sql.raw(String(most))}) r) p`,
  )
  if (!ends?.seen) return { ids: [], seen: 0, last: null, known: 0 }
  const { seen, known, at, id, least, greatest, between } = ends
  const within = sql`${looked} and (r.created_at, r.id) >= (${at}::timestamptz, ${id})`
  const matching =
    search.among && between < SPREAD_MOST * seen
      ? sql`${recordsOf(definition, search.among(least, greatest))} where ${within} and ${whereSql(conditions, null)}`
      : sql`select r.id from (select * from ${table} r where ${within} order by ${NEWEST_FIRST} offset 0) r where ${whereSql(conditions, search.byHand)}`
  const found = await rows(db, { id: 'number' }, sql`${matching} order by ${NEWEST_FIRST}`)
  return { ids: found.map((one) => one.id), seen, last: { at, id }, known }
}

/** Records `r` of these ids, each read by its id alone: no plan shall go through all of a state for each. */
export const recordsOf = ({ table }: Definition, ids: Sql): Sql =>
  sql`with hit as materialized (${ids})
    select r.id from hit, lateral (select * from ${sql.table(table)} r where r.id = hit.id offset 0) r`
