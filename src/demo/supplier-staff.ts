import { supplierStaffCards } from '../modules/supplier-staff-cards/supplier-staff-cards.ts'
import { supplierStaffs } from '../modules/supplier-staffs/supplier-staffs.ts'
import type { Tx } from '../server/db/db.ts'
import { sealedColumns } from '../server/private/fields.ts'
import type { Keys } from '../server/private/keys.ts'
import { plusDays } from '../shared/time/spans.ts'
import { DAY_MS } from '../shared/time/units.ts'
import { dayOf, iso } from './clock.ts'
import { insertAll, numberOn, type Record_ } from './insert.ts'
import { personName, phoneNumber } from './people.ts'
import type { Hung } from './pictures/attachments.ts'
import type { Chance } from './random.ts'
import { storeId } from './registers.ts'
import { GROUPS, STORES } from './words/places.ts'
import { SUPPLIERS } from './words/suppliers.ts'

export const SUPPLIER_STAFF = 200
/** The first of them have a photo. */
export const WITH_PHOTO = 40
const SHOPS = STORES.filter(({ code }) => code !== 'HO').map(({ code }) => storeId(code))
const BIRTHPLACES = ['001', '031', '030', '036', '038', '040', '048', '056', '074', '075', '079', '092']
const BLOCKED = ['Lấy hàng mẫu về không báo', 'To tiếng với khách tại quầy', 'Cho người khác mượn thẻ ra vào']

/** Somebody of a supplier, and the stores they mostly work in. */
export interface StaffMember {
  id: number
  isWoman: boolean
  name: string
  supplier: number
  group: number | null
  homes: readonly number[]
  valid_from: string
  valid_until: string
  mayCome: boolean
  row: Record_
}

/** Promoters and merchandisers of every supplier; some end soon, some have ended, a few are blocked. */
export function supplierStaff(chance: Chance, now: number): StaffMember[] {
  const today = dayOf(now)
  return Array.from({ length: SUPPLIER_STAFF }, (_, at) => {
    const isWoman = chance.happens(0.7)
    const name = personName(chance, isWoman)
    const supplier = (at % SUPPLIERS.length) + 1
    const groups = SUPPLIERS[supplier - 1]?.[1] ?? []
    const group = groups.length > 0 ? GROUPS.findIndex(([one]) => one === chance.pick(groups)) + 1 : null
    const homes = [SHOPS[at % SHOPS.length] ?? 0, ...(chance.happens(0.4) ? [chance.pick(SHOPS)] : [])]
    const isLong = chance.happens(0.65)
    // The year's visits need people who were there all year; every eighth has ended.
    const left = at % 8 === 7 ? -chance.whole(3, 60) : at % 9 === 4 ? chance.whole(2, 29) : chance.whole(40, 500)
    const valid_until = plusDays(today, left)
    const valid_from = plusDays(today, -chance.whole(isLong ? 370 : 150, isLong ? 800 : 380))
    const isBlocked = at % 67 === 60
    return {
      ...{ id: at + 1, isWoman, name, supplier, group, homes, valid_from, valid_until },
      mayCome: !isBlocked,
      row: {
        ...{ id: at + 1, created_at: `${valid_from}T02:00:00Z`, updated_at: `${valid_from}T02:00:00Z` },
        ...{ created_by: 1, updated_by: 1, full_name: name, supplier, department_group: group },
        identity_number: `${chance.pick(BIRTHPLACES)}${isWoman ? 3 : 2}0${chance.whole(0, 6)}${String(at + 1).padStart(6, '0')}`,
        phone: phoneNumber(chance),
        photo: [] as string[],
        ...{ contract_type: isLong ? 'long' : 'short', valid_from, valid_until },
        stores: chance.happens(0.6) ? [...new Set(homes)] : [],
        member_card: chance.happens(0.3) ? `97043600${String(chance.whole(10_000_000, 99_999_999))}` : null,
        ...{
          active: true,
          status: isBlocked ? 'blocked' : 'open',
          block_reason: isBlocked ? chance.pick(BLOCKED) : null,
        },
        note: null,
      },
    }
  })
}

interface Kept {
  chance: Chance
  now: number
  keys: Keys
  faces: readonly Hung[]
}

export async function keepSupplierStaff(tx: Tx, people: readonly StaffMember[], kept: Kept): Promise<void> {
  const { chance, now, keys, faces } = kept
  const photoOf = (id: number) => faces.flatMap(({ row }) => (row.record_id === id ? [row.id] : []))
  await insertAll(
    tx,
    'supplier_staffs',
    people.map(({ id, row }) => sealedColumns(keys, supplierStaffs, { ...row, photo: photoOf(id) })),
  )
  const printed = iso(now - 300 * DAY_MS)
  const cards = people.map(({ id }) => ({
    ...{ id, staff: id, created_at: printed, updated_at: printed, created_by: 1, updated_by: 1 },
    code: Array.from({ length: 20 }, () => chance.whole(0, 9)).join(''),
  }))
  await insertAll(
    tx,
    'supplier_staff_cards',
    cards.map((card) => sealedColumns(keys, supplierStaffCards, card)),
  )
  await numberOn(tx, 'supplier_staffs', 'supplier_staff_cards')
}
