import { dayOf } from '../form/typed-values.ts'
import { addressOf } from '../places/place.ts'
import type { Member } from './values.ts'

/** A registration as it is sent: what was asked only for some of them is left out for the others. */
export function sent(values: Member): object {
  const { is_staff, agreed: _, address, birth_date, card_number, employee_code, email, signature, ...plain } = values
  const place = addressOf(address)
  return {
    ...plain,
    birth_date: dayOf(birth_date, true),
    ...(values.request_type !== 'new' && card_number && { card_number }),
    ...(is_staff && { employee_code }),
    ...(email.trim() && { email }),
    ...(place && { address: place }),
    ...(signature && { signature }),
  }
}
