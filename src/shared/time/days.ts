import { pack } from '../message.ts'
import { halfWidth } from '../vietnam/vietnam.ts'
import { HOUR_MS } from './units.ts'

/** A day or a moment as it was typed, or what is wrong with it: a sentence about `{{field}}` and what fills its gaps. */
export type Read = { value: string } | { problem: Problem }
interface Problem {
  key: string
  params?: Record<string, string>
}

/** What reading needs to know beside the signs. */
export interface DayWishes {
  /** `YYYY-MM-DD` in the chain: of a year with two digits it tells the century. */
  today: string
  /** A date of birth: two digits of a year lie in the past. */
  isBirth?: boolean
}

const HOW_DAY: Problem = { key: '{{field}}: please write the day as 31/12/2025' }
const HOW_MOMENT: Problem = { key: '{{field}}: please write day and time as 31/12/2025 08:30' }

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

/** The problem as a packed message about a field. */
export const dayProblem = ({ key, params }: Problem, label: string): string => pack(key, { field: label, ...params })

/**
 * Reads a day as people write it: 5/7/1990, 05-07-90, 5.7.1990, 05071990, 1990-07-05, 1990. 7. 5., 1990년 7월 5일, 'ngày 5 tháng 7 năm
 * 1990'. The day stands before the month unless the year comes first. Nothing is guessed: a day without its year is none.
 */
export function readDay(typed: string, wishes: DayWishes): Read {
  const parts = partsOf(typed)
  if (!parts) return { problem: HOW_DAY }
  const [first = '', second = '', third = ''] = parts
  if (!third)
    return { problem: first.length < 3 && second.length < 3 ? { key: '{{field}}: the year is missing' } : HOW_DAY }
  const isYearFirst = first.length === 4
  const [day, month, year] = isYearFirst ? [third, second, first] : [first, second, third]
  if (day.length > 2 || month.length > 2 || (year.length !== 4 && year.length !== 2)) return { problem: HOW_DAY }
  const full = year.length === 4 ? year : yearOf(year, month, day, wishes)
  const problem = calendarProblem(Number(day), Number(month), full, isYearFirst)
  return problem ? { problem } : { value: iso(full, month, day) }
}

/** The same with a time of the clock: `YYYY-MM-DD HH:mm`. */
export function readMoment(typed: string, wishes: DayWishes): Read {
  const text = halfWidth(typed.normalize('NFC')).trim().toLowerCase()
  const found =
    /^(.*\d)(?:[\s,t]+|년|일\s*)(\d{1,2})(?:\s*:\s*(\d\d)(?::\d\d(?:\.\d+)?)?|\s*(?:h|g|giờ|시)\s*(\d\d)?(?:\s*(?:phút|분))?)$/.exec(
      text,
    )
  if (!found) {
    const day = readDay(typed, wishes)
    if ('value' in day) return { problem: { key: '{{field}}: the time is missing' } }
    return { problem: day.problem === HOW_DAY ? HOW_MOMENT : day.problem }
  }
  const [, days = '', hour = '', colon, word] = found
  const minute = colon ?? word ?? '00'
  const day = readDay(days, wishes)
  if ('problem' in day) return day
  if (Number(hour) > 23 || Number(minute) > 59)
    return { problem: { key: '{{field}}: there is no time {{time}}', params: { time: `${hour}:${minute}` } } }
  return { value: `${day.value} ${hour.padStart(2, '0')}:${minute}` }
}

/** What is wrong with a date of birth, a packed message; null where nothing is. Both days are `YYYY-MM-DD`. */
export function birthProblem(day: string, today: string, label: string): string | null {
  const eldest = `${Number(today.slice(0, 4)) - OLDEST}${today.slice(4)}`
  const future = futureProblem(day, today, label)
  if (future) return future
  return day < eldest ? pack('{{field}}: more than 120 years ago', { field: label }) : null
}

/** The same of any day that must have come already. */
export const futureProblem = (day: string, today: string, label: string): string | null =>
  day > today ? pack('{{field}} cannot be in the future', { field: label }) : null

const OLDEST = 120
/** The day it is where it is latest, at UTC+14: no clock of any chain is further on. */
export const latestToday = (now = Date.now()): string => new Date(now + 14 * HOUR_MS).toISOString().slice(0, 10)

/** The numbers a day is written with, in their order; null for what is no day. Midnight behind it, as other programs write, says nothing. */
function partsOf(typed: string): string[] | null {
  const text = halfWidth(typed.normalize('NFC'))
    .trim()
    .toLowerCase()
    .replace(/[t\s]+0?0:00(?::00(?:\.0+)?)?z?$/, '')
    .replace(/^ngày\s*/, '')
    .replace(/\s*(?:tháng|năm|년|월)\s*/g, '/')
    .replace(/\s*일?[.\s]*$/, '')
  const parts = text.split(/\s*[/.\-–,]\s*|\s+/)
  if (parts.length > 3 || !parts.every((part) => /^\d{1,8}$/.test(part))) return null
  if (parts.length > 1) return parts
  const [, day = '', month = '', year = ''] = /^(\d\d)(\d\d)((?:19|20|21)\d\d)$/.exec(text) ?? []
  if (year) return [day, month, year]
  const [, ...others] = /^((?:19|20|21)\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  return others.length > 0 ? others : null
}

/** Of the nearest hundred years, fifty behind and ahead; of a birth the last hundred. */
function yearOf(year: string, month: string, day: string, { today, isBirth = false }: DayWishes): string {
  const now = Number(today.slice(0, 4))
  const century = Math.floor(now / 100) * 100
  const years = [century + 100, century, century - 100].map((hundred) => hundred + Number(year))
  const isNear = (one: number) => (isBirth ? iso(String(one), month, day) <= today : one < now + 50)
  return String(years.find(isNear) ?? century)
}

function calendarProblem(day: number, month: number, year: string, isYearFirst: boolean): Problem | null {
  if (month < 1 || month > 12) {
    const isTurned = !isYearFirst && month > 12 && day >= 1 && day <= 12 && month <= 31
    const key = isTurned
      ? '{{field}}: there is no month {{n}}. The day comes before the month: {{turned}}'
      : '{{field}}: there is no month {{n}}'
    return { key, params: { n: String(month), turned: `${month}/${day}/${year}` } }
  }
  const days = new Date(Date.UTC(2000 + (Number(year) % 400), month, 0)).getUTCDate()
  if (day >= 1 && day <= days) return null
  if (day < 1) return HOW_DAY
  return {
    key: '{{field}}: {{month}} has only {{n}} days',
    params: { month: `${String(month).padStart(2, '0')}/${year}`, n: String(days) },
  }
}

const iso = (year: string, month: string, day: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
