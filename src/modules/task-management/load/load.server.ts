import { sql } from 'kysely'
import { all, type Db, rows, type Sql } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { NAMED, namedAnswer } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { RequestCoalescer } from '#server/request-coalescer.ts'
import { conditionsOf } from '#server/resource/query/conditions.ts'
import { whereSql } from '#server/resource/query/where.ts'
import { scopeKey, scopeOf } from '#server/resource/scope.ts'
import { wallClock } from '../../../shared/format.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { lengthOf, plusDays, type Span } from '../../../shared/time/spans.ts'
import { isActive } from '../../../shared/users/active-user.ts'
import { users } from '../../users/users.ts'
import { CALENDAR_PARAMETERS, narrowingOf, SHOWN_ROW, SHOWN_TASK } from '../calendar/calendar.server.ts'
import { chainDays, LOAD_DAY, windowIn } from '../calendar/chain-days.server.ts'
import { filters } from '../list/filters.server.ts'
import { isOneOf, WORKING_STATES } from '../states.ts'
import { tasks } from '../task-management.ts'
import { HOURS_MOST, hoursOn, LOAD_DAYS_MOST, type Load, type LoadTask, overBy, spread, type Work } from './load.ts'

export const loadRoutes: Route[] = [
  get(
    'load',
    {
      needs: 'read',
      answers: {
        days: [LOAD_DAY],
        people: [
          namedAnswer('PersonLoad', {
            ...{ id: 'number', name: 'string', store: 'string?' },
            days: [{ hours: 'number', tasks: 'number[]' }],
          }),
        ],
        tasks: [namedAnswer('LoadTask', { ...SHOWN_TASK, processors: [NAMED], hours: 'number?' })],
        is_more: 'boolean',
      },
      summary: 'Hours planned by person and day against the hours they work, under the filters of the list',
      query: CALENDAR_PARAMETERS,
    },
    (call) => loadOf(call),
  ),
]

const PEOPLE_MOST = 300
const TASKS_MOST = 5000
const loads = new RequestCoalescer<Load>()

async function loadOf(call: Call): Promise<Load> {
  const span = windowIn(call)
  if (lengthOf(span) > LOAD_DAYS_MOST)
    refuse('invalid', {
      fields: { to: pack('{{field}}: at most {{n}} days at once', { field: 'to', n: LOAD_DAYS_MOST }) },
    })
  const key = `${call.actor.id} ${span.from} ${span.to} ${scopeKey(tasks, call.actor)} ${scopeKey(users, call.actor)} ${JSON.stringify(narrowingOf(call.query))}`
  return loads.ask(key, () => told(call, span))
}

async function told({ db, actor, query, context }: Call, span: Span): Promise<Load> {
  const zone = context.config.timezone
  const today = wallClock(new Date(context.clock.now()), zone).day
  const wanted = narrowingOf(query)
  const conditions = conditionsOf({ definition: tasks, query: wanted, actor, timeZone: zone, filters })
  const found = await planned(db, span, today, zone, whereSql(conditions, conditions.search?.byHand ?? null))
  const isMoreTasks = found.length > TASKS_MOST
  const work = found.slice(0, TASKS_MOST).map((task) => workOf(task, today, zone))
  const reach = reachOf(work, span)
  const known = new Map((await chainDays(db, reach, zone, actor.language)).map((day) => [day.day, day]))
  const hours = (day: string) => hoursOn(known.get(day) ?? { opens: null, closes: null })
  const byPerson = spread(work, span, hours)
  const places = (wanted.filters.store ?? wanted.filters.department) ? wanted.filters : {}
  const people = await peopleOf(
    db,
    [...byPerson.keys()],
    actor.scope === 'chain' ? null : scopeOf(users, actor),
    places,
  )
  const days = [...known.values()].filter(({ day }) => day >= span.from && day <= span.to)
  const rested = () => days.map(() => ({ hours: 0, tasks: [] }))
  const lines = people.map((person) => ({ ...person, days: byPerson.get(person.id) ?? rested() }))
  const overOf = (line: (typeof lines)[number]) =>
    line.days.reduce((sum, day, at) => sum + overBy(day.hours, hours(days[at]?.day ?? '')), 0)
  const plannedOf = (line: (typeof lines)[number]) => line.days.reduce((sum, day) => sum + day.hours, 0)
  const shown = lines
    .toSorted((one, other) => overOf(other) - overOf(one) || plannedOf(other) - plannedOf(one))
    .slice(0, PEOPLE_MOST)
  const named = new Set(shown.flatMap((line) => line.days.flatMap((day) => day.tasks)))
  return {
    days: days.map((day) => ({ ...day, hours: hoursOn(day) })),
    people: shown,
    tasks: await shownOf(db, found, named),
    is_more: isMoreTasks || lines.length > PEOPLE_MOST,
  }
}

