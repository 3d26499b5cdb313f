import { sql } from 'kysely'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import { all, type Db, inTransaction, row, type Sql } from '../db/db.ts'
import { searchExpression } from '../db/schema.ts'
import { type TriggerFunction, triggerFunction } from '../db/trigger-function.ts'
import type { IndexSearch } from '../resource/query/where.ts'

/** The table beside `definition.table` that holds `(id, search_text)`, where its words stand apart (docs/decisions/separate-search-index.md). */
export const searchIndexTableOf = (definition: Definition): string => `${definition.table}_words`

/** The table whose `search_text` a search reads. */
export const searchedTableOf = (definition: Definition): string =>
  definition.separateSearchIndex ? searchIndexTableOf(definition) : definition.table

/** The folded words of the record `r`. */
export const searchTextOf = (definition: Definition): Sql =>
  definition.separateSearchIndex
    ? sql`(select w.search_text from ${sql.table(searchIndexTableOf(definition))} w where w.id = r.id)`
    : sql`r.search_text`

/** The ids from `first` to `last` of records whose words are still to be written. */
export const waitingTableOf = (definition: Definition): string => `${searchIndexTableOf(definition)}_waiting`

/** Everything words kept apart need in the database, for the migration that introduces them. */
export function searchIndexTables(definition: Definition): string {
  const { table } = definition
  const words = searchIndexTableOf(definition)
  const waiting = waitingTableOf(definition)
  const fields = searchedFields(definition)
  const trigger = (name: string, event: string, over: string) =>
    `create trigger words_${name} after ${event} on ${table} ${over} execute function ${words}_${name}();`
  return [
    `create table ${words} (id bigint primary key, search_text text not null);`,
    `insert into ${words} (id, search_text) select id, ${searchExpression(definition)} from ${table};`,
    `create index ${words}_search on ${words} using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 65536);`,
    `create table ${waiting} (first bigint not null, last bigint not null);`,
    `analyze ${words};`,
    ...searchIndexFunctions(definition).map(({ create }) => create),
    trigger('insert', 'insert', 'referencing new table as added for each statement'),
    trigger('update', `update of ${fields.join(', ')}`, 'for each row'),
    trigger('delete', 'delete', 'referencing old table as gone for each statement'),
    trigger('truncate', 'truncate', 'for each statement'),
    '',
  ].join('\n')
}

const IS_LATER = `current_setting('app.search_index_later', true) = 'on'`

/**
 * To be selected in a transaction that brings so many records that nobody should wait for their words: these are written beside the
 * requests, within seconds. Until then each statement leaves the ids that it gave.
 */
export const INDEX_LATER: Sql = sql`set_config('app.search_index_later', 'on', true)`

/**
 * What the triggers run. Words written for a changed record before those that wait are the ones that stay; a record is not taken away
 * while its words are being written, lest they outlive it.
 */
export function searchIndexFunctions(definition: Definition): TriggerFunction[] {
  const words = searchIndexTableOf(definition)
  const waiting = waitingTableOf(definition)
  const expression = searchExpression(definition)
  const made = (does: string, work: string) => triggerFunction(`${words}_${does}`, work)
  return [
    made(
      'insert',
      `if ${IS_LATER} then insert into ${waiting} (first, last) select min(id), max(id) from added having count(*) > 0; else insert into ${words} (id, search_text) select id, ${expression} from added; end if`,
    ),
    made(
      'update',
      `insert into ${words} as w (id, search_text) select n.id, n.words from (select r.id, ${expression} as words from (select new.*) r) n where not exists (select from ${words} known where known.id = n.id and known.search_text = n.words) on conflict (id) do update set search_text = excluded.search_text`,
    ),
    made('delete', `perform from ${waiting} for share; delete from ${words} where id in (select id from gone)`),
    made('truncate', `truncate ${words}, ${waiting}`),
  ]
}

/** Words are written for so many records at a time, and filed after so many times. */
const WRITTEN_AT_ONCE = 1000
const FILED_AFTER = 10

/**
 * Writes words that wait, and files what was written since into the index, whose list of new entries would otherwise be filed by
 * whoever happens to fill it: one create of seventy waited for that. One server files at a time; the search reads the list meanwhile.
 * Answers whether more may wait.
 * @param isHeld what waits shall wait on: many records are still coming in
 */
