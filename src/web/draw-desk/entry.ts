import { billKey } from '../../shared/draws/bill-key.ts'
import {
  type CheckedDraws,
  type DeskEvent,
  type DrawResult,
  type Given,
  type GivenBill,
  NEEDED,
  type NoDraw,
} from '../../shared/draws/desk.ts'
import { isMobile, plainDigits, plainPhone } from '../../shared/vietnam/vietnam.ts'
import type { Way } from '../scan/outcome.ts'

/** What was read or typed at the desk for one customer. */
export interface Entry {
  bills: readonly GivenBill[]
  /** 16 digits; a customer has either a card or a phone. */
  card?: string
  phone?: string
  /** Of a customer whom no register names. */
  name?: string
}

export const NOTHING: Entry = { bills: [] }

const CARD = /^\d{16}$/

export type Recognised = { is: 'card' | 'phone' | 'bill'; value: string }

/** What a code is, so that nobody has to choose a field: cards have 16 digits; phones are typed, and never scanned; all else is a bill. */
export function recognised(code: string, way: Way): Recognised {
  const digits = plainDigits(code)
  if (CARD.test(digits)) return { is: 'card', value: digits }
  const phone = plainPhone(code)
  if (way === 'typed' && isMobile(phone)) return { is: 'phone', value: phone }
  return { is: 'bill', value: code.trim() }
}

/**
 * The entry with what came in. A bill beyond those that the event asks for is the next customer's: no card of the one before goes with it.
 */
export function entered(
  entry: Entry,
  { is, value }: Recognised,
  { quantity_of_bills }: Pick<DeskEvent, 'quantity_of_bills'>,
): Entry {
  const { card: _, phone: __, name: ___, ...rest } = entry
  if (is !== 'bill') return { ...rest, [is]: value }
  if (entry.bills.some(({ number }) => billKey(number) === billKey(value))) return entry
  const isFull = entry.bills.length >= (quantity_of_bills ?? 1)
  return isFull ? { bills: [{ number: value }] } : { ...entry, bills: [...entry.bills, { number: value }] }
}

/** A card or phone that was none: it is the number of a bill. */
export function asBill(entry: Entry, event: Pick<DeskEvent, 'quantity_of_bills'>): Entry {
  const value = entry.card ?? entry.phone
  const { card: _, phone: __, name: ___, ...rest } = entry
  return value ? entered(rest, { is: 'bill', value }, event) : entry
}

export const withBill = (entry: Entry, at: number, facts: Partial<GivenBill>): Entry => ({
  ...entry,
  bills: entry.bills.map((bill, index) => (index === at ? { ...bill, ...facts } : bill)),
})

export const withoutBill = (entry: Entry, at: number): Entry => ({ ...entry, bills: entry.bills.toSpliced(at, 1) })

export function withoutCustomer({ bills }: Entry): Entry {
  return { bills }
}

export const givenOf = ({ bills, card, phone }: Entry, store: number): Given => ({
  store,
  bills,
  ...(card && { card }),
  ...(phone && { phone }),
})

export const isNeed = ({ code }: NoDraw): boolean => NEEDED.some((one) => one === code)

/** Where the work with a customer stands: each has one thing that comes next. */
export type Stage =
  /** A bill, or a further one, is to be read. */
  | 'bill'
  /** The tills do not know the bill: its total, or its day, is asked for. */
  | 'facts'
  | 'customer'
  | 'checking'
  | 'refused'
  | 'ready'
  /** Pressed: the result is on its way, or the wheel brings it. */
  | 'drawing'
  | 'turning'
  /** A gift is to be handed out. */
  | 'won'
  /** Nothing is left to draw nor to hand out. */
  | 'over'

export interface Standing {
  entry: Entry
  checked: CheckedDraws | null
  isChecking: boolean
  isDrawing: boolean
  isTurning: boolean
}

export function stageOf({ entry, checked, isChecking, isDrawing, isTurning }: Standing): Stage {
  if (isDrawing) return 'drawing'
  if (isTurning) return 'turning'
  if (entry.bills.length === 0) return 'bill'
  if (!checked) return 'checking'
  if (wonOf(checked.results).length > 0) return 'won'
  // What stands against a draw stays in sight until the next answer.
  if (checked.refusals.some((one) => !isNeed(one))) return checked.results.length > 0 ? 'over' : 'refused'
  if (isChecking) return 'checking'
  const codes = new Set(checked.refusals.map(({ code }) => code))
  if (codes.has('total needed') || codes.has('date needed')) return 'facts'
  if (codes.has('more bills')) return 'bill'
  if (codes.has('customer needed')) return 'customer'
  return checked.draws_left > 0 ? 'ready' : 'over'
}

/** What is drawn and not handed out. */
export const wonOf = (results: readonly DrawResult[]): DrawResult[] => results.filter(({ state }) => state === 'won')

/** The bill that lacks its total or day, by its place in the list. */
export function lackingBill({ refusals }: CheckedDraws): number | null {
  const found = refusals.find(({ code }) => code === 'total needed' || code === 'date needed')
  return found ? Number(/^bills\.(\d+)/.exec(found.field ?? '')?.[1] ?? 0) : null
}
