import { deliveryProblems } from '../../../shared/asked-delivery.ts'
import { address, count, date, type Fields, flag, longText, money, phone, ref, text } from '../../../shared/fields.ts'
import type { Errors } from '../form/kind.ts'
import { rulesOf } from '../form/rules.ts'
import { dayOf, today } from '../form/typed-values.ts'
import { sent } from './sent.ts'
import type { Delivery } from './values.ts'

const FIELDS: Fields = {
  store: ref('Store', 'stores', { required: true, requiredMessage: 'Please select the store to continue' }),
  receipt_no: text('Receipt no', { required: true, max: 50 }),
  receipt_value: money('Receipt value', { required: true }),
  packages: count('Number of packages', { required: true, min: 1, max: 999 }),
  customer_name: text('Customer name', { required: true, max: 191, requiredMessage: 'Customer name is required' }),
  phone: phone('Phone', { required: true, requiredMessage: 'Phone is required' }),
  to_address: address('To address', { required: true }),
  delivery_date: date('Delivery date'),
  notes: longText('Notes', { max: 1000 }),
  agreed: flag('Terms', { required: true, requiredMessage: 'You must agree to the terms' }),
}

const beside = (delivery: Delivery): Errors =>
  deliveryProblems({ ...delivery, delivery_date: dayOf(delivery.delivery_date) }, today())

export const rules = rulesOf<Delivery>(() => FIELDS, sent, beside)
