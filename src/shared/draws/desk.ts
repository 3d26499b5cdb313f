import type { Named } from '../fields.ts'

/** What the desk of draws is told and answered: the engine answers so, the screen asks so. */

/** A place as it is called on paper. */
export interface Called {
  code: string
  name: string
}

/** A gift as the wheel shows it. */
export interface DeskGift {
  id: number
  name: string
  /** Per cent, up to four decimals. */
  chance: number
  /** `#rrggbb` */
  colour: string
  /** Id of its picture. */
  image: string | null
  /** What is said at the hand-out. */
  say: string | null
  minimum_total: number
  /** How many this store may still give now; null is no limit. */
  left: number | null
  is_left: boolean
}

/** An event that runs at a store now. */
export interface DeskEvent {
  id: number
  code: string
  name: string
  colour: string | null
  ends_at: string
  applies_to: AppliesTo
  minimum_total: number
  bill_step: number | null
  quantity_of_bills: number | null
  most_per_bill: number | null
  gifts: DeskGift[]
  /** The chance that no gift is drawn, per cent. */
  rest: number
  /** Of this store: made and handed out today, and still to be handed out of any day. */
  today: { draws: number; handed_out: number; waiting: number }
}
export type AppliesTo = 'membership' | 'non-membership' | 'both'

export interface DrawDesk {
  store: Named & Called
  events: DeskEvent[]
}

/** A bill as it is read or typed; the total and the day where the tills do not know it. */
export interface GivenBill {
  number: string
  total?: number
  /** `YYYY-MM-DD` */
  on?: string
}

/** What is asked of the server, and what is drawn with. */
export interface Given {
  store: number
  bills: readonly GivenBill[]
  phone?: string
  /** 16 digits. */
  card?: string
}

export interface CheckedBill {
  number: string
  total: number | null
  on: string | null
  is_known: boolean
  /** How many draws it gives, and how many of them are made. */
  granted: number
  used: number
}

/** Why there is no draw (yet). */
export const REFUSED = [
  'not running',
  'not here',
  'too small',
  'used',
  'too old',
  'no member',
  'members not',
  'customer most',
  'day most',
  'other',
] as const
/** What is still to be entered; no refusal, but the next thing to do. */
export const NEEDED = ['more bills', 'total needed', 'date needed', 'customer needed'] as const
export type WhyNot = (typeof REFUSED)[number] | (typeof NEEDED)[number]

export interface NoDraw {
  code: WhyNot
  /** In the language of the request, to be read by the customer. */
  message: string
  field?: string
}

export interface CheckedDraws {
  bills: CheckedBill[]
  customer: { is_member: boolean; name: string | null; card_ends: string | null }
  draws_left: number
  refusals: NoDraw[]
  /** What these bills have drawn already, oldest first. */
  results: DrawResult[]
}

export const RESULT_STATES = ['none', 'won', 'handed-out', 'not-taken'] as const
export type ResultState = (typeof RESULT_STATES)[number]

export interface DrawnGift {
  id: number
  name: string
  colour: string
  say: string | null
  image: string | null
  value: number | null
}

/** A draw that was made. */
export interface DrawResult {
  /** Of its log. */
  id: number
  version: number
  n: number
  gift: DrawnGift | null
  state: ResultState
  /** Twelve hex digits in capitals. */
  code: string
  drawn_at: string
  bill_number: string
  /** 0 … 999999, what the number said: where the wheel stops, in millionths of its way. */
  slot: number
  store: Called
  event: Called
}

export interface Drawn {
  result: DrawResult
  draws_left: number
}
