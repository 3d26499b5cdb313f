import { flag, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

/** Whose prices are compared with ours. */
export const competitors = resource('competitors', {
  wire: 'competitor',
  access: { permission: 'system', visibility: 'all', inlineCreatePermission: 'price-checking' },
  label: 'Competitors',
  one: 'Competitor',
  icon: 'building-store',
  sheets: { import: true, export: true },
  ownership: 'chain',
  fields: {
    name: text('Competitor name', { required: true, max: 100, unique: 'folded', search: true }),
    active: flag('Active', { default: true }),
  },
  list: { sort: 'name' },
})
