import { formatDay } from '../format.ts'
import { DAY_MS } from './units.ts'

/** Periods of the chain's calendar and what they are compared with; pure: days have no zone. */
export interface Span {
  /** First and last day, `YYYY-MM-DD`. */
  from: string
  to: string
}
export type SpanKind = 'year' | 'month' | 'days'

export const COMPARES = ['previous', 'year', 'none'] as const
export type Compare = (typeof COMPARES)[number]

/** A year of charts is at most this many days (design/security.md, T22). */
export const LONGEST_DAYS = 400
const EARLIEST = 2000
const LATEST = 2100

export const isCompare = (text: string): text is Compare => COMPARES.some((one) => one === text)

/** All of a year such as `2026`; null for what is none from 2000 to 2100. */
export const yearSpan = (year: string): Span | null =>
  isYear(year) ? { from: `${year}-01-01`, to: `${year}-12-31` } : null

/** All of a month such as `2026-10`. */
export function monthSpan(month: string): Span | null {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month) || !isYear(month.slice(0, 4))) return null
  return { from: `${month}-01`, to: plusDays(plusMonths(`${month}-01`, 1), -1) }
}

/** Any days in a row, at most 400 unless said. */
export function daysSpan(from: string, to: string, most = LONGEST_DAYS): Span | null {
  if (!isDay(from) || !isDay(to) || from > to) return null
  return lengthOf({ from, to }) <= most ? { from, to } : null
}

/** What a period is compared with: whole months with the months before, other days with as many days before, or the same days a year ago. */
export function spanBefore(span: Span, compare: Compare): Span | null {
  if (compare === 'none') return null
  if (compare === 'year') return { from: plusMonths(span.from, -12), to: sameEnd(span.to, -12) }
  if (!isWholeMonths(span)) return { from: plusDays(span.from, -lengthOf(span)), to: plusDays(span.from, -1) }
  const months = monthsBetween(span.from, span.to) + 1
  return { from: plusMonths(span.from, -months), to: plusDays(span.from, -1) }
}

/** As much of the period before as has gone of one that is not over; all of it otherwise. */
export function comparable(span: Span, before: Span, today: string): Span {
  if (today < span.from || today >= span.to) return before
  const to = isWholeMonths(span)
    ? sameEnd(today, monthsBetween(span.from, before.from))
    : plusDays(before.from, lengthOf({ from: span.from, to: today }) - 1)
  return { from: before.from, to: to < before.to ? to : before.to }
}

/** Whether two periods have as many days, or as many whole months. */
export const isAsLong = (a: Span, b: Span): boolean =>
  lengthOf(a) === lengthOf(b) ||
  (isWholeMonths(a) && isWholeMonths(b) && monthsBetween(a.from, a.to) === monthsBetween(b.from, b.to))

/** Its days, or the first days of its months. */
export function partsOf({ from, to }: Span, by: 'day' | 'month'): string[] {
  const parts: string[] = []
  // From the first of its month: a period may begin late in one and end early in another.
  const first = by === 'day' ? from : `${from.slice(0, 8)}01`
  for (let at = first; at <= to; at = by === 'day' ? plusDays(at, 1) : plusMonths(at, 1)) parts.push(at)
  return parts
}

/** In words that need no language. */
export const spanWords = ({ from, to }: Span): string =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`

export const lengthOf = ({ from, to }: Span): number => (utc(to) - utc(from)) / DAY_MS + 1

/** Calendar arithmetic in UTC; '' for what is no day. */
export function plusDays(day: string, days: number): string {
  const at = utc(day)
  return Number.isNaN(at) ? '' : new Date(at + days * DAY_MS).toISOString().slice(0, 10)
}

/** The same day of another month, or that month's last where it is shorter. */
export function plusMonths(day: string, months: number): string {
  const first = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const date = String(Math.min(Number(day.slice(8)), last)).padStart(2, '0')
  return `${first.toISOString().slice(0, 7)}-${date}`
}

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && plusDays(text, 0) === text && isYear(text.slice(0, 4))
const isYear = (text: string) => /^\d{4}$/.test(text) && Number(text) >= EARLIEST && Number(text) <= LATEST
const isMonthEnd = (day: string) => plusDays(day, 1).endsWith('-01')
const isWholeMonths = ({ from, to }: Span) => from.endsWith('-01') && isMonthEnd(to)
const monthsBetween = (from: string, to: string) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))
/** The end of a month stays the end of one. */
const sameEnd = (day: string, months: number) =>
  isMonthEnd(day) && isMonthEnd(plusMonths(day, months)) === false
    ? plusDays(plusMonths(`${day.slice(0, 8)}01`, months + 1), -1)
    : plusMonths(day, months)
