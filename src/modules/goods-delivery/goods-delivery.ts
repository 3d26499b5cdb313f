import { surveysConsent } from '../../shared/consents/member-surveys.ts'
import { oddEntries, type Watched } from '../../shared/definition/odd-entries.ts'
import {
  address,
  choice,
  count,
  date,
  decimal,
  files,
  flag,
  longText,
  moment,
  money,
  phone,
  recordNumber,
  ref,
  text,
} from '../../shared/fields.ts'
import { group, inGroups, resource } from '../../shared/resource.ts'
import { deliveryFlow } from './flow.ts'

export const DELIVERY_STATES = [
  { value: 'registered', label: 'Registered', tone: 'info' },
  { value: 'out', label: 'Out for delivery', tone: 'violet' },
  { value: 'delivered', label: 'Delivered', tone: 'ok' },
  { value: 'failed', label: 'Delivery failed', tone: 'bad' },
] as const

/** Where a delivery was asked for. */
export const ORIGINS = [
  { value: 'staff', label: 'Staff' },
  { value: 'public', label: 'The public form' },
] as const

/** Who pays for the way. */
export const FEE_PAYERS = [
  { value: 'customer', label: 'The customer' },
  { value: 'store', label: 'The store' },
] as const

/** The way of a delivery, measured or estimated, and what it costs by the fee table; `way.server.ts` works it out. */
const way = {
  from_address: address('From address', { hint: "Empty: the store's address", filter: false, private: 'open' }),
  distance: decimal('Distance (km)', { min: 0, max: 3000 }),
  duration: count('Duration (min)', { max: 10_000 }),
  is_estimate: flag('Distance is an estimate', {
    default: false,
    filter: false,
    hint: 'By earlier deliveries of the store to this ward, or 2 km within the ward of the store',
  }),
  fee: money('Fee', { readonly: true }),
  fee_by: choice('Who pays the fee', FEE_PAYERS, { default: 'customer', drawn: 'buttons', filter: false }),
}

export const WATCHED: Watched = {
  receipt: 'receipt_no',
  name: 'customer_name',
  phone: 'phone',
  day: 'delivery_date',
}

export const goodsDelivery = resource('goods-delivery', {
  label: 'Goods deliveries',
  one: 'Goods delivery',
  icon: 'truck',
  sheets: { import: true, export: true },
  ...inGroups(
    group('Goods', {
      number: recordNumber('GD'),
      receipt_no: text('Receipt no', { required: true, max: 50, search: true, width: 140 }),
      receipt_value: money('Receipt value', { required: true }),
      packages: count('Number of packages', { required: true, min: 1, max: 999, default: 1 }),
      store: ref('Store', 'stores', { required: true, requiredMessage: 'Please select the store to continue' }),
      to_collect: money('Cash to collect', {
        min: 0,
        hint: 'For the goods, at the door; empty where they are paid already',
      }),
      complaint: ref('Complaint', 'complaints'),
      mall_order: ref('Online order', 'orders'),
      source: choice('Source', ORIGINS, { readonly: true, default: 'staff' }),
    }),
    group('Customer', {
      customer_name: text('Customer name', { required: true, max: 191, search: true, person: true }),
      phone: phone('Phone', { landline: true, required: true, search: true, requiredMessage: 'Phone is required' }),
      to_address: address('To address', { required: true }),
      notes: longText('Notes', { max: 1000 }),
    }),
    group('Route', way),
    group('Delivery', {
      status: choice('Status', DELIVERY_STATES, { readonly: true, default: 'registered' }),
      delivery_date: date('Delivery date'),
      shipper: ref('Shipper', 'shippers'),
      out_at: moment('Left the store at', { readonly: true, filter: false }),
      ended_at: moment('Finished at', { readonly: true, filter: false }),
      ended_by: ref('Finished by', 'users', { readonly: true, filter: false }),
      photo: files('Photo of the delivery', { readonly: true, max: 1, accept: 'images' }),
      warnings: oddEntries(WATCHED),
      failure_reason: text('Why it was not delivered', { readonly: true, min: 2, max: 300 }),
    }),
  ),
  flow: deliveryFlow,
  title: 'receipt_no',
  list: {
    columns: [
      'number',
      'receipt_no',
      'customer_name',
      'phone',
      'to_address',
      'store',
      'shipper',
      'delivery_date',
      'fee',
      'status',
    ],
    sort: '-created_at',
    pendingFilter: { status: ['registered', 'out'] },
    waiting: {
      clocks: [{ by: 'delivery_date' }],
      says: ['customer_name', 'shipper', 'store'],
      mine: { whose: ['mine'] },
    },
  },
  scale: { counters: ['store', 'status'] },
  ownColumns: ['state_before', 'place'],
  ownership: { store: 'store', people: ['shipper.account'] },
  privacy: {
    customer: {
      ...{ phone: 'phone', name: 'customer_name', number: 'receipt_no', status: 'status' },
      emailFrom: { module: 'member-register', agreed: surveysConsent },
    },
    retention: { unfinished: 90, trashed: 180 },
  },
  prefillFrom: {
    complaint: { customer_name: 'customer_name', phone: 'phone', store: 'store', receipt_no: 'receipt' },
    mall_order: {
      ...{ customer_name: 'customer_name', phone: 'phone', store: 'store', to_address: 'address' },
      ...{ receipt_no: 'code', receipt_value: 'total' },
    },
  },
})
