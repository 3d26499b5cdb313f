import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import type { Db } from '#server/db/db.ts'
import { row, rows, type Sql } from '#server/db/db.ts'
import { jsonOf, narrowed } from '#server/db/shape.ts'
import { NAMED, namedAnswer } from '#server/http/answers.ts'
import { refuseUnknownParameters } from '#server/http/names.ts'
import { type Call, del, get, post, put, type Route } from '#server/http/route.ts'
import type { RawQuery } from '#server/resource/query/parse-query.ts'
import { change, insert } from '#server/resource/statements.ts'
import { flag, type Named } from '../../shared/fields.ts'
import { instantOf, wallClock } from '../../shared/format.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { pick } from '../../shared/resource.ts'
import { plusDays } from '../../shared/time/spans.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { REPORTS, type ReportPage } from './kinds.ts'
import { wishOf } from './parse-query.server.ts'
import { ADDRESS_NAMES, FILTERS } from './report.ts'
import { schedules, type Turn } from './schedules.ts'
import { isDueOn } from './turns.ts'

/** Whoever set a report up (`o`), while they are there. */
export const ACTIVE_OWNER = `o.deleted_at is null and ${isActive('o')}`

const needs = { permission: 'report', flag: 'report' } as const
const MOST_EACH = 30

const SCHEDULE_ROW = {
  id: 'number',
  report: 'string',
  filters: 'string?',
  rhythm: 'string',
  weekday: 'string?',
  hour: 'number',
  is_paused: 'boolean',
  next_at: 'date',
  last_at: 'date?',
  people: jsonOf<Named[]>(),
  owner: jsonOf<Named>(),
  /** Its owner cannot sign in, so that nothing is sent. */
  is_held: 'boolean',
} as const
const SCHEDULE = namedAnswer('ReportSchedule', { ...SCHEDULE_ROW, people: [NAMED], owner: NAMED })

/** One's own, and to whoever may delete reports of the whole chain everybody's: people leave, and what they set up stays. */
export const scheduleRoutes: Route[] = [
  get(
    'report/schedule',
    {
      needs,
      answers: { data: [SCHEDULE] },
      summary: "The caller's reports by e-mail; everybody's for who may delete reports",
    },
    async ({ db, actor }) => ({
      data: await rows(
        db,
        SCHEDULE_ROW,
        sql`${SHOWN} where ${reachedBy(actor)} and r.deleted_at is null order by r.created_by <> ${actor.id}, r.id`,
      ),
    }),
  ),
  post(
    'report/schedule',
    {
      needs,
      creates: true,
      body: pick(schedules, 'report', 'filters', 'rhythm', 'weekday', 'hour', 'people'),
      answers: SCHEDULE,
      summary: 'A report that comes by e-mail of itself',
    },
    (call) => create(call),
  ),
  put(
    'report/schedule/:id',
    {
      needs,
      body: { paused: flag('Paused', { required: true }) },
      answers: SCHEDULE,
      summary: 'Hold a report by e-mail up, or let it go on',
    },
    (call) => pause(call),
  ),
  del('report/schedule/:id', { needs, answers: null, summary: 'End a report by e-mail' }, async (call) => {
    await reached(call, { deleted_at: sql`now()` }, 'destroy')
    return null
  }),
]

const reachedBy = (actor: Actor): Sql =>
  actor.scope === 'chain' && actorMay(actor, schedules.permission, 'delete')
    ? sql`true`
    : sql`r.created_by = ${actor.id}`
const SHOWN = sql`
  select r.id, r.report, r.filters, r.rhythm, r.weekday, r.hour, r.is_paused, r.next_at, r.last_at,
    (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.user_name) order by u.user_name), '[]') from users u where u.id = any(r.people)) as people,
    json_build_object('id', o.id, 'name', o.user_name) as owner, not (${sql.raw(ACTIVE_OWNER)}) as is_held
  from report_schedules r join users o on o.id = r.created_by`

const shown = (db: Db, id: number) => row(db, SCHEDULE_ROW, sql`${SHOWN} where r.id = ${id}`)

