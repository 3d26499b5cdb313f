import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { chainOnPaper } from '#server/chain.ts'
import { row, rows } from '#server/db/db.ts'
import { described, namedAnswer, XLSX } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { sendWorkbook } from '#server/sheets/sheets.ts'
import { shortCode } from '../../../shared/draws/plan.ts'
import type { ClosingReport } from '../../../shared/draws/report.ts'
import { refuse } from '../../../shared/refusals.ts'
import type { Definition } from '../../../shared/resource.ts'
import { closingOf, openedSeed } from '../engine/plans.server.ts'
import { maskedEnd } from '../public/masked.server.ts'
import { closingBook, closingName } from './closing-book.server.ts'

const EVENT = {
  id: 'number',
  name: 'string',
  code: 'string',
  registration_number: 'string?',
  starts_at: 'date',
  ends_at: 'date',
  stores: 'string[]',
} as const
const COUNTS = {
  draws: 'number',
  bills: 'number',
  customers: 'number',
  given: 'number',
  handed_out: 'number',
  not_taken: 'number',
} as const
const GIFT = {
  id: 'number',
  name: 'string',
  price: 'number?',
  planned: 'number',
  given: 'number',
  left: 'number',
  value_planned: 'number',
  value: 'number',
  value_left: 'number',
} as const
const WINNER = {
  n: 'number',
  day: 'string',
  store: 'string',
  gift: 'string',
  bill: 'string',
  phone: 'string',
  name: 'string',
  state: 'string',
  code: 'string',
} as const
const PLAN = { version: 'number', first: 'number', commitment: 'string', seed: 'string', reason: 'string?' } as const
const CLOSING = namedAnswer('DrawClosing', {
  chain: described('What the chain is called', 'string'),
  event: EVENT,
  counts: COUNTS,
  gifts: [GIFT],
  winners: [WINNER],
  plans: [PLAN],
  closing: { count: 'number', code: 'string' },
})

/** The report for the authority once an event is over: what was planned, given and left, and what proves the draws. */
export const closingRoutes = (events: Definition): Route[] => [
  get(
    ':id/closing',
    { needs: 'report', answers: CLOSING, summary: 'The closing report of an event that is over; winners masked' },
    (call) => closingReport(call, events),
  ),
  get(
    ':id/closing/export',
    { needs: 'report', mediaType: XLSX, summary: 'The closing report as a workbook' },
    async (call) => {
      const { db, actor, context, reply } = call
      const told = await closingReport(call, events)
      const title = closingName(told, actor.language)
      await record(db, actor, { action: 'export', module: events.name, title })
      return sendWorkbook(reply, title, closingBook(told, { ...actor, timeZone: context.config.timezone }))
    },
  ),
]

async function closingReport({ db, actor, id, context }: Call, events: Definition): Promise<ClosingReport> {
  const scope = scopeOf(events, actor)
  const event =
    (await row(
      db,
      EVENT,
      sql`select r.id, r.name, r.code, r.registration_number, r.starts_at, least(r.ends_at, coalesce(r.ended_at, r.ends_at)) as ends_at,
            array(select s.code || ' ' || s.name from stores s where s.id = any(r.stores) order by s.code) as stores
          from gift_card_events r
          where r.id = ${id} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`,
    )) ?? refuse('not found')
  const closing = (await closingOf(db, id)) ?? refuse('event not over')
  const ofEvent = sql`r.event = ${id} and r.deleted_at is null`
  const [counts, gifts, winners, plans] = await Promise.all([
    row(
      db,
      COUNTS,
      sql`select count(*)::int as draws, count(distinct r.bill_digest)::int as bills, count(distinct r.phone)::int as customers,
            count(*) filter (where r.state in ('won', 'handed-out'))::int as given,
            count(*) filter (where r.state = 'handed-out')::int as handed_out, count(*) filter (where r.state = 'not-taken')::int as not_taken
          from gift_card_event_logs r where ${ofEvent}`,
    ),
    rows(
      db,
      GIFT,
      sql`select p.id, p.name, p.value::float8 as price, p.stock as planned, count(r.id)::int as given,
            p.stock - count(r.id)::int as left, coalesce(p.stock * p.value, 0)::float8 as value_planned,
            coalesce(sum(r.value), 0)::float8 as value, coalesce((p.stock - count(r.id)::int) * p.value, 0)::float8 as value_left
          from gift_card_event_products p left join gift_card_event_logs r on r.gift = p.id and r.state in ('won', 'handed-out') and ${ofEvent}
          where p.event = ${id} and p.deleted_at is null group by p.id order by p.position, p.id`,
    ),
    rows(
      db,
      WINNER,
      sql`select r.n, r.day::text as day, r.store_code as store, p.name as gift, ${maskedEnd('r.bill_key', 4)} as bill,
            coalesce(${maskedEnd('r.phone', 3)}, '') as phone, coalesce(r.customer_name, '') as name, r.state, r.code
          from gift_card_event_logs r join gift_card_event_products p on p.id = r.gift where ${ofEvent} order by r.n`,
    ),
    rows(
      db,
      PLAN,
      sql`select plan_version as version, first, commitment, seed, reason from draw_plans where event = ${id} order by plan_version`,
    ),
  ])
  const none = { draws: 0, bills: 0, customers: 0, given: 0, handed_out: 0, not_taken: 0 }
  return {
    chain: (await chainOnPaper(context)).name,
    event: { ...event, starts_at: event.starts_at.toISOString(), ends_at: event.ends_at.toISOString() },
    counts: { ...none, ...counts },
    gifts,
    winners: winners.map((one) => ({ ...one, name: maskedName(one.name), code: shortCode(one.code) })),
    plans: plans.map((one) => ({ ...one, seed: openedSeed(context.config.keys, one) })),
    closing,
  }
}

/** The family name, and of the others their first letter. */
const maskedName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word, at) => (at === 0 || word === '' ? word : `${[...word][0]}.`))
    .join(' ')
