import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import type { Sql } from '#server/db/db.ts'
import type { Columns } from '#server/resource/write.ts'
import { refuse } from '../../shared/refusals.ts'
import { complaints, OPEN_STATES } from './complaints.ts'

/** When it first left New, and how long that took. */
export const handled = (isHandled: Sql): Columns => ({
  handle_date: sql`case when ${isHandled} then coalesce(b.handle_date, clock_timestamp()) else b.handle_date end`,
  wait_minutes: sql`case when ${isHandled} then coalesce(b.wait_minutes, (extract(epoch from clock_timestamp() - b.created_at) / 60)::int) else b.wait_minutes end`,
})
export const BREACH = sql`coalesce(b.breached_at, case when b.due_at < clock_timestamp() then b.due_at end)`

/** What a step sets beside the state. */
export function stepColumns(name: string, columns: Columns, actor: Actor): Columns {
  switch (name) {
    case 'start':
      return { ...columns, ...handled(sql`true`), assignee: sql`coalesce(b.assignee, ${actor.id})` }
    case 'complete':
      return {
        ...columns,
        ...handled(sql`true`),
        completed_at: sql`clock_timestamp()`,
        solved_by: actor.id,
        breached_at: BREACH,
      }
    case 'close':
      return { ...columns, closed_at: sql`clock_timestamp()` }
    case 'reopen':
      // A fresh deadline, so that a reopened complaint never raises a false alarm; a breach of before stays in the figures.
      return {
        ...columns,
        reopened_count: sql`coalesce(b.reopened_count, 0) + 1`,
        breached_at: BREACH,
        completed_at: null,
        closed_at: null,
        due_at: sql`ticket_deadline(b.feedback_type, b.priority, clock_timestamp())`,
      }
    default:
      return columns
  }
}

const ASSIGNING = ['department', 'assignee', 'cc_departments'] as const

/** Who may not assign leaves these as they are. */
export function refuseAssigning(columns: Columns, old: Columns, actor: Actor): void {
  const isChanged = (name: string) => name in columns && String(columns[name] ?? '') !== String(old[name] ?? '')
  if (!actorMay(actor, complaints.permission, 'other') && ASSIGNING.some(isChanged)) refuse('no permission')
}

/** A person put on a new complaint begins its handling, on whichever screen it happens. */
export function assigned(columns: Columns, old: Columns): Columns {
  if (!columns.assignee || old.state !== 'new') return columns
  return { ...columns, state: 'processing', ...handled(sql`true`) }
}

/** Another type or priority before it is handled means another deadline. */
export function reprioritised(columns: Columns, old: Columns): Columns {
  const isOpen = OPEN_STATES.some((state) => state === old.state)
  const priority = columns.priority ?? old.priority
  const type = columns.feedback_type ?? old.feedback_type
  if (!isOpen || (priority === old.priority && type === old.feedback_type)) return columns
  return {
    ...columns,
    due_at: sql`ticket_deadline(${type}::bigint, ${priority}::text, ${old.created_at}::timestamptz)`,
  }
}
