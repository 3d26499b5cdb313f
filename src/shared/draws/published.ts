/* What is published of an event's draws, so that anybody can check them (docs/decisions/draws.md). */

export type Standing = 'planned' | 'running' | 'paused' | 'ended'

/** A version of the plan; text and seed are secret before the end. */
export interface PublishedPlan {
  version: number
  /** The number of the first draw that it holds for. */
  first: number
  commitment: string
  text: string | null
  seed: string | null
}

export interface Published {
  event: { code: string; name: string; standing: Standing; ends_at: string }
  plans: PublishedPlan[]
  count: number
  /** After the end: how many draws there were, and the last one's code. */
  closing: { count: number; code: string } | null
}

/** An event as everybody may see it. */
export interface ShownEvent {
  code: string
  name: string
  standing: Standing
  rules: string | null
  starts_at: string
  ends_at: string
  /** Empty: all of them. */
  stores: { code: string; name: string }[]
  applies_to: 'membership' | 'non-membership' | 'both'
  minimum_total: number | null
  bill_step: number | null
  quantity_of_bills: number | null
  most_per_bill: number | null
  most_per_customer: number | null
  most_per_day: number | null
  registration_number: string | null
  gifts: {
    id: number
    name: string
    chance: number
    minimum_total: number | null
    image: string | null
    stock: number
    left: number
  }[]
  plans: { version: number; first: number; commitment: string; made_at: string; reason: string | null }[]
}

/** A draw as it is published. */
export type PublishedDraw = [
  n: number,
  version: number,
  store: string,
  day: string,
  billDigest: string,
  /** Masked, as the phone. */
  bill: string,
  phone: string,
  total: number,
  random: number,
  drawn: number,
  given: number,
  returned: number | null,
  code: string,
]

/** A code as people read it out: groups of four. */
export const grouped = (code: string): string[] => code.match(/.{1,4}/g) ?? []
