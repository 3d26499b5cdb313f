import { sql } from 'kysely'
import { drawPlans } from '../modules/gift-card-events/engine/draw-plans.ts'
import { FACES } from '../modules/gift-card-events/faces.ts'
import { BEGIN } from '../modules/gift-card-events/standing.ts'
import { moduleOf } from '../modules/index.ts'
import type { Tx } from '../server/db/db.ts'
import type { FileStore } from '../server/files/store.ts'
import { sealedColumns } from '../server/private/fields.ts'
import type { Keys } from '../server/private/keys.ts'
import { billKey } from '../shared/draws/bill-key.ts'
import { partsOf } from '../shared/draws/parts.ts'
import { billDigest, commitmentOf, drawnBy, type Plan, type PlanGift, planText, rowCode } from '../shared/draws/plan.ts'
import { givenOf, Ledger } from '../shared/draws/replay.ts'
import { DAY_MS, HOUR_MS } from '../shared/time/units.ts'
import { atHour, dayOf, iso } from './clock.ts'
import { billsDrawn, type DrawMaking } from './draw-bills.ts'
import { insertAll, numberOn, type Record_ } from './insert.ts'
import { makeCustomers, type Person } from './people.ts'
import { type Hung, hangOn } from './pictures/attachments.ts'
import { drawGift } from './pictures/pictures.ts'
import type { Chance } from './random.ts'
import { storeId } from './registers.ts'
import { EVENTS, type EventWords } from './words/draws.ts'

const CUSTOMERS = 600
const REASONS = ['Khách đổi ý, không nhận quà', 'Khách không quay lại nhận', 'Quà bị lỗi, khách không lấy']
/** How often a gift is not taken. */
const RETURNED = 0.012

interface Gift extends Record_ {
  id: number
  images: string[]
  created_at: string
}
interface Kept {
  events: Record_[]
  gifts: Gift[]
  plans: Record_[]
  logs: Record_[]
  pictures: readonly Hung[]
}

/** Two events that are over, one that runs and one to come; every draw by the rule, so that the log verifies. */
export async function drawsOf(store: FileStore, people: readonly Person[], chance: Chance, now: number): Promise<Kept> {
  const making = { people, customers: makeCustomers(CUSTOMERS, chance), chance, now }
  const kept: Kept = { events: [], gifts: [], plans: [], logs: [], pictures: [] }
  const hung: Hung[] = []
  for (const [at, words] of EVENTS.entries()) {
    const gifts = giftsOf(words, at + 1, kept.gifts.length, making)
    const made = drawAll(words, at + 1, gifts, making, kept.logs.length)
    kept.events.push(eventRow(words, at + 1, made, making))
    kept.gifts.push(...gifts)
    kept.plans.push(...made.plans.map((plan, turn) => ({ id: kept.plans.length + turn + 1, ...plan })))
    kept.logs.push(...made.logs)
    hung.push(
      ...(await hangOn(
        store,
        await Promise.all(gifts.map(async (record) => ({ picture: await drawGift(String(record.colour)), record }))),
        {
          module: words.kind === 'gift' ? 'gift-card-event-products' : 'event-products',
          field: 'image',
          folder: 'gift-card-event-products',
          chance,
        },
      )),
    )
  }
  return { ...kept, pictures: hung }
}

export async function keepDraws(tx: Tx, kept: Kept, keys: Keys): Promise<void> {
  const logs = moduleOf('gift-card-event-logs')
  if (!logs) return
  await insertAll(tx, 'gift_card_events', kept.events)
  await insertAll(
    tx,
    'gift_card_event_products',
    kept.gifts.map(({ images, ...gift }) => ({ ...gift, image: images })),
  )
  await insertAll(
    tx,
    'draw_plans',
    kept.plans.map((plan) => sealedColumns(keys, drawPlans, plan)),
  )
  await insertAll(
    tx,
    'gift_card_event_logs',
    kept.logs.map((log) => sealedColumns(keys, logs, log)),
  )
  await numberOn(tx, 'gift_card_events', 'gift_card_event_products', 'draw_plans', 'gift_card_event_logs')
  await sql`insert into draw_counters (event, n, code)
    select p.event, coalesce(l.n, 0), coalesce(l.code, p.commitment) from draw_plans p
      left join lateral (select n, code from gift_card_event_logs where event = p.event order by n desc limit 1) l on true
    where p.plan_version = 1`.execute(tx)
  // Told when it was, and not once more as the demo starts.
  for (const { kind, event } of FACES)
    await sql`insert into activity (at, action, module, record_id, record_title, place)
      select starts_at, ${BEGIN}, ${event.name}, id, name, jsonb_build_object('stores', stores) from gift_card_events
      where kind = ${kind} and stage <> 'draft' and starts_at <= now()`.execute(tx)
  await sql`insert into draw_given (gift, store, day, n)
    select l.gift, s.store, d.day, count(*) from gift_card_event_logs l
      cross join lateral (values (0::bigint), (l.store)) s(store) cross join lateral (values ('-infinity'::date), (l.day)) d(day)
    where l.state in ('won', 'handed-out') group by 1, 2, 3`.execute(tx)
}

