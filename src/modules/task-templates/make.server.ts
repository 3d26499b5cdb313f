import { sql } from 'kysely'
import { inTransaction } from '#server/db/db.ts'
import { post } from '#server/http/route.ts'
import { refuseDangling } from '#server/resource/dangling.ts'
import { holdersOf } from '#server/tasks/holders.ts'
import { makeTasks } from '#server/tasks/make-tasks.ts'
import { contentOf, templateOf } from '#server/tasks/templates.ts'
import { moment, ref } from '../../shared/fields.ts'
import { instantOf, wallClock } from '../../shared/format.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { plusDays } from '../../shared/time/spans.ts'
import { tasks } from '../task-management/task-management.ts'
import { taskTemplates } from './task-templates.ts'

const ASKED = {
  store: ref('Store', 'stores'),
  person: ref('Person', 'users', { hint: 'Empty: who holds the position in the store' }),
  date_end: moment('Due', { hint: 'Empty: as the template says' }),
}
/** By when a day's work is due where nothing else is said. */
const DAY_ENDS = '17:00'

/** One task from a template, for a store or a person. */
export const makeRoute = post(
  ':id/make',
  { needs: 'add', body: ASKED, summary: 'Make a task from a template' },
  async ({ db, id, body, actor, context }) => {
    await refuseDangling(db, { ...taskTemplates, fields: ASKED }, body, actor)
    const template = await templateOf(db, id)
    const store = body.store ?? null
    if (actor.scope === 'store' && store !== null && store !== actor.store) refuse('no permission')
    const [found] = store === null ? [] : await holdersOf(db, template, actor.id, sql`s.id = ${store}`)
    const person = body.person ?? found?.person?.id ?? null
    if (person === null)
      refuse('invalid', { fields: { person: pack('Nobody holds this position. Please choose somebody.') } })
    const { day } = wallClock(new Date(), context.config.timezone)
    const due = instantOf(`${plusDays(day, template.days ?? 0)} ${DAY_ENDS}`, context.config.timezone)
    const sender = template.approved_by === 'sender' ? actor.id : null
    const made = await inTransaction(db, (tx) =>
      makeTasks(tx, tasks, actor, {
        content: { ...contentOf(template), source: 'staff' },
        each: [
          {
            ...{ store, department: template.department, processors: [person], approver: found?.approver ?? sender },
            ...{ date_start: null, date_end: body.date_end ?? due.toISOString(), occurrence_on: null },
          },
        ],
        action: 'create',
      }),
    )
    context.feed.nudge()
    return { id: made[0]?.id }
  },
)
