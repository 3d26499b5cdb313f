import { isDay } from './days.ts'
import { plusDays } from './spans.ts'

/** Monday 1 to Sunday 7. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The next day of that name, never today: who means today says so. */
export const comingWeekday = (today: string, weekday: number): string =>
  plusDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1)

/** A day of this week (0), of next week (1); weeks begin on Monday. */
export const weekdayIn = (today: string, weekday: number, weeks: number): string =>
  plusDays(today, weekday - weekdayOf(today) + 7 * weeks)

/** The first day of the week that a day is in. */
export const mondayOf = (day: string): string => weekdayIn(day, 1, 0)

/** The next day with this date, today included: of a date without a year that is over, next year's. Null for a date no calendar has. */
export function comingDate(today: string, date: number, month: number, year?: string): string | null {
  if (year) return dayAt(Number(year.length === 2 ? `20${year}` : year), month, date)
  const first = Number(today.slice(0, 4))
  // Of four years one has a 29 February; around 2100 it takes eight.
  for (let at = first; at <= first + 8; at += 1) {
    const day = dayAt(at, month, date)
    if (day && day >= today) return day
  }
  return null
}

/** The next day with this number: the twentieth of this month, or of the next one that has it. */
export function comingDayOfMonth(today: string, date: number): string | null {
  const [year = 0, month = 1] = today.split('-').map(Number)
  for (let at = 0; at < 4; at += 1) {
    const months = year * 12 + month - 1 + at
    const day = dayAt(Math.floor(months / 12), (months % 12) + 1, date)
    if (day && day >= today) return day
  }
  return null
}

/** The last day of the month that lies so many months ahead. */
export function monthEnd(today: string, months = 0): string {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10)
}

/** The Saturday at hand, or the day itself where it is the weekend already. */
export const weekend = (today: string, weeks: number): string =>
  weeks === 0 && weekdayOf(today) > 5 ? today : weekdayIn(today, 6, weeks)

/** The wall clock some minutes on. */
export function inMinutes(today: string, now: string, minutes: number): { day: string; time: string } {
  const text = new Date(Date.parse(`${today}T${now}:00Z`) + minutes * 60_000).toISOString()
  return { day: text.slice(0, 10), time: text.slice(11, 16) }
}

function dayAt(year: number, month: number, date: number): string | null {
  const day = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  return isDay(day) ? day : null
}
