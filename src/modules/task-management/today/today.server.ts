import { sql } from 'kysely'
import { rows } from '#server/db/db.ts'
import { jsonOf, narrowed } from '#server/db/shape.ts'
import { NAMED, namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import type { Named } from '../../../shared/fields.ts'
import { wallClock } from '../../../shared/format.ts'
import { plusDays } from '../../../shared/time/spans.ts'
import { SHOWN_TASK } from '../calendar/calendar.server.ts'
import { ITEM_SHOWN, itemsOfAll } from '../checklist/items.server.ts'
import { isOneOf, WORKING_STATES } from '../states.ts'
import { AHEAD_DAYS, PARTS, type Part, type TodayTask } from './today.ts'

const TASKS_MOST = 100

export const todayRoutes: Route[] = [
  get(
    'today',
    {
      needs: 'read',
      answers: {
        day: 'day',
        tasks: [
          namedAnswer('TodayTask', {
            ...SHOWN_TASK,
            description: 'string?',
            progress: 'number',
            finished_at: 'date?',
            seen_at: 'date?',
            approver: orNull(NAMED),
            reject_reason: 'string?',
            part: oneOf(...PARTS),
            items: [ITEM_SHOWN],
          }),
        ],
        is_more: 'boolean',
      },
      summary: 'What the caller has to do: late, today and in the next days, with its checklists',
    },
    (call) => todayOf(call),
  ),
]

const TASK = {
  id: 'number',
  version: 'number',
  title: 'string',
  description: 'string?',
  state: narrowed<TodayTask['state']>('string'),
  priority: narrowed<TodayTask['priority']>('string'),
  progress: 'number',
  date_start: 'date?',
  date_end: 'date?',
  finished_at: 'date?',
  seen_at: 'date?',
  is_overdue: 'boolean',
  in_charge: jsonOf<Named | null>(),
  approver: jsonOf<Named | null>(),
  store: jsonOf<Named | null>(),
  reject_reason: 'string?',
  part: narrowed<Part>('string'),
} as const

/** Whose task it is sees it, whatever their scope. What has no date is for today, and so is what was begun or sent back. */
async function todayOf({ db, actor, context }: Pick<Call, 'db' | 'actor' | 'context'>) {
  const zone = context.config.timezone
  const { day } = wallClock(new Date(context.clock.now()), zone)
  const at = (days: number) => sql`(${plusDays(day, days)}::timestamp at time zone ${zone})`
  const isWorking = sql.raw(isOneOf('r.state', WORKING_STATES))
  const part = sql`case when not ${isWorking} then 'done' when r.date_end < now() then 'late'
            when r.state in ('doing', 'rejected') or coalesce(r.date_end < ${at(1)}, false) or coalesce(r.date_start, r.date_end) is null or r.date_start < ${at(1)} then 'today'
            else 'later' end`
  const found = await rows(
    db,
    TASK,
    sql`select r.id, r.version, r.title, r.description, r.state, r.priority, r.progress, r.date_start, r.date_end, r.finished_at, r.seen_at,
          ${isWorking} and coalesce(r.date_end < now(), false) as is_overdue,
          (select json_build_object('id', u.id, 'name', u.user_name) from users u where u.id = r.in_charge) as in_charge,
          (select json_build_object('id', u.id, 'name', u.user_name) from users u where u.id = r.approver) as approver,
          (select json_build_object('id', s.id, 'name', s.name) from stores s where s.id = r.store) as store, r.reject_reason,
          ${part} as part
        from task_management r
        where r.processors @> array[${actor.id}::bigint] and r.deleted_at is null and (
          ${isWorking} and (coalesce(r.date_start, r.date_end) is null or coalesce(r.date_start, r.date_end) < ${at(1 + AHEAD_DAYS)} or r.state in ('doing', 'rejected'))
          or r.state in ('asked', 'done') and r.finished_at >= ${at(0)})
        order by array_position(array['late', 'today', 'later', 'done'], ${part}), coalesce(r.date_end, r.date_start) nulls last, r.id
        limit ${sql.lit(TASKS_MOST + 1)}`,
  )
  const shown = found.slice(0, TASKS_MOST)
  const items = await itemsOfAll(
    db,
    shown.map(({ id }) => id),
  )
  return {
    day,
    tasks: shown.map((task) => ({ ...task, items: items.get(task.id) ?? [] })),
    is_more: found.length > TASKS_MOST,
  }
}
