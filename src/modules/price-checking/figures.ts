/** So many products must be seen at both before an index says anything. */
export const INDEX_LEAST = 10

/** Ours against a competitor: 100 is equal, more means that ours is dearer. */
export interface IndexLine {
  competitor: { id: number; name: string }
  /** Products seen at both in the period. */
  products: number
  /** Null where it would stand on too few. */
  index: number | null
  /** By the last check of each product. */
  dearer: number
  cheaper: number
  /** All checks of the period that found it so. */
  dearer_checks: number
  cheaper_checks: number
  /** The index of each month of the period, where it stands on enough. */
  months: { month: string; products: number; index: number | null }[]
}

export interface PricePoint {
  day: string
  /** Null for our own price. */
  competitor: string | null
  price: number
}
export interface PromotionBand {
  id: number
  from: string
  to: string
  price: number
}
export interface ProductPrices {
  points: PricePoint[]
  promotions: PromotionBand[]
}
