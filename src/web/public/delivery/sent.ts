import { addressOf } from '../places/place.ts'
import type { Delivery } from './values.ts'

/** A delivery as it is sent: amounts as numbers, what was left empty left out. */
export function sent({
  agreed: _,
  to_address,
  receipt_value,
  packages,
  delivery_date,
  notes,
  ...plain
}: Delivery): object {
  const place = addressOf(to_address)
  return {
    ...plain,
    ...(receipt_value && { receipt_value: wholeOf(receipt_value) }),
    ...(packages && { packages: wholeOf(packages) }),
    ...(place && { to_address: place }),
    ...(delivery_date && { delivery_date }),
    ...(notes.trim() && { notes }),
  }
}

/** Dots and commas between thousands are no part of a whole number. */
const wholeOf = (typed: string): number => Number(typed.replace(/\D/g, ''))
