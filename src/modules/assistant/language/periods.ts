import { weekdayIn, weekdayOf } from '../../../shared/time/calendar.ts'
import { isDay } from '../../../shared/time/days.ts'
import { monthSpan, plusDays, plusMonths, type Span, yearSpan } from '../../../shared/time/spans.ts'
import { tetOf } from '../../../shared/vietnam/lunar.ts'

/** Days in a row, and what they were called: `week -1`, or '' for days alone. */
export interface Period extends Span {
  called: string
}
/** Where in the sentence it was said. */
export interface Said extends Period {
  at: number
  end: number
  /** As a day, so that a weekday can be put into a week. */
  weekday?: number
  month?: number
  quarter?: number
  /** A day of a month that was not said. */
  date?: number
  /** A day of a year that was not said. */
  isYearless?: true
}

const EARLIEST = '2000-01-01'
const LATEST = '2099-12-31'

/** The days that a code of the data files means on a day; null where its numbers are none. */
export function periodOf(code: string, numbers: readonly number[], today: string): Omit<Said, 'at' | 'end'> | null {
  const [unit = '', shift = ''] = code.split(' ')
  const [a = 0, b = 0, c = 0] = numbers
  const called = (span: Span | null) => span && { ...span, called: code }
  const plain = (span: Span | null) => span && { ...span, called: '' }
  if (unit === 'ever') return { from: EARLIEST, to: LATEST, called: 'ever' }
  if (unit === 'weekday') return { ...dayOf(lastWeekday(today, Number(shift))), weekday: Number(shift) }
  if (unit === 'named') return namedMonth(Number(shift), today)
  if (unit === 'weekend') {
    const saturday = weekdayIn(today, 6, weekdayOf(today) > 5 ? 0 : -1)
    return plain({ from: saturday, to: plusDays(saturday, 1) })
  }
  if (unit === 'tet') return plain(tet(today))
  if (!code.includes('#')) return called(shifted(unit, Number(shift), today))
  if (unit === 'days') return a > 0 && a <= 1000 ? plain({ from: plusDays(today, 1 - a), to: today }) : null
  if (unit === 'weeks') return a > 0 && a <= 100 ? plain({ from: plusDays(today, 1 - 7 * a), to: today }) : null
  if (unit === 'months') return a > 0 && a <= 60 ? plain({ from: plusDays(plusMonths(today, -a), 1), to: today }) : null
  if (code === 'month #') return a >= 1 && a <= 12 ? namedMonth(a, today) : null
  // 'tháng 11 năm 2025', and '2025년 11월' with its year first.
  if (code === 'month # #') return plain(a > 12 ? monthAt(a, b) : monthAt(b, a))
  if (code === 'quarter #') return a >= 1 && a <= 4 ? { ...quarterOf(a, today), called: '', quarter: a } : null
  if (code === 'quarter # #') return plain(a > 12 ? quarterAt(a, b) : quarterAt(b, a))
  if (code === 'year #') return a >= 2000 && a <= 2100 ? plain(yearSpan(String(a))) : null
  if (code === 'ago #') return a <= 1000 ? dayOf(plusDays(today, -a)) : null
  if (code === 'older #') return a <= 1000 ? until(plusDays(today, -a - 1)) : null
  if (code === 'date #') {
    const day = nearest([dateAt(today, 0, a), dateAt(today, -1, a)], today)
    return day && { ...day, date: a }
  }
  if (code === 'date # #') return dayNear(a, b, today)
  // In Korean the month stands before the day.
  if (code === 'month-date # #') return dayNear(b, a, today)
  if (code === 'date # # #') return a > 31 ? dayIn(a, b, c) : dayIn(c, b, a)
  return null
}

/** The days of a piece such as `25/11`, `25/11/2026`, `2026-11-25` or `11/2026`; null for what is none. */
export function typedPeriod(raw: string, today: string): Omit<Said, 'at' | 'end'> | null {
  const parts = raw.split(/[/.-]/).map(Number)
  const [a = 0, b = 0, c = 0] = parts
  if (/^\d{1,2}\/\d{4}$/.test(raw)) return spanned(monthAt(b, a))
  if (/^20\d\d$/.test(raw)) return spanned(yearSpan(raw))
  if (!/^\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{2,4})?$/.test(raw)) return null
  if (a > 31) return dayIn(a, b, c)
  return c ? dayIn(c < 100 ? 2000 + c : c, b, a) : dayNear(a, b, today)
}

