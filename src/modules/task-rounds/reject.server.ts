import { sql } from 'kysely'
import { actorMay } from '#server/actor.ts'
import { inTransaction, row } from '#server/db/db.ts'
import { releaseFiles } from '#server/files/files.ts'
import { post } from '#server/http/route.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { change } from '#server/resource/statements.ts'
import { count, text } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import { checklistItems } from '../task-management/checklist/checklist.ts'
import { tasks } from '../task-management/task-management.ts'
import { roundOf } from './page.server.ts'
import { ROUND_ACTS } from './task-rounds.ts'

/** Sends one item back with a reason: its photos go, the task is rejected, and its processor does the item again. */
export const rejectRoute = post(
  ':id/reject',
  {
    needs: 'edit',
    body: {
      item: count('Checklist item', { required: true, min: 1 }),
      reason: text('Why it is to be done again', { required: true, max: 300 }),
    },
    answers: { task: 'number' },
    summary: 'Reject the photos of an item with a reason: it is done again',
  },
  async ({ db, id, body, actor, context }) => {
    const round = await roundOf(db, id, actor)
    const scope = scopeOf(tasks, actor)
    const answer = await inTransaction(db, async (tx) => {
      const found = await row(
        tx,
        {
          worked_by: 'number[]',
          processors: 'number[]',
          task: 'number',
          title: 'string',
          approver: 'number?',
          state: 'string',
          done: 'boolean',
          progress: 'number',
        },
        sql`select r.id as task, i.title, r.approver, r.worked_by, r.processors, r.state, i.done_at is not null as done,
              coalesce((select floor(20.0 * count(*) filter (where o.done_at is not null and o.id <> i.id) / count(*))::int * 5
                from task_checklist_items o where o.task = r.id and o.deleted_at is null), 0) as progress
            from task_checklist_items i join task_management r on r.id = i.task and r.deleted_at is null
            where i.id = ${body.item} and i.deleted_at is null and r.round_id = ${round.id} ${scope ? sql`and ${scope}` : sql``} for update of r, i`,
      )
      if (!found) refuse('not found')
      const me = Number(actor.id)
      if (actor.key !== undefined) refuse('not for keys')
      if (found.processors.includes(me) || found.worked_by.includes(me)) refuse('own work')
      if (![found.approver, round.created_by].includes(me) && !actorMay(actor, tasks.permission, 'other'))
        refuse('not the approver')
      if (found.state === 'cancelled' || !found.done) refuse('not done yet')
      await change(
        tx,
        checklistItems,
        {
          id: body.item,
          set: {
            photos: [],
            done_at: null,
            done_by: null,
            number: null,
            answer: null,
            is_out: false,
            note: body.reason,
          },
          action: ROUND_ACTS.rejected,
          scope: null,
        },
        actor,
      )
      await releaseFiles(tx, { module: checklistItems.name, recordId: body.item, field: 'photos' })
      const set = {
        state: 'rejected',
        progress: found.progress,
        reject_reason: `${found.title}: ${body.reason}`,
        finished_at: null,
        done_at: null,
        decided_by: null,
        decided_at: null,
      }
      await change(
        tx,
        tasks,
        { id: found.task, set, action: ROUND_ACTS.rejected, note: { reason: body.reason }, scope: null },
        actor,
      )
      return { task: found.task }
    })
    context.feed.nudge()
    return answer
  },
)
