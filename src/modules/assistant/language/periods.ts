import { weekdayIn, weekdayOf } from '../../../shared/time/calendar.ts'
import { isDay } from '../../../shared/time/days.ts'
import { monthSpan, plusDays, plusMonths, type Span, yearSpan } from '../../../shared/time/spans.ts'
import { tetOf } from '../../../shared/vietnam/lunar.ts'
import type { Match } from './lexicon.ts'
import type { Unit } from './units.ts'

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
}

/** The days that a code of the data files means on a day; null where its numbers are none. */
export function periodOf(code: string, numbers: readonly number[], today: string): Omit<Said, 'at' | 'end'> | null {
  const [unit = '', shift = ''] = code.split(' ')
  const [a = 0, b = 0, c = 0] = numbers
  const called = (span: Span | null) => span && { ...span, called: code }
  const plain = (span: Span | null) => span && { ...span, called: '' }
  if (unit === 'ever') return { from: '2000-01-01', to: '2099-12-31', called: 'ever' }
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
  if (code === 'date #') return nearest([dateAt(today, 0, a), dateAt(today, -1, a)], today)
  if (code === 'date # #') return dayNear(a, b, today)
  // In Korean the month stands before the day.
  if (code === 'month-date # #') return dayNear(b, a, today)
  if (code === 'date # # #') return a > 31 ? whole(a, b, c) : whole(c, b, a)
  return null
}

/** The days of a piece such as `25/11`, `25/11/2026`, `2026-11-25` or `11/2026`; null for what is none. */
export function typedPeriod(raw: string, today: string): Period | null {
  const parts = raw.split(/[/.-]/).map(Number)
  const [a = 0, b = 0, c = 0] = parts
  if (/^\d{1,2}\/\d{4}$/.test(raw)) return spanned(monthAt(b, a))
  if (/^20\d\d$/.test(raw)) return spanned(yearSpan(raw))
  if (!/^\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{2,4})?$/.test(raw)) return null
  if (a > 31) return whole(a, b, c)
  return c ? whole(c < 100 ? 2000 + c : c, b, a) : dayNear(a, b, today)
}

/**
 * All periods of a sentence in their order: what the data files call one, days as they are typed, and of several pieces one where they
 * belong together ('thứ hai tuần trước', 'từ 1/11 đến 15/11', '20 November').
 */
export function periodsIn(matches: readonly Match[], units: readonly Unit[], today: string): Said[] {
  const said: Said[] = []
  for (const { meanings, from, to, numbers } of matches)
    for (const meaning of meanings) {
      if (meaning.is !== 'period') continue
      const found = periodOf(meaning.code, numbers, today)
      if (found) {
        said.push({ ...found, at: from, end: to })
        break
      }
    }
  const taken = (at: number) => said.some((one) => one.at <= at && at < one.end)
  units.forEach((unit, at) => {
    const isYear = unit.number !== null && unit.number >= 2015 && unit.number <= 2100
    if (taken(at) || !(unit.isDate || isYear || /^\d{1,2}\/\d{4}$/.test(unit.raw))) return
    if (
      matches.some(({ from, to, meanings }) => from <= at && at < to && meanings.every(({ is }) => is === 'numbered'))
    )
      return
    const found = typedPeriod(unit.raw, today)
    if (found) said.push({ ...found, at, end: at + 1 })
  })
  said.sort((a, b) => a.at - b.at)
  return ranges(together(withDates(said, units, taken), today), matches, today)
}

/** '20 November', 'November 20', 'November 20th'. */
function withDates(said: readonly Said[], units: readonly Unit[], taken: (at: number) => boolean): Said[] {
  return said.map((one) => {
    if (one.month === undefined || !/^named/.test(one.called)) return one
    for (const at of [one.at - 1, one.end, one.at - 2]) {
      const number = units[at]?.number
      if (!number || number > 31 || taken(at)) continue
      if (at === one.at - 2 && !['of', 'th', 'st', 'nd', 'rd'].includes(units[one.at - 1]?.text ?? '')) continue
      const day = whole(Number(one.from.slice(0, 4)), one.month, number)
      if (day) return { ...day, at: Math.min(at, one.at), end: Math.max(at + 1, one.end) }
    }
    return one
  })
}

