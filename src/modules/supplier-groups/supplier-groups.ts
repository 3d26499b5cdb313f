import { flag, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

export const supplierGroups = resource('supplier-groups', {
  wire: 'supplier-group',
  permission: 'system',
  label: 'Supplier department groups',
  one: 'Supplier department group',
  icon: 'packages',
  sheets: { import: true, export: true },
  visibility: 'all',
  ownership: 'chain',
  fields: {
    name: text('Name', { required: true, max: 100, unique: true, search: true }),
    active: flag('Active', { default: true }),
  },
  sort: 'name',
})
