import type { Standing } from '../supplier-staffs/standing.ts'

/** Somebody who may be meant by what was typed. */
export interface Candidate {
  id: number
  full_name: string
  supplier: string | null
  department_group: string | null
  photo: string | null
  standing: Standing
  /** The end of it. */
  phone: string | null
  isOfStore: boolean
}

/** Somebody in the store. */
export interface InsideNow {
  id: number
  staff: number
  person: string
  supplier: string | null
  department_group: string | null
  receiving_date: string
  bag_quantity: number | null
  badge: string | null
  /** Beyond the closing hour. */
  isOver: boolean
}

/** Somebody who is to come today. */
export interface Expected {
  id: number
  staff: number
  person: string
  supplier: string | null
  from: string | null
  until: string | null
}

/** What the desk of a store shows beside the person it deals with. */
export interface Desk {
  store: { id: number; code: string; name: string; usesBadges: boolean }
  inside: InsideNow[]
  expected: Expected[]
  /** Whether this device may keep the list of valid cards. */
  isOfflineAllowed: boolean
}

/** A card that is valid today, as a desk without a line knows it: its code only by its hash. */
export interface KnownCard {
  hash: string
  full_name: string
  supplier: string | null
  photo: string | null
  valid_until: string
}
