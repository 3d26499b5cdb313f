import type { Fit } from './chi-square.ts'
import type { Standing } from './published.ts'

/* What an event's statistics and its closing report tell; pages, workbooks and paper are made from the same answer. */

export interface GiftReport {
  id: number
  name: string
  colour: string
  /** Per cent, as it is now. */
  chance: number
  /** The stock. */
  planned: number
  /** Won or handed out, and not returned. */
  given: number
  handed_out: number
  not_taken: number
  left: number
  /** Of those given, đồng. */
  value: number
  /** What the random value said, before anybody asked for the stock … */
  drawn: number
  /** … and what its chance promised of so many draws. */
  expected: number
  /** Given a day so far. */
  pace: number
  /** The day on which the stock is used up at this pace, where that is before the end. */
  used_up: string | null
}

export interface EventReport {
  event: {
    id: number
    name: string
    code: string
    standing: Standing | 'draft'
    from: string
    to: string
    draws: number
    bills: number
    customers: number
  }
  gifts: GiftReport[]
  none: { drawn: number; expected: number }
  /** Null where there is too little to judge. */
  fit: Fit | null
  days: { day: string; draws: number; given: number; planned: number }[]
  stores: { id: number; name: string; draws: number; given: number; planned: number }[]
}

export interface ClosingReport {
  /** What the chain is called. */
  chain: string
  event: {
    id: number
    name: string
    code: string
    registration_number: string | null
    starts_at: string
    ends_at: string
    stores: string[]
  }
  counts: { draws: number; bills: number; customers: number; given: number; handed_out: number; not_taken: number }
  gifts: {
    id: number
    name: string
    price: number | null
    planned: number
    given: number
    left: number
    value_planned: number
    value: number
    value_left: number
  }[]
  winners: {
    n: number
    day: string
    store: string
    gift: string
    bill: string
    phone: string
    name: string
    state: string
    code: string
  }[]
  plans: { version: number; first: number; commitment: string; seed: string; reason: string | null }[]
  closing: { count: number; code: string }
}
