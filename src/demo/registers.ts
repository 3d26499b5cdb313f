import { placed } from '../server/places/placed.ts'
import type { Record_ } from './insert.ts'
import { type Person, personName, phoneNumber } from './people.ts'
import { productRows, supplierRows } from './products.ts'
import { Chance } from './random.ts'
import { ASSIGNMENT_RULES, CANNED_REPLIES, SOLUTION_WORDINGS, TAGS, TYPES } from './words/lookups.ts'
import { OTHER_NAMES } from './words/other-names.ts'
import { PLATE_STARTS, VEHICLES } from './words/people.ts'
import { GROUPS, MERCHANDISE, OFFICES, STORES } from './words/places.ts'
import { LOCATIONS } from './words/promotions.ts'

const SUPPLIERS_SEED = 20_140_913

/** Departments in the order of their ids: the offices, then the nineteen of the goods. */
export const DEPARTMENT_NAMES: readonly string[] = [...OFFICES.map(([name]) => name), ...GROUPS.map(([, name]) => name)]

export const departmentId = (name: string): number => idIn(DEPARTMENT_NAMES, name)
export const storeId = (code: string): number =>
  idIn(
    STORES.map((store) => store.code),
    code,
  )
export const departmentOfGoods = (group: string): number =>
  departmentId(GROUPS.find(([name]) => name === group)?.[1] ?? MERCHANDISE)

const replyRow = ([name, body, outcome]: (typeof CANNED_REPLIES)[number]): Record_ => ({
  ...{ name, body, active: true },
  types: (outcome?.of ?? []).map(typeId),
  solution: outcome?.solution ?? null,
  origin: outcome?.origin ?? null,
})

const typeId = (name: string): number =>
  idIn(
    TYPES.map((one) => one.name),
    name,
  )

const ruleRow = (
  { type, department, by, reply, isByItself }: (typeof ASSIGNMENT_RULES)[number],
  at: number,
): Record_ => ({
  ...{ name: type, types: [typeId(type)], stores: [], department: departmentId(department), person_by: by },
  reply: reply
    ? idIn(
        CANNED_REPLIES.map(([name]) => name),
        reply,
      )
    : null,
  ...{ by_itself: isByItself === true, position: at + 1, active: true },
})

/** The chain's small tables, by table name, in the order they may be inserted. */
export function registers(people: readonly Person[], chance: Chance, since: string): Record<string, Record_[]> {
  const born = { created_at: since, updated_at: since, created_by: 1, updated_by: 1 }
  const numbered = (rows: Record_[]) => rows.map((row, at) => ({ id: at + 1, ...born, ...row }))
  return {
    departments: numbered(departmentRows(people).map(inThreeLanguages)),
    stores: numbered(storeRows(people)),
    ticket_types: numbered(typeRows()),
    tags: numbered(TAGS.map((name) => inThreeLanguages({ name }))),
    solutions: numbered(
      SOLUTION_WORDINGS.map(([name, solution, wording]) => inThreeLanguages({ name, solution, wording, active: true })),
    ),
    canned_replies: numbered(CANNED_REPLIES.map(replyRow).map(inThreeLanguages)),
    assignment_rules: numbered(ASSIGNMENT_RULES.map(ruleRow)),
    supplier_groups: numbered(GROUPS.map(([name]) => ({ name, active: true }))),
    suppliers: numbered(supplierRows(new Chance(SUPPLIERS_SEED))),
    products: numbered(productRows()),
    promotion_locations: numbered(LOCATIONS.map((name) => ({ name, active: true }))),
    shippers: numbered(shipperRows(people, chance)),
  }
}

function inThreeLanguages<R extends Record_>(row: R): R {
  const [name_en, name_ko] = OTHER_NAMES[String(row.name)] ?? []
  return { ...row, name_en: name_en ?? null, name_ko: name_ko ?? null }
}

function departmentRows(people: readonly Person[]): Record_[] {
  const headOf = (name: string) => people.find((one) => one.heads === name)?.id ?? null
  const offices = OFFICES.map(([name, parent]) => ({
    name,
    parent: parent ? departmentId(parent) : null,
    manager: headOf(name),
  }))
  return [...offices, ...GROUPS.map(([, name]) => ({ name, parent: departmentId(MERCHANDISE), manager: headOf(name) }))]
}

function storeRows(people: readonly Person[]): Record_[] {
  return STORES.map((store) => ({
    ...{ code: store.code, name: store.name, phone: store.phone, email: `${store.code.toLowerCase()}@annhien.example` },
    manager: people.find((one) => one.runs === store.code)?.id ?? null,
    address: placed({ line: store.line, ward: store.ward, district: null, province: store.province, model: 2 }),
    opening_hours: store.code === 'HO' ? '08:00–17:30, thứ Hai – thứ Sáu' : '08:00–22:00 hằng ngày',
    ...{ latitude: store.latitude, longitude: store.longitude, is_head_office: store.code === 'HO', active: true },
    uses_badges: store.code === 'S01' || store.code === 'S04',
    created_at: `${store.opened}T01:00:00Z`,
  }))
}

const typeRows = (): Record_[] =>
  TYPES.map((type, at) => ({
    ...{
      name: type.name,
      name_en: type.en,
      name_ko: type.ko,
      sign: type.sign,
      priority: type.priority,
      position: at + 1,
      active: true,
    },
    is_of_orders: type.en === 'Delivery service',
    ...{ target_hours_high: type.hours[0], target_hours_normal: type.hours[1], target_hours_low: type.hours[2] },
    ...{ first_hours_high: 2, first_hours_normal: 4, first_hours_low: 8 },
  }))

function shipperRows(people: readonly Person[], chance: Chance): Record_[] {
  const riderOf = (store: string) => people.find((one) => one.role === 'Shipper' && one.store === store)
  return STORES.filter((store) => store.code !== 'HO').flatMap((store) =>
    [1, 2, 3].map((at) => {
      const rider = at === 1 ? riderOf(store.code) : undefined
      const vehicle = chance.pick(VEHICLES)
      return {
        ...{
          code: `SH${store.code.slice(1)}${at}`,
          name: rider?.name ?? personName(chance, false),
          phone: phoneNumber(chance),
          vehicle,
        },
        identity_number: `0${chance.whole(10, 96)}0${chance.whole(70, 99)}${chance.whole(100_000, 999_999)}`,
        plate:
          vehicle === 'bicycle'
            ? null
            : `${PLATE_STARTS[store.code]}-${chance.pick(['B1', 'C2', 'D1', 'H1', 'K3'])} ${chance.whole(100, 999)}.${chance.whole(10, 99)}`,
        ...{ store: storeId(store.code), active: at < 3 || chance.happens(0.7) },
        account: rider?.id ?? null,
      }
    }),
  )
}

function idIn(names: readonly string[], name: string): number {
  const at = names.indexOf(name)
  if (at < 0) throw new Error(`The demo chain has no ${name}`)
  return at + 1
}
