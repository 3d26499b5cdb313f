import { sql } from 'kysely'
import { storesOf } from '#server/actor.ts'
import { rows } from '#server/db/db.ts'
import { described, namedAnswer, oneOf } from '#server/http/answers.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { type CheckedDraws, type DrawDesk, NEEDED, REFUSED, type WhyNot } from '../../../shared/draws/desk.ts'
import { PARTS_PER_CENT, WHOLE } from '../../../shared/draws/parts.ts'
import { readPlan } from '../../../shared/draws/plan.ts'
import { leftOf } from '../../../shared/draws/replay.ts'
import { date, digits, lines, money, phone, ref, text } from '../../../shared/fields.ts'
import { pack, tell } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import type { Face } from '../faces.ts'
import { askedOf, foundNow, giftRows, storeOf } from './asked.server.ts'
import { countsOf, draw, NONE_GIVEN } from './draw.server.ts'
import { planInForce } from './plans.server.ts'
import { CALLED, RESULT, resultsOf } from './results.server.ts'

const BILLS_MOST = 100
const GIVEN = {
  store: ref('Store', 'stores', { required: true }),
  bills: lines(
    'Bills',
    {
      number: text('Bill number', { required: true, max: 60 }),
      total: money('Total of the bill'),
      on: date('Date of the bill'),
    },
    { max: BILLS_MOST },
  ),
  phone: phone('Phone'),
  card: digits('Member card', { length: 16 }),
} as const
const DESK = namedAnswer('DrawDesk', {
  store: { id: 'number', ...CALLED },
  events: [
    {
      ...{ id: 'number', ...CALLED, colour: 'string?', ends_at: 'date', applies_to: 'string', minimum_total: 'number' },
      ...{ bill_step: 'number?', quantity_of_bills: 'number?', most_per_bill: 'number?' },
      gifts: [
        {
          ...{ id: 'number', name: 'string', chance: described('Per cent', 'number'), colour: 'string' },
          ...{ image: 'string?', say: 'string?', minimum_total: 'number', is_left: 'boolean' },
          left: described('How many this store may give now; null: no limit', 'number?'),
        },
      ],
      rest: described('The chance of no gift, per cent', 'number'),
      today: { draws: 'number', handed_out: 'number', waiting: 'number' },
    },
  ],
})
const CHECKED = namedAnswer('CheckedDraws', {
  bills: [
    { number: 'string', total: 'number?', on: 'string?', is_known: 'boolean', granted: 'number', used: 'number' },
  ],
  customer: { is_member: 'boolean', name: 'string?', card_ends: 'string?' },
  draws_left: 'number',
  refusals: [{ code: oneOf(...REFUSED, ...NEEDED), message: 'string', 'field?': 'string' }],
  results: [RESULT],
})

const DRAWN = namedAnswer('Drawn', { result: RESULT, draws_left: 'number' })

/** The desk of one face: what runs here, what a bill gives, and the draw. */
export const deskRoutes = (face: Face): Route[] => {
  const needs = { permission: face.log.permission, flag: 'add' } as const
  return [
    get(
      'desk',
      {
        needs: 'read',
        atCounter: true,
        answers: DESK,
        summary: 'The events that run at a store now, with their gifts',
        query: { store: { says: "id of the store; one's own unless said", schema: { type: 'integer', minimum: 1 } } },
      },
      (call) => desk(face, call),
    ),
    post(
      ':id/check',
      {
        needs,
        atCounter: true,
        body: GIVEN,
        answers: CHECKED,
        summary: 'What bills give a customer at an event, what stands against it, and what they have drawn already',
      },
      (call) => check(face, call),
    ),
    post(
      ':id/draw',
      {
        needs,
        atCounter: true,
        creates: true,
        body: { ...GIVEN, customer_name: text('Customer', { max: 191 }) },
        answers: DRAWN,
        summary: 'Draw once. Under one Idempotency-Key it is one draw, however often it is sent',
      },
      ({ context, db, actor, id, body }) =>
        draw({ face, context, db, actor, event: id, given: { ...givenIn(body), customer_name: body.customer_name } }),
    ),
  ]
}

interface Body {
  store: number
  bills?: { number: string; total?: number | null; on?: string | null }[]
  phone?: string | null
  card?: string | null
}

