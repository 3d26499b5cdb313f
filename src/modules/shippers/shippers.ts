import { choice, flag, identityNumber, phone, ref, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

export const shippers = resource('shippers', {
  wire: 'shipper',
  label: 'Shippers',
  one: 'Shipper',
  icon: 'truck-delivery',
  sheets: { import: true, export: true },
  fields: {
    code: text('Shipper code', { required: true, max: 20, unique: true, search: true, width: 120 }),
    name: text('Full name', { required: true, max: 191, search: true, person: true }),
    phone: phone('Phone', {
      required: true,
      search: true,
      private: 'listed',
      requiredMessage: 'Phone is required',
    }),
    identity_number: identityNumber('ID number', { private: 'sealed' }),
    vehicle: choice('Vehicle', [
      { value: 'motorbike', label: 'Motorbike' },
      { value: 'van', label: 'Van' },
      { value: 'truck', label: 'Truck' },
      { value: 'bicycle', label: 'Bicycle' },
    ] as const),
    plate: text('Number plate', { max: 20, search: true }),
    store: ref('Store', 'stores', { required: true, requiredMessage: 'Please select the store to continue' }),
    account: ref('Sign-in account', 'users', { hint: 'Sees their own stops of the day on their phone' }),
    active: flag('Active', { default: true }),
  },
  list: { columns: ['code', 'name', 'phone', 'vehicle', 'plate', 'store', 'active'], sort: 'code' },
  ownership: { store: 'store' },
})