const KNOWN = Object.fromEntries(ADDRESS_NAMES.map((name) => [name, 'as the address of the report names it']))

async function create({ db, body, actor, context }: Call): Promise<unknown> {
  const given = body as Partial<Turn> &
    Pick<Turn, 'rhythm'> & { report: ReportPage; filters?: string | null; hour: number; people?: number[] } // checked against these fields
  const kind = REPORTS.find(({ page }) => page === given.report) ?? refuse('invalid')
  refuseUnknownParameters(new URLSearchParams(given.filters ?? '').keys(), KNOWN)
  const people = [...new Set(given.people?.length ? given.people : [Number(actor.id)])]
  wishOf(kind, filtersOf(given.filters ?? ''), '2026-01-01') // refuses what is no filter
  await refuseStrangers(db, people)
  const held = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from report_schedules r where r.created_by = ${actor.id} and r.deleted_at is null`,
  )
  if ((held?.n ?? 0) >= MOST_EACH)
    refuseField('report', pack('{{field}}: at most {{max}}', { field: schedules.label, max: MOST_EACH }))
  const weekday = given.rhythm === 'weekly' ? (given.weekday ?? 'monday') : null
  const columns = {
    ...given,
    weekday,
    filters: given.filters || null,
    people,
    next_at: nextAt({ ...given, weekday }, context.config.timezone),
  }
  const id = await insert(db, schedules, columns, actor)
  context.feed.nudge()
  return shown(db, id)
}

export const TURN = {
  rhythm: narrowed<Turn['rhythm']>('string'),
  weekday: narrowed<Turn['weekday']>('string'),
} as const

async function pause(call: Call): Promise<unknown> {
  const { db, id, body, context } = call
  const isPaused = body.paused === true
  const found = await row(
    db,
    {
      ...TURN,
      hour: 'number',
    },
    sql`select r.rhythm, r.weekday, r.hour from report_schedules r where r.id = ${id} and ${reachedBy(call.actor)} and r.deleted_at is null`,
  )
  if (!found) refuse('not found')
  // What was missed meanwhile is not made up for.
  await reached(
    call,
    { is_paused: isPaused, next_at: nextAt(found, context.config.timezone) },
    isPaused ? 'pause' : 'resume',
  )
  return shown(db, id)
}

async function reached({ db, id, actor, context }: Call, set: Record<string, unknown>, action: string): Promise<void> {
  const done = await change(db, schedules, { id, set, action, scope: reachedBy(actor) }, actor)
  if (!done) refuse('not found')
  context.feed.nudge()
}

async function refuseStrangers(db: Db, people: readonly number[]): Promise<void> {
  const found = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from users u where u.id = any(${[...people]}::bigint[]) and u.deleted_at is null and ${sql.raw(isActive('u'))}`,
  )
  if (found?.n !== people.length)
    refuseField('people', pack('{{field}} is not valid', { field: schedules.fields.people.label }))
}

const refuseField = (field: string, message: string): never => refuse('invalid', { fields: { [field]: message } })

/** The filters and the comparison of an address, as a request carries them; a period in it is not kept. */
export function filtersOf(text: string): RawQuery {
  const params = new URLSearchParams(text)
  return Object.fromEntries(
    [...FILTERS, 'compare'].flatMap((name) => (params.has(name) ? [[name, params.getAll(name)] as const] : [])),
  )
}

const LONGEST_RHYTHM_DAYS = 32

/** The next moment after this one at which mail goes out. */
export function nextAt({ hour, ...turn }: Turn & { hour: number }, timeZone: string, now = new Date()): Date {
  const today = wallClock(now, timeZone).day
  for (let days = 0; days <= LONGEST_RHYTHM_DAYS; days += 1) {
    const day = plusDays(today, days)
    const at = instantOf(`${day} ${String(hour).padStart(2, '0')}:00`, timeZone)
    if (at > now && isDueOn(turn, day)) return at
  }
  throw new Error(`${turn.rhythm} has no next day`)
}
