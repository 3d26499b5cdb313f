import { DAY_MS } from '../../shared/time/units.ts'

/** A period of whole days as the pieces a tally can answer; pure. */
export interface DaySpan {
  /** First and last day, `YYYY-MM-DD`. */
  from: string
  to: string
}
/** The last day of a span without an end. */
export const EVER = '9999-12-31'

/** The days of a range, or null where an end cuts a day: those rows must be counted. */
export function wholeDays([from, to]: [string, string]): DaySpan | null {
  const [first, start = '00:00:00'] = from.split(/[ T]/)
  const [last, end = '23:59:59'] = to.split(/[ T]/)
  return first && last && /^00:00(:00)?$/.test(start) && /^23:59(:59)?$/.test(end) ? { from: first, to: last } : null
}

/** So many days later; calendar arithmetic in UTC, as days have no zone. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export const lengthOf = ({ from, to }: DaySpan): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1

export function daysOf({ from, to }: DaySpan): string[] {
  const found: string[] = []
  for (let day = from; day <= to; day = dayAfter(day)) found.push(day)
  return found
}

/** First days of all months that a span touches. */
export function monthStartsOf({ from, to }: DaySpan): string[] {
  const found: string[] = []
  for (let day = `${from.slice(0, 8)}01`; day <= to; day = nextMonth(day)) found.push(day)
  return found
}

/** The last day of the month that begins on this one. */
export const monthEndOf = (start: string): string => dayAfter(nextMonth(start), -1)

export const nextMonth = (day: string): string => `${dayAfter(`${day.slice(0, 8)}01`, 32).slice(0, 8)}01`
