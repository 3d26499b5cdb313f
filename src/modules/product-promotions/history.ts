import type { Choice } from '../../shared/fields.ts'

/** What the history of promotions tells of, each with the fields in which it is seen. */
export const CHANGE_KINDS = [
  { value: 'price', label: 'Price' },
  { value: 'promotion_price', label: 'Promotion price' },
  { value: 'quantity', label: 'Quantity' },
  { value: 'place', label: 'Stores or location' },
  { value: 'dates', label: 'Dates' },
  { value: 'state', label: 'Active or inactive' },
  { value: 'made', label: 'Created or deleted' },
] as const satisfies readonly Choice[]
export type ChangeKind = (typeof CHANGE_KINDS)[number]['value']

export const KIND_FIELDS: Record<Exclude<ChangeKind, 'made'>, readonly string[]> = {
  price: ['price'],
  promotion_price: ['promotion_price'],
  quantity: ['quantity'],
  place: ['stores', 'location'],
  dates: ['starts_on', 'ends_on'],
  state: ['active'],
}
/** Acts that make a promotion, or take it away. */
export const MAKING = ['create', 'import', 'copy', 'again', 'destroy', 'restore'] as const
