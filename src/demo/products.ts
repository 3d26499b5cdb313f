import { checkDigit } from '../shared/barcodes/barcodes.ts'
import type { Record_ } from './insert.ts'
import { personName, phoneNumber } from './people.ts'
import type { Chance } from './random.ts'
import { GROUPS } from './words/places.ts'
import { PRODUCTS, WEIGHED } from './words/products.ts'
import { SUPPLIERS } from './words/suppliers.ts'

/** What GS1 gives to companies in Vietnam. */
const VIETNAM = '893'

/** A product of the demo chain, whose place in the list is its id. */
export interface DemoProduct {
  id: number
  name: string
  barcode: string
  /** Whole đồng. */
  price: number
  supplier: number
  /** Id in supplier_groups. */
  group: number
}

export const DEMO_PRODUCTS: readonly DemoProduct[] = Object.entries(PRODUCTS)
  .flatMap(([group, goods]) => goods.map(([name, thousands], nth) => ({ group, name, thousands, nth })))
  .map(({ group, name, thousands, nth }, at) => ({
    id: at + 1,
    name: name.charAt(0).toUpperCase() + name.slice(1),
    barcode: withCheckDigit(
      `${VIETNAM}${String(4_500_000 + at * 37).padStart(7, '0')}${String(at % 97).padStart(2, '0')}`,
    ),
    price: thousands * 1000,
    supplier: supplierOf(group, nth),
    group: groupId(group),
  }))

export function supplierRows(chance: Chance): Record_[] {
  return SUPPLIERS.map(([name, groups], at) => ({
    name,
    contact: personName(chance, chance.happens(0.5)),
    phone: phoneNumber(chance),
    email: `kinhdoanh${at + 1}@nhacungcap.example`,
    department_groups: groups.map(groupId),
    active: true,
  }))
}

export const productRows = (): Record_[] =>
  DEMO_PRODUCTS.map(({ id, name, barcode, price, supplier, group }) => ({
    ...{ barcode, code: `SP${String(id).padStart(5, '0')}`, name, price, supplier },
    unit: WEIGHED.some((one) => groupId(one) === group) ? 'kg' : 'cái',
    ...{ department_group: group, active: true },
  }))

function supplierOf(group: string, nth: number): number {
  const ids = SUPPLIERS.flatMap(([, groups], at) => (groups.includes(group) ? [at + 1] : []))
  const id = ids[nth % ids.length]
  if (!id) throw new Error(`The demo chain has no supplier of ${group}`)
  return id
}

function groupId(name: string): number {
  const at = GROUPS.findIndex(([group]) => group === name)
  if (at < 0) throw new Error(`The demo chain has no group ${name}`)
  return at + 1
}

/** Called while this file is read, so that it must not be a constant below. */
function withCheckDigit(code: string): string {
  return `${code}${checkDigit(code)}`
}
