import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { type Actor, theServer } from '#server/actor.ts'
import { type Db, inTransaction, row, rows, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { opened, sealedColumns } from '#server/private/fields.ts'
import type { Keys } from '#server/private/keys.ts'
import type { Columns } from '#server/resource/statements.ts'
import { partsOf, WHOLE } from '../../../shared/draws/parts.ts'
import { commitmentOf, type Plan, type PlanGift, planText, readPlan } from '../../../shared/draws/plan.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { FACES } from '../faces.ts'
import { BEGIN, isOver, standingSql } from '../standing.ts'
import { drawPlans } from './draw-plans.ts'

/** Of all that is drawn, returned, closed or planned anew for an event, one at a time. */
export const HELD = { n: 'number', code: 'string' } as const

/** The counter of an event's draws, held until the transaction ends; none before the release. */
export const heldCounter = (tx: Tx, event: number) =>
  row(tx, HELD, sql`select n, code from draw_counters where event = ${event} for update`)

/** An event held until the transaction ends, before its counter. */
export async function heldEvent(
  tx: Tx,
  id: number,
): Promise<{ id: number; code: string; stage: string; isOver: boolean }> {
  const found = await row(
    tx,
    { id: 'number', code: 'string', stage: 'string', isOver: 'boolean' },
    sql`select e.id, e.code, e.stage, ${sql.raw(isOver('e'))} as "isOver" from gift_card_events e where e.id = ${id} for update`,
  )
  return found ?? refuse('not found')
}

const GIFT_ROW = {
  id: 'number',
  name: 'string',
  chance: 'number',
  stock: 'number',
  per_day: 'number?',
  per_store_day: 'number?',
  minimum_total: 'number?',
  substitute: 'number?',
  by_store: jsonOf<Record<string, number>>(),
} as const

/** The gifts of an event as a plan has them, in their order. */
async function giftsOf(tx: Tx, event: number): Promise<PlanGift[]> {
  const found = await rows(
    tx,
    GIFT_ROW,
    sql`select r.id, r.name, r.chance, r.stock, r.per_day, r.per_store_day, r.minimum_total,
          (select s.id from gift_card_event_products s where s.id = r.substitute and s.event = r.event and s.deleted_at is null) as substitute,
          (select coalesce(jsonb_object_agg(s.code, l.line -> 'stock' order by s.code), '{}') from jsonb_array_elements(r.by_store) l(line)
             join stores s on s.id = (l.line ->> 'store')::bigint) as by_store
        from gift_card_event_products r where r.event = ${event} and r.deleted_at is null order by r.position, r.id`,
  )
  return found.map((one) => ({
    gift: one.id,
    name: one.name,
    parts: partsOf(one.chance) ?? 0,
    stock: one.stock,
    perDay: one.per_day,
    perStoreDay: one.per_store_day,
    byStore: one.by_store,
    minimumTotal: one.minimum_total ?? 0,
    substitute: one.substitute,
  }))
}

export const FOUR_DECIMALS = pack('A chance has at most four decimals')
export const TOO_MUCH = pack('The chances of this event add up to more than 100%')

/** What all gifts of an event together say wrong. */
export async function refuseTooMuch(tx: Tx, event: number): Promise<void> {
  const sum = (await giftsOf(tx, event)).reduce((all, { parts }) => all + parts, 0)
  if (sum > WHOLE) refuse('invalid', { fields: { chance: TOO_MUCH } })
}

/** What a stock says wrong, in all or of a store: less than what is won of it already. */
export async function tooLittle(
  db: Db | Tx,
  gift: number,
  { stock: all, by_store }: Columns,
): Promise<Record<string, string>> {
  const found = await rows(
    db,
    { store: 'number', n: 'number' },
    sql`select store, n from draw_given where gift = ${gift} and day = '-infinity'`,
  )
  const won = new Map(found.map(({ store, n }) => [store, n]))
  const lines = (by_store ?? []) as { store: number; stock: number }[] // of the definition
  const stocks = [
    { name: 'stock', store: 0, stock: Number(all) },
    ...lines.map((line, at) => ({ name: `by_store.${at}.stock`, ...line })),
  ]
  return Object.fromEntries(
    stocks.flatMap(({ name, store, stock }) => {
      const n = won.get(store) ?? 0
      return stock < n ? [[name, pack('Must not be below the {{n}} won already', { n })]] : []
    }),
  )
}

export const PLAN_ROW = {
  plan_version: 'number',
  first: 'number',
  text: 'string',
  commitment: 'string',
  seed: 'string',
} as const

/** The version in force: the newest. */
export const planInForce = (tx: Tx | Db, event: number) =>
  row(
    tx,
    PLAN_ROW,
    sql`select plan_version, first, text, commitment, seed from draw_plans where event = ${event} and deleted_at is null order by plan_version desc limit 1`,
  )

/** The seed in full. */
export const openedSeed = (keys: Keys, { seed }: { seed: string }): string =>
  opened(keys, drawPlans, 'seed', seed) ?? refuse('not found')

/**
 * Seals the gifts as they stand with a seed of their own, from the next draw on; where they are what is in force already, nothing happens.
 * Of the first version its commitment is where the codes of the log begin.
 */
export async function sealPlan(
  tx: Tx,
  keys: Keys,
  event: { id: number; code: string },
  reason: string | null,
  actor: Actor,
): Promise<void> {
  const counter = await heldCounter(tx, event.id)
  const before = counter && (await planInForce(tx, event.id))
  const gifts = await giftsOf(tx, event.id)
  if (before && JSON.stringify(readPlan(before.text).gifts) === JSON.stringify(gifts)) return
  const plan: Plan = {
    event: event.code,
    version: (before?.plan_version ?? 0) + 1,
    first: (counter?.n ?? 0) + 1,
    gifts,
  }
  const text = planText(plan)
  const seed = randomBytes(32).toString('hex')
  const commitment = commitmentOf(seed, text)
  const columns = sealedColumns(keys, drawPlans, { seed })
  await sql`insert into draw_plans (event, plan_version, first, text, commitment, seed, reason, made_by, made_at, created_by, updated_by)
    values (${event.id}, ${plan.version}, ${plan.first}, ${text}, ${commitment}, ${columns.seed}, ${reason}, ${actor.id}, clock_timestamp(), ${actor.id}, ${actor.id})`.execute(
    tx,
  )
  if (!counter) await sql`insert into draw_counters (event, n, code) values (${event.id}, 0, ${commitment})`.execute(tx)
}

const CLOSING = { count: 'number', code: 'string' } as const

/**
 * How an event that is over ended: how many draws, and the code of the last. Written once, when nothing can be drawn any more; null where
 * it is not over.
 */
export async function closingOf(db: Db | Tx, event: number): Promise<{ count: number; code: string } | null> {
  const known = await row(
    db,
    CLOSING,
    sql`select closing_count as count, closing_code as code from gift_card_events where id = ${event} and closing_count is not null`,
  )
  return known ?? inTransaction(db, (tx) => close(tx, event))
}

/** The event first, then its counter, as everywhere; as draws look at the clock below the counter, none comes after. */
async function close(tx: Tx, event: number): Promise<{ count: number; code: string } | null> {
  const before = await row(
    tx,
    { stage: 'string', kind: 'string', name: 'string', stores: 'number[]' },
    sql`select stage, kind, name, stores from gift_card_events where id = ${event} for update`,
  )
  await heldCounter(tx, event)
  const closed = await row(
    tx,
    CLOSING,
    sql`update gift_card_events e set stage = 'ended', closing_count = coalesce(e.closing_count, c.n), closing_code = coalesce(e.closing_code, c.code),
          ended_at = coalesce(e.ended_at, least(e.ends_at, clock_timestamp()))
        from draw_counters c where c.event = e.id and e.id = ${event} and ${sql.raw(isOver('e'))}
        returning e.closing_count as count, e.closing_code as code`,
  )
  const face = FACES.find(({ kind }) => kind === before?.kind)
  if (closed && face && before && before.stage !== 'ended')
    await record(tx, theServer, {
      ...{ action: 'end', module: face.event.name, recordId: event, title: before.name },
      ...{ place: { stores: before.stores }, changes: { stage: [before.stage, 'ended'] } },
    })
  return closed ?? null
}

/** Every event whose time is over and that is not closed yet; at most a few. */
export async function closeAll(db: Db): Promise<void> {
  const due = await rows(
    db,
    { id: 'number' },
    sql`select e.id from gift_card_events e where e.closing_count is null and ${sql.raw(isOver('e'))} order by e.id limit 100`,
  )
  for (const { id } of due) await closingOf(db, id)
}

/** Sets down in the log, once, that an event has begun: of those that run, as one that is paused over its date begins when it goes on. */
export async function beginAll(db: Db): Promise<void> {
  for (const { kind, event } of FACES)
    await sql`insert into activity (action, module, record_id, record_title, place)
      select ${BEGIN}, ${event.name}, e.id, e.name, jsonb_build_object('stores', e.stores) from gift_card_events e
      where e.kind = ${kind} and e.deleted_at is null and ${sql.raw(standingSql('e'))} = 'running'
        and not exists (select from activity a where a.module = ${event.name} and a.record_id = e.id and a.action = ${BEGIN})`.execute(
      db,
    )
}
