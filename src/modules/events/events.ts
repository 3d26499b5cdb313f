import { partOf } from '../../shared/definition/part-of.ts'
import { giftCardEvents } from '../gift-card-events/gift-card-events.ts'

/** Games: the second face of gift-card events. */
export const events = partOf(giftCardEvents, {
  name: 'events',
  label: 'Events',
  one: 'Event',
  icon: 'confetti',
  fixedFilter: { kind: 'game' },
})
