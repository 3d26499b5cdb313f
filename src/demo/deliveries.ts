import { sql } from 'kysely'
import type { Tx } from '../server/db/db.ts'
import { placed } from '../server/places/placed.ts'
import { places } from '../server/places/places.ts'
import { deliveryConsent } from '../shared/consents/delivery.ts'
import { DAY_MS, HOUR_MS } from '../shared/time/units.ts'
import { dayOf, iso } from './clock.ts'
import { agree, fromPublic } from './consents.ts'
import { insertAll, numberOn, type Record_ } from './insert.ts'
import { personName, phoneNumber } from './people.ts'
import type { Chance } from './random.ts'
import { storeId } from './registers.ts'
import { STORES, type StoreWords } from './words/places.ts'

const DAYS = 60
const FROM_COMPLAINTS = 40
const SHIPPERS_A_STORE = 3
const STREETS = [
  ...['Nguyễn Trãi', 'Lê Lợi', 'Trần Hưng Đạo', 'Nguyễn Huệ', 'Phan Chu Trinh', 'Hai Bà Trưng', 'Lý Thường Kiệt'],
  ...['Quang Trung', 'Nguyễn Du', 'Hoàng Hoa Thám', 'Võ Thị Sáu', 'Điện Biên Phủ', 'Cách Mạng Tháng Tám', 'Ngô Quyền'],
]
const NOTES = [
  ...[
    'Gọi trước khi đến 15 phút.',
    'Giao sau 17 giờ, nhà đi làm cả ngày.',
    'Để ở quầy bảo vệ tòa nhà, báo tên chị Hà.',
  ],
  ...['Có hàng đông lạnh, xin giao sớm.', 'Nhà trong hẻm nhỏ, xe tải không vào được.', 'Hàng dễ vỡ: 1 thùng trứng.'],
]
const REASONS = [
  'Khách không nghe máy',
  'Sai địa chỉ, khách hẹn giao lại',
  'Khách vắng nhà',
  'Khách đổi ý, trả hàng lại',
]

interface Complained {
  id?: unknown
  customer_name?: unknown
  phone?: unknown
  store?: unknown
}

/** The store of shipper01, and how far the round has come. */
const ROUND_OF = 'S01'
const ROUND = ['delivered', 'delivered', 'out', 'out', 'out', 'registered', 'registered', 'registered', 'registered']

/** Two months of deliveries of every store, today's on their way; some of them make good what somebody complained about. */
export function deliveries(complaints: readonly Complained[], chance: Chance, now: number): Record_[] {
  const shops = STORES.filter((store) => store.code !== 'HO')
  const rows = Array.from({ length: DAYS }, (_, at) => DAYS - 1 - at).flatMap((ago) =>
    shops.flatMap((store) =>
      Array.from({ length: chance.whole(0, ago === 0 ? 6 : 2) }, () => one(store, ago, now, chance)),
    ),
  )
  // A shipper who signs in has a round of their own today, some of it done.
  const first = shops.find(({ code }) => code === ROUND_OF)
  const round = first ? ROUND.map((status) => ({ ...one(first, 0, now, chance, status), shipper: 1 })) : []
  rows.push(...round)
  const reachable = complaints.filter(({ phone }) => phone).slice(-FROM_COMPLAINTS * 4)
  for (const row of rows.filter(() => chance.happens(FROM_COMPLAINTS / rows.length))) {
    const complaint = reachable.find(
      (each) => each.store === row.store && !rows.some((other) => other.complaint === each.id),
    )
    if (complaint)
      Object.assign(row, {
        ...{ complaint: complaint.id, customer_name: complaint.customer_name, phone: complaint.phone },
        notes: 'Giao hàng đổi cho khách theo góp ý.',
      })
  }
  // Every other customer pays at the door.
  return rows.map((row, at) => ({ id: at + 1, ...row, to_collect: at % 2 === 0 ? row.receipt_value : null }))
}

function one(
  store: StoreWords,
  ago: number,
  now: number,
  chance: Chance,
  round?: string,
): Record_ & { complaint: unknown; store: number } {
  const at = now - ago * DAY_MS - chance.whole(1, 8) * HOUR_MS
  const id = storeId(store.code)
  const status =
    ago === 0
      ? (round ?? chance.pick(['registered', 'registered', 'out', 'out', 'delivered']))
      : chance.happens(0.94)
        ? 'delivered'
        : 'failed'
  const isEnded = status === 'delivered' || status === 'failed'
  const distance = Math.round(chance.between(0.8, 9.5) * 10) / 10
  const isPublic = chance.happens(0.35)
  return {
    ...{ created_at: iso(at), updated_at: iso(at), created_by: isPublic ? null : 1, updated_by: 1 },
    receipt_no: String(chance.whole(10_000_000, 99_999_999)),
    receipt_value: chance.whole(12, 320) * 10_000,
    ...{ packages: chance.whole(1, 4), fee_by: 'customer' },
    ...{ store: id, from_address: placed(addressOf(store)), to_address: nearby(store, chance) },
    ...{ customer_name: personName(chance, chance.happens(0.6)), phone: phoneNumber(chance) },
    ...{ distance, duration: Math.round(distance * 2.6) + 4, is_estimate: chance.happens(0.15) },
    shipper: status === 'registered' && chance.happens(0.4) ? null : shipperOf(id, chance),
    delivery_date: dayOf(now - ago * DAY_MS),
    ...{ status, notes: chance.happens(0.4) ? chance.pick(NOTES) : null, complaint: null },
    source: isPublic ? 'public' : 'staff',
    out_at: status === 'registered' ? null : iso(at + 1_800_000),
    ended_at: isEnded ? iso(at + 5_400_000) : null,
    ...{ photo: [], failure_reason: status === 'failed' ? chance.pick(REASONS) : null },
  }
}

const addressOf = ({ line, ward, province }: StoreWords) => ({
  line,
  ward,
  district: null,
  province,
  model: 2 as const,
})

/** Wards are numbered across the map: those with codes near to the store's lie near to it. */
function nearby(store: StoreWords, chance: Chance) {
  const own = placed(addressOf(store))
  const wards = places()
    .wardsOf(own?.province_code ?? '')
    .toSorted((a, b) => a.code.localeCompare(b.code))
  const at = wards.findIndex((ward) => ward.code === own?.ward_code)
  const ward = wards[Math.min(Math.max(at + chance.whole(-3, 3), 0), wards.length - 1)]
  const line = `${chance.whole(2, 340)} ${chance.pick(STREETS)}`
  return ward && placed({ ...addressOf(store), line, ward_code: ward.code, province_code: ward.province_code })
}

/** Three shippers a store, in the order of the stores after the head office. */
const shipperOf = (store: number, chance: Chance): number =>
  (store - storeId('S01')) * SHIPPERS_A_STORE + chance.whole(1, 2)

export async function keepDeliveries(tx: Tx, records: readonly Record_[]): Promise<void> {
  await insertAll(tx, 'goods_delivery', records)
  await numberOn(tx, 'goods_delivery')
  await agree(tx, 'goods-delivery', deliveryConsent, fromPublic(records))
  await sql`update goods_delivery set fee = delivery_fee(distance, receipt_value)`.execute(tx)
}