function giftsOf(words: EventWords, event: number, before: number, { people, now }: DrawMaking): Gift[] {
  const idOf = (name: string | undefined) => {
    const at = words.gifts.findIndex((one) => one.name === name)
    return at < 0 ? null : before + at + 1
  }
  const by = plannerOf(people)
  const made = iso(now + (words.days[0] - 14) * DAY_MS)
  return words.gifts.map((gift, at) => {
    const changed = words.change?.gift === gift.name ? words.change : undefined
    return {
      ...{ id: before + at + 1, created_at: made, updated_at: made, created_by: by, updated_by: by },
      ...{ event, kind: words.kind, name: gift.name, value: gift.value, colour: gift.colour, position: at + 1 },
      ...{ chance: changed?.chance ?? gift.chance, stock: changed?.stock ?? gift.stock },
      ...{ per_day: gift.perDay ?? null, per_store_day: gift.perStoreDay ?? null },
      by_store: Object.entries(gift.byStore ?? {}).map(([code, stock]) => ({ store: storeId(code), stock })),
      ...{ minimum_total: gift.minimumTotal ?? null, substitute: idOf(gift.substitute), say: gift.say ?? null },
      plan_reason: changed?.reason ?? null,
      images: [],
    }
  })
}

const plannerOf = (people: readonly Person[]): number => people.find(({ role }) => role === 'Marketing')?.id ?? 1

interface Played {
  plans: Record_[]
  logs: Record_[]
  lastCode: string | null
}

interface InForce {
  plan: Plan
  seed: string
  commitment: string
}

function drawAll(words: EventWords, event: number, gifts: readonly Gift[], making: DrawMaking, before: number): Played {
  const { chance, now, people } = making
  const planned = plansOf(words, gifts, chance)
  const released = now + (words.days[0] - 7) * DAY_MS
  const ledger = new Ledger()
  const logs: Record_[] = []
  const waiting: { log: Record_; at: number }[] = []
  let code = planned[0]?.commitment ?? ''
  let last: string | null = null
  for (const [index, draw] of billsDrawn(words, making).entries()) {
    const n = index + 1
    for (const one of waiting.filter(({ at }) => at <= draw.at)) {
      waiting.splice(waiting.indexOf(one), 1)
      giveBack(one.log, n - 1, one.at, ledger, chance)
    }
    const inForce = planned.findLast(({ plan }) => plan.first <= n)
    if (!inForce) throw new Error('Every draw has a plan')
    const { plan, seed, commitment } = inForce
    const day = dayOf(draw.at)
    const digest = billDigest(words.code, [billKey(draw.bill)])
    const { random, drawn } = drawnBy(seed, words.code, plan.version, n, digest, plan)
    const given = givenOf(plan.gifts, drawn, { store: draw.store, total: draw.total }, (gift) =>
      ledger.of(gift, draw.store, day),
    )
    if (given !== 0) ledger.add(given, draw.store, day)
    const row = { n, version: plan.version, store: draw.store, day, digest, total: draw.total, random, drawn, given }
    code = rowCode(code, commitment, row)
    last = code
    const handed = draw.at + chance.whole(20, 400) * 1000
    const isReturned = given !== 0 && chance.happens(RETURNED)
    const isWaiting = given !== 0 && !isReturned && (handed > now || (now - draw.at < DAY_MS && chance.happens(0.4)))
    const isHanded = given !== 0 && !isReturned && !isWaiting
    const gift = words.gifts[gifts.findIndex(({ id }) => id === given)]
    const log: Record_ = {
      ...{ id: before + n, created_at: iso(draw.at), created_by: draw.staff, updated_by: draw.staff },
      updated_at: iso(isHanded ? handed : draw.at),
      ...{ event, kind: words.kind, n, gift: given || null, value: gift?.value ?? null },
      state: given === 0 ? 'none' : isHanded ? 'handed-out' : 'won',
      ...{ store: storeId(draw.store), store_code: draw.store, staff: draw.staff, drawn_at: iso(draw.at), day },
      ...{ bill_number: draw.bill, bill_key: billKey(draw.bill), bill_total: draw.total, bill_on: day },
      ...{ is_known_bill: draw.isKnown, customer_name: draw.customer.name, phone: draw.customer.phone },
      ...{ member_card: draw.card, member: draw.card !== null },
      ...{ handed_by: isHanded ? draw.staff : null, handed_at: isHanded ? iso(handed) : null },
      ...{ plan_version: plan.version, drawn: drawn || null, random: String(random), bill_digest: digest, code },
      ...{ returned: null, return_reason: null },
    }
    logs.push(log)
    if (isReturned) waiting.push({ log, at: draw.at + chance.whole(1, 48) * HOUR_MS })
  }
  for (const { log, at } of waiting) if (at < now) giveBack(log, logs.length, at, ledger, chance)
  const by = plannerOf(people)
  const plans = planned.map(({ plan, seed, commitment }) => {
    const made = iso(plan.version === 1 ? released : Date.parse(String(logs[plan.first - 2]?.drawn_at)) + 1000)
    return {
      ...{ created_at: made, updated_at: made, created_by: by, updated_by: by, made_by: by, made_at: made },
      ...{ event, plan_version: plan.version, first: plan.first, text: planText(plan), commitment, seed },
      reason: plan.version === 1 ? null : (words.change?.reason ?? null),
    }
  })
  return { plans, logs, lastCode: last }
}

