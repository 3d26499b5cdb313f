import { wallClock } from '../../shared/format.ts'
import { plusDays } from '../../shared/time/spans.ts'
import { get } from '../../web/api.ts'
import type { IndexLine } from './figures.ts'
import { priceChecking } from './price-checking.ts'

/** The days up to today, both counted. */
export const lastDays = (days: number, zone: string): { from: string; to: string } => {
  const to = wallClock(new Date(), zone).day
  return { from: plusDays(to, 1 - days), to }
}

export const indexOf = (query: { from: string; to: string; store?: number | undefined }) => ({
  queryKey: [priceChecking.wire, 'list', 'price-index', query],
  queryFn: () => get<{ data: IndexLine[] }>('price-checking/price-index', query),
})
