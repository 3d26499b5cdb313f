import { partOf } from '../../shared/definition/part-of.ts'
import { giftCardEventLogs } from '../gift-card-event-logs/gift-card-event-logs.ts'

export const eventLogs = partOf(giftCardEventLogs, {
  name: 'event-logs',
  label: 'Event logs',
  one: 'Draw',
  fixedFilter: { kind: 'game' },
  instead: { 'gift-card-events': 'events', 'gift-card-event-products': 'event-products' },
})