export const until = (day: string): Period => ({ from: EARLIEST, to: day, called: 'until' })
export const since = (day: string, today: string): Period =>
  day <= today ? { from: day, to: today, called: '' } : { from: day, to: LATEST, called: 'since' }

export const spanned = (span: Span | null): Period | null => span && { ...span, called: '' }
export const dayOf = (day: string): Period => ({ from: day, to: day, called: '' })

function shifted(unit: string, by: number, today: string): Span | null {
  if (unit === 'day') return { from: plusDays(today, by), to: plusDays(today, by) }
  if (unit === 'week') return { from: weekdayIn(today, 1, by), to: weekdayIn(today, 7, by) }
  if (unit === 'month') return monthSpan(plusMonths(today, by).slice(0, 7))
  if (unit === 'year') return yearSpan(String(Number(today.slice(0, 4)) + by))
  if (unit !== 'quarter') return null
  const first = plusMonths(`${today.slice(0, 7)}-01`, 3 * by)
  return quarterAt(Number(first.slice(0, 4)), Math.ceil(Number(first.slice(5, 7)) / 3))
}

/** The last day of that name, today included. */
export const lastWeekday = (today: string, weekday: number): string =>
  plusDays(today, -((weekdayOf(today) - weekday + 7) % 7))

/** A month without its year is the last one of that number that has begun. */
export function namedMonth(month: number, today: string): Omit<Said, 'at' | 'end'> | null {
  const year = Number(today.slice(0, 4)) - (month > Number(today.slice(5, 7)) ? 1 : 0)
  const span = monthAt(year, month)
  return span && { ...span, called: `named ${month}`, month }
}

const two = (n: number) => String(n).padStart(2, '0')
export const monthAt = (year: number, month: number): Span | null => monthSpan(`${year}-${two(month)}`)

export function quarterAt(year: number, quarter: number): Span | null {
  const [first, last] = [monthAt(year, 3 * quarter - 2), monthAt(year, 3 * quarter)]
  return first && last && { from: first.from, to: last.to }
}

function quarterOf(quarter: number, today: string): Span {
  const year = Number(today.slice(0, 4))
  const span = quarterAt(year, quarter)
  const before = quarterAt(year - 1, quarter)
  return (span && span.from <= today ? span : before) ?? { from: today, to: today }
}

/** A date without its year is the one nearest to today. */
function dayNear(date: number, month: number, today: string): Omit<Said, 'at' | 'end'> | null {
  const year = Number(today.slice(0, 4))
  const day = nearest(
    [year - 1, year, year + 1].map((at) => `${at}-${two(month)}-${two(date)}`),
    today,
  )
  return day && { ...day, isYearless: true }
}

export const dateAt = (today: string, months: number, date: number): string =>
  `${plusMonths(`${today.slice(0, 7)}-01`, months).slice(0, 7)}-${two(date)}`

/** The last day with this number up to a day, and the first from it on. */
export const dateUntil = (day: string, date: number): string =>
  [dateAt(day, 0, date), dateAt(day, -1, date)].find((one) => isDay(one) && one <= day) ?? day
export const dateFrom = (day: string, date: number): string =>
  [dateAt(day, 0, date), dateAt(day, 1, date)].find((one) => isDay(one) && one >= day) ?? day

/** The last day with the date and month of another one up to a day. */
export const yearUntil = (day: string, other: string): string =>
  [0, -1]
    .map((years) => `${Number(day.slice(0, 4)) + years}${other.slice(4)}`)
    .find((one) => isDay(one) && one <= day) ?? other

function nearest(days: readonly string[], today: string): Period | null {
  const away = (day: string) => Math.abs(Date.parse(day) - Date.parse(today))
  const [first] = days.filter(isDay).toSorted((a, b) => away(a) - away(b))
  return first ? dayOf(first) : null
}

export function dayIn(year: number, month: number, date: number): Period | null {
  const day = `${year}-${two(month)}-${two(date)}`
  return isDay(day) && year >= 2000 && year <= 2100 ? dayOf(day) : null
}

/** The days off around the last Tết that has begun: from its eve but one to the fifth day. */
function tet(today: string): Span {
  const year = Number(today.slice(0, 4))
  const first = [year, year - 1].map(tetOf).find((day) => plusDays(day, -1) <= today) ?? today
  return { from: plusDays(first, -1), to: plusDays(first, 4) }
}