function giveBack(log: Record_, drawn: number, at: number, ledger: Ledger, chance: Chance): void {
  Object.assign(log, { state: 'not-taken', returned: drawn, return_reason: chance.pick(REASONS), updated_at: iso(at) })
  ledger.add(Number(log.gift), String(log.store_code), String(log.day), -1)
}

/** The plan of the beginning, and the one that followed. */
function plansOf(words: EventWords, gifts: readonly Gift[], chance: Chance): InForce[] {
  const sealed = (version: number, first: number, of: readonly PlanGift[]): InForce => {
    const plan = { event: words.code, version, first, gifts: of }
    const seed = Array.from({ length: 64 }, () => chance.whole(0, 15).toString(16)).join('')
    return { plan, seed, commitment: commitmentOf(seed, planText(plan)) }
  }
  const { change } = words
  const planned = (isChanged: boolean) =>
    words.gifts.map((gift, at): PlanGift => {
      const changed = isChanged && change?.gift === gift.name ? change : undefined
      return {
        ...{ gift: gifts[at]?.id ?? 0, name: gift.name, parts: partsOf(changed?.chance ?? gift.chance) ?? 0 },
        ...{ stock: changed?.stock ?? gift.stock, perDay: gift.perDay ?? null },
        ...{ perStoreDay: gift.perStoreDay ?? null, byStore: gift.byStore ?? {} },
        ...{ minimumTotal: gift.minimumTotal ?? 0, substitute: (gifts[at]?.substitute as number | null) ?? null },
      }
    })
  return [sealed(1, 1, planned(false)), ...(change ? [sealed(2, change.from, planned(true))] : [])]
}

function eventRow(words: EventWords, id: number, { logs, lastCode }: Played, { people, now }: DrawMaking): Record_ {
  const by = plannerOf(people)
  const [starts, ends] = words.days.map((days) => now + days * DAY_MS)
  const [starts_at, ends_at] = [atHour(starts ?? now, 8), atHour(ends ?? now, 22)]
  const isOver = ends_at < now
  const made = iso(starts_at - 14 * DAY_MS)
  return {
    ...{ id, created_at: made, updated_at: isOver ? iso(ends_at) : made, created_by: by, updated_by: by },
    ...{ kind: words.kind, name: words.name, code: words.code, stage: isOver ? 'ended' : 'running' },
    ...{ registration_number: words.registration, starts_at: iso(starts_at), ends_at: iso(ends_at) },
    ...{ stores: words.stores.map(storeId), applies_to: words.appliesTo, minimum_total: words.minimumTotal },
    ...{ bill_step: words.billStep, quantity_of_bills: null, most_per_bill: words.mostPerBill },
    ...{ most_per_customer: null, most_per_day: words.mostPerDay, rules: words.rules, colour: words.colour },
    ended_at: isOver ? iso(ends_at) : null,
    ...{ closing_count: isOver ? logs.length : null, closing_code: isOver ? lastCode : null },
  }
}
