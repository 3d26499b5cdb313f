import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import { type Db, json, type Sql, type Tx } from '../db/db.ts'

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

/** The one way to change what the log says; for this statement only. */
export async function changeLog(tx: Tx, change: Sql): Promise<void> {
  await sql`select set_config('app.erasing', 'on', true)`.execute(tx)
  await change.execute(tx)
  await sql`select set_config('app.erasing', '', true)`.execute(tx)
}
