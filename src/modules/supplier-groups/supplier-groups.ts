import { flag, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

export const supplierGroups = resource('supplier-groups', {
  wire: 'supplier-group',
  access: { permission: 'system', visibility: 'all' },
  label: 'Supplier department groups',
  one: 'Supplier department group',
  icon: 'packages',
  sheets: { import: true, export: true },
  ownership: 'chain',
  fields: {
    name: text('Name', { required: true, max: 100, unique: true, search: true }),
    active: flag('Active', { default: true }),
  },
  list: { sort: 'name' },
})
