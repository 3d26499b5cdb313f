import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { type Db, inHotLockTransaction, rows, type Sql, type Tx } from '#server/db/db.ts'
import { sealedColumns } from '#server/private/fields.ts'
import { insert } from '#server/resource/statements.ts'
import type { Drawn, DrawResult, Given as Told } from '../../../shared/draws/desk.ts'
import { billDigest, drawnBy, type PlanGift, readPlan, rowCode, shortCode } from '../../../shared/draws/plan.ts'
import { type Given, givenOf } from '../../../shared/draws/replay.ts'
import { pack, tell } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import type { Face } from '../faces.ts'
import { type Asked, askedOf, type Found, foundNow, giftRows } from './asked.server.ts'
import { usesIn } from './bills.server.ts'
import { heldCounter, openedSeed, planInForce } from './plans.server.ts'
import type { Judged } from './rights.server.ts'

export interface Drawing {
  face: Face
  context: AppContext
  db: Db
  actor: Actor
  event: number
  given: Told & { customer_name?: string | null }
}

/**
 * Draws once. All that can be looked up is looked up first; then one draw of an event at a time has its counter: by what is found below it
 * the bill's right, the stock, the number and the row of the log are one.
 */
export async function draw(drawing: Drawing): Promise<Drawn> {
  const { face, context, db, actor, event, given } = drawing
  const drawn = await inHotLockTransaction(db, async (tx) => {
    const asked = await askedOf(tx, { face, keys: context.config.keys, actor, event, given })
    const gifts = await giftRows(tx, face, [event])
    const counter = await heldCounter(tx, event)
    const found = await foundNow(tx, asked, context.config.timezone)
    const bills = counter && billsFor(asked, found)
    if (!counter || !bills) return refuse('no draw', { params: { sentence: whyNot(found, actor) } })
    const plan = await planInForce(tx, event)
    if (!plan) return refuse('not found')

    const n = counter.n + 1
    const total = bills.reduce((sum, { bill }) => sum + (bill.total ?? 0), 0)
    const digest = billDigest(
      asked.event.code,
      bills.map((one) => keyOf(one)),
    )
    const { gifts: planned } = readPlan(plan.text)
    const seed = openedSeed(context.config.keys, plan)
    const { random, slot, drawn } = drawnBy(seed, asked.event.code, plan.plan_version, n, digest, { gifts: planned })
    const { store } = asked
    const counts = drawn === 0 ? new Map<number, Given>() : await countsOf(tx, planned, store.id, found.today)
    const gift = givenOf(planned, drawn, { store: store.code, total }, (id) => counts.get(id) ?? NONE_GIVEN)
    const row = {
      n,
      version: plan.plan_version,
      store: store.code,
      day: found.today,
      digest,
      total,
      random,
      drawn,
      given: gift,
    }
    const code = rowCode(counter.code, plan.commitment, row)
    const details = gifts.get(gift) ?? null
    const state = gift === 0 ? 'none' : 'won'
    const first = bills[0]?.bill
    const columns = {
      ...{ event, n, gift: gift || null, value: details?.value ?? null, state, store: store.id, staff: actor.id },
      ...{
        drawn_at: sql`${found.now}::timestamptz`,
        day: found.today,
        bill_number: first?.number ?? '',
        bill_total: total,
      },
      ...{ bill_on: first?.on ?? null, is_known_bill: bills.every(({ bill }) => bill.isKnown) },
      ...{ customer_name: given.customer_name ?? asked.customer.name, phone: asked.customer.phone },
      ...{ member_card: asked.customer.card, member: asked.customer.isMember, plan_version: plan.plan_version },
      ...{ drawn: drawn || null, random: String(random), bill_digest: digest, code, store_code: store.code },
      bill_key: bills[0] ? keyOf(bills[0]) : '',
    }
    const id = await insert(tx, face.log, sealedColumns(context.config.keys, face.log, columns), actor, 'draw')
    await keepFurther(tx, event, id, bills.slice(1))
    await count(tx, event, { n, code, gift, store: store.id, day: found.today })
    const result: DrawResult = {
      ...{ id, n, version: 1, state, slot, code: shortCode(code) },
      gift: details,
      ...{ drawn_at: new Date(found.now).toISOString(), bill_number: first?.number ?? '' },
      store: { code: store.code, name: store.name },
      event: { code: asked.event.code, name: asked.event.name },
    }
    return { result, draws_left: found.rights.left - 1 }
  })
  context.feed.nudge()
  return drawn
}

export const NONE_GIVEN: Given = { total: 0, store: 0, day: 0, storeDay: 0 }

/** A bill that was drawn with as it was typed then goes on under that number. */
const keyOf = ({ bill, uses }: Judged): string => usesIn(uses, bill)[0]?.key ?? bill.key

/** The bills of the next draw: one that gives one still, or as many as make one; null where there is none. */
function billsFor({ terms }: Asked, { rights }: Found): Judged[] | null {
  if (rights.left <= 0) return null
  const free = rights.bills.filter(({ granted, uses }) => granted > uses.length)
  return free.slice(0, terms.quantity_of_bills ?? 1)
}

const whyNot = ({ rights: { why } }: Found, { language }: Actor): string =>
  tell(why[0]?.message ?? pack('No draw is left here.'), language)

/** What was given of each gift that is counted at a limit of its plan. */
export async function countsOf(
  db: Db | Tx,
  gifts: readonly PlanGift[],
  store: number,
  day: string,
): Promise<Map<number, Given>> {
  const found = await rows(
    db,
    { gift: 'number', store: 'number', ever: 'boolean', n: 'number' },
    sql`select gift, store, day = '-infinity' as ever, n from draw_given
        where gift = any(${gifts.map(({ gift }) => gift)}::bigint[]) and store in (0, ${store}) and day in ('-infinity', ${day}::date)`,
  )
  const counts = new Map<number, Given>()
  for (const { gift, store: at, ever, n } of found) {
    const name = at === 0 ? (ever ? 'total' : 'day') : ever ? 'store' : 'storeDay'
    counts.set(gift, { ...NONE_GIVEN, ...counts.get(gift), [name]: n })
  }
  return counts
}

async function keepFurther(tx: Tx, event: number, log: number, further: readonly Judged[]): Promise<void> {
  for (const one of further)
    await sql`insert into draw_bills (event, log, bill_key, bill_number, bill_total, bill_on)
      values (${event}, ${log}, ${keyOf(one)}, ${one.bill.number}, ${one.bill.total}, ${one.bill.on}::date)`.execute(tx)
}

interface Step {
  n: number
  code: string
  gift: number
  store: number
  day: string
}

/** The event's counter, and what of the gift is given, in one statement. */
async function count(tx: Tx, event: number, { n, code, gift, store, day }: Step): Promise<void> {
  const given = gift === 0 ? sql`` : sql`given as (${givenSql(gift, store, day, sql`1`)} returning 1),`
  await sql`with ${given} counted as (update draw_counters set n = ${n}, code = ${code} where event = ${event} returning 1) select from counted`.execute(
    tx,
  )
}

/** Counts a gift that is given or came back: in all, at the store, on the day, and at the store on the day. */
export const givenSql = (gift: number, store: number, day: string, by: Sql): Sql =>
  sql`insert into draw_given as g (gift, store, day, n)
      select ${gift}::bigint, s.store, d.day, ${by} from (values (0::bigint), (${store}::bigint)) s(store)
        cross join (values ('-infinity'::date), (${day}::date)) d(day) where true
      on conflict (gift, store, day) do update set n = g.n + excluded.n`
