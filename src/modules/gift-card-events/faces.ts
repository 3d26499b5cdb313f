import type { Definition } from '../../shared/resource.ts'
import { eventLogs } from '../event-logs/event-logs.ts'
import { eventProducts } from '../event-products/event-products.ts'
import { events } from '../events/events.ts'
import { giftCardEventLogs } from '../gift-card-event-logs/gift-card-event-logs.ts'
import { giftCardEventProducts } from '../gift-card-event-products/gift-card-event-products.ts'
import { giftCardEvents } from './gift-card-events.ts'

/** What belongs together: an event, its gifts and its log, as one of the two faces has them. */
export interface Face {
  kind: 'gift' | 'game'
  event: Definition
  gift: Definition
  log: Definition
}

export const GIFT: Face = {
  kind: 'gift',
  event: giftCardEvents,
  gift: giftCardEventProducts,
  log: giftCardEventLogs,
}
export const GAME: Face = { kind: 'game', event: events, gift: eventProducts, log: eventLogs }
export const FACES: readonly Face[] = [GIFT, GAME]
