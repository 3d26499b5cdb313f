import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Tx } from '#server/db/db.ts'
import { type Columns, change } from '#server/resource/statements.ts'
import { standing } from '#server/resource/transitions.ts'
import { UNDO_MINUTES } from '../../../shared/flow.ts'
import { refuse } from '../../../shared/refusals.ts'
import { isOpen } from '../states.ts'
import { doesIt, type TaskRow } from '../task.server.ts'
import { tasks } from '../task-management.ts'
import { stateAt, WHOLE } from './moved.ts'

export interface Move {
  action: string
  progress: number
  set?: Columns
  /** What the history keeps beside the changes. */
  note?: Record<string, unknown>
  /** Another list of what is to do is no work yet: it begins nothing, and whoever writes it may still approve. */
  isPlanning?: boolean
}

/**
 * Moves a held task to a progress, with all that comes of it: the one place in which the work of its processors leads to another state.
 * Whoever moved it is remembered, so that they never approve it, whatever they are called later.
 */
export async function settle(
  tx: Tx,
  task: TaskRow,
  { action, progress, set = {}, note, isPlanning = false }: Move,
  actor: Actor,
): Promise<void> {
  const isFinished = progress === WHOLE
  const state = isPlanning && !isFinished ? task.state : stateAt(progress, task.state, task.approver !== null)
  const columns: Columns = {
    ...set,
    progress,
    state,
    ...(!isPlanning && { begun_at: sql`coalesce(b.begun_at, done_at())`, worked_by: joined(actor.id) }),
    ...(isFinished && { worked_by: joined(isPlanning ? null : actor.id, sql`b.processors`) }),
    ...(!isPlanning &&
      doesIt(task, actor) && {
        seen_at: sql`coalesce(b.seen_at, done_at())`,
        seen_by: sql`coalesce(b.seen_by, ${actor.id})`,
      }),
    ...(isFinished && task.progress < WHOLE && { progress_before: task.progress }),
    ...(state !== task.state && isFinished && ASKED_ANEW),
    ...(!isFinished && !isWorkingOn(task) && TAKEN_BACK),
  }
  const done = await change(tx, tasks, { id: task.id, set: columns, action, scope: null, ...(note && { note }) }, actor)
  if (!done?.isDone) refuse('not found')
}

const isWorkingOn = ({ state }: TaskRow): boolean => isOpen(state) && state !== 'asked'

/** What was decided before says nothing of what is handed in now. */
const ASKED_ANEW: Columns = {
  finished_at: sql`done_at()`,
  done_at: sql`case when b.approver is null then done_at() end`,
  decided_by: null,
  decided_at: null,
  quality: null,
  quality_note: null,
  reject_reason: null,
}
const TAKEN_BACK: Columns = { finished_at: null, done_at: null, open_items_reason: null }

const joined = (person: number | null, more = sql`'{}'::bigint[]`) =>
  sql`array(select distinct x from unnest(b.worked_by || ${more} || array_remove(array[${person}::bigint], null)) x order by x)`

/** Processors work on what is not over; what they handed in they take back while nobody has decided, and a slip within some minutes. */
export function refuseClosed(task: TaskRow): void {
  if (isOpen(task.state)) return
  if (task.state === 'done' && task.decided_at === null && task.done_at !== null) {
    if (Date.now() - task.done_at.getTime() < UNDO_MINUTES * 60_000) return
  }
  refuse('not allowed now', { params: standing(tasks, task.state), facts: { state: task.state } })
}
