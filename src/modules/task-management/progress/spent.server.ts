import { inTransaction } from '#server/db/db.ts'
import { recordOf } from '#server/http/answers.ts'
import { JsonText, post, type Route } from '#server/http/route.ts'
import { showJson } from '#server/resource/query/list.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { change } from '#server/resource/statements.ts'
import { refuse } from '../../../shared/refusals.ts'
import { pick } from '../../../shared/resource.ts'
import { doesIt, heldTask } from '../task.server.ts'
import { tasks } from '../task-management.ts'
import { refuseClosed } from './settle.server.ts'

/** The hours spent are noted by who spends them, whoever else moves the progress: where there is a checklist that does. */
export const spentRoute: Route = post(
  ':id/spent',
  {
    needs: 'read',
    answers: recordOf(tasks),
    body: pick(tasks, 'hours_spent'),
    mayBeLate: true,
    summary: 'Note the hours spent so far, by the processors of a task',
  },
  async ({ db, actor, id, body, context }) => {
    await inTransaction(db, async (tx) => {
      const task = await heldTask(tx, id, actor)
      if (!doesIt(task, actor)) refuse('not a processor')
      refuseClosed(task)
      const set = { hours_spent: body.hours_spent ?? null }
      await change(tx, tasks, { id, set, action: 'spent', scope: null }, actor)
    })
    context.feed.nudge()
    return new JsonText((await showJson(db, tasks, id, scopeOf(tasks, actor), actor.language)) ?? 'null')
  },
)
