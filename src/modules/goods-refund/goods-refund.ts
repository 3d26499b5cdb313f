import { completion, completionFlow } from '../../shared/definition/completion.ts'
import { oddEntries, type Watched } from '../../shared/definition/odd-entries.ts'
import { choice, count, digits, lines, longText, money, phone, recordNumber, ref, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

export const SHIFTS = [
  { value: 'morning', label: 'Morning' },
  { value: 'afternoon', label: 'Afternoon' },
  { value: 'evening', label: 'Evening' },
] as const

export const WATCHED: Watched = { receipt: 'bill', name: 'customer_name', phone: 'phone' }

/** Goods that customers bring back for their money. */
export const goodsRefund = resource('goods-refund', {
  access: { permission: 'register-dictionary' },
  label: 'Goods refund',
  one: 'Goods refund',
  icon: 'arrow-back-up',
  sheets: { export: true },
  fields: {
    number: recordNumber('R'),
    bill: text('Bill', { required: true, max: 30, search: true, width: 170 }),
    lines: lines(
      'Goods',
      {
        product: text('Product name', { required: true, max: 191 }),
        quantity: count('Quantity', { required: true, min: 1, max: 10_000, width: 110 }),
        description: text('Description', { max: 255 }),
        // What leads to the product; its name stays as it was.
        barcode: digits('Barcode', { min: 4, max: 20, isBarcode: true, width: 150 }),
      },
      { required: true, max: 50, requiredMessage: 'Please enter at least one of the goods' },
    ),
    amount: money('Refunded amount', { required: true }),
    reason: longText('Reason', { required: true, max: 1000, search: true }),
    store: ref('Store', 'stores', { required: true, requiredMessage: 'Please select the store to continue' }),
    shift: choice('Shift', SHIFTS, { required: true, drawn: 'buttons' }),
    staff: ref('Staff in charge', 'users', { required: true }),
    customer_name: text('Customer name', { max: 191, search: true, person: true }),
    phone: phone('Phone', { landline: true, search: true }),
    member_card: digits('Member card', { length: 16, private: 'sealed' }),
    complaint: ref('Complaint', 'complaints', { filter: false }),
    mall_order: ref('Online order', 'orders'),
    warnings: oddEntries(WATCHED),
    ...completion,
  },
  flow: completionFlow,
  title: 'bill',
  list: {
    columns: ['number', 'bill', 'lines', 'amount', 'status', 'store', 'staff'],
    sort: '-created_at',
    pendingFilter: { status: ['waiting'] },
    waiting: { says: ['amount', 'customer_name', 'store'] },
  },
  groups: [
    { label: 'Refund', fields: ['number', 'bill', 'lines', 'amount', 'reason', 'warnings'] },
    { label: 'Counter', fields: ['store', 'shift', 'staff'] },
    { label: 'Customer', fields: ['customer_name', 'phone', 'member_card', 'complaint', 'mall_order'] },
  ],
  scale: { counters: ['store', 'status'] },
  ownership: { store: 'store' },
  prefillFrom: {
    complaint: { store: 'store', customer_name: 'customer_name', phone: 'phone', bill: 'receipt' },
    mall_order: {
      ...{ store: 'store', customer_name: 'customer_name', phone: 'phone' },
      ...{ bill: 'code', lines: 'lines', amount: 'total' },
    },
  },
  privacy: {
    customer: { phone: 'phone', name: 'customer_name', number: 'number', status: 'status' },
    retention: { unfinished: 90, trashed: 180 },
  },
})
