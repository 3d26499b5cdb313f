import { mondayOf } from '../../../shared/time/calendar.ts'
import { plusDays, plusMonths, type Span } from '../../../shared/time/spans.ts'

export const LAYOUTS = ['day', 'week', 'month'] as const
export type Layout = (typeof LAYOUTS)[number]
export const isLayout = (text: string | null): text is Layout => LAYOUTS.some((one) => one === text)

/** The days that are in sight; of a month the whole weeks it touches. */
export function daysInSight(layout: Layout, on: string): Span {
  if (layout === 'day') return { from: on, to: on }
  if (layout === 'week') return { from: mondayOf(on), to: plusDays(mondayOf(on), 6) }
  const first = `${on.slice(0, 8)}01`
  const last = plusDays(plusMonths(first, 1), -1)
  return { from: mondayOf(first), to: plusDays(mondayOf(last), 6) }
}

/** The same further on or back. */
export function next(layout: Layout, on: string, by: 1 | -1): string {
  if (layout === 'month') return plusMonths(on, by)
  return plusDays(on, by * (layout === 'week' ? 7 : 1))
}
