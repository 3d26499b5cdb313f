import { offsetAt, wallClock } from '../format.ts'
import { DAY_MS } from './units.ts'

/** Hours of one weekday, 'HH:MM'; null where the chain is closed. */
export interface WorkingHours {
  opens: string | null
  closes: string | null
  /** Whether it counts as a working day for the law. */
  is_law_day: boolean
}
export type HolidayKind = 'off' | 'working'

/** Which part of a day is worked, in milliseconds from midnight; days are counted from 1970-01-01. */
export interface Calendar {
  zone: string
  spanOf(day: number): readonly [opens: number, closes: number] | null
}

/** Nobody waits longer than this for a working day. */
const DAYS_MOST = 20_000
/** Law 19/2023/QH15, article 57: receive and negotiate within seven working days. */
const LAW_DAYS = 7

/**
 * The chain's own calendar. A make-up day is worked where its weekday is free, then in the hours of the first weekday that has any.
 * @param week Monday to Sunday
 * @param holidays by day, YYYY-MM-DD
 */
export function chainCalendar(
  week: readonly WorkingHours[],
  holidays: ReadonlyMap<string, HolidayKind>,
  zone: string,
): Calendar {
  const kinds = byDay(holidays)
  const spans = week.map(hoursOf)
  const usual = spans.find((span) => span !== null) ?? null
  return {
    zone,
    spanOf(day) {
      const kind = kinds.get(day)
      if (kind === 'off') return null
      return spans[weekdayOf(day)] ?? (kind === 'working' ? usual : null)
    },
  }
}

/** The law's calendar: whole working days. */
export function lawCalendar(
  week: readonly WorkingHours[],
  holidays: ReadonlyMap<string, HolidayKind>,
  zone: string,
): Calendar {
  const kinds = byDay(holidays)
  return {
    zone,
    spanOf(day) {
      const kind = kinds.get(day)
      const isWorked = kind === 'working' || (week[weekdayOf(day)]?.is_law_day === true && kind !== 'off')
      return isWorked ? [0, DAY_MS] : null
    },
  }
}

/** The moment at which so many working milliseconds have passed since another; `work_on` in SQL says the same. */
export function workOn(calendar: Calendar, since: number, ms: number): number {
  if (ms <= 0) return since
  const wall = wallOf(since, calendar.zone)
  let left = ms
  let day = Math.floor(wall / DAY_MS)
  let from = wall - day * DAY_MS
  for (let turn = 0; turn < DAYS_MOST; turn += 1) {
    const [opens, closes] = calendar.spanOf(day) ?? [0, 0]
    const begins = Math.max(from, opens)
    if (closes - begins >= left) return instantOf(day * DAY_MS + begins + left, calendar.zone)
    left -= Math.max(0, closes - begins)
    day += 1
    from = 0
  }
  return since + ms
}

/** Working milliseconds between two moments; 0 where the second is not later. */
export function workedBetween(calendar: Calendar, from: number, to: number): number {
  const [start, end] = [wallOf(from, calendar.zone), wallOf(to, calendar.zone)]
  let sum = 0
  for (let day = Math.floor(start / DAY_MS); day * DAY_MS < end; day += 1) {
    const [opens, closes] = calendar.spanOf(day) ?? [0, 0]
    sum += Math.max(0, Math.min(closes, end - day * DAY_MS) - Math.max(opens, start - day * DAY_MS))
  }
  return sum
}

/** Until when the law wants it settled; the day of the request does not count, the last one counts to its end. */
export function lawDeadline(law: Calendar, since: number): number {
  return workOn(law, nextMidnight(law, since), LAW_DAYS * DAY_MS - 1000)
}

/** When the first working day after this moment's day opens. */
export function nextOpening(calendar: Calendar, after: number): number {
  const today = Math.floor(wallOf(after, calendar.zone) / DAY_MS)
  for (let day = today + 1; day < today + DAYS_MOST; day += 1) {
    const span = calendar.spanOf(day)
    if (span) return instantOf(day * DAY_MS + span[0], calendar.zone)
  }
  return after + DAY_MS
}

/** The same time on the next working day, or as near to it as that day is worked. */
export function aWorkingDayAfter(calendar: Calendar, at: number): number {
  const wall = wallOf(at, calendar.zone)
  const today = Math.floor(wall / DAY_MS)
  const next = Math.floor(wallOf(nextOpening(calendar, at), calendar.zone) / DAY_MS)
  const [opens, closes] = calendar.spanOf(next) ?? [0, DAY_MS]
  const time = Math.min(Math.max(wall - today * DAY_MS, opens), closes)
  return instantOf(next * DAY_MS + time, calendar.zone)
}

/** When the day after this moment's day begins. */
export const nextMidnight = (calendar: Calendar, at: number): number =>
  instantOf((Math.floor(wallOf(at, calendar.zone) / DAY_MS) + 1) * DAY_MS, calendar.zone)

/** The day of a moment in the calendar's zone, YYYY-MM-DD. */
export const dayOf = (calendar: Calendar, at: number): string => wallClock(new Date(at), calendar.zone).day

/** 'HH:MM' in milliseconds from midnight; '24:00' is the end of the day. */
export function millisOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

const hoursOf = ({ opens, closes }: WorkingHours): readonly [number, number] | null =>
  opens && closes ? [millisOf(opens), millisOf(closes)] : null

const byDay = (holidays: ReadonlyMap<string, HolidayKind>): Map<number, HolidayKind> =>
  new Map([...holidays].map(([day, kind]) => [Date.parse(day) / DAY_MS, kind]))
/** Monday 0 to Sunday 6; 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

/** The wall clock of an instant as if it were UTC, and back. */
const wallOf = (at: number, zone: string): number => at + offsetAt(at, zone)
const instantOf = (wall: number, zone: string): number => wall - offsetAt(wall - offsetAt(wall, zone), zone)
