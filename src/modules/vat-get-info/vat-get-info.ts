import { computed, date, digits, money, ref } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

/** Bills as the tills tell them: one row for each VAT rate of a bill. */
export const vatGetInfo = resource('vat-get-info', {
  wire: 'vat-detail',
  label: 'VAT bills',
  one: 'VAT bill line',
  icon: 'receipt-tax',
  batch: { knownBy: ['bill_number', 'sold_on', 'rate'], isFinal: true },
  sheets: { import: true, export: true },
  fields: {
    bill_number: digits('Bill number', { required: true, min: 8, max: 20, search: true, width: 170 }),
    bill_tail: computed<string>('Last 8 digits', 'text', 'right(r.bill_number, 8)', { filter: true, sortable: false }),
    store: ref('Store', 'stores', { required: true, requiredMessage: 'Please select the store to continue' }),
    sold_on: date('Date of the bill', { required: true }),
    rate: ref('VAT rate', 'vat-rates', { required: true }),
    net: money('Amount without VAT', { required: true }),
    tax: money('Tax amount', { required: true }),
    gross: money('Amount with VAT', { required: true }),
  },
  list: { columns: ['bill_number', 'store', 'sold_on', 'rate', 'net', 'tax', 'gross'], sort: '-sold_on' },
  scale: { counters: ['store'] },
  ownership: { store: 'store' },
})
