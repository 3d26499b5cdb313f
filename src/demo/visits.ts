import { sql } from 'kysely'
import type { Tx } from '../server/db/db.ts'
import { weekdayOf } from '../shared/time/calendar.ts'
import { DAY_MS, HOUR_MS } from '../shared/time/units.ts'
import { atHour, dayOf, hourOf, iso } from './clock.ts'
import { insertAll, numberOn, type Record_ } from './insert.ts'
import type { Chance } from './random.ts'
import { storeId } from './registers.ts'
import type { StaffMember } from './supplier-staff.ts'
import { STORES } from './words/places.ts'

const DAYS = 365
const CLOSES = 22
const SHOPS = STORES.filter(({ code }) => code !== 'HO')
const HISTORY_DAYS = 5
const BADGED = ['S01', 'S04']
const MORE = ['Mang hàng mẫu về công ty', 'Mang vật dụng trưng bày cũ về', 'Nhận hàng đổi từ quầy']
const FEWER = ['Để lại hàng khuyến mãi tại quầy', 'Để lại dụng cụ trưng bày', 'Gửi đồng phục tại kho']
const FOUND = ['Ra cửa khách, quên quét thẻ', 'Về cùng xe công ty, quầy đã đóng', 'Đã gọi xác nhận với trưởng nhóm']

/** A year of visits in every store, some planned, some missed; today's are still inside, and yesterday somebody forgot to check out. */
export function visits(people: readonly StaffMember[], chance: Chance, now: number): Record_[] {
  const rows: Record_[] = []
  for (let ago = DAYS; ago >= 0; ago -= 1) {
    const day = dayOf(now - ago * DAY_MS)
    const isBusy = weekdayOf(day) > 5
    const free = new Set(people.filter((one) => one.mayCome && one.valid_from <= day && one.valid_until >= day))
    for (const { code } of SHOPS) {
      const store = storeId(code)
      const wanted = Math.round(chance.between(3, 8) * (isBusy ? 1.4 : 1))
      const here = [...free].filter(({ homes }) => homes.includes(store))
      for (let turn = 0; turn < wanted && here.length > 0; turn += 1) {
        const [one] = here.splice(chance.whole(0, here.length - 1), 1)
        if (!one) break
        free.delete(one)
        rows.push(visit(one, { store, code, day, ago }, chance, now))
      }
    }
  }
  return rows
    .toSorted((a, b) => String(a.created_at).localeCompare(String(b.created_at)))
    .map((row, at) => ({ id: at + 1, ...row }))
}

interface Place {
  store: number
  code: string
  day: string
  ago: number
}

const NOTHING = {
  ...{
    planned_on: null,
    planned_from: null,
    planned_until: null,
    receiving_date: null,
    bag_quantity: null,
    badge: null,
  },
  ...{ let_in_despite: [], entry_reason: null, is_sent_later: false, closes_at: null, left_at: null, minutes: null },
  ...{ bags_out: null, bags_difference: null, bags_reason: null, badge_state: null, is_overstay: false },
  ...{ resolution: null, resolved_by: null, resolved_at: null, note: null },
}

function visit(one: StaffMember, { store, code, day, ago }: Place, chance: Chance, now: number): Record_ {
  const noon = now - ago * DAY_MS
  const begins = chance.happens(0.7) ? chance.between(6.8, 10.5) : chance.between(12.5, 15.5)
  const planned = Math.floor(begins)
  const isPlanned = chance.happens(0.25)
  const common = {
    ...{ staff: one.id, person: one.name, supplier: one.supplier, department_group: one.group, store },
    ...{ visit_on: day, created_by: 1, updated_by: 1, ...NOTHING },
    ...(isPlanned && { planned_on: day, planned_from: clock(planned), planned_until: clock(planned + 5) }),
  }
  const came = ago === 0 ? cameToday(begins, now, chance) : atHour(noon, begins)
  const before = iso(Math.min(came, now) - 20 * HOUR_MS)
  if (isPlanned && (ago === 0 ? came > now : chance.happens(0.06)))
    return { ...common, status: ago === 0 ? 'planned' : 'no-show', created_at: before, updated_at: before }
  const arrived = Math.min(came, now - 5 * 60_000)
  const closes = atHour(noon, CLOSES)
  const bags = chance.weighted([0, 1, 2, 3], (n) => [2, 6, 3, 1][n] ?? 1)
  const badge = BADGED.includes(code) ? String(chance.whole(1, 60)) : null
  const inside = {
    ...common,
    ...{ receiving_date: iso(arrived), closes_at: iso(closes), bag_quantity: bags, badge },
    badge_state: badge && 'given',
    ...{ status: 'inside', created_at: isPlanned ? before : iso(arrived), updated_at: iso(arrived) },
  }
  const leaves = chance.happens(0.015)
    ? closes + chance.between(0.05, 1.6) * HOUR_MS
    : Math.min(arrived + chance.between(2.5, 9.5) * HOUR_MS, closes - 5 * 60_000)
  if (leaves > now) return inside
  const left = (at: number) => ({
    ...{ left_at: iso(at), updated_at: iso(at), minutes: Math.max(0, Math.floor((at - arrived) / 60_000)) },
    is_overstay: at > closes,
  })
  if (ago > 0 && chance.happens(ago < 3 ? 0.04 : 0.006)) {
    const lapsed = { ...inside, status: 'unresolved', ...left(closes + 2 * HOUR_MS) }
    return ago < 3
      ? lapsed
      : {
          ...lapsed,
          ...left(closes - HOUR_MS),
          ...{
            status: 'resolved',
            resolution: chance.pick(FOUND),
            resolved_by: 1,
            resolved_at: iso(closes + 12 * HOUR_MS),
          },
        }
  }
  const difference = chance.happens(0.03) ? 1 : bags > 0 && chance.happens(0.03) ? -1 : 0
  return {
    ...inside,
    ...{ status: 'left', ...left(leaves), bags_out: bags + difference, bags_difference: difference },
    bags_reason: difference === 0 ? null : chance.pick(difference > 0 ? MORE : FEWER),
    badge_state: badge && (chance.happens(0.01) ? 'lost' : 'back'),
  }
}

/** Whenever the chain is looked at, some have come today and some are still to come. */
const cameToday = (begins: number, now: number, chance: Chance): number =>
  hourOf(now) < 8 ? now + chance.between(-2.5, 4) * HOUR_MS : atHour(now, begins)

const clock = (hour: number): string => `${String(Math.min(hour, 23)).padStart(2, '0')}:00`

export async function keepVisits(tx: Tx, rows: readonly Record_[], now: number): Promise<void> {
  await insertAll(tx, 'supplier_staffs_checking', rows)
  await numberOn(tx, 'supplier_staffs_checking')
  const since = iso(now - HISTORY_DAYS * DAY_MS)
  await sql`insert into activity (at, actor, action, module, record_id, record_title, place, changes)
    select r.receiving_date, 1, 'check in', 'supplier-staffs-checking', r.id, r.person, jsonb_build_object('store', r.store), '{}'::jsonb from supplier_staffs_checking r where r.receiving_date > ${since}::timestamptz
    union all
    select r.left_at, case when r.status = 'left' then 1 end, case when r.status = 'left' then 'check out' else 'lapse' end, 'supplier-staffs-checking', r.id, r.person,
      jsonb_build_object('store', r.store), '{}'::jsonb from supplier_staffs_checking r where r.left_at > ${since}::timestamptz order by 1`.execute(
    tx,
  )
}
