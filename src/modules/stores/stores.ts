import { address, count, email, flag, phone, ref, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

/** The first administrator of a new chain stands in until somebody runs it. */
const MANAGER_HINT = 'Name yourself until somebody else runs it'

export const stores = resource('stores', {
  wire: 'store',
  label: 'Stores',
  one: 'Store',
  icon: 'building-store',
  sheets: { import: true, export: true },
  access: { visibility: 'names' },
  fields: {
    code: text('Store code', { required: true, max: 20, unique: true, search: true, width: 110 }),
    name: text('Store name', { required: true, max: 191, search: true }),
    manager: ref('Manager', 'users', { required: true, optionalWhenImported: 'in workbooks', hint: MANAGER_HINT }),
    phone: phone('Phone', { landline: true, private: 'open' }),
    email: email('E-mail', { private: 'open' }),
    address: address('Address', { private: 'open' }),
    opening_hours: text('Opening hours', { max: 100, hint: 'For example 08:00–22:00' }),
    latitude: text('Latitude', { max: 20, filter: false }),
    longitude: text('Longitude', { max: 20, filter: false }),
    parking_spaces: count('Parking spaces', { max: 10_000 }),
    uses_badges: flag('Visitors wear badges', {
      default: false,
      hint: 'The desk asks for the badge number of supplier staff',
    }),
    is_head_office: flag('Head office', { default: false }),
    active: flag('Active', { default: true }),
  },
  list: { columns: ['code', 'name', 'manager', 'phone', 'opening_hours', 'active'], sort: 'code' },
  ownership: { store: 'id' },
  groups: [
    { label: 'Store', fields: ['code', 'name', 'manager', 'uses_badges', 'is_head_office', 'active'] },
    {
      label: 'Contact',
      fields: ['phone', 'email', 'opening_hours', 'address', 'latitude', 'longitude', 'parking_spaces'],
    },
  ],
})
