import { deliveryConsent } from '../../../shared/consents/delivery.ts'
import type { FormKind } from '../form/kind.ts'
import { noPlace, PROVINCES } from '../places/place.ts'
import { sent } from './sent.ts'
import type { Delivery } from './values.ts'

export const delivery: FormKind<Delivery> = {
  name: 'good-delivery-registration',
  page: '/good-delivery-registration',
  path: '/goods-delivery/goods-delivery-register',
  consent: deliveryConsent,
  empty: () => ({
    store: null,
    receipt_no: '',
    receipt_value: '',
    packages: '1',
    customer_name: '',
    phone: '',
    to_address: noPlace(2),
    delivery_date: '',
    notes: '',
    agreed: false,
  }),
  order: [
    'store',
    'receipt_no',
    'receipt_value',
    'packages',
    'customer_name',
    'phone',
    'to_address',
    'to_address-line',
    'delivery_date',
    'notes',
    'agreed',
  ],
  ahead: [PROVINCES[2]],
  rules: async () => (await import('./fields.ts')).rules,
  body: sent,
}
