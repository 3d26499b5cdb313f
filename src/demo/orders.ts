import { sql } from 'kysely'
import type { Tx } from '../server/db/db.ts'
import { placed } from '../server/places/placed.ts'
import { places } from '../server/places/places.ts'
import { weekdayOf } from '../shared/time/calendar.ts'
import { DAY_MS, HOUR_MS } from '../shared/time/units.ts'
import { afterOpenHours, dayOf, iso } from './clock.ts'
import { insertAll, numberOn, type Record_ } from './insert.ts'
import { type Person, personName, phoneNumber } from './people.ts'
import { DEMO_PRODUCTS } from './products.ts'
import type { Chance } from './random.ts'
import { storeId } from './registers.ts'
import { FAILURE_NOTES, FAILURE_REASONS, ORDER_NOTES, SHIPPING_UNITS } from './words/orders.ts'
import { STORES, type StoreWords } from './words/places.ts'

const ORDERS = 4000
const DAYS = 182
const CONFLICTS = 3
const SHOPS = STORES.filter(({ code }) => code !== 'HO')
/** By when of the day people order: most in the evening. */
const HOURS = [9, 10, 11, 12, 13, 15, 17, 19, 20, 21, 22, 23]
const PAYMENTS = ['cod', 'cod', 'cod', 'transfer', 'card', 'wallet', 'wallet'] as const
/** Busy Saturdays and Sundays, and the sale on the day that has the number of its month. */
const weightOf = (day: string): number => (weekdayOf(day) > 5 ? 1.5 : 1) * (day.slice(5, 7) === day.slice(8) ? 3 : 1)

/** Half a year of orders of the mall: most are delivered, some failed and were tried again, those of the last days are on their way. */
export async function keepOrders(tx: Tx, people: readonly Person[], chance: Chance, now: number): Promise<void> {
  const since = iso(now - (DAYS + 30) * DAY_MS)
  const kept = { created_at: since, updated_at: since, created_by: 1, updated_by: 1, active: true }
  await insertAll(
    tx,
    'shipping_units',
    SHIPPING_UNITS.map((one, at) => ({ id: at + 1, ...one, ...kept })),
  )
  await insertAll(
    tx,
    'failure_reasons',
    FAILURE_REASONS.map(({ name, en, ko }, at) => ({ id: at + 1, name, name_en: en, name_ko: ko, ...kept })),
  )
  const days = Array.from({ length: DAYS }, (_, ago) => now - ago * DAY_MS)
  const rows = Array.from({ length: ORDERS }, () => {
    const day = chance.weighted(days, (at) => weightOf(dayOf(at)))
    const hour = chance.pick(HOURS) + chance.next()
    const at = day - (((day + 7 * HOUR_MS) % DAY_MS) - hour * HOUR_MS)
    return orderRow(at > now ? at - DAY_MS : at, people, chance, now)
  }).toSorted((a, b) => String(a.created_at).localeCompare(String(b.created_at)))
  const records = rows.map((row, at) => numbered(row, at + 1))
  for (const row of records.filter(({ status }) => status === 'scanned').slice(-CONFLICTS)) conflict(row, now)
  await insertAll(tx, 'orders', records)
  await numberOn(tx, 'shipping_units', 'failure_reasons', 'orders')
  await keepScans(tx, now)
}

const numbered = (row: Record_, id: number): Record_ => {
  const code = `DH${String(row.ordered_at).slice(2, 10).replaceAll('-', '')}${String(id).padStart(5, '0')}`
  const { parcels_wanted: wanted, ...rest } = row
  const parcels = Array.from({ length: Number(wanted) }, (_, at) => ({ code: `${code}-${at + 1}` }))
  return { id, code, parcels: Number(wanted) > 1 ? parcels : [], ...rest }
}

function orderRow(at: number, people: readonly Person[], chance: Chance, now: number): Record_ {
  const shop = chance.pick(SHOPS)
  const staff = people.filter(({ store }) => store === shop.code).map(({ id }) => id)
  const by = chance.pick(staff.length > 0 ? staff : [1])
  const goods = Array.from({ length: chance.whole(1, 6) }, () => {
    const { name, barcode, price } = chance.pick(DEMO_PRODUCTS)
    return { product: name, quantity: chance.happens(0.7) ? 1 : chance.whole(2, 5), price, barcode }
  })
  const unit = chance.weighted([1, 2, 3, 4], (one) => [5, 3, 2, 1][one - 1] ?? 1)
  const received = at + chance.between(0.02, 0.5) * HOUR_MS
  return {
    ...{
      ordered_at: iso(at),
      store: storeId(shop.code),
      lines: goods,
      parcels_wanted: chance.happens(0.1) ? chance.whole(2, 4) : 1,
    },
    total: goods.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
    payment: chance.pick(PAYMENTS),
    ...{ customer_name: personName(chance, chance.happens(0.6)), phone: phoneNumber(chance) },
    ...{ address: homeNear(shop, chance), note: chance.happens(0.25) ? chance.pick(ORDER_NOTES) : null },
    ...{ shipping_unit: unit, tracking_code: `VD${chance.whole(100_000_000, 999_999_999)}` },
    ...{ created_at: iso(received), created_by: 1, updated_by: by, conflict: [], conflict_at: null },
    ...courseOf(received, by, chance, now),
  }
}

