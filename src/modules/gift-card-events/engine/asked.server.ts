import { sql } from 'kysely'
import { type Actor, storesOf } from '#server/actor.ts'
import { type Db, row, rows, type Tx } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import type { Keys } from '#server/private/keys.ts'
import { partSql, scopeOf } from '#server/resource/scope.ts'
import type { Given } from '../../../shared/draws/desk.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { isByStore } from '../../../shared/users/shared-records.ts'
import type { Face } from '../faces.ts'
import { type Bill, billsOf, type Use, usesOf } from './bills.server.ts'
import { type Customer, customerOf } from './customer.server.ts'
import { type Rights, rightsOf, type Terms } from './rights.server.ts'

const EVENT = {
  id: 'number',
  code: 'string',
  name: 'string',
  kind: 'string',
  stores: 'number[]',
  applies_to: 'string',
  minimum_total: 'number',
  bill_step: 'number?',
  quantity_of_bills: 'number?',
  most_per_bill: 'number?',
  most_per_customer: 'number?',
  most_per_day: 'number?',
  first_day: 'string',
  last_day: 'string',
  today: 'string',
} as const
const STORE = { id: 'number', code: 'string', name: 'string' } as const
export type StoreRow = RowOf<typeof STORE>

/** What is asked at a desk, as far as it can be looked up before anything is held. */
export interface Asked {
  event: RowOf<typeof EVENT>
  store: StoreRow
  terms: Terms
  today: string
  bills: Bill[]
  customer: Customer
}

export async function askedOf(
  db: Db | Tx,
  { face, keys, actor, event: id, given }: { face: Face; keys: Keys; actor: Actor; event: number; given: Given },
): Promise<Asked> {
  const scope = scopeOf(face.event, actor)
  const event = await row(
    db,
    EVENT,
    sql`select r.id, r.code, r.name, r.kind, r.stores, r.applies_to, coalesce(r.minimum_total, 0) as minimum_total, r.bill_step, r.quantity_of_bills,
          r.most_per_bill, r.most_per_customer, r.most_per_day, to_char(r.starts_at at time zone chain_zone(), 'YYYY-MM-DD') as first_day,
          to_char(r.ends_at at time zone chain_zone(), 'YYYY-MM-DD') as last_day,
          to_char(clock_timestamp() at time zone chain_zone(), 'YYYY-MM-DD') as today
        from gift_card_events r where r.id = ${id} and r.deleted_at is null and ${scope ?? sql`true`}`,
  )
  if (!event) return refuse('not found')
  const store = await storeOf(db, face, actor, given.store)
  return {
    event,
    store,
    terms: { ...event, applies_to: event.applies_to as Terms['applies_to'] }, // a choice of the definition
    today: event.today,
    bills: await billsOf(db, given.bills, event.today),
    customer: await customerOf(db, keys, given),
  }
}

/** The store of a desk, of those the actor works in. */
export async function storeOf(db: Db | Tx, { log }: Face, actor: Actor, id: number): Promise<StoreRow> {
  const isMine = !isByStore(log, actor.scope) || storesOf(actor).includes(id)
  const found = isMine
    ? await row(db, STORE, sql`select id, code, name from stores where id = ${id} and deleted_at is null`)
    : undefined
  return found ?? refuse('invalid', { fields: { store: pack('{{field}} is not valid', { field: 'Store' }) } })
}

const NOW = {
  isRunning: 'boolean',
  isHere: 'boolean',
  today: 'string',
  now: 'string',
  ever: 'number',
  on_day: 'number',
} as const

export interface Found {
  uses: Use[]
  rights: Rights
  today: string
  now: string
}

/** What changes with every draw; below the counter of the event it holds until the transaction ends. */
export async function foundNow(db: Db | Tx, asked: Asked, zone: string): Promise<Found> {
  const { event, store, terms, customer } = asked
  const keys = asked.bills.map(({ key }) => key)
  const uses = keys.length > 0 ? await usesOf(db, event.id, keys) : []
  const isCounted = customer.phone !== null && (terms.most_per_customer !== null || terms.most_per_day !== null)
  const counted = (day: boolean) =>
    isCounted
      ? sql`(select count(*)::int from gift_card_event_logs l where l.event = e.id and l.phone = ${customer.phone} ${day ? sql`and l.day = c.today` : sql``})`
      : sql`0`
  const now = await row(
    db,
    NOW,
    sql`select e.stage = 'running' and e.closing_count is null and e.starts_at <= c.now and e.ends_at > c.now and e.deleted_at is null as "isRunning",
          (e.stores = '{}' or e.stores @> array[${store.id}]::bigint[]) as "isHere", to_char(c.today, 'YYYY-MM-DD') as today,
          c.now::text as now, ${counted(false)} as ever, ${counted(true)} as on_day
        from gift_card_events e,
          (select t.now, (t.now at time zone chain_zone())::date as today from (select clock_timestamp() as now offset 0) t offset 0) c
        where e.id = ${event.id}`,
  )
  if (!now) return refuse('not found')
  const made = { ever: now.ever, today: now.on_day }
  const standing = { isRunning: now.isRunning, isHere: now.isHere, today: now.today, zone, made }
  return { uses, rights: rightsOf(terms, asked.bills, uses, customer, standing), today: now.today, now: now.now }
}

/** Pictures, words and value of the gifts of an event. */
const GIFT = {
  id: 'number',
  name: 'string',
  colour: 'string',
  say: 'string?',
  image: 'string?',
  value: 'number?',
} as const
/** By the id of the gift. */
export async function giftRows(
  db: Db | Tx,
  { gift }: Face,
  events: readonly number[],
): Promise<Map<number, RowOf<typeof GIFT>>> {
  const found = await rows(
    db,
    GIFT,
    sql`select r.id, r.name, r.colour, r.say, r.image[1] as image, r.value from gift_card_event_products r
        where r.event = any(${[...events]}::bigint[]) and ${partSql(gift) ?? sql`true`}`,
  )
  return new Map(found.map((one) => [one.id, one]))
}
