import { partOf } from '../../shared/definition/part-of.ts'
import { giftCardEventProducts } from '../gift-card-event-products/gift-card-event-products.ts'

export const eventProducts = partOf(giftCardEventProducts, {
  name: 'event-products',
  label: 'Event products',
  one: 'Event product',
  icon: 'box',
  fixedFilter: { kind: 'game' },
  instead: { 'gift-card-events': 'events', 'gift-card-event-products': 'event-products' },
})