const givenIn = ({ store, bills = [], phone, card }: Body) => ({
  store,
  bills: bills.map(({ number, total, on }) => ({ number, ...(total != null && { total }), ...(on && { on }) })),
  ...(phone && { phone }),
  ...(card && { card }),
})

async function check(face: Face, { db, actor, context, id, body }: Call<Body>): Promise<CheckedDraws> {
  const asked = await askedOf(db, { face, keys: context.config.keys, actor, event: id, given: givenIn(body) })
  const { rights } = await foundNow(db, asked, context.config.timezone)
  const { customer } = asked
  const logs = [...new Set(rights.bills.flatMap(({ uses }) => uses.map(({ log }) => log)))]
  return {
    bills: rights.bills.map(({ bill, granted, uses }) => ({
      ...{ number: bill.number, total: bill.total, on: bill.on, is_known: bill.isKnown, granted, used: uses.length },
    })),
    customer: {
      is_member: customer.isMember,
      name: customer.name,
      card_ends: customer.card?.slice(-4) ?? null,
    },
    draws_left: rights.left,
    refusals: rights.why.map(({ code, message, field }) => ({
      ...{ code: code as WhyNot, message: tell(message, actor.language) },
      ...(field && { field }),
    })),
    results: await resultsOf(db, logs),
  }
}

async function desk(face: Face, { db, actor, query }: Call): Promise<DrawDesk> {
  const wanted = Number(one(query.store) ?? storesOf(actor)[0])
  if (!Number.isInteger(wanted) || wanted < 1)
    refuse('invalid', { fields: { store: pack('{{field}} is required', { field: 'Store' }) } })
  const store = await storeOf(db, face, actor, wanted)
  const running = await rows(
    db,
    {
      ...{ id: 'number', code: 'string', name: 'string', colour: 'string?', ends_at: 'date', applies_to: 'string' },
      ...{ minimum_total: 'number', bill_step: 'number?', quantity_of_bills: 'number?', most_per_bill: 'number?' },
      ...{ draws: 'number', handed_out: 'number', waiting: 'number', today: 'string' },
    },
    sql`select r.id, r.code, r.name, r.colour, r.ends_at, r.applies_to, coalesce(r.minimum_total, 0) as minimum_total, r.bill_step, r.quantity_of_bills,
          r.most_per_bill, d.draws, d.handed_out, to_char(now() at time zone chain_zone(), 'YYYY-MM-DD') as today,
          (select count(*)::int from gift_card_event_logs l where l.event = r.id and l.store = ${store.id} and l.state = 'won' and l.deleted_at is null) as waiting
        from gift_card_events r cross join lateral (
          select count(*)::int as draws, count(*) filter (where l.state = 'handed-out')::int as handed_out from gift_card_event_logs l
          where l.event = r.id and l.store = ${store.id} and l.day = (now() at time zone chain_zone())::date and l.deleted_at is null
        ) d
        where r.kind = ${face.kind} and r.deleted_at is null and r.stage = 'running' and r.closing_count is null and r.starts_at <= now() and r.ends_at > now()
          and (r.stores = '{}' or r.stores @> array[${store.id}]::bigint[]) order by r.ends_at, r.id`,
  )
  const details = await giftRows(
    db,
    face,
    running.map(({ id }) => id),
  )
  const events: DrawDesk['events'] = []
  for (const { draws, handed_out, waiting, ends_at, today, ...event } of running) {
    const plan = await planInForce(db, event.id)
    if (!plan) continue
    const { gifts } = readPlan(plan.text)
    const counts = await countsOf(db, gifts, store.id, today)
    events.push({
      ...event,
      applies_to: event.applies_to as DrawDesk['events'][number]['applies_to'], // a choice of the definition
      ends_at: ends_at.toISOString(),
      gifts: gifts.map((gift) => {
        const detail = details.get(gift.gift)
        const left = leftOf(gift, store.code, counts.get(gift.gift) ?? NONE_GIVEN)
        return {
          ...{
            id: gift.gift,
            name: gift.name,
            chance: gift.parts / PARTS_PER_CENT,
            colour: detail?.colour ?? '#888888',
          },
          ...{ image: detail?.image ?? null, say: detail?.say ?? null, minimum_total: gift.minimumTotal },
          ...{ left, is_left: left > 0 },
        }
      }),
      rest: (WHOLE - gifts.reduce((sum, { parts }) => sum + parts, 0)) / PARTS_PER_CENT,
      today: { draws, handed_out, waiting },
    })
  }
  return { store, events }
}
