import { sql } from 'kysely'
import { recordSql } from '#server/activity/activity.ts'
import { inTransaction, row } from '#server/db/db.ts'
import { recordOf } from '#server/http/answers.ts'
import { JsonText, post, type Route, type RowCall } from '#server/http/route.ts'
import { AS_SEEN, type BulkAction } from '#server/resource/module-options.ts'
import { showJson } from '#server/resource/query/list.ts'
import { placeSql, scopeOf } from '#server/resource/scope.ts'
import { refuseStale } from '#server/resource/statements.ts'
import { count, text } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { pick } from '../../../shared/resource.ts'
import { doesIt, heldTask, type TaskRow } from '../task.server.ts'
import { tasks } from '../task-management.ts'
import { PROGRESS_STEP, WHOLE } from './moved.ts'
import { refuseClosed, settle } from './settle.server.ts'

const MOVED = {
  progress: count('Progress', { required: true, min: 0, max: WHOLE }),
  ...pick(tasks, 'hours_spent'),
  open_items_reason: text('Why items were left open', { max: 300 }),
}

/** What a processor does to their own task, alone or to many at once; it may be done without a line and sent later. */
export const progressActs: Record<string, BulkAction> = {
  progress: {
    summary: 'Move the progress; at 100 the approval is asked for, or, without an approver, the task is done',
    needs: 'read',
    body: MOVED,
    isPartial: true,
    run: moveProgress,
  },
}

export const progressRoutes: Route[] = [
  post(
    ':id/progress',
    {
      needs: 'read',
      body: { ...MOVED, ...AS_SEEN.body },
      isPartial: true,
      mayBeLate: true,
      answers: recordOf(tasks),
      summary:
        'Move the progress, by its processors, in steps of 5; a checklist moves it itself. At 100 the approval is asked for, or, without an approver, the task is done; items left open need a reason, which is kept',
    },
    async (call) => {
      await moveProgress(call)
      return new JsonText(
        (await showJson(call.db, tasks, call.id, scopeOf(tasks, call.actor), call.actor.language)) ?? 'null',
      )
    },
  ),
  post(
    ':id/seen',
    {
      needs: 'read',
      body: {},
      answers: { seen_at: 'date?' },
      mayBeLate: true,
      summary: 'Tells that a processor has looked at it',
    },
    async ({ db, actor, id, context }) => {
      const scope = scopeOf(tasks, actor)
      // The version does not move, so that nobody's open form turns stale.
      const seen = await row(
        db,
        { seen_at: 'date?' },
        sql`with s as (
              update task_management r set seen_at = done_at(), seen_by = ${actor.id}
              where r.id = ${id} and r.seen_at is null and r.processors @> array[${actor.id}::bigint] and r.deleted_at is null returning r.*
            ), told as (${recordSql(actor, 'seen', tasks.name, { id: sql`s.id`, title: sql`left(s.title, 191)`, place: placeSql(tasks, 's'), changes: sql`'{}'::jsonb` }, sql`s`)})
            select coalesce(s.seen_at, r.seen_at) as seen_at from task_management r left join s on s.id = r.id
            where r.id = ${id} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`,
      )
      if (!seen) refuse('not found')
      context.feed.nudge()
      return seen
    },
  ),
]

async function moveProgress({ db, actor, id, body, context }: RowCall): Promise<void> {
  const progress = progressIn(body.progress)
  await inTransaction(db, async (tx) => {
    const task = await heldTask(tx, id, actor)
    if (!doesIt(task, actor)) refuse('not a processor')
    refuseClosed(task)
    if (typeof body.version === 'number' && body.version !== task.version)
      await refuseStale(tx, tasks, id, body.version, actor.language)
    const reason = reasonFor(task, progress, body.open_items_reason)
    const set = {
      ...(body.hours_spent !== undefined && { hours_spent: body.hours_spent }),
      ...(progress === WHOLE && { open_items_reason: reason }),
    }
    await settle(tx, task, { action: 'progress', progress, set }, actor)
  })
  context.feed.nudge()
}

function progressIn(given: unknown): number {
  const field = tasks.fields.progress.label
  if (typeof given !== 'number') refuse('invalid', { fields: { progress: pack('{{field}} is required', { field }) } })
  if (given % PROGRESS_STEP !== 0)
    refuse('invalid', {
      fields: { progress: pack('{{field}} must be a multiple of {{step}}', { field, step: PROGRESS_STEP }) },
    })
  return given
}

/** Whoever is through while items are open says why; short of that a checklist moves the progress, and nobody else. */
function reasonFor(task: TaskRow, progress: number, given: unknown): string | null {
  const left = task.items - task.items_done
  if (task.items === 0 || (progress === WHOLE && left === 0)) return null
  if (progress < WHOLE) refuse('moved by the checklist')
  const reason = typeof given === 'string' ? given.trim() : ''
  return reason === '' ? refuse('open items', { params: { n: left }, facts: { open: left } }) : reason
}
