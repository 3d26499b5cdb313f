import { otherNames } from '../../shared/definition/names.ts'
import { choice, flag, longText, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

/** The specification's three solutions; their wordings are a list of their own. */
export const SOLUTIONS = [
  { value: 'apology', label: 'Apology' },
  { value: 'exchange_refund', label: 'Exchange/Refund' },
  { value: 'compensation', label: 'Compensation' },
] as const

export const solutions = resource('solutions', {
  wire: 'solution',
  access: { permission: 'system', visibility: 'all' },
  label: "Solutions' wording",
  one: 'Wording of a solution',
  icon: 'quote',
  sheets: { import: true, export: true },
  ownership: 'chain',
  fields: {
    name: text('Name', { required: true, max: 100, unique: true, search: true }),
    ...otherNames(100),
    solution: choice('Solution', SOLUTIONS, { required: true }),
    wording: longText('Wording', { required: true, max: 2000, search: true }),
    active: flag('Active', { default: true }),
  },
  list: { columns: ['name', 'solution', 'wording', 'active'], sort: 'name' },
})
