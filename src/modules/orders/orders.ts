import {
  address,
  choice,
  computed,
  count,
  digits,
  flag,
  lines,
  longText,
  moment,
  money,
  phone,
  ref,
  text,
} from '../../shared/fields.ts'
import { group, inGroups, resource } from '../../shared/resource.ts'
import { ORDER_FIGURES } from './figures.ts'
import { ORDER_STATES, orderFlow } from './flow.ts'

export const PAYMENTS = [
  { value: 'cod', label: 'Cash on delivery' },
  { value: 'transfer', label: 'Bank transfer' },
  { value: 'card', label: 'Bank card' },
  { value: 'wallet', label: 'E-wallet' },
] as const

/** Orders of the online mall: they come in by its key or by workbook, are scanned out in the store, and end delivered or failed. */
export const orders = resource('orders', {
  wire: 'order',
  label: 'Orders',
  one: 'Online order',
  icon: 'shopping-cart',
  batch: {},
  sheets: { import: true, export: true },
  ...inGroups(
    group('Online order', {
      code: text('Order code', { required: true, max: 40, unique: true, search: true, width: 150 }),
      ordered_at: moment('Ordered at', { required: true }),
      store: ref('Store', 'stores', { required: true, requiredMessage: 'Please select the store to continue' }),
      status: choice('Status', ORDER_STATES, { readonly: true, default: 'new' }),
      lines: lines(
        'Goods',
        {
          product: text('Product name', { required: true, max: 191 }),
          quantity: count('Quantity', { required: true, min: 1, max: 10_000, width: 110 }),
          price: money('Unit price', { required: true, each: 'quantity', width: 130 }),
          // What leads to the product; its name and price stay as they were.
          barcode: digits('Barcode', { min: 4, max: 20, isBarcode: true, width: 150 }),
        },
        { required: true, max: 100, requiredMessage: 'Please enter at least one of the goods' },
      ),
      total: money('Order total', { required: true }),
      payment: choice('Payment', PAYMENTS, { required: true, default: 'cod' }),
    }),
    group('Customer', {
      customer_name: text('Customer name', { required: true, max: 191, search: true, person: true }),
      phone: phone('Phone', { landline: true, required: true, search: true, requiredMessage: 'Phone is required' }),
      address: address('Delivery address', { required: true }),
      note: longText('Note of the customer', { max: 1000 }),
    }),
    group('Shipping', {
      shipping_unit: ref('Shipping unit', 'shipping-units'),
      tracking_code: text('Tracking code', { max: 60, search: true }),
      parcels: lines(
        'Parcels',
        { code: text('Code of the parcel', { required: true, max: 60 }) },
        { max: 50, hint: 'Empty: one parcel, scanned by the code of the order or the tracking code' },
      ),
    }),
    group('Progress', {
      waiting_since: moment('Waiting since', { readonly: true, filter: false }),
      is_waiting: computed<boolean>(
        'Waiting more than 24 h',
        'flag',
        "(r.status = 'new' and r.waiting_since < now() - interval '24 hours')",
        { sortable: false },
      ),
      scanned_by: ref('Scanned by', 'users', { readonly: true }),
      scanned_at: moment('Scanned at', { readonly: true }),
      delivered_by: ref('Delivered by', 'users', { readonly: true, filter: false }),
      delivered_at: moment('Delivered at', { readonly: true }),
      failed_by: ref('Failed by', 'users', { readonly: true, filter: false }),
      failed_at: moment('Failed at', { readonly: true }),
      failure_reason: ref('Reason of failure', 'failure-reasons', { readonly: true }),
      failure_note: text('Note on the failure', { readonly: true, max: 500 }),
      has_failed: flag('Failed at least once', { readonly: true, default: false }),
      retries: count('Retries', { readonly: true, default: 0 }),
      /** What the sender said otherwise once it was scanned, field by field; private values as their masks show them. */
      conflict: lines(
        'Sent differently since',
        { field: text('Field'), ours: text('Here'), theirs: text('As sent') },
        { readonly: true },
      ),
      conflict_at: moment('Sent differently at', { readonly: true, filter: false }),
      is_conflicting: computed<boolean>('Conflict', 'flag', '(r.conflict_at is not null)', { sortable: false }),
    }),
  ),
  flow: orderFlow,
  title: 'code',
  list: {
    columns: ['code', 'customer_name', 'phone', 'store', 'total', 'shipping_unit', 'ordered_at', 'status'],
    sort: '-ordered_at',
    views: [
      { path: 'new', label: 'New', filter: { status: 'new' } },
      { path: 'scanned', label: 'Scanned', filter: { status: 'scanned' } },
      { path: 'delivered', label: 'Delivered', filter: { status: 'delivered' } },
      { path: 'failed', label: 'Failed', filter: { status: 'failed' } },
      { path: 'waiting', label: 'Waiting more than 24 h', filter: { is_waiting: 'true' } },
      { path: 'conflicts', label: 'Conflicts', filter: { is_conflicting: 'true' } },
    ],
    pendingFilter: { status: ['new', 'failed'] },
    waiting: { since: 'waiting_since', says: ['customer_name', 'status', 'failure_reason', 'store'] },
  },
  ownColumns: ['scan_codes'],
  scale: {
    counters: ['store', 'status', 'shipping_unit', 'failure_reason'],
    statistics: { on: 'ordered_at', figures: ORDER_FIGURES },
  },
  ownership: { store: 'store' },
  privacy: {
    customer: { phone: 'phone', name: 'customer_name', number: 'code', status: 'status' },
    retention: { finished: 730, trashed: 180 },
  },
})
