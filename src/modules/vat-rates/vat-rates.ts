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
  access: { permission: 'system', visibility: 'all' },
  label: 'VAT rates',
  one: 'VAT rate',
  icon: 'receipt-tax',
  sheets: { import: true, export: true },
  ownership: 'chain',
  fields: {
    name: text('Name', { required: true, max: 20, unique: true, search: true, width: 190 }),
    printed: text('As printed on invoices', {
      max: 20,
      hint: 'If empty, the name is printed; a renewed rate prints as before',
    }),
    kind: choice('Kind', VAT_KINDS, { required: true, default: 'taxed', drawn: 'buttons' }),
    rate: percentage('VAT rate', { required: true, default: 0 }),
    goods: longText('For which goods', {
      required: true,
      requiredMessage: 'Please say for which goods',
      max: 1000,
      search: true,
    }),
    from_on: date('Valid from', { required: true }),
    until_on: date('Valid until', { hint: 'The last day; empty if no end is known' }),
  },
  list: { columns: ['name', 'kind', 'rate', 'goods', 'from_on', 'until_on'], sort: 'rate' },
})
