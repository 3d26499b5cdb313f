import { otherNames } from '../../shared/definition/names.ts'
import { choice, count, flag, text } from '../../shared/fields.ts'
import { PRIORITIES } from '../../shared/priorities.ts'
import { resource } from '../../shared/resource.ts'

/** The pictures of kinds on the public form. Praise stands there as a choice of its own, and what is none of these last. */
export const SIGNS = [
  { value: 'service', label: 'Services' },
  { value: 'attitude', label: 'Service attitude' },
  { value: 'quality', label: 'Product quality' },
  { value: 'goods', label: 'Goods' },
  { value: 'price', label: 'Wrong price' },
  { value: 'payment', label: 'Payment' },
  { value: 'promotion', label: 'Promotion' },
  { value: 'delivery', label: 'Delivery' },
  { value: 'policy', label: 'Policy' },
  { value: 'parking', label: 'Parking' },
  { value: 'security', label: 'Store security' },
  { value: 'cleanliness', label: 'Cleanliness' },
  { value: 'praise', label: 'Praise' },
  { value: 'other', label: 'Other' },
] as const
export type Sign = (typeof SIGNS)[number]['value']

export const ticketTypes = resource('ticket-types', {
  wire: 'ticket-type',
  access: { permission: 'system', visibility: 'all' },
  label: 'Ticket types',
  one: 'Ticket type',
  icon: 'category',
  sheets: { import: true, export: true },
  ownership: 'chain',
  fields: {
    name: text('Name', {
      required: true,
      max: 100,
      unique: true,
      search: true,
      hint: 'In Vietnamese, as customers read it',
    }),
    ...otherNames(100),
    sign: choice('Picture on the public form', SIGNS, {
      hint: 'Praise stands there as a large choice of its own, Other last',
    }),
    priority: choice('Default priority', PRIORITIES, { required: true, default: 'normal', drawn: 'buttons' }),
    target_hours_high: count('Target hours, high priority', { required: true, min: 1, max: 2000, default: 8 }),
    target_hours_normal: count('Target hours, normal priority', { required: true, min: 1, max: 2000, default: 24 }),
    target_hours_low: count('Target hours, low priority', { required: true, min: 1, max: 2000, default: 72 }),
    first_hours_high: count('First reply in hours, high priority', {
      required: true,
      min: 1,
      max: 2000,
      default: 2,
    }),
    first_hours_normal: count('First reply in hours, normal priority', {
      required: true,
      min: 1,
      max: 2000,
      default: 4,
    }),
    first_hours_low: count('First reply in hours, low priority', { required: true, min: 1, max: 2000, default: 8 }),
    is_of_orders: flag('About deliveries and orders', {
      default: false,
      filter: true,
      hint: 'Complaints of this type stand in the reports of the online mall',
    }),
    position: count('Order', { default: 0, max: 1000 }),
    active: flag('Active', { default: true }),
  },
  list: {
    columns: ['name', 'name_en', 'priority', 'target_hours_high', 'target_hours_normal', 'target_hours_low', 'active'],
    sort: 'position',
  },
})
