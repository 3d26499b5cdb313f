import { decimal, flag, money } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

/** What a delivery costs: the nearest row that reaches far enough, of those the dearest receipt value that is not above the receipt's. */
export const deliveryFees = resource('delivery-fees', {
  access: { permission: 'system', visibility: 'all' },
  label: 'Delivery fees',
  one: 'Delivery fee',
  icon: 'coin',
  sheets: { import: true, export: true },
  ownership: 'chain',
  fields: {
    up_to_km: decimal('Up to (km)', {
      required: true,
      min: 0,
      max: 1000,
      hint: 'The longest distance that this fee covers',
    }),
    from_value: money('Receipt value from (đồng)', { required: true, default: 0 }),
    fee: money('Fee (đồng)', { required: true, hint: '0: free of charge' }),
    active: flag('Active', { default: true }),
  },
  title: 'up_to_km',
  unique: { together: ['up_to_km', 'from_value'] },
  list: { sort: 'up_to_km' },
})
