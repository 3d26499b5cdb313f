import { wallClock } from '../../shared/format.ts'

const DAY_MS = 86_400_000

/** Reads a day as people type it: 7/3/2026, 07-03-26, 07032026 or 7/3 of this year. */
export function readDay(typed: string, today: string): string | null {
  const bare = typed.trim()
  if (/^\d{4}-\d{2}-\d{2}$/.test(bare)) return realDay(bare)
  const found =
    /^(\d{1,2})[\s/.-]+(\d{1,2})(?:[\s/.-]+(\d{4}|\d{2}))?$/.exec(bare) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(bare)
  if (!found) return null
  const [, day = '', month = '', year = today.slice(0, 4)] = found
  const full = year.length === 2 ? `20${year}` : year
  return realDay(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

const realDay = (day: string) => (new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day ? day : null)

/** A day some days away. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The instant at which a clock in the zone shows `YYYY-MM-DD HH:mm:ss`. */
export function instantOf(clock: string, zone: string): string {
  const asUtc = Date.parse(`${clock.replace(' ', 'T')}Z`)
  let instant = asUtc
  // Twice, as the first guess may sit on the other side of a change of the clocks.
  for (let round = 0; round < 2; round++) instant = asUtc - offsetAt(instant, zone)
  return new Date(instant).toISOString()
}

function offsetAt(instant: number, zone: string): number {
  const { day, time, seconds } = wallClock(new Date(instant), zone)
  return Date.parse(`${day}T${time}:${seconds}Z`) - Math.floor(instant / 1000) * 1000
}
