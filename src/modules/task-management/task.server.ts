import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Db, row, type Tx } from '#server/db/db.ts'
import { narrowed, type RowOf } from '#server/db/shape.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { refuse } from '../../shared/refusals.ts'
import type { TaskState } from './states.ts'
import { tasks } from './task-management.ts'

const TASK = {
  id: 'number',
  version: 'number',
  title: 'string',
  state: narrowed<TaskState>('string'),
  progress: 'number',
  progress_before: 'number?',
  processors: 'number[]',
  worked_by: 'number[]',
  approver: 'number?',
  created_by: 'number?',
  decided_at: 'date?',
  done_at: 'date?',
  items: 'number',
  items_done: 'number',
} as const
/** A task as its rules read it. */
export type TaskRow = RowOf<typeof TASK>

const COLUMNS = sql`r.id, r.version, r.title, r.state, r.progress, r.progress_before, r.processors, r.worked_by, r.approver, r.created_by, r.decided_at, r.done_at,
  ${sql.raw(`${tasks.fields.items.sql}`)} as items, ${sql.raw(`${tasks.fields.items_done.sql}`)} as items_done`

const visible = (actor: Actor) => {
  const scope = scopeOf(tasks, actor)
  return scope ? sql`and ${scope}` : sql``
}

/** The task as it stands, held until the transaction ends; one that the actor may not see does not exist. */
export async function heldTask(tx: Tx, id: number, actor: Actor): Promise<TaskRow> {
  // Counted after the row is held, or the items would be those of before another's tick.
  const held = await row(
    tx,
    { id: 'number' },
    sql`select r.id from task_management r where r.id = ${id} and r.deleted_at is null ${visible(actor)} for update`,
  )
  if (!held) refuse('not found')
  return (await row(tx, TASK, sql`select ${COLUMNS} from task_management r where r.id = ${id}`)) ?? refuse('not found')
}

export async function seenTask(db: Db | Tx, id: number, actor: Actor): Promise<TaskRow> {
  const found = await row(
    db,
    TASK,
    sql`select ${COLUMNS} from task_management r where r.id = ${id} and r.deleted_at is null ${visible(actor)}`,
  )
  return found ?? refuse('not found')
}

export const doesIt = ({ processors }: Pick<TaskRow, 'processors'>, { id }: Actor): boolean =>
  id !== null && processors.includes(id)