export async function indexPending(db: Db, definition: Definition, isHeld = false): Promise<boolean> {
  const words = searchIndexTableOf(definition)
  let isMore = !isHeld
  for (let n = 0; n < FILED_AFTER && isMore; n += 1) isMore = await writeWaiting(db, definition)
  await sql`select gin_clean_pending_list(${`${words}_search`}::regclass) where pg_try_advisory_xact_lock(hashtext(${`file ${words}`}))`.execute(
    db,
  )
  return isMore
}

/** The words of the next records of those that wait; what is left of these waits on. Answers whether any waited. */
async function writeWaiting(db: Db, definition: Definition): Promise<boolean> {
  const waiting = sql.table(waitingTableOf(definition))
  const found = await row(
    db,
    sql`
    with due as materialized (select first, last from ${waiting} order by first limit 1 for update skip locked),
    part as materialized (select r.* from ${sql.table(definition.table)} r where r.id between (select first from due) and (select last from due) order by r.id limit ${sql.lit(WRITTEN_AT_ONCE)}),
    rest as (select max(id) + 1 as first from part having count(*) = ${sql.lit(WRITTEN_AT_ONCE)}),
    written as (
      insert into ${sql.table(searchIndexTableOf(definition))} (id, search_text) select id, ${sql.raw(searchExpression(definition) ?? 'null')} from part order by id
      on conflict (id) do nothing
    ), put_back as (update ${waiting} w set first = rest.first from due, rest where w.first = due.first and w.last = due.last),
    done as (delete from ${waiting} w using due where w.first = due.first and w.last = due.last and not exists (select from rest))
    select from due`,
  )
  return found !== undefined
}

/** Writes the words of every record anew. */
export async function rebuildSearchIndex(db: Db, definition: Definition): Promise<void> {
  const words = sql.table(searchIndexTableOf(definition))
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`lock table ${sql.table(definition.table)} in share mode`.execute(tx)
    await sql`truncate ${words}, ${sql.table(waitingTableOf(definition))}`.execute(tx)
    await sql`insert into ${words} (id, search_text) select id, ${sql.raw(searchExpression(definition) ?? 'null')} from ${sql.table(definition.table)}`.execute(
      tx,
    )
  })
}

/** Records whose words apart are not those of the record itself, nor still to be written; none unless rows were touched past the triggers. */
export async function wrongSearchIndex(db: Db, definition: Definition): Promise<number> {
  const found = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from (select id, ${sql.raw(searchExpression(definition) ?? 'null')} as words from ${sql.table(definition.table)}) r
        full join ${sql.table(searchIndexTableOf(definition))} w using (id) where r.words is distinct from w.search_text
          and not (w.id is null and exists (select from ${sql.table(waitingTableOf(definition))} o where r.id between o.first and o.last))`,
  )
  return found?.n ?? 0
}

/** Every word must occur, without regard to case or diacritics: they are given folded. Where nothing is searched, nothing is found. */
export function indexSearch(definition: Definition, words: readonly string[]): IndexSearch {
  const hasAll = (text: Sql, parts: readonly string[]) =>
    all(parts.map((part) => sql`${text} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`))
  // The longest are the rarest as a rule: hardly a text is read for the others.
  const longest = words.toSorted((a, b) => b.length - a.length)
  const readsAll = (text: Sql) => all(longest.map((word) => sql`strpos(${text}, ${word}) > 0`))
  if (searchedFields(definition).length === 0) {
    const nothing = sql`false`
    const ids = sql`select r.id from ${sql.table(definition.table)} r where false`
    return { words, where: nothing, byHand: nothing, ids: () => ids }
  }
  const text = sql`w.search_text`
  const from = sql`from ${sql.table(searchedTableOf(definition))} w where`
  const ids = (parts: readonly string[] = []) =>
    parts.length > 0
      ? sql`select w.id ${from} ${hasAll(text, parts)} and ${readsAll(text)}`
      : sql`select w.id ${from} ${hasAll(text, words)}`
  if (definition.separateSearchIndex)
    return {
      words,
      where: sql`r.id in (${ids()})`,
      byHand: sql`(select ${readsAll(text)} ${from} w.id = r.id)`,
      ids,
      among: (least, greatest) => sql`select w.id ${from} w.id between ${least} and ${greatest} and ${readsAll(text)}`,
    }
  return { words, where: hasAll(sql`r.search_text`, words), byHand: readsAll(sql`r.search_text`), ids }
}

const searchedFields = (definition: Definition): string[] =>
  entriesOf(definition)
    .filter(([, field]) => field.search)
    .map(([name]) => name)
