import { monthEnd, weekdayOf } from '../../shared/time/calendar.ts'
import { isDay } from '../../shared/time/days.ts'

/** A repetition that can be said in words: a part of what rules of RFC 5545 may say. */
export type Repetition = { interval: number; ends: Ending } & (
  | { every: 'day' }
  | { every: 'week'; weekdays: readonly number[] }
  | { every: 'month'; on: MonthDay }
  | { every: 'year'; month: number; date: number }
)
/** A date, of a shorter month its last; the last day; or the first to fourth or last (-1) of a weekday. */
export type MonthDay = { date: number } | { nth: Nth; weekday: number }
export type Nth = 1 | 2 | 3 | 4 | -1
export type Ending = { until: string } | { count: number } | null

export const LAST_DATE = 31
export const NTHS: readonly Nth[] = [1, 2, 3, 4, -1]
export const MOST_INTERVAL = 99
const MOST_TIMES = 999
const CODES: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
export const WORKWEEK: readonly number[] = [1, 2, 3, 4, 5]

/** As a rule of RFC 5545, always written the same way. */
export function ruleOf(repetition: Repetition): string {
  const { interval, ends } = repetition
  const parts = [`FREQ=${FREQUENCIES[repetition.every]}`, interval > 1 && `INTERVAL=${interval}`, ...whenOf(repetition)]
  const ending = ends && ('until' in ends ? `UNTIL=${ends.until.replaceAll('-', '')}` : `COUNT=${ends.count}`)
  return [...parts, ending].filter(Boolean).join(';')
}

/** A rule that can be said in words; null for what is none, or says more than that. */
export function repetitionOf(rule: string): Repetition | null {
  const read = partsOf(rule)
  if (!read) return null
  const { FREQ, INTERVAL = '1', BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS } = read
  const interval = within(INTERVAL, 1, MOST_INTERVAL)
  const ends = endingOf(read)
  if (interval === null || ends === undefined) return null
  const common = { interval, ends }
  const names = Object.keys(read)
  const has = (...allowed: string[]) => names.every((name) => [...allowed, ...ALWAYS].includes(name))
  if (FREQ === 'DAILY' && has()) return { every: 'day', ...common }
  if (FREQ === 'WEEKLY' && has('BYDAY')) {
    const weekdays = weekdaysOf(BYDAY)
    return weekdays && { every: 'week', weekdays, ...common }
  }
  if (FREQ === 'MONTHLY' && has('BYDAY') && BYDAY) {
    const on = nthOf(BYDAY)
    return on && { every: 'month', on, ...common }
  }
  const date = dateOf(BYMONTHDAY, BYSETPOS)
  if (date === null) return null
  if (FREQ === 'MONTHLY' && has('BYMONTHDAY', 'BYSETPOS')) return { every: 'month', on: { date }, ...common }
  const month = within(BYMONTH ?? '', 1, 12)
  if (FREQ !== 'YEARLY' || !has('BYMONTHDAY', 'BYSETPOS', 'BYMONTH') || month === null) return null
  return date <= LONGEST(month) ? { every: 'year', month, date, ...common } : null
}

/** What is offered first, for what happens on a day. */
export function presetsOf(day: string): Repetition[] {
  const weekday = weekdayOf(day)
  const date = Number(day.slice(8))
  const nth = Math.ceil(date / 7)
  const isLastWeek = Number(monthEnd(day).slice(8)) - date < 7
  const common = { interval: 1, ends: null }
  return [
    { every: 'day', ...common },
    { every: 'week', weekdays: WORKWEEK, ...common },
    { every: 'week', weekdays: [weekday], ...common },
    { every: 'month', on: { date: day === monthEnd(day) ? LAST_DATE : date }, ...common },
    { every: 'month', on: { nth: isLastWeek ? -1 : toNth(nth), weekday }, ...common },
    { every: 'year', month: Number(day.slice(5, 7)), date, ...common },
  ]
}

const FREQUENCIES = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const
const ALWAYS = ['FREQ', 'INTERVAL', 'UNTIL', 'COUNT']
const KNOWN = [...ALWAYS, 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS']

function whenOf(repetition: Repetition): string[] {
  if (repetition.every === 'day') return []
  if (repetition.every === 'week')
    return [
      `BYDAY=${[...repetition.weekdays]
        .toSorted()
        .map((weekday) => CODES[weekday - 1])
        .join(',')}`,
    ]
  if (repetition.every === 'year') return [`BYMONTH=${repetition.month}`, ...onDate(repetition.date)]
  const { on } = repetition
  return 'date' in on ? onDate(on.date) : [`BYDAY=${on.nth}${CODES[on.weekday - 1]}`]
}

/** The rules of RFC 5545 skip months that are too short: the last of the dates that a month has is meant instead. */
function onDate(date: number): string[] {
  if (date === LAST_DATE) return ['BYMONTHDAY=-1']
  if (date <= SHORTEST) return [`BYMONTHDAY=${date}`]
  const dates = Array.from({ length: date - SHORTEST + 1 }, (_, at) => SHORTEST + at)
  return [`BYMONTHDAY=${dates.join(',')}`, 'BYSETPOS=-1']
}
const SHORTEST = 28
const LONGEST = (month: number): number => Number(monthEnd(`2024-${String(month).padStart(2, '0')}-01`).slice(8))

function dateOf(days: string | undefined, position: string | undefined): number | null {
  if (days === '-1' && position === undefined) return LAST_DATE
  if (position === undefined) return within(days ?? '', 1, SHORTEST)
  const date = Number(days?.split(',').at(-1))
  return position === '-1' && onDate(date)[0] === `BYMONTHDAY=${days}` && date > SHORTEST ? date : null
}

function weekdaysOf(text: string | undefined): number[] | null {
  const found = (text ?? '').split(',').map((code) => CODES.indexOf(code ?? '') + 1)
  return found.includes(0) || new Set(found).size < found.length ? null : found.toSorted()
}

function nthOf(text: string): { nth: Nth; weekday: number } | null {
  const [, number, code] = /^(-?\d)([A-Z]{2})$/.exec(text) ?? []
  const nth = NTHS.find((one) => String(one) === number)
  const weekday = CODES.indexOf(code ?? '') + 1
  return nth === undefined || weekday === 0 ? null : { nth, weekday }
}
const toNth = (n: number): Nth => NTHS.find((one) => one === n) ?? -1

function endingOf({ UNTIL, COUNT }: Readonly<Record<string, string>>): Ending | undefined {
  if (UNTIL !== undefined && COUNT !== undefined) return undefined
  if (COUNT !== undefined) {
    const count = within(COUNT, 1, MOST_TIMES)
    return count === null ? undefined : { count }
  }
  if (UNTIL === undefined) return null
  const until = UNTIL.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  return isDay(until) ? { until } : undefined
}

/** The parts of a rule by their names, each once; null for what is no rule. */
function partsOf(rule: string): Record<string, string> | null {
  const parts = rule.split(';').map((part) => part.split('='))
  const read: Record<string, string> = {}
  for (const [name = '', value = '', ...more] of parts) {
    if (!KNOWN.includes(name) || value === '' || more.length > 0 || Object.hasOwn(read, name)) return null
    read[name] = value
  }
  return read
}

const within = (text: string, least: number, most: number): number | null =>
  /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : null