const NEAR = 2
/** A weekday of a week, a month or quarter of a year. */
function together(said: readonly Said[], today: string): Said[] {
  const made: Said[] = []
  for (const one of said) {
    const last = made.at(-1)
    const isSame = last && one.at - last.end <= NEAR && last.from === one.from && last.to === one.to
    const joined =
      last && one.at - last.end <= NEAR ? (isSame ? one : (within(last, one, today) ?? within(one, last, today))) : null
    if (last && joined) made[made.length - 1] = { ...joined, at: last.at, end: one.end }
    else made.push(one)
  }
  return made
}

function within(part: Said, whole: Said, today: string): Period | null {
  const [unit, shift] = whole.called.split(' ')
  if (part.weekday && unit === 'week') return dayOf(weekdayIn(today, part.weekday, Number(shift)))
  const year = Number(whole.from.slice(0, 4))
  if (!(whole.from.endsWith('-01-01') && whole.to.endsWith('-12-31'))) return null
  if (part.month !== undefined) return spanned(monthAt(year, part.month))
  return part.quarter === undefined ? null : spanned(quarterAt(year, part.quarter))
}

/** 'từ … đến …', 'between … and …'; from a day on without an end it is until today. */
function ranges(said: readonly Said[], matches: readonly Match[], today: string): Said[] {
  const isWord = (word: string, from: number, to: number) =>
    matches.some(
      (match) =>
        match.from >= from &&
        match.to <= to &&
        match.meanings.some((meaning) => meaning.is === 'word' && meaning.word === word),
    )
  const made: Said[] = []
  for (const one of said) {
    const last = made.at(-1)
    const isRange =
      last &&
      one.at - last.end <= NEAR &&
      isWord('to', last.end, one.at) &&
      isWord('from', Math.max(0, last.at - 2), one.end)
    const isDash = last && one.at - last.end === 1 && isWord('to', last.end, one.at) && one.from > last.from
    if (last && (isRange || isDash) && one.to >= last.from)
      made[made.length - 1] = { from: last.from, to: one.to, called: '', at: last.at, end: one.end }
    else made.push(one)
  }
  const [only] = made
  // In Korean 'from' stands behind.
  const isSince = (at: Said) => isWord('from', Math.max(0, at.at - 2), at.at) || isWord('from', at.end, at.end + 2)
  return only && made.length === 1 && only.to < today && isSince(only) ? [{ ...only, to: today, called: '' }] : made
}

const spanned = (span: Span | null): Period | null => span && { ...span, called: '' }
const dayOf = (day: string): Period => ({ from: day, to: day, called: '' })

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
const lastWeekday = (today: string, weekday: number): string => plusDays(today, -((weekdayOf(today) - weekday + 7) % 7))

/** A month without its year is the last one of that number that has begun. */
function namedMonth(month: number, today: string): Omit<Said, 'at' | 'end'> | null {
  const year = Number(today.slice(0, 4)) - (month > Number(today.slice(5, 7)) ? 1 : 0)
  const span = monthAt(year, month)
  return span && { ...span, called: `named ${month}`, month }
}

const two = (n: number) => String(n).padStart(2, '0')
const monthAt = (year: number, month: number): Span | null => monthSpan(`${year}-${two(month)}`)

function quarterAt(year: number, quarter: number): Span | null {
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
function dayNear(date: number, month: number, today: string): Period | null {
  const year = Number(today.slice(0, 4))
  return nearest(
    [year - 1, year, year + 1].map((at) => `${at}-${two(month)}-${two(date)}`),
    today,
  )
}

const dateAt = (today: string, months: number, date: number): string =>
  `${plusMonths(`${today.slice(0, 7)}-01`, months).slice(0, 7)}-${two(date)}`

function nearest(days: readonly string[], today: string): Period | null {
  const away = (day: string) => Math.abs(Date.parse(day) - Date.parse(today))
  const [first] = days.filter(isDay).toSorted((a, b) => away(a) - away(b))
  return first ? dayOf(first) : null
}

function whole(year: number, month: number, date: number): Period | null {
  const day = `${year}-${two(month)}-${two(date)}`
  return isDay(day) && year >= 2000 && year <= 2100 ? dayOf(day) : null
}

/** The days off around the last Tết that has begun: from its eve but one to the fifth day. */
function tet(today: string): Span {
  const year = Number(today.slice(0, 4))
  const first = [year, year - 1].map(tetOf).find((day) => plusDays(day, -1) <= today) ?? today
  return { from: plusDays(first, -1), to: plusDays(first, 4) }
}
