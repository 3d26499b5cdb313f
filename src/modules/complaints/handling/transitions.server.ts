import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import { row, type Tx } from '#server/db/db.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { complaints } from '../complaints.ts'
import { BREACHES, handled, RESUMED } from '../deadlines/timestamps.server.ts'
import { DIRECTS } from '../flow.ts'
import { isOpenIn } from '../states.ts'
import { handlers, NO_HANDLER } from './handlers.server.ts'

/** What a step sets beside the state. */
export function stepColumns(name: string, columns: Columns, actor: Actor): Columns {
  switch (name) {
    case 'start':
      return { ...columns, ...handled(sql`true`), assignee: sql`coalesce(b.assignee, ${actor.id})` }
    case 'complete':
      return {
        ...columns,
        ...handled(sql`true`),
        ...BREACHES,
        ...RESUMED,
        completed_at: sql`clock_timestamp()`,
        solved_by: actor.id,
      }
    case 'close':
      return { ...columns, closed_at: sql`clock_timestamp()` }
    case 'reopen':
      // Fresh deadlines, the law's as well, so that a reopened complaint never raises a false alarm; a breach of before stays in the
      // figures.
      return {
        ...columns,
        reopened_count: sql`coalesce(b.reopened_count, 0) + 1`,
        completed_at: null,
        closed_at: null,
        due_at: sql`ticket_deadline(b.feedback_type, b.priority, clock_timestamp())`,
        law_due_at: sql`law_deadline(clock_timestamp())`,
        due_since: sql`clock_timestamp()`,
        due_round: sql`b.due_round + 1`,
        paused_work: 0,
        law_paused_work: 0,
        is_extended: false,
      }
    case 'trash':
      return { ...columns, ...BREACHES }
    default:
      return columns
  }
}

export const ASSIGNING = ['department', 'assignee', 'cc_departments'] as const

/** Who may not assign leaves these as they are. */
export function refuseAssigning(columns: Columns, old: Columns, actor: Actor): void {
  const isChanged = (name: string) => name in columns && String(columns[name] ?? '') !== String(old[name] ?? '')
  if (!actorMay(actor, complaints.permission, DIRECTS) && ASSIGNING.some(isChanged)) refuse('no permission')
}

/** Nobody is given a complaint that they would never see. */
export async function refuseNoHandler(tx: Tx, columns: Columns, old: Columns): Promise<void> {
  const { assignee } = columns
  if (!assignee || assignee === old.assignee) return
  const store = columns.store ?? old.store
  const found = await row(tx, sql`${handlers(sql`${store}::bigint`)} and u.id = ${assignee}::bigint`)
  if (!found) refuse('invalid', { fields: { assignee: pack(NO_HANDLER) } })
}

/** A person or a department put on a new complaint begins its handling, on whichever screen it happens. */
export function assigned(columns: Columns, old: Columns): Columns {
  const isPutOn = (name: 'assignee' | 'department') => columns[name] && columns[name] !== old[name]
  if (old.state !== 'new' || !(isPutOn('assignee') || isPutOn('department'))) return columns
  return { ...columns, state: 'processing', ...handled(sql`true`) }
}

/** Another type or priority of an open complaint means another deadline, from when its clock began to run. */
export function reprioritised(columns: Columns, old: Columns): Columns {
  const isOpen = isOpenIn(old.state)
  const priority = columns.priority ?? old.priority
  const type = columns.feedback_type ?? old.feedback_type
  if (!isOpen || (priority === old.priority && type === old.feedback_type)) return columns
  const due = sql`ticket_deadline(${type}::bigint, ${priority}::text, coalesce(b.due_since, b.created_at), b.paused_work)`
  return {
    ...columns,
    ...BREACHES,
    due_at: sql`case when ${due} > b.paused_at then null else ${due} end`,
    paused_due_at: sql`case when ${due} > b.paused_at then ${due} end`,
    handle_due_at: sql`case when b.handle_date is null then handling_deadline(${type}::bigint, ${priority}::text, coalesce(b.due_since, b.created_at)) else b.handle_due_at end`,
    due_round: sql`b.due_round + 1`,
    is_extended: false,
  }
}
