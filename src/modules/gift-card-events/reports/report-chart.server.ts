import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { type Db, row, rows } from '#server/db/db.ts'
import { jsonOf, narrowed } from '#server/db/shape.ts'
import { namedAnswer, orNull, XLSX } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { idParameter } from '#server/resource/query/parameters.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { sendWorkbook } from '#server/sheets/sheets.ts'
import { fitOf } from '../../../shared/draws/chi-square.ts'
import { WHOLE } from '../../../shared/draws/parts.ts'
import { type Plan, readPlan } from '../../../shared/draws/plan.ts'
import type { EventReport, GiftReport } from '../../../shared/draws/report.ts'
import { wallClock } from '../../../shared/format.ts'
import { refuse } from '../../../shared/refusals.ts'
import type { Definition } from '../../../shared/resource.ts'
import { lengthOf, partsOf, plusDays, type Span } from '../../../shared/time/spans.ts'
import { standingSql } from '../standing.ts'
import { reportBook, reportName } from './report-book.server.ts'
import {
  type Count,
  countsByDay,
  countsByGiftAndStore,
  type Drawn,
  differentIn,
  drawnIn,
  sumOf,
} from './report-counts.server.ts'

const GIFT = {
  id: 'number',
  name: 'string',
  colour: 'string',
  chance: 'number',
  planned: 'number',
  given: 'number',
  handed_out: 'number',
  not_taken: 'number',
  left: 'number',
  value: 'number',
} as const
const REPORT = namedAnswer('DrawReport', {
  event: {
    id: 'number',
    name: 'string',
    code: 'string',
    standing: 'string',
    from: 'day',
    to: 'day',
    draws: 'number',
    bills: 'number',
    customers: 'number',
  },
  gifts: [{ ...GIFT, drawn: 'number', expected: 'number', pace: 'number', used_up: 'day?' }],
  none: { drawn: 'number', expected: 'number' },
  fit: orNull({ chiSquare: 'number', degrees: 'number', probability: 'number' }),
  days: [{ day: 'day', draws: 'number', given: 'number', planned: 'number' }],
  stores: [{ id: 'number', name: 'string', draws: 'number', given: 'number', planned: 'number' }],
})

/** An event's draws against its plan, within what their reader may see of the log. */
export function reportChartRoutes(logs: Definition): Route[] {
  const query = { event: { ...idParameter('gift-card-events'), isRequired: true } }
  return [
    get(
      'report-chart',
      {
        needs: 'report',
        query,
        answers: REPORT,
        summary: 'Gifts won against planned by gift, day and store, and whether chance alone explains what was drawn',
      },
      (call) => eventReport(call, logs),
    ),
    get(
      'report-chart/export',
      { needs: 'report', query, mediaType: XLSX, summary: 'Gifts won against planned, as a workbook' },
      async (call) => {
        const { db, actor, context, reply } = call
        const told = await eventReport(call, logs)
        const title = reportName(told, actor.language)
        await record(db, actor, { action: 'export', module: logs.name, title })
        return sendWorkbook(reply, title, reportBook(told, { ...actor, timeZone: context.config.timezone }))
      },
    ),
  ]
}

const EVENT = {
  id: 'number',
  name: 'string',
  code: 'string',
  standing: narrowed<EventReport['event']['standing']>('string'),
  starts_at: 'date',
  ends_at: 'date',
  stores: 'number[]',
} as const

async function eventReport(call: Call, logs: Definition): Promise<EventReport> {
  const { db, actor, query, context } = call
  const asked = Number(one(query.event))
  const kind = String(logs.fixedFilter?.kind)
  const found =
    (await row(
      db,
      EVENT,
      sql`select r.id, r.name, r.code, ${sql.raw(standingSql('r'))} as standing, r.starts_at, r.ends_at, r.stores
          from gift_card_events r where r.id = ${asked}::bigint and r.kind = ${kind} and r.deleted_at is null`,
    )) ?? refuse('not found')
  const { timezone } = context.config
  const dayOf = (at: Date) => wallClock(at, timezone).day
  const period = { from: dayOf(found.starts_at), to: dayOf(found.ends_at) }
  const log = { db, actor, logs, event: found.id }
  const [counts, different, drawn, days, gifts, plans] = await Promise.all([
    countsByGiftAndStore(log),
    differentIn(log),
    drawnIn(log),
    countsByDay(log, period),
    giftsOf(db, found.id),
    plansOf(db, found.id),
  ])
  const stores = await storesOf(db, found.stores, counts)
  const expected = expectedOf(plans, drawn)
  const today = dayOf(new Date())
  const last = found.standing === 'running' && today < period.to ? today : period.to
  const run = {
    ...period,
    today,
    days: Math.max(1, lengthOf({ from: period.from, to: last })),
    isRunning: found.standing === 'running',
  }
  const length = lengthOf(period)
  const dayPlan = gifts.reduce(
    (sum, one) => sum + Math.min(one.planned / length, one.per_day ?? Number.POSITIVE_INFINITY),
    0,
  )
  const { id, name, code, standing } = found
  return {
    event: { id, name, code, standing, ...period, draws: sumOf(counts, 'n'), ...different },
    gifts: gifts.map(({ per_day: _per, by_store: _by, ...gift }): GiftReport => {
      const own = counts.filter((one) => one.gift === String(gift.id))
      const given = sumOf(own, 'given_n')
      return {
        ...gift,
        ...{ given, handed_out: sumOf(own, 'handed_out_n'), not_taken: sumOf(own, 'not_taken_n') },
        value: sumOf(own, 'value_sum'),
        drawn: drawnOf(drawn, gift.id),
        expected: expected.get(gift.id) ?? 0,
        ...paceOf({ given, left: gift.left }, run),
      }
    }),
    none: { drawn: drawnOf(drawn, 0), expected: expected.get(0) ?? 0 },
    fit: fitOf(sharesOf(plans, drawn)),
    days: everyDay(period, days, dayPlan),
    stores: stores.map((store) => {
      const own = counts.filter((one) => one.store === String(store.id))
      return {
        ...store,
        ...{ draws: sumOf(own, 'n'), given: sumOf(own, 'given_n') },
        planned: gifts.reduce(
          (sum, { planned, by_store }) => sum + plannedAt(store.id, planned, by_store, stores.length),
          0,
        ),
      }
    }),
  }
}

