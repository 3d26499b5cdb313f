import { sql } from 'kysely'
import { type Figures, figuresBy } from '#server/counters/counters.ts'
import { type Db, rows } from '#server/db/db.ts'
import { byKey, namedAnswer } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { calledSql } from '#server/resource/query/columns.ts'
import { dayParameter } from '#server/resource/query/parameters.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { wallClock } from '../../shared/format.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { daysSpan, LONGEST_DAYS, partsOf, plusDays, type Span, spanBefore } from '../../shared/time/spans.ts'
import { complaints } from '../complaints/complaints.ts'
import { OPEN_STATES } from '../complaints/states.ts'
import { departments } from '../departments/departments.ts'
import { ticketTypes } from '../ticket-types/ticket-types.ts'
import { doneByDay, paceOf } from './pace.server.ts'
import { todayRoutes } from './today.server.ts'

const needs = 'session' as const
const query = {
  from: dayParameter('first day; with the last one'),
  to: dayParameter(`last day; at most ${LONGEST_DAYS} days`),
}

const DASHBOARD = namedAnswer('Dashboard', {
  period: { from: 'day', to: 'day', before_from: 'day', before_to: 'day' },
  figures: byKey({ value: 'number?', before: 'number?' }),
  by_status: [{ key: 'string', n: 'number' }],
  by_type: [{ id: 'number', name: 'string', n: 'number' }],
  by_day: [{ day: 'day', created: 'number', completed: 'number' }],
  rising: [{ id: 'number', name: 'string', n: 'number', before: 'number' }],
})
const BY_DEPARTMENT = {
  id: 'number?',
  name: 'string',
  open: 'number',
  overdue: 'number',
  completed: 'number',
  closed: 'number',
} as const

const routes: Route[] = [
  ...todayRoutes,
  get(
    'get-dashboard',
    {
      needs,
      query,
      answers: DASHBOARD,
      summary: 'The figures of a period against the one before; open and overdue are how either period stands now',
    },
    (call) => dashboard(call),
  ),
  get(
    'get-ticket-dept-chart',
    { needs, query, answers: { data: [BY_DEPARTMENT] }, summary: 'Complaints by department' },
    async (call) => ({
      data: await byDepartment(call, askedPeriod(call)),
    }),
  ),
]
export default { routes }

const USUAL_DAYS = 30

function askedPeriod({ query, context }: Call): Span {
  const to = one(query.to) || wallClock(new Date(), context.config.timezone).day
  const period = daysSpan(one(query.from) || plusDays(to, 1 - USUAL_DAYS), to)
  return period ?? refuse('invalid', { fields: { from: pack('{{field}} must be two dates', { field: 'Period' }) } })
}

/** The figures of complaints received in a period, defined as everywhere; nothing without the right to read them. */
const received = ({ db, actor }: Call, { from, to }: Span, dimension = 'none'): Promise<Figures[]> =>
  actor.permissions.complaints?.read === true
    ? figuresBy(db, complaints, { dimension, from, to, actor })
    : Promise.resolve([])

async function dashboard(call: Call) {
  const { db, actor } = call
  const period = askedPeriod(call)
  const before = spanBefore(period, 'previous') ?? period
  const [[now], [earlier], types, days, done, pace, paceBefore, rising] = await Promise.all([
    received(call, period),
    received(call, before),
    received(call, period, 'feedback_type'),
    received(call, period, 'day'),
    doneByDay(db, actor, period),
    paceOf(db, actor, period),
    paceOf(db, actor, before),
    risingStores(call, period, before),
  ])
  const created = new Map(days.map(({ key, n }) => [key, n]))
  const ofPeriod = { ...standing(now), ...pace }
  // How things stood then is not known: of those received before, how they stand now.
  const ofBefore: Record<string, number | null> = { ...standing(earlier), ...paceBefore }
  return {
    period: { ...period, before_from: before.from, before_to: before.to },
    figures: Object.fromEntries(
      Object.entries(ofPeriod).map(([name, value]) => [name, { value, before: ofBefore[name] ?? null }]),
    ),
    by_status: byStatus(now),
    by_type: await byType(call, types),
    by_day: partsOf(period, 'day').map((day) => ({
      day,
      created: created.get(day) ?? 0,
      completed: done.get(day) ?? 0,
    })),
    rising,
  }
}

/** Those in an open state whose deadline has not passed. */
const inTimeOf = (one: Figures) => OPEN_STATES.reduce((sum, state) => sum + (one.states[state] ?? 0), 0)

/** `open` is all that are not completed yet, late ones included: as the menu's badge and the reports count them. */
const standing = (now: Figures | undefined) => ({
  new: now?.n ?? 0,
  open: now ? inTimeOf(now) + now.overdue : 0,
  overdue: now?.overdue ?? 0,
})

const byStatus = (now: Figures | undefined) =>
  Object.entries({ ...now?.states, overdue: now?.overdue ?? 0 })
    .map(([key, n]) => ({ key, n }))
    .filter(({ n }) => n > 0)
    .toSorted((a, b) => b.n - a.n)

async function byType({ db, actor }: Call, types: readonly Figures[]) {
  const names = await namesOf(db, 'ticket_types', calledSql(ticketTypes, 'r', actor.language), types)
  return types
    .flatMap(({ key, n }) => (key === null ? [] : [{ id: Number(key), name: names.get(key) ?? '', n }]))
    .toSorted((a, b) => b.n - a.n || a.id - b.id)
}

async function byDepartment(call: Call, period: Span) {
  const found = await received(call, period, 'department')
  const names = await namesOf(call.db, 'departments', calledSql(departments, 'r', call.actor.language), found)
  return found
    .toSorted((a, b) => b.n - a.n || Number(a.key) - Number(b.key))
    .map((one) => ({
      id: one.key === null ? null : Number(one.key),
      name: names.get(one.key) ?? '',
      open: inTimeOf(one),
      overdue: one.overdue,
      completed: one.states.completed ?? 0,
      closed: one.states.closed ?? 0,
    }))
}

const RISING = 5

/** Stores whose complaints rose most against the period before. */
async function risingStores(call: Call, period: Span, before: Span) {
  const [now, earlier] = await Promise.all([received(call, period, 'store'), received(call, before, 'store')])
  const counts = new Map(earlier.map(({ key, n }) => [key, n]))
  const risen = now
    .map((one) => ({ ...one, before: counts.get(one.key) ?? 0 }))
    .filter((one) => one.n > one.before)
    .toSorted((a, b) => b.n - b.before - (a.n - a.before) || Number(a.key) - Number(b.key))
    .slice(0, RISING)
  const names = await namesOf(call.db, 'stores', sql`r.code || ' ' || r.name`, risen)
  return risen.map(({ key, n, before }) => ({ id: Number(key), name: names.get(key) ?? '', n, before }))
}

const idsOf = (figures: readonly Pick<Figures, 'key'>[]): number[] =>
  figures.flatMap(({ key }) => (key === null ? [] : [Number(key)]))

async function namesOf(db: Db, table: string, name: ReturnType<typeof sql>, figures: readonly Pick<Figures, 'key'>[]) {
  const found = await rows(
    db,
    { id: 'number', name: 'string' },
    sql`select r.id, ${name} as name from ${sql.table(table)} r where r.id = any(${idsOf(figures)}::bigint[])`,
  )
  return new Map<string | null, string>(found.map(({ id, name: words }) => [String(id), words]))
}
