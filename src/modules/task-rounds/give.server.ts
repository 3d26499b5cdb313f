import { sql } from 'kysely'
import { inTransaction, row } from '#server/db/db.ts'
import { holdersOf } from '#server/holders.ts'
import { post } from '#server/http/route.ts'
import { refuseDangling } from '#server/resource/dangling.ts'
import { insertMany } from '#server/resource/insert-many.ts'
import { ref } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import { approverBeside } from '../../shared/tasks/template.ts'
import { tasks } from '../task-management/task-management.ts'
import { roundOf } from './page.server.ts'
import { refuseUnfit, sentOf } from './send.server.ts'
import { ROUND_ACTS, taskRounds } from './task-rounds.ts'
import { contentOf, itemsOf, templateOf } from './template.server.ts'

const ASKED = {
  store: ref('Store', 'stores', { required: true }),
  person: ref('Person', 'users', { required: true }),
}

/** Gives the task of a store that had nobody to somebody. */
export const giveRoute = post(
  ':id/give',
  {
    needs: 'add',
    body: ASKED,
    answers: { id: 'number' },
    summary: 'Give the task of a store where nobody holds the position to somebody',
  },
  async ({ db, id, body, actor, context }) => {
    const round = await roundOf(db, id, actor)
    await refuseDangling(db, { ...taskRounds, fields: ASKED }, body, actor)
    if (!round.stores.includes(body.store)) refuse('not found')
    await refuseUnfit(db, [body.person])
    const template = await templateOf(db, round.template)
    const made = await inTransaction(db, async (tx) => {
      // Two who give it at once make one task.
      await sql`select 1 from task_rounds where id = ${id} for update`.execute(tx)
      const taken = await row(
        tx,
        { id: 'number' },
        sql`select t.id from task_management t where t.round_id = ${id} and t.store = ${body.store} and t.deleted_at is null`,
      )
      if (taken) refuse('round has task')
      const [holder] = await holdersOf(tx, template, round.created_by, sql`s.id = ${body.store}`)
      const processors = [body.person]
      const own = { store: body.store, processors, approver: approverBeside(holder?.approver ?? null, processors) }
      return insertMany(
        tx,
        tasks,
        {
          common: { ...contentOf(template), ...sentOf(round) },
          each: [own],
          parts: itemsOf(template),
          action: ROUND_ACTS.sent,
          maker: round.created_by,
        },
        actor,
      )
    })
    context.feed.nudge()
    return { id: made[0] }
  },
)
