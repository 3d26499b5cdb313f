import {
  address,
  choice,
  count,
  date,
  files,
  longText,
  moment,
  money,
  phone,
  recordNumber,
  ref,
  text,
} from '../../shared/fields.ts'
import { group, inGroups, resource } from '../../shared/resource.ts'
import { DELIVERY_STATES, ORIGINS } from './choices.ts'
import { deliveryFlow } from './flow.ts'
import { way } from './way.ts'

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
      complaint: ref('Complaint', 'complaints'),
      source: choice('Source', ORIGINS, { readonly: true, default: 'staff' }),
    }),
    group('Customer', {
      customer_name: text('Customer name', { required: true, max: 191, search: true, person: true }),
      phone: phone('Phone', { required: true, search: true, requiredMessage: 'Phone is required' }),
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
      photo: files('Photo of the delivery', { readonly: true, max: 1, accept: 'images' }),
      failure_reason: text('Why it was not delivered', { readonly: true, max: 300 }),
    }),
  ),
  flow: deliveryFlow,
  title: 'receipt_no',
  list: [
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
  counters: ['store', 'status'],
  ownership: { store: 'store', people: ['shipper.account'] },
  pendingFilter: { status: ['registered', 'out'] },
  customer: { phone: 'phone', name: 'customer_name', number: 'receipt_no', status: 'status' },
  retention: { unfinished: 90, trashed: 180 },
  prefillFrom: { complaint: { customer_name: 'customer_name', phone: 'phone', store: 'store', receipt_no: 'receipt' } },
})