const PLANNED = {
  id: 'number',
  processors: 'number[]',
  date_start: 'string?',
  date_end: 'string?',
  hours: 'number?',
} as const
type Planned = RowOf<typeof PLANNED>

/** What somebody still has to do, and lies on some of the days; what is late lies on today. */
const planned = (db: Db, { from, to }: Span, today: string, zone: string, where: Sql): Promise<Planned[]> => {
  const begin = today > from ? today : from
  const late = today >= from && today <= to ? sql`or r.date_end < now()` : sql``
  return rows(
    db,
    PLANNED,
    sql`select r.id, r.processors, to_json(r.date_start) #>> '{}' as date_start, to_json(r.date_end) #>> '{}' as date_end,
          round(r.estimate * case when r.estimate_unit = 'days' then ${sql.lit(HOURS_MOST)} else 1 end * (100 - coalesce(r.progress, 0)) / 100, 2)::float8 as hours
        from task_management r
        where ${sql.raw(isOneOf('r.state', WORKING_STATES))} and ${where}
          and coalesce(r.date_start, r.date_end) < (${plusDays(to, 1)}::timestamp at time zone ${zone})
          and (coalesce(r.date_end, r.date_start) >= (${begin}::timestamp at time zone ${zone}) ${late})
        order by coalesce(r.date_end, r.date_start), r.id limit ${sql.lit(TASKS_MOST + 1)}`,
  )
}

/** The tasks of the lines that are shown, in the order in which they were found. */
async function shownOf(db: Db, found: readonly Planned[], ids: ReadonlySet<number>): Promise<LoadTask[]> {
  const wanted = found.filter(({ id }) => ids.has(id))
  const people = [...new Set(wanted.flatMap(({ processors }) => processors))]
  const [tasks, names] = await Promise.all([
    rows(
      db,
      SHOWN_ROW,
      sql`select r.id, r.version, r.title, r.state, r.priority, coalesce(r.date_end < now(), false) as is_overdue,
            case when u.id is not null then json_build_object('id', u.id, 'name', u.user_name) end as in_charge,
            case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as store
          from task_management r left join users u on u.id = r.in_charge left join stores s on s.id = r.store
          where r.id = any(${wanted.map(({ id }) => id)}::bigint[])`,
    ),
    rows(
      db,
      { id: 'number', name: 'string' },
      sql`select id, user_name as name from users where id = any(${people}::bigint[])`,
    ),
  ])
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const named = new Map(names.map((one) => [one.id, one]))
  return wanted.flatMap(({ id, processors, date_start, date_end, hours }) => {
    const task = byId.get(id)
    const who = processors.flatMap((one) => named.get(one) ?? [])
    return task ? [{ ...task, date_start, date_end, hours, processors: who }] : []
  })
}

/** The days that are left of a task: from today at the earliest. */
function workOf({ id, processors, date_start, date_end, hours }: Planned, today: string, zone: string): Work {
  const dayOf = (at: string | null) => (at === null ? null : wallClock(at, zone).day)
  const [start, end] = [dayOf(date_start), dayOf(date_end)]
  const last = end ?? start ?? today
  const to = last < today ? today : last
  const first = start ?? to
  return { id, people: processors, from: first < today ? today : first, to, hours }
}

/** From the first day asked for to the last on which some of this work lies, or from its first. */
function reachOf(work: readonly Work[], span: Span): Span {
  let { from, to } = span
  for (const one of work) {
    if (one.from < from) from = one.from
    if (one.to > to) to = one.to
  }
  return { from, to }
}

/** Those with work, and whoever else of these places could take some. */
const peopleOf = (
  db: Db,
  busy: readonly number[],
  scope: Sql | null,
  { store, department }: { store?: unknown[]; department?: unknown[] },
): Promise<{ id: number; name: string; store: string | null }[]> => {
  const ids = (given: unknown[] = []) => given.filter((one) => one !== null)
  const placed = [
    ...(store ? [sql`r.store = any(${ids(store)}::bigint[])` as Sql] : []),
    ...(department ? [sql`r.department = any(${ids(department)}::bigint[])` as Sql] : []),
    ...(scope ? [scope] : []),
  ]
  const isFree = placed.length > 0 ? sql`(${all(placed)} and ${sql.raw(isActive('r'))})` : sql`false`
  return rows(
    db,
    { id: 'number', name: 'string', store: 'string?' },
    sql`select r.id, r.user_name as name, s.name as store from users r left join stores s on s.id = r.store
        where r.kind = 'person' and (r.id = any(${[...busy]}::bigint[]) or ${isFree}) order by r.user_name, r.id limit ${sql.lit(2000)}`,
  )
}
