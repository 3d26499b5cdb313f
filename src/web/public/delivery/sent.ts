import { dayOf, numberOf } from '../form/typed-values.ts'
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
    ...(receipt_value.trim() && { receipt_value: numberOf(receipt_value, 'money') }),
    ...(packages.trim() && { packages: numberOf(packages, 'count') }),
    ...(place && { to_address: place }),
    ...(delivery_date.trim() && { delivery_date: dayOf(delivery_date) }),
    ...(notes.trim() && { notes }),
  }
}
