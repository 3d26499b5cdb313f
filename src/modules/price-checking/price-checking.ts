import {
  choice,
  computed,
  date,
  digits,
  files,
  longText,
  moment,
  money,
  recordNumber,
  ref,
  text,
} from '../../shared/fields.ts'
import { group, inGroups, resource } from '../../shared/resource.ts'
import { CHECK_STATES, checkFlow } from './flow.ts'

export const CHECK_KINDS = [
  { value: 'competitor', label: 'At a competitor' },
  { value: 'shelf', label: 'On our shelf' },
] as const

export const COMPARED = [
  { value: 'dearer', label: 'Ours is dearer', tone: 'bad' },
  { value: 'cheaper', label: 'Ours is cheaper', tone: 'ok' },
  { value: 'equal', label: 'The same price', tone: 'mute' },
] as const
type Compared = (typeof COMPARED)[number]['value']

const FOUND_WRONG = { status: ['wrong', 'fixed'] } as const

/** Working hours that a store has to answer in, unless whoever asks says otherwise. */
export const ANSWER_HOURS = 8

const BOTH = 'r.our_price is not null and r.competitor_price is not null'

export const priceChecking = resource('price-checking', {
  label: 'Price checking',
  one: 'Price check',
  icon: 'tag',
  sheets: { import: true, export: true },
  ...inGroups(
    group('Product', {
      number: recordNumber('PC'),
      kind: choice('Kind of check', CHECK_KINDS, { required: true, default: 'shelf', drawn: 'buttons' }),
      product: ref('Product', 'products'),
      barcode: digits('Barcode', { min: 4, max: 20, search: true, isBarcode: true, width: 140 }),
      product_name: text('Product name', { max: 191, search: true, hint: 'Empty: as the product is called' }),
      store: ref('Store', 'stores', { required: true, requiredMessage: 'Please select the store to continue' }),
      checked_on: date('Date', { isPast: true, hint: 'Empty: today' }),
    }),
    group('Prices', {
      our_price: money('Our price', { hint: 'Empty: the regular price of the product' }),
      competitor: ref('Competitor', 'competitors'),
      competitor_price: money("Competitor's price", { min: 1 }),
      difference: computed<number | null>(
        'Difference',
        'money',
        `case when ${BOTH} then r.our_price - r.competitor_price end`,
      ),
      percent: computed<number | null>(
        'Difference in %',
        'percentage',
        `case when ${BOTH} then round(100 * (r.our_price - r.competitor_price) / r.competitor_price, 1) end`,
      ),
      compared: computed<Compared | null>(
        'Compared',
        'choice',
        `case when ${BOTH} then case sign(r.our_price - r.competitor_price) when 1 then 'dearer' when -1 then 'cheaper' else 'equal' end end`,
        { of: COMPARED, sortable: false },
      ),
      shelf_price: money('Price on the shelf'),
      till_price: money('Price at the till'),
      photo: files('Photo', { max: 3, accept: 'images' }),
      note: longText('Note', { max: 1000 }),
    }),
    group('Check', {
      status: choice('Status', CHECK_STATES, { readonly: true, default: 'to_check' }),
      due_at: moment('Answer by', { readonly: true, filter: false }),
      is_late: computed<boolean>('Late', 'flag', "(r.status = 'to_check' and coalesce(r.due_at < now(), false))", {
        sortable: false,
      }),
      checked_by: ref('Checked by', 'users', { readonly: true }),
      checked_at: moment('Checked at', { readonly: true, filter: false }),
      fixed_by: ref('Fixed by', 'users', { readonly: true, filter: false }),
      fixed_at: moment('Fixed at', { readonly: true, filter: false }),
      label_photo: files('Photo of the new label', { readonly: true, max: 1, accept: 'images' }),
      complaint: ref('Complaint', 'complaints', { readonly: true }),
      /** The wrong shelf from which the others were asked. */
      origin: ref('Found at', 'price-checking', { readonly: true }),
      reminded_at: moment('Reminded at', { readonly: true, filter: false }),
    }),
  ),
  flow: checkFlow,
  title: 'product_name',
  list: {
    columns: [
      'product_name',
      'store',
      'status',
      'our_price',
      'competitor',
      'competitor_price',
      'percent',
      'checked_on',
    ],
    sort: '-created_at',
    views: [
      { path: 'to-check', label: 'To check', filter: { status: 'to_check' } },
      { path: 'wrong', label: 'Wrong', filter: { status: 'wrong' } },
      { path: 'dearer', label: 'Ours is dearer', filter: { compared: 'dearer' } },
      { path: 'cheaper', label: 'Ours is cheaper', filter: { compared: 'cheaper' } },
    ],
    pendingFilter: { status: ['to_check', 'wrong'] },
    waiting: {
      clocks: [{ by: 'due_at', where: "r.status = 'to_check'" }],
      since: 'checked_at',
      says: ['store', 'status', 'shelf_price'],
    },
  },
  scale: {
    counters: ['store', 'product', 'status', 'kind'],
    statistics: {
      figures: {
        checks: { label: 'Shelves checked', count: true, where: { status: ['right', 'wrong', 'fixed'] } },
        wrong: { label: 'Found wrong', count: true, where: FOUND_WRONG, more: 'worse' },
        share: { label: 'Share found wrong', ratio: ['wrong', 'checks'], unit: 'percent', more: 'worse' },
        products: { label: 'Products found wrong', distinct: 'product', where: FOUND_WRONG, more: 'worse' },
        stores: { label: 'Stores with a wrong price', distinct: 'store', where: FOUND_WRONG, more: 'worse' },
        open: { label: 'Not fixed yet', count: true, where: { status: ['wrong'] }, more: 'worse' },
        hours: {
          label: 'Time to fix',
          hint: 'From finding the price wrong to the picture of the new label',
          mean: { sql: 'extract(epoch from r.fixed_at - r.checked_at) / 3600' },
          unit: 'hours',
          more: 'worse',
        },
        complaints: { label: 'Complaints behind them', distinct: 'complaint', where: FOUND_WRONG, more: 'worse' },
      },
    },
  },
  ownership: { store: 'store' },
})
