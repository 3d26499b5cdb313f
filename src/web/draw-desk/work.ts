import type { CheckedBill, CheckedDraws, DrawDesk as Desk, DeskEvent, DrawResult } from '../../shared/draws/desk.ts'
import type { Definition } from '../../shared/resource.ts'
import type { Outcome, OutcomeState } from '../scan/outcome.ts'
import { type Entry, isNeed, NOTHING, wonOf } from './entry.ts'

/** The events, or the games, that a desk draws for, and the logs of their draws. */
export interface Faces {
  face: Definition
  logs: Definition
}

export interface Place extends Faces {
  store: Desk['store']
  event: DeskEvent
  /** Whether the wheel turns, or shows its result at once. */
  turns: boolean
}

/** What stands on the desk. */
export interface Work {
  entry: Entry
  checked: CheckedDraws | null
  isChecking: boolean
  isDrawing: boolean
  /** How often the answer of a question or a press was lost: it is sent again until it comes. */
  lost: number
  isTurning: boolean
  /** The draw that is told at large … */
  shown: DrawResult | null
  /** … and whether it was made just now. */
  isFresh: boolean
  /** The draws whose gifts go over the counter, told to the server and not answered yet. */
  handing: readonly number[]
  /** How the last act ended. */
  said: { state: OutcomeState; text: string } | null
}

export const IDLE: Work = {
  entry: NOTHING,
  checked: null,
  isChecking: false,
  isDrawing: false,
  lost: 0,
  isTurning: false,
  shown: null,
  isFresh: false,
  handing: [],
  said: null,
}

/** One draw more is made with the first bill that has one left. */
export function usedOnce(bills: readonly CheckedBill[]): CheckedBill[] {
  const at = bills.findIndex(({ granted, used }) => used < granted)
  return bills.map((bill, index) => (index === at ? { ...bill, used: bill.used + 1 } : bill))
}

export function outcomeOf(checked: CheckedDraws | null): Outcome {
  if (!checked) return { state: 'done' }
  if (wonOf(checked.results).length > 0) return { state: 'already' }
  return { state: checked.refusals.some((one) => !isNeed(one)) ? 'refused' : 'done' }
}

/** The event with what the next draw can give: a gift may want a larger bill. */
export function withinReach(event: DeskEvent, checked: CheckedDraws | null): DeskEvent {
  const total = checked && totalOf(checked.bills, event)
  if (total === null) return event
  const gifts = event.gifts.map((gift) => ({ ...gift, is_left: gift.is_left && gift.minimum_total <= total }))
  return { ...event, gifts }
}

/** Of the bill that is drawn with next, or of all that make one draw together; null while it is not known. */
function totalOf(bills: readonly CheckedBill[], { quantity_of_bills }: DeskEvent): number | null {
  if (quantity_of_bills === null)
    return (bills.find(({ granted, used }) => used < granted) ?? bills.at(-1))?.total ?? null
  return bills.length < quantity_of_bills ? null : bills.reduce((sum, { total }) => sum + (total ?? 0), 0)
}
