import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import { type Db, json, rows, type Sql, type Tx } from '../db/db.ts'
import type { Keys } from '../private/keys.ts'
import { lineHash } from './line-hash.ts'
import { keepRedactions } from './redactions.ts'

/** One line of what happened; `changes` is field → [before, after]. Secrets and private values never go in. */
export interface Happening {
  action: string
  module: string
  recordId?: number | null
  title?: string | null
  place?: object
  changes?: Record<string, unknown>
}

/** Writes what happened, in the transaction of the change itself. */
export async function record(tx: Tx | Db, actor: Actor, happening: Happening): Promise<void> {
  await sql`insert into activity (actor, address, action, module, record_id, record_title, place, changes) values
    (${actor.id}, ${actor.address}, ${happening.action}, ${happening.module}, ${happening.recordId ?? null}, ${happening.title ?? null},
     ${json(happening.place ?? {})}, ${json(happening.changes ?? {})})`.execute(tx)
}

/** The same as part of a larger statement: `source` gives record_id, title, place and changes. */
export const recordSql = (
  actor: Actor,
  action: string,
  module: string,
  select: { id: Sql; title: Sql; place: Sql; changes: Sql },
  from: Sql,
): Sql =>
  sql`insert into activity (actor, address, action, module, record_id, record_title, place, changes)
      select ${actor.id}::bigint, ${actor.address}, ${action}, ${module}, ${select.id}, ${select.title}, ${select.place}, ${select.changes} from ${from}`

/** What every change of the log returns: the line, as a hash, before and after. */
export const REDACTED: Sql = sql`old.id, ${lineHash('old')} as before, ${lineHash('new')} as after`

/**
 * The one way to change what the log says; for this statement only, and provably so.
 * @param change an update of `activity` that returns `REDACTED`
 */
export async function changeLog(tx: Tx, keys: Keys, change: Sql): Promise<void> {
  await sql`select set_config('app.erasing', 'on', true)`.execute(tx)
  const changed = await rows(tx, { id: 'number', before: 'string', after: 'string' }, change)
  await sql`select set_config('app.erasing', '', true)`.execute(tx)
  await keepRedactions(tx, keys, changed)
}
