import { computed, date, digits, money, ref } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

/**
 * The other lines `o` of the bill that a line `r` belongs to: of the same number, store and day. Both are live, or both in the trash: a
 * question for each, as an index of the one or of the other is used for neither in one condition.
 * @param said what is asked of a line `o`
 * @param which the condition that tells the others from `r`
 */
export const othersOfBill = (said: string, which: string): string[] =>
  ['is null', 'is not null'].map(
    (trash) => `
    select ${said} from vat_get_info o where o.bill_number = r.bill_number and o.sold_on = r.sold_on and o.store = r.store
      and o.deleted_at ${trash} and r.deleted_at ${trash} and ${which}`,
  )

/** What is said of the whole bill of a line `r`: of it, which a statement that writes it does not find yet, and of the others. */
const ofBill = (said: string) =>
  `(select ${said} from (
    ${['select r.rate, r.net, r.tax, r.gross', ...othersOfBill('o.rate, o.net, o.tax, o.gross', 'o.id <> r.id')].join(' union all ')}
  ) o join vat_rates v on v.id = o.rate)`

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
    bill_rates: computed<string>(
      'VAT rates of the bill',
      'text',
      ofBill("string_agg(v.name, ' · ' order by v.rate, v.name)"),
      {
        sortable: false,
        width: 150,
      },
    ),
    bill_net: computed<number>('Bill without VAT', 'money', ofBill('sum(o.net)'), { sortable: false }),
    bill_tax: computed<number>('Tax of the bill', 'money', ofBill('sum(o.tax)'), { sortable: false }),
    bill_gross: computed<number>('Bill with VAT', 'money', ofBill('sum(o.gross)'), { sortable: false }),
  },
  list: { columns: ['bill_number', 'store', 'sold_on', 'rate', 'net', 'tax', 'gross'], sort: '-sold_on' },
  scale: { counters: ['store'] },
  ownership: { store: 'store' },
})
