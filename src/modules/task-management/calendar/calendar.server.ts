import { sql } from 'kysely'
import { all, rows, type Sql } from '#server/db/db.ts'
import { jsonOf, narrowed } from '#server/db/shape.ts'
import { NAMED, namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { RequestCoalescer } from '#server/request-coalescer.ts'
import { conditionsOf } from '#server/resource/query/conditions.ts'
import { listParameters } from '#server/resource/query/parameters.ts'
import { type ListQuery, type RawQuery, readListQuery } from '#server/resource/query/parse-query.ts'
import { whereSql } from '#server/resource/query/where.ts'
import { scopeKey } from '#server/resource/scope.ts'
import type { Named } from '../../../shared/fields.ts'
import { PRIORITIES } from '../../../shared/priorities.ts'
import { lengthOf, plusDays, type Span } from '../../../shared/time/spans.ts'
import { filters } from '../list/filters.server.ts'
import { isOneOf, TASK_STATES, WORKING_STATES } from '../states.ts'
import { tasks } from '../task-management.ts'
import { CHAIN_DAY, chainDays, WINDOW_PARAMETERS, windowIn } from './chain-days.server.ts'
import { type CalendarWindow, type ShownTask, TASKS_MOST } from './window.ts'

// A window has no pages, no order and no trash.
const { page, perpage, sort, trashed, ...NARROWED } = listParameters(tasks, filters)
export const CALENDAR_PARAMETERS = { ...WINDOW_PARAMETERS, ...NARROWED }

/** A task as calendars show it. */
export const SHOWN_TASK = {
  id: 'number',
  version: 'number',
  title: 'string',
  state: oneOf(...TASK_STATES.map(({ value }) => value)),
  priority: oneOf(...PRIORITIES.map(({ value }) => value)),
  date_start: 'date?',
  date_end: 'date?',
  is_overdue: 'boolean',
  in_charge: orNull(NAMED),
  store: orNull(NAMED),
} as const

/** The same as a statement gives it, but for its times. */
export const SHOWN_ROW = {
  id: 'number',
  version: 'number',
  title: 'string',
  state: narrowed<ShownTask['state']>('string'),
  priority: narrowed<ShownTask['priority']>('string'),
  is_overdue: 'boolean',
  in_charge: jsonOf<Named | null>(),
  store: jsonOf<Named | null>(),
} as const

export const calendarRoutes: Route[] = [
  get(
    'calendar',
    {
      needs: 'read',
      answers: { days: [CHAIN_DAY], tasks: [namedAnswer('CalendarTask', SHOWN_TASK)], more: ['day'] },
      summary: 'Tasks of some days with the holidays and working hours of these, under the filters of the list',
      query: CALENDAR_PARAMETERS,
    },
    (call) => windowOf(call),
  ),
]

/** The filters of a list, of a question that names days beside them. */
export function narrowingOf({ from: _from, to: _to, ...rest }: RawQuery): ListQuery {
  return readListQuery(tasks, rest, filters)
}

/** A change makes every open calendar ask the same. */
const windows = new RequestCoalescer<CalendarWindow>()

async function windowOf(call: Call): Promise<CalendarWindow> {
  const span = windowIn(call)
  const query = narrowingOf(call.query)
  const key = `${call.actor.id} ${span.from} ${span.to} ${call.actor.language} ${scopeKey(tasks, call.actor)} ${JSON.stringify(query)}`
  return windows.ask(key, async () => {
    const zone = call.context.config.timezone
    const [days, found] = await Promise.all([
      chainDays(call.db, span, zone, call.actor.language),
      tasksOf(call, query, span, zone),
    ])
    return { days, ...found }
  })
}

/**
 * The tasks that touch some days. A task is told by the day of its end, else of its beginning, so many of each day that all find room;
 * beside them those that are under way when the last day ends. Each is found by an index, however many tasks there are.
 */
async function tasksOf(
  { db, actor }: Pick<Call, 'db' | 'actor'>,
  query: ListQuery,
  { from, to }: Span,
  zone: string,
): Promise<Pick<CalendarWindow, 'tasks' | 'more'>> {
  const conditions = conditionsOf({ definition: tasks, query, actor, timeZone: zone, filters })
  const isNarrowedByState = ['state', 'status', 'approval'].some((name) => name in query.filters)
  const where = all([
    whereSql(conditions, conditions.search?.byHand ?? null),
    // What is no longer needed is shown to whoever asks for it.
    ...(isNarrowedByState ? [] : [sql`r.state <> 'cancelled'` as Sql]),
  ])
  const most = Math.floor(TASKS_MOST / (lengthOf({ from, to }) + 1))
  const limit = sql.lit(most + 1)
  const found = await rows(
    db,
    { ...SHOWN_ROW, date_start: 'string?', date_end: 'string?', on_day: 'string' },
    sql`with days as (
          select d::date as day, d::timestamp at time zone ${zone} as begins, (d::timestamp + interval '1 day') at time zone ${zone} as ends
          from generate_series(${from}::date, ${to}::date, interval '1 day') d),
        placed as (
          select p.id, d.day from days d cross join lateral (
            select r.id from task_management r
            where coalesce(r.date_end, r.date_start) >= d.begins and coalesce(r.date_end, r.date_start) < d.ends and ${where}
            order by coalesce(r.date_end, r.date_start), r.id limit ${limit}) p
          union all
          select p.id, ${plusDays(to, 1)}::date from (
            select r.id from task_management r
            where tstzrange(r.date_start, r.date_end, '[]') @> (${plusDays(to, 1)}::timestamp at time zone ${zone})
              and r.date_start is not null and r.date_start < (${plusDays(to, 1)}::timestamp at time zone ${zone}) and r.date_end is not null and ${where}
            limit ${limit}) p)
        select r.id, r.version, r.title, r.state, r.priority, to_json(r.date_start) #>> '{}' as date_start, to_json(r.date_end) #>> '{}' as date_end,
          ${sql.raw(isOneOf('r.state', WORKING_STATES))} and coalesce(r.date_end < now(), false) as is_overdue,
          (select json_build_object('id', u.id, 'name', u.user_name) from users u where u.id = r.in_charge) as in_charge,
          (select json_build_object('id', s.id, 'name', s.name) from stores s where s.id = r.store) as store, p.day as on_day
        from placed p join task_management r on r.id = p.id order by coalesce(r.date_start, r.date_end), r.id`,
  )
  const byDay = Map.groupBy(found, ({ on_day }) => on_day)
  const crowded = [...byDay].filter(([, here]) => here.length > most).map(([day]) => day)
  const shown = new Set(
    [...byDay.values()].flatMap((here) => here.toSorted(byPlace).slice(0, most)).map(({ id }) => id),
  )
  return {
    tasks: found.filter(({ id }) => shown.has(id)).map(({ on_day: _day, ...task }) => task),
    // More of those under way at the end are more on its last day.
    more: [...new Set(crowded.map((day) => (day > to ? to : day)))].toSorted(),
  }
}

const placeOf = ({ date_start, date_end }: ShownTask): number => Date.parse(date_end ?? date_start ?? '')
const byPlace = (one: ShownTask, other: ShownTask): number => placeOf(one) - placeOf(other) || one.id - other.id