const NOTHING = {
  ...{ scanned_by: null, scanned_at: null, delivered_by: null, delivered_at: null, failed_by: null, failed_at: null },
  ...{ failure_reason: null, failure_note: null, has_failed: false, retries: 0 },
}

/** What became of an order by now: scanned within the opening hours, then brought; one in twelve fails first. */
function courseOf(received: number, by: number, chance: Chance, now: number): Record_ {
  const has = (moment: number) => moment <= now
  const fails = chance.happens(0.085)
  const reason = chance.weighted(FAILURE_REASONS, ({ weight }) => weight)
  const failure = {
    ...{ failure_reason: FAILURE_REASONS.indexOf(reason) + 1, has_failed: true, failed_by: by },
    failure_note: chance.happens(0.5) ? chance.pick(FAILURE_NOTES) : null,
  }
  const first = afterOpenHours(received, chance.between(0.3, 7))
  const failed = afterOpenHours(first, chance.between(2, 12))
  const isGivenUp = chance.happens(0.12)
  const again = afterOpenHours(failed, chance.between(1, 20))
  const scanned = fails ? afterOpenHours(again, chance.between(0.5, 6)) : first
  const delivered = afterOpenHours(scanned, chance.between(1.5, 14))
  const end = { ...NOTHING, updated_at: iso(received), waiting_since: iso(received) }
  if (!has(first)) return { ...end, status: 'new' }
  const out = (moment: number) => ({ scanned_by: by, scanned_at: iso(moment), updated_at: iso(moment) })
  if (fails) {
    if (!has(failed)) return { ...end, ...out(first), status: 'scanned' }
    const broken = { ...end, ...failure, failed_at: iso(failed), updated_at: iso(failed) }
    if (isGivenUp || !has(again)) return { ...broken, ...out(first), updated_at: iso(failed), status: 'failed' }
    const retried = { ...broken, retries: 1, waiting_since: iso(again), updated_at: iso(again) }
    if (!has(scanned)) return { ...retried, status: 'new' }
    if (!has(delivered)) return { ...retried, ...out(scanned), status: 'scanned' }
    return { ...retried, ...out(scanned), ...brought(delivered, by) }
  }
  // Somebody put it aside, and nobody looked since.
  if (now - received < 4 * DAY_MS && chance.happens(0.06)) return { ...end, status: 'new' }
  return has(delivered)
    ? { ...end, ...out(scanned), ...brought(delivered, by) }
    : { ...end, ...out(scanned), status: 'scanned' }
}

const brought = (at: number, by: number) => ({
  ...{ status: 'delivered', delivered_by: by, delivered_at: iso(at), updated_at: iso(at) },
})

function conflict(row: Record_, now: number): void {
  const total = Number(row.total)
  row.conflict = [{ field: 'total', ours: String(total), theirs: String(total - 25_000) }]
  row.conflict_at = iso(now - 2 * HOUR_MS)
}

/** A house in a ward near to the store. */
function homeNear({ line, ward, province }: StoreWords, chance: Chance) {
  const own = placed({ line, ward, district: null, province, model: 2 })
  const wards = places().wardsOf(own?.province_code ?? '')
  const near = wards.length > 0 ? chance.pick(wards) : undefined
  const house = `${chance.whole(2, 340)} ${line.replace(/^\S+\s+/, '')}`
  const there = near ? { ward_code: near.code, province_code: near.province_code } : {}
  return placed({ line: house, ward: near?.name ?? ward, district: null, province, model: 2, ...there })
}

/** What was scanned, parcel by parcel; of the last days also in the histories. */
async function keepScans(tx: Tx, now: number): Promise<void> {
  await sql`insert into order_scans (order_id, round, code, scanned_at, scanned_by)
    select r.id, r.retries, upper(coalesce(p.code, r.code)), r.scanned_at - make_interval(secs => 4 * coalesce(jsonb_array_length(r.parcels) - p.at, 0)), r.scanned_by
    from orders r left join lateral (select x ->> 'code' as code, at from jsonb_array_elements(r.parcels) with ordinality y(x, at)) p on true
    where r.scanned_at is not null order by r.scanned_at`.execute(tx)
  await sql`insert into activity (at, actor, action, module, record_id, record_title, place, changes)
    select x.at, x.actor, x.action, 'orders', r.id, r.code, jsonb_build_object('store', r.store), '{}'::jsonb from orders r cross join lateral (
      values (r.scanned_at, r.scanned_by, 'scan'), (r.delivered_at, r.delivered_by, 'delivered'), (r.failed_at, r.failed_by, 'failed')
    ) x(at, actor, action) where x.at > ${iso(now - 5 * DAY_MS)}::timestamptz order by x.at`.execute(tx)
}
