import { flag, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

/** Where in a store a promotion stands: an aisle, its end, the entrance. */
export const promotionLocations = resource('promotion-locations', {
  wire: 'promotion-location',
  access: { permission: 'system', visibility: 'all', inlineCreatePermission: 'product-promotions' },
  label: 'Promotion locations',
  one: 'Promotion location',
  icon: 'category',
  sheets: { import: true, export: true },
  ownership: 'chain',
  fields: {
    name: text('Location', { required: true, max: 100, unique: 'folded', search: true }),
    active: flag('Active', { default: true }),
  },
  list: { sort: 'name' },
})
