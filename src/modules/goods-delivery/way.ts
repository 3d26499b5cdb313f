import { address, count, decimal, flag, money } from '../../shared/fields.ts'

/** The way of a delivery, measured or estimated, and what it costs by the fee table; `way.server.ts` works it out. */
export const way = {
  from_address: address('From address', { hint: "Empty: the store's address", filter: false, private: 'open' }),
  distance: decimal('Distance (km)', { min: 0, max: 3000 }),
  duration: count('Duration (min)', { max: 10_000 }),
  is_estimate: flag('Distance is an estimate', {
    default: false,
    filter: false,
    hint: 'By earlier deliveries of the store to this ward, or 2 km within the ward of the store',
  }),
  fee: money('Fee', { readonly: true }),
}
