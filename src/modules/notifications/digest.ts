import { instantOf } from '../../shared/format.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time/units.ts'
import { type Calendar, dayOf, millisOf } from '../../shared/time/working-time.ts'

const EARLIEST = '07:00'
/** A server that was away sends the morning's digest as late as this, and not at all after it. */
const LATEST_MS = 4 * HOUR_MS

/**
 * The day of the chain's calendar whose digest is due at this moment, YYYY-MM-DD, or null: from the time that the chain opens
 * on a day that it works, at seven at the earliest.
 */
export function digestDay(calendar: Calendar, now: number): string | null {
  const day = dayOf(calendar, now)
  const span = calendar.spanOf(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
  if (!span) return null
  const opens = Math.max(span[0], millisOf(EARLIEST))
  const at = instantOf(`${day} ${new Date(opens).toISOString().slice(11, 16)}`, calendar.zone).getTime()
  return now >= at && now < at + LATEST_MS ? day : null
}
