import { pack } from '../../shared/message.ts'

interface Offer {
  price?: unknown
  promotion_price?: unknown
  starts_on?: unknown
  ends_on?: unknown
}

export const NOT_BELOW = pack('The promotion price must be below the price')
export const ENDS_BEFORE = pack('The end date cannot be before the start date')
export const NEEDS_REASON = pack('Please give a reason')

/** What no reason can make right, by field. Days are `YYYY-MM-DD`, so that they compare as they follow each other. */
export function wrongIn({ price, promotion_price, starts_on, ends_on }: Offer): Record<string, string> {
  const isNotBelow = typeof price === 'number' && typeof promotion_price === 'number' && promotion_price >= price
  const endsBefore = typeof starts_on === 'string' && typeof ends_on === 'string' && ends_on < starts_on
  return {
    ...(isNotBelow && { promotion_price: NOT_BELOW }),
    ...(endsBefore && { ends_on: ENDS_BEFORE }),
  }
}

/** Fields on which it hangs whether a reason is needed. */
export const RULED = [
  'product',
  'barcode',
  'product_name',
  'price',
  'promotion_price',
  'starts_on',
  'ends_on',
  'stores',
  'active',
  'reason',
] as const
