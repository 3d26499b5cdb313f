import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import { type Db, row, type Tx } from '#server/db/db.ts'
import { placeSql } from '#server/resource/scope.ts'
import { isOneOf, OPEN_STATES } from '../states.ts'
import { tasks } from '../task-management.ts'

/**
 * Whether a task that waits for these would wait for itself in the end. Within a transaction the question is held until it ends, so that
 * two changes that make a circle only together are asked one after the other.
 */
export async function wouldCircle(db: Db | Tx, id: number, waitsFor: readonly number[]): Promise<boolean> {
  if (db.isTransaction) await sql`select pg_advisory_xact_lock(hashtext('tasks wait'))`.execute(db)
  const found = await row(
    db,
    sql`with recursive ahead(id) as (
          select unnest(${[...waitsFor]}::bigint[])
          union select unnest(t.waits_for) from ahead a join task_management t on t.id = a.id
        ) select 1 as n from ahead where id = ${id} limit 1`,
  )
  return found !== undefined
}

const IS_OPEN = sql.raw(isOneOf('w.state', OPEN_STATES))

/** Tells a task whose last predecessor is over that it is free, once: its processors hear of it by this line of the activity. */
export const waitingReader = {
  name: 'waiting tasks',
  async read(tx: Tx, happened: readonly Happened[]): Promise<void> {
    const ended = happened.flatMap(({ module, record_id, action, changes }) =>
      module === tasks.name && record_id !== null && (action === 'delete' || isOver(changes.state?.[1]))
        ? [record_id]
        : [],
    )
    if (ended.length === 0) return
    await sql`with free as (
        update task_management r set freed_at = clock_timestamp()
        where r.waits_for <> '{}' and r.waits_for && ${[...new Set(ended)]}::bigint[] and r.deleted_at is null and ${sql.raw(isOneOf('r.state', OPEN_STATES))}
          and not exists (select 1 from task_management w where w.id = any(r.waits_for) and w.deleted_at is null and ${IS_OPEN})
          and (r.freed_at is null or exists (
            select 1 from task_management w where w.id = any(r.waits_for) and coalesce(w.done_at, w.cancelled_at, w.deleted_at) > r.freed_at))
        returning r.*
      ) insert into activity (action, module, record_id, record_title, place, changes)
        select 'free', ${tasks.name}, f.id, left(f.title, 191), ${placeSql(tasks, 'f')}, '{}' from free f order by f.id`.execute(
      tx,
    )
  },
}

const isOver = (state: unknown): boolean => state === 'done' || state === 'cancelled'
