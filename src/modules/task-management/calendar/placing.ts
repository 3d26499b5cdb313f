import { instantOf, wallClock } from '../../../shared/format.ts'
import { DAY_MS, MINUTE_MS } from '../../../shared/time/units.ts'
import type { ShownTask } from './window.ts'

/** Where tasks stand on a calendar is told by the clock on the chain's wall, `YYYY-MM-DD HH:mm:ss`. */

export type Dates = Pick<ShownTask, 'date_start' | 'date_end'>
export interface Block {
  start: string
  end: string
}
export type Edge = 'start' | 'end'

/** Nothing is drawn lower: its words would not be read. */
const LEAST_MS = 30 * MINUTE_MS

const wallOf = (instant: string, zone: string): number => {
  const { day, time, seconds } = wallClock(instant, zone)
  return read(`${day} ${time}:${seconds}`)
}
const read = (wall: string): number => Date.parse(`${wall.replace(' ', 'T')}Z`)
const written = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
const instant = (ms: number, zone: string): string => instantOf(written(ms), zone).toISOString()

/** The block of a task. One that has an end alone stands before it, one that has a beginning alone after it, on the same day. */
export function blockOf({ date_start, date_end }: Dates, zone: string): Block {
  const end = date_end === null ? null : wallOf(date_end, zone)
  const start = date_start === null ? null : wallOf(date_start, zone)
  if (start !== null && end !== null && end - start >= LEAST_MS) return { start: written(start), end: written(end) }
  const at = end ?? start ?? 0
  const midnight = Math.floor(at / DAY_MS) * DAY_MS
  const wished = end === null ? at : at - LEAST_MS
  const from = Math.min(Math.max(wished, midnight), midnight + DAY_MS - LEAST_MS)
  return { start: written(from), end: written(from + LEAST_MS) }
}

/** A task some days or hours away: as many by the clock on the wall, whatever it did between. */
export function moved({ date_start, date_end }: Dates, byMs: number, zone: string): Dates {
  const away = (at: string | null) => (at === null ? null : instant(wallOf(at, zone) + byMs, zone))
  return { date_start: away(date_start), date_end: away(date_end) }
}

/** A task that begins or ends elsewhere; where it had one date alone, the other is what its block showed. Null where it would end before it begins. */
export function withEdge(dates: Dates, edge: Edge, wall: string, zone: string): Dates | null {
  const block = blockOf(dates, zone)
  const start =
    edge === 'start' ? read(wall) : dates.date_start === null ? read(block.start) : wallOf(dates.date_start, zone)
  const end = edge === 'end' ? read(wall) : dates.date_end === null ? read(block.end) : wallOf(dates.date_end, zone)
  return end > start ? { date_start: instant(start, zone), date_end: instant(end, zone) } : null
}

/** The edge of a task, so much later or earlier. */
export const shifted = (dates: Dates, edge: Edge, byMs: number, zone: string): Dates | null =>
  withEdge(dates, edge, written(read(blockOf(dates, zone)[edge]) + byMs), zone)

/** An edge on another day, at the time it had. */
export function onDay(dates: Dates, edge: Edge, day: string, zone: string): Dates | null {
  return withEdge(dates, edge, `${day} ${blockOf(dates, zone)[edge].slice(11)}`, zone)
}

/** What somebody did who took a task at one place and let it go at another. A day is meant where only days are seen, and the time stays. */
export function dropped(dates: Dates, to: Block, areDays: boolean, zone: string): Dates {
  const from = read(blockOf(dates, zone).start)
  const by = read(to.start) - from
  return moved(dates, areDays ? dayOf(read(to.start)) - dayOf(from) : by, zone)
}
const dayOf = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS

/** What somebody did who pulled an edge. */
export function pulled(dates: Dates, to: Block, zone: string): Dates | null {
  const block = blockOf(dates, zone)
  if (to.start !== block.start) return withEdge(dates, 'start', to.start, zone)
  return to.end === block.end ? null : withEdge(dates, 'end', to.end, zone)
}

export const isSameTime = (one: Dates, other: Dates): boolean =>
  sameInstant(one.date_start, other.date_start) && sameInstant(one.date_end, other.date_end)
const sameInstant = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other))

/** The days a block lies on: one that ends at midnight does not touch the day after. */
export function daysOf({ start, end }: Block): { first: string; last: string } {
  const until = Math.max(read(start), read(end) - 1)
  return { first: start.slice(0, 10), last: written(until).slice(0, 10) }
}
