import { sql } from 'kysely'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import { all, type Db, inTransaction, row, type Sql } from '../db/db.ts'
import { searchExpression } from '../db/schema.ts'
import { type TriggerFunction, triggerFunction } from '../db/trigger-function.ts'

/** The table beside `definition.table` that holds `(id, search_text)`, where its words stand apart (docs/decisions/words-apart.md). */
export const wordsTableOf = (definition: Definition): string => `${definition.table}_words`

/** Everything words kept apart need in the database, for the migration that introduces them. */
export function wordsTables(definition: Definition): string {
  const { table } = definition
  const words = wordsTableOf(definition)
  const fields = searchedFields(definition)
  const trigger = (name: string, event: string, over: string) =>
    `create trigger words_${name} after ${event} on ${table} ${over} execute function ${words}_${name}();`
  return [
    `create table ${words} (id bigint primary key, search_text text not null);`,
    `insert into ${words} (id, search_text) select id, ${searchExpression(definition)} from ${table};`,
    `create index ${words}_search on ${words} using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 8192);`,
    `analyze ${words};`,
    ...wordsFunctions(definition).map(({ create }) => create),
    trigger('insert', 'insert', 'referencing new table as added for each statement'),
    trigger('update', `update of ${fields.join(', ')}`, 'for each row'),
    trigger('delete', 'delete', 'referencing old table as gone for each statement'),
    trigger('truncate', 'truncate', 'for each statement'),
    '',
  ].join('\n')
}

/** What the triggers run. */
export function wordsFunctions(definition: Definition): TriggerFunction[] {
  const words = wordsTableOf(definition)
  const expression = searchExpression(definition)
  const made = (does: string, work: string) => triggerFunction(`${words}_${does}`, work)
  return [
    made('insert', `insert into ${words} (id, search_text) select id, ${expression} from added`),
    made(
      'update',
      `update ${words} w set search_text = n.words from (select ${expression} as words from (select new.*) r) n where w.id = new.id and w.search_text <> n.words`,
    ),
    made('delete', `delete from ${words} where id in (select id from gone)`),
    made('truncate', `truncate ${words}`),
  ]
}

/**
 * Files what was written since into the index, whose list of new entries would otherwise be filed by whoever happens to fill it: one
 * create of seventy waited for that. One server at a time; the search reads the list meanwhile.
 */
export async function fileWords(db: Db, definition: Definition): Promise<void> {
  const words = wordsTableOf(definition)
  await sql`select gin_clean_pending_list(${`${words}_search`}::regclass) where pg_try_advisory_xact_lock(hashtext(${`file ${words}`}))`.execute(
    db,
  )
}

/** Writes the words of every record anew. */
export async function rewriteWords(db: Db, definition: Definition): Promise<void> {
  const words = sql.table(wordsTableOf(definition))
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`lock table ${sql.table(definition.table)} in share mode`.execute(tx)
    await sql`truncate ${words}`.execute(tx)
    await sql`insert into ${words} (id, search_text) select id, ${sql.raw(searchExpression(definition) ?? 'null')} from ${sql.table(definition.table)}`.execute(
      tx,
    )
  })
}

/** Records whose words apart are not those of the record itself; none unless rows were touched past the triggers. */
export async function wrongWords(db: Db, definition: Definition): Promise<number> {
  const found = await row<{ n: number }>(
    db,
    sql`select count(*)::int as n from (select id, ${sql.raw(searchExpression(definition) ?? 'null')} as words from ${sql.table(definition.table)}) r
        full join ${sql.table(wordsTableOf(definition))} w using (id) where r.words is distinct from w.search_text`,
  )
  return found?.n ?? 0
}

/** A search for words that must all occur, as SQL about the record `r`, for each way to read it. */
export interface WordSearch {
  where: Sql
  /** Where rows are read one by one anyway; neither an index is tempted by it nor a join made of it. */
  byHand: Sql
  /** The ids of all records that match, found through the index, whatever else is asked of them. */
  ids: Sql
}

/** Every word must occur, without regard to case or diacritics: they are given folded. Where nothing is searched, nothing is found. */
export function wordSearch(definition: Definition, words: readonly string[]): WordSearch {
  const hasAll = (text: Sql) => all(words.map((word) => sql`${text} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`))
  const readsAll = (text: Sql) => all(words.map((word) => sql`strpos(${text}, ${word}) > 0`))
  if (searchedFields(definition).length === 0) {
    const nothing = sql`false`
    return { where: nothing, byHand: nothing, ids: sql`select r.id from ${sql.table(definition.table)} r where false` }
  }
  if (!definition.wordsApart) {
    const text = sql`r.search_text`
    return {
      where: hasAll(text),
      byHand: readsAll(text),
      ids: sql`select r.id from ${sql.table(definition.table)} r where ${hasAll(text)}`,
    }
  }
  const from = sql`from ${sql.table(wordsTableOf(definition))} w where`
  const ids = sql`select w.id ${from} ${hasAll(sql`w.search_text`)}`
  return {
    where: sql`r.id in (${ids})`,
    byHand: sql`(select ${readsAll(sql`w.search_text`)} ${from} w.id = r.id)`,
    ids,
  }
}

const searchedFields = (definition: Definition): string[] =>
  entriesOf(definition)
    .filter(([, field]) => field.search)
    .map(([name]) => name)
