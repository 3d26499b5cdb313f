import { choice, date, longText, percentage, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

export const VAT_KINDS = [
  { value: 'taxed', label: 'Taxed' },
  { value: 'not_subject', label: 'Not subject to VAT' },
  { value: 'not_declared', label: 'Not declared' },
] as const

/** The VAT rates, each with the goods it is for and the days it holds: law changes them, so no rate stands in the program. */
export const vatRates = resource('vat-rates', {
  wire: 'vat-rate',
  permission: 'system',
  label: 'VAT rates',
  one: 'VAT rate',
  icon: 'receipt-tax',
  sheets: { import: true, export: true },
  open: 'all',
  fields: {
    name: text('Name', { required: true, max: 20, unique: true, search: true, width: 190 }),
    printed: text('As invoices print it', {
      max: 20,
      hint: 'Empty: as its name; a rate that goes on anew prints as before',
    }),
    kind: choice('Kind', VAT_KINDS, { required: true, default: 'taxed', drawn: 'buttons' }),
    rate: percentage('VAT rate', { required: true, default: 0 }),
    goods: longText('For which goods', { required: true, max: 1000, search: true }),
    from_on: date('Holds from', { required: true }),
    until_on: date('Holds until', { hint: 'The last day; empty where no end is known' }),
  },
  list: ['name', 'kind', 'rate', 'goods', 'from_on', 'until_on'],
  sort: 'rate',
})
