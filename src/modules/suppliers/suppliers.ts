import { email, flag, phone, refs, taxCode, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

/** Who delivers the goods and sends their own people into the stores. */
export const suppliers = resource('suppliers', {
  wire: 'supplier',
  access: { permission: 'system', visibility: 'names', inlineCreatePermission: 'supplier-staffs' },
  label: 'Suppliers',
  one: 'Supplier',
  icon: 'truck',
  sheets: { import: true, export: true },
  ownership: 'chain',
  fields: {
    name: text('Supplier name', { required: true, max: 191, unique: 'folded', search: true }),
    tax_code: taxCode('Tax code', { search: true }),
    contact: text('Contact person', { max: 191, search: true, person: true }),
    phone: phone('Phone', { landline: true, search: true, private: 'open' }),
    email: email('E-mail', { search: true, private: 'open' }),
    department_groups: refs('Department groups', 'supplier-groups'),
    active: flag('Active', { default: true }),
  },
  list: { columns: ['name', 'department_groups', 'contact', 'phone', 'email', 'active'], sort: 'name' },
})
