import { flag, phone, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

/** Who carries orders to customers. */
export const shippingUnits = resource('shipping-units', {
  wire: 'shipping-unit',
  access: { permission: 'system', visibility: 'names', inlineCreatePermission: 'orders' },
  label: 'Shipping units',
  one: 'Shipping unit',
  icon: 'truck',
  sheets: { import: true, export: true },
  ownership: 'chain',
  fields: {
    name: text('Name', { required: true, max: 100, unique: 'folded', search: true }),
    phone: phone('Phone', { landline: true, private: 'open' }),
    active: flag('Active', { default: true }),
  },
  list: { sort: 'name' },
})
