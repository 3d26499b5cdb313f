import { sql } from 'kysely'
import { reachesStore } from '#server/actor.ts'
import { inTransaction } from '#server/db/db.ts'
import { holdersOf } from '#server/holders.ts'
import { post } from '#server/http/route.ts'
import { refuseDangling } from '#server/resource/dangling.ts'
import { insertMany } from '#server/resource/insert-many.ts'
import { moment, ref } from '../../shared/fields.ts'
import { instantOf, wallClock } from '../../shared/format.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { approverBeside, DAY_ENDS } from '../../shared/tasks/template.ts'
import { plusDays } from '../../shared/time/spans.ts'
import { tasks } from '../task-management/task-management.ts'
import { taskTemplates } from '../task-templates/task-templates.ts'
import { contentOf, itemsOf, templateOf } from './template.server.ts'

const ASKED = {
  store: ref('Store', 'stores'),
  person: ref('Person', 'users', { hint: 'Empty: who holds the position in the store' }),
  date_end: moment('Due', { hint: 'Empty: as the template says' }),
}

/** One task from a template, for a store or a person. */
export const makeRoute = post(
  'task-template/:id/make',
  {
    needs: { permission: taskTemplates.permission, flag: 'add' },
    creates: true,
    body: ASKED,
    answers: { id: 'number' },
    summary: 'Make a task from a template',
  },
  async ({ db, id, body, actor, context }) => {
    await refuseDangling(db, { ...taskTemplates, fields: ASKED }, body, actor)
    const template = await templateOf(db, id)
    const store = body.store ?? null
    if (store !== null && !reachesStore(actor, store)) refuse('no permission')
    const [found] = store === null ? [] : await holdersOf(db, template, actor.id, sql`s.id = ${store}`)
    const person = body.person ?? found?.person?.id ?? null
    if (person === null)
      refuse('invalid', { fields: { person: pack('Nobody holds this position. Please choose somebody.') } })
    const { day } = wallClock(new Date(), context.config.timezone)
    const due = instantOf(`${plusDays(day, template.days ?? 0)} ${DAY_ENDS}`, context.config.timezone)
    const sender = template.approved_by === 'sender' ? actor.id : null
    const processors = [person]
    const own = { store, processors, approver: approverBeside(found?.approver ?? sender, processors) }
    const [made] = await inTransaction(db, (tx) =>
      insertMany(
        tx,
        tasks,
        {
          common: contentOf(template),
          each: [{ ...own, date_end: body.date_end ?? due.toISOString() }],
          parts: itemsOf(template),
          action: 'create',
        },
        actor,
      ),
    )
    context.feed.nudge()
    return { id: made }
  },
)