const GIFT_ROW = {
  id: 'number',
  name: 'string',
  colour: 'string',
  chance: 'number',
  planned: 'number',
  left: 'number',
  per_day: 'number?',
  by_store: jsonOf<{ store: number; stock: number }[] | null>(),
} as const

/** The gifts of an event, with what is left of each. */
const giftsOf = (db: Db, event: number) =>
  rows(
    db,
    GIFT_ROW,
    sql`select p.id, p.name, p.colour, p.chance::float8 as chance, p.stock as planned, greatest(p.stock - coalesce(u.n, 0), 0) as left, p.per_day, p.by_store
        from gift_card_event_products p left join draw_given u on u.gift = p.id and u.store = 0 and u.day = '-infinity'
        where p.event = ${event} and p.deleted_at is null order by p.position, p.id`,
  )

/** The stores of an event, all active ones where it names none, and those where something was drawn. */
const storesOf = (db: Db, stores: readonly number[], counts: readonly Count[]) =>
  rows(
    db,
    { id: 'number', name: 'string' },
    sql`select s.id, s.code || ' ' || s.name as name from stores s
        where (${[...stores]}::bigint[] = '{}' and s.active and not s.is_head_office and s.deleted_at is null)
          or s.id = any(${[...stores]}::bigint[]) or s.id = any(${counts.flatMap(({ store }) => (store ? [Number(store)] : []))}::bigint[])
        order by s.code`,
  )

async function plansOf(db: Db, event: number): Promise<Plan[]> {
  const found = await rows(
    db,
    { text: 'string' },
    sql`select text from draw_plans where event = ${event} order by plan_version`,
  )
  return found.map(({ text }) => readPlan(text))
}

const drawnOf = (drawn: readonly Drawn[], gift: number): number =>
  drawn.reduce((sum, one) => sum + (one.gift === gift ? one.n : 0), 0)

/** By version and gift, `0` for none: what was drawn, and what the chances of that version promised of its draws. */
function sharesOf(plans: readonly Plan[], drawn: readonly Drawn[]) {
  return plans.map(({ version, gifts }) => {
    const own = drawn.filter((one) => one.version === version)
    const draws = own.reduce((sum, { n }) => sum + n, 0)
    const rest = WHOLE - gifts.reduce((sum, { parts }) => sum + parts, 0)
    return [...gifts, { gift: 0, parts: rest }].map(({ gift, parts }) => ({
      gift,
      observed: drawnOf(own, gift),
      expected: (draws * parts) / WHOLE,
    }))
  })
}

function expectedOf(plans: readonly Plan[], drawn: readonly Drawn[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const { gift, expected } of sharesOf(plans, drawn).flat()) found.set(gift, (found.get(gift) ?? 0) + expected)
  return found
}

interface Run {
  from: string
  to: string
  today: string
  /** Days gone by, today among them. */
  days: number
  isRunning: boolean
}

function paceOf({ given, left }: Pick<GiftReport, 'given' | 'left'>, { to, today, days, isRunning }: Run) {
  const pace = given / days
  if (!isRunning || left === 0 || pace === 0) return { pace, used_up: null }
  const day = plusDays(today, Math.min(Math.ceil(left / pace), 10_000))
  return { pace, used_up: day < to ? day : null }
}

/** Every day of the event, also those without a draw; the stock is planned to last evenly. */
function everyDay(
  period: Span,
  days: readonly { day: string; draws: number; given: number }[],
  planned: number,
): EventReport['days'] {
  const known = new Map(days.map((one) => [one.day, one]))
  return partsOf(period, 'day').map((day) => ({ day, draws: 0, given: 0, ...known.get(day), planned }))
}

/** What is named for a store; of a gift that names none, an even part. */
function plannedAt(
  store: number,
  planned: number,
  byStore: readonly { store: number; stock: number }[] | null,
  stores: number,
): number {
  if (!byStore || byStore.length === 0) return planned / stores
  return byStore.find((line) => line.store === store)?.stock ?? 0
}
