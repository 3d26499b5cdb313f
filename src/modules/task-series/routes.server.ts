import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { type Db, inTransaction, json, row, rows, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { described, namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { lockedRow } from '#server/resource/handlers.ts'
import { changeScopeOf, scopeOf } from '#server/resource/scope.ts'
import { change, insert } from '#server/resource/statements.ts'
import { choice, flag, text } from '../../shared/fields.ts'
import { instantOf, wallClock } from '../../shared/format.ts'
import { pack } from '../../shared/message.ts'
import { refuse, refuseFields } from '../../shared/refusals.ts'
import { plusDays } from '../../shared/time/spans.ts'
import { MINUTE_MS } from '../../shared/time/units.ts'
import { wrongApprover } from '../task-management/approver.ts'
import { tasks } from '../task-management/task-management.ts'
import { DAYS_LEFT_OUT } from './days-left-out.ts'
import { daysOff, makeNext, type Series, type SeriesContent, seriesRow } from './making.server.ts'
import { occurrencesOf } from './occurrences.server.ts'
import { repetitionOf } from './repetition.ts'
import { taskSeries } from './task-series.ts'
import { repetitionWords } from './words.ts'

const READ = { permission: tasks.permission, flag: 'read' } as const
const EDIT = { permission: tasks.permission, flag: 'edit' } as const
/** How many of the days to come are shown before it is saved. */
const SHOWN_DAYS = 5
const YEARS_AHEAD = 20

const TASK = {
  id: 'number',
  title: 'string',
  series_id: 'number?',
  occurrence_on: 'string?',
  date_start: 'date?',
  date_end: 'date?',
  state: 'string',
  complaint: 'number?',
  content: jsonOf<SeriesContent>(),
} as const

const REPETITION = namedAnswer('Repetition', {
  id: 'number',
  rule: 'string',
  left_out: oneOf(...DAYS_LEFT_OUT.map(({ value }) => value)),
  words: 'string',
  days: [described('a day to come', 'day')],
})

export const repetitionRoutes: Route[] = [
  get(
    'task/:id/repetition',
    {
      needs: READ,
      answers: orNull(REPETITION),
      summary: 'How a task is repeated: the rule, in words, and the days to come',
    },
    async ({ db, id, actor, context }) => {
      const task = await taskOf(db, id, scopeOf(tasks, actor))
      const series = task.series_id === null ? undefined : await seriesRow(db, task.series_id)
      return series ? shown(db, series, actor.language, context.config.timezone) : null
    },
  ),
  post(
    'task/:id/repetition',
    {
      needs: EDIT,
      body: {
        rule: text('Rule', { required: true, max: 200, verbatim: true }),
        left_out: choice('Days off', DAYS_LEFT_OUT, { default: 'none' }),
      },
      answers: REPETITION,
      summary:
        'Repeat a task by a rule of RFC 5545, from this one on; of one that is repeated already, this and all later ones',
    },
    (call) => repeat(call, call.body),
  ),
  post(
    'task/:id/repetition/later',
    {
      needs: EDIT,
      answers: { changed: 'number' },
      summary: 'What this task is now, all later ones of its repetition are too, but for those begun already',
    },
    changeLater,
  ),
  post(
    'task/:id/repetition/end',
    {
      needs: EDIT,
      body: { takes_made: flag('Later ones made already go too', { default: true }) },
      answers: null,
      summary: 'Repeat a task no more: this one is the last',
    },
    async (call) => {
      const { db, id, actor, body, context } = call
      await inTransaction(db, async (tx) => {
        const task = await taskOf(tx, id, changeScopeOf(tasks, actor), true)
        if (task.series_id === null) refuse('not repeated')
        await sql`update task_series set active = false, next_at = null, updated_at = clock_timestamp(), updated_by = ${actor.id} where id = ${task.series_id}`.execute(
          tx,
        )
        if (body.takes_made !== false) await dropLater(tx, call, task.series_id, task.occurrence_on ?? '')
        await noted(tx, call, task, { repetition: [null, null] }, 'repeat no more')
      })
      context.feed.nudge()
      return null
    },
  ),
]

/** The task with what its repetition would take over; locked where it is about to change. */
async function taskOf(db: Db | Tx, id: number, scope: ReturnType<typeof scopeOf>, isLocked = false) {
  const found = await row(
    db,
    TASK,
    sql`select r.id, r.title, r.series_id, r.occurrence_on, r.date_start, r.date_end, r.state, r.complaint,
          jsonb_build_object('task', jsonb_build_object('title', r.title, 'description', r.description, 'priority', r.priority, 'tags', r.tags,
            'estimate', r.estimate, 'estimate_unit', r.estimate_unit, 'template', r.template, 'store', r.store, 'department', r.department,
            'processors', r.processors, 'approver', r.approver),
            'items', coalesce((select jsonb_agg(jsonb_build_object('title', i.title, 'kind', i.kind, 'needs_photo', i.needs_photo,
              'unit', i.unit, 'least', i.least, 'most', i.most) order by i.position, i.id)
              from task_checklist_items i where i.task = r.id and i.deleted_at is null), '[]')) as content
        from task_management r where r.id = ${id} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``} ${isLocked ? sql`for update of r` : sql``}`,
  )
  return found ?? refuse('not found')
}
type Task = Awaited<ReturnType<typeof taskOf>>

/** This task is the first of the repetition, or the first of a changed one: what was before stays as it was. */
async function repeat(call: Call, { rule, left_out }: { rule: string; left_out?: Series['left_out'] | null }) {
  const { db, id, actor, context } = call
  const zone = context.config.timezone
  if (!repetitionOf(rule))
    refuse('invalid', { fields: { rule: pack('{{field}} is none that can be said in words', { field: 'Rule' }) } })
  const answer = await inTransaction(db, async (tx) => {
    const task = await taskOf(tx, id, changeScopeOf(tasks, actor), true)
    const begins = task.date_start ?? task.date_end
    if (!begins) refuse('no due date')
    const { day } = wallClock(begins, zone)
    if (task.series_id !== null) {
      await sql`update task_series set active = false, next_at = null, updated_at = clock_timestamp(), updated_by = ${actor.id} where id = ${task.series_id}`.execute(
        tx,
      )
      await dropLater(tx, call, task.series_id, task.occurrence_on ?? day)
    }
    const columns = {
      ...{ title: task.title, rule, left_out: left_out ?? 'none', begins_at: begins, minutes: minutesOf(task) },
      ...{ made_until: sql`${day}::date`, content: json(task.content), complaint: task.complaint },
    }
    const series = await insert(tx, taskSeries, columns, actor)
    await sql`update task_management set series_id = ${series}, occurrence_on = ${day}::date, version = version + 1, updated_at = clock_timestamp(), updated_by = ${actor.id} where id = ${id}`.execute(
      tx,
    )
    await noted(tx, call, task, { repetition: [null, rule] }, 'repeat')
    const made = (await seriesRow(tx, series)) ?? refuse('not found')
    await makeNext(tx, made, new Date(), zone, await daysOff(tx))
    return shown(tx, made, actor.language, zone)
  })
  context.feed.nudge()
  return answer
}

async function changeLater(call: Call) {
  const { db, id, actor, context } = call
  const zone = context.config.timezone
  const answer = await inTransaction(db, async (tx) => {
    const task = await taskOf(tx, id, changeScopeOf(tasks, actor), true)
    const series = task.series_id === null ? undefined : await seriesRow(tx, task.series_id)
    const begins = task.date_start ?? task.date_end
    if (!series || !task.occurrence_on) refuse('not repeated')
    if (!begins) refuse('no due date')
    // The rule says the days; the time of day and the length are those of this task.
    const first = instantOf(`${wallClock(series.begins_at, zone).day} ${wallClock(begins, zone).time}`, zone)
    await sql`update task_series set title = ${task.title}, content = ${json(task.content)}, complaint = ${task.complaint}::bigint, begins_at = ${first}::timestamptz, minutes = ${minutesOf(task)}::int,
        updated_at = clock_timestamp(), updated_by = ${actor.id} where id = ${series.id}`.execute(tx)
    const later = await laterOf(tx, series.id, task.occurrence_on)
    const now = {
      ...series,
      content: task.content,
      complaint: task.complaint,
      begins_at: first,
      minutes: minutesOf(task),
    }
    for (const one of later) await rewrite(tx, call, one, now, zone)
    await noted(tx, call, task, { repetition: [null, series.rule] }, 'change later ones')
    return { changed: later.length }
  })
  context.feed.nudge()
  return answer
}

/** The later ones of a repetition on which nobody has begun. */
const laterOf = (tx: Tx, series: number, after: string): Promise<{ id: number; occurrence_on: string }[]> =>
  rows(
    tx,
    { id: 'number', occurrence_on: 'string' },
    sql`select t.id, t.occurrence_on from task_management t
        where t.series_id = ${series} and t.occurrence_on > ${after}::date and t.state = 'todo' and t.progress = 0 and t.deleted_at is null for update`,
  )

async function rewrite(
  tx: Tx,
  { actor }: Call,
  one: { id: number; occurrence_on: string },
  series: Series,
  zone: string,
) {
  const start = instantOf(`${one.occurrence_on} ${wallClock(series.begins_at, zone).time}`, zone)
  const end = new Date(start.getTime() + (series.minutes ?? 0) * MINUTE_MS)
  const { template: _, ...columns } = series.content.task
  const set = {
    ...columns,
    complaint: series.complaint,
    date_start: series.minutes === null ? null : start,
    date_end: end,
  }
  const old = await lockedRow(tx, tasks, one.id, null)
  const fields = wrongApprover({ ...old, ...set }, old, actor)
  refuseFields(fields)
  await change(tx, tasks, { id: one.id, set, action: 'update', scope: null }, actor)
  await sql`with gone as (delete from task_checklist_items where task = ${one.id})
    insert into task_checklist_items (task, position, title, kind, needs_photo, unit, least, most, created_by, updated_by)
    select ${one.id}::bigint, i.at, i.line->>'title', i.line->>'kind', (i.line->>'needs_photo')::boolean, i.line->>'unit',
      (i.line->>'least')::numeric, (i.line->>'most')::numeric, ${actor.id}::bigint, ${actor.id}::bigint
    from jsonb_array_elements(${json(series.content.items)}) with ordinality i(line, at)`.execute(tx)
}

/** Takes back what was made ahead: into the trash, as anybody would. */
async function dropLater(tx: Tx, { actor }: Call, series: number, after: string): Promise<void> {
  for (const { id } of await laterOf(tx, series, after))
    await change(tx, tasks, { id, set: { deleted_at: sql`now()` }, action: 'destroy', scope: null }, actor)
}

const noted = (tx: Tx, { actor }: Call, task: Task, changes: Record<string, unknown>, action: string): Promise<void> =>
  record(tx, actor, {
    ...{ action, module: tasks.name, recordId: task.id, title: task.title, changes },
    place: {
      store: task.content.task.store,
      people: [...task.content.task.processors],
      departments: task.content.task.department ? [task.content.task.department] : [],
    },
  })

const minutesOf = ({ date_start, date_end }: Task): number | null =>
  date_start && date_end ? Math.round((date_end.getTime() - date_start.getTime()) / MINUTE_MS) : date_start ? 0 : null

async function shown(db: Db | Tx, series: Series, language: Call['actor']['language'], zone: string) {
  const begins = wallClock(series.begins_at, zone)
  const today = wallClock(new Date(), zone).day
  const repetition = repetitionOf(series.rule)
  const rhythm = { rule: series.rule, begins: begins.day, leftOut: series.left_out }
  const isOften = /^FREQ=(?:DAILY|WEEKLY)/.test(series.rule)
  const until = plusDays(today, 366 * (isOften ? 1 : YEARS_AHEAD))
  return {
    id: series.id,
    rule: series.rule,
    left_out: series.left_out,
    words: repetition ? repetitionWords(repetition, series.left_out, language) : series.rule,
    days: occurrencesOf(rhythm, today, until, await daysOff(db)).slice(0, SHOWN_DAYS),
  }
}
