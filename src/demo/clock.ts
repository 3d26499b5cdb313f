import { DAY_MS, HOUR_MS } from '../shared/time/units.ts'

/** Vietnam keeps no summer time. */
const AHEAD = 7 * HOUR_MS
const [OPENS, CLOSES] = [8, 22]

/** Hour and fraction of the day in the chain's shops. */
export const hourOf = (at: number): number => ((((at + AHEAD) / HOUR_MS) % 24) + 24) % 24

/** The day in the chain's calendar, YYYY-MM-DD. */
export const dayOf = (at: number): string => new Date(at + AHEAD).toISOString().slice(0, 10)

/** The moment at this hour of the same day. */
export const atHour = (at: number, hour: number): number => at + (hour - hourOf(at)) * HOUR_MS

/** A moment so many opening hours later. */
export function afterOpenHours(since: number, hours: number): number {
  let at = since
  let left = hours
  for (let turn = 0; turn < 400; turn += 1) {
    if (hourOf(at) < OPENS) at = atHour(at, OPENS)
    if (hourOf(at) >= CLOSES) at = atHour(at, OPENS) + DAY_MS
    const today = CLOSES - hourOf(at)
    if (left <= today) return at + left * HOUR_MS
    left -= today
    at = atHour(at, OPENS) + DAY_MS
  }
  return at
}

export const iso = (at: number): string => new Date(at).toISOString()
