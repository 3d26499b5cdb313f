import { monthSpan, plusDays, plusMonths, type Span } from '../../shared/time/spans.ts'
import { type Rhythm, type Turn, WEEKDAY_CHOICES, type Weekday } from './schedules.ts'

/** Whether mail goes out on this day of the chain's calendar. */
export const isDueOn = ({ rhythm, weekday }: Turn, day: string): boolean =>
  rhythm === 'daily' || (rhythm === 'weekly' ? weekdayOf(day) === (weekday ?? 'monday') : day.endsWith('-01'))

/** The finished period that a mail of this day is about. */
export function periodBefore(rhythm: Rhythm, day: string): Span {
  const yesterday = plusDays(day, -1)
  if (rhythm === 'daily') return { from: yesterday, to: yesterday }
  if (rhythm === 'weekly') return { from: plusDays(day, -7), to: yesterday }
  const month = plusMonths(`${day.slice(0, 8)}01`, -1).slice(0, 7)
  return monthSpan(month) ?? { from: yesterday, to: yesterday }
}

const weekdayOf = (day: string): Weekday | undefined =>
  WEEKDAY_CHOICES[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]?.value
