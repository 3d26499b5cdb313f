import { monthSpan, plusDays, plusMonths, type Span } from '../../shared/time/spans.ts'
import { weekdayName } from '../../shared/time/weekdays.ts'
import type { Rhythm, Turn } from './schedules.ts'

/** Whether mail goes out on this day of the chain's calendar. */
export const isDueOn = ({ rhythm, weekday }: Turn, day: string): boolean =>
  rhythm === 'daily' ||
  (rhythm === 'weekly' ? weekdayName(day).toLowerCase() === (weekday ?? 'monday') : day.endsWith('-01'))

/** The finished period that a mail of this day is about. */
export function periodBefore(rhythm: Rhythm, day: string): Span {
  const yesterday = plusDays(day, -1)
  if (rhythm === 'daily') return { from: yesterday, to: yesterday }
  if (rhythm === 'weekly') return { from: plusDays(day, -7), to: yesterday }
  const month = plusMonths(`${day.slice(0, 8)}01`, -1).slice(0, 7)
  return monthSpan(month) ?? { from: yesterday, to: yesterday }
}
