import type { Overview } from './figures-shape.web.ts'

/** A day, or days put together. */
export interface DayPoint {
  from: string
  to: string
  created: number
  completed: number
  /** As lists are narrowed to them. */
  days: string
}

/** As many lines of a table as somebody reads. */
const MOST_DAYS = 100
const WEEK = 7

/** Day by day; over more days than there is room for week by week, and over more weeks in so many days as there is room for. */
export function pointsOf(days: Overview['by_day'], most = MOST_DAYS): DayPoint[] {
  const needed = Math.ceil(days.length / Math.max(most, 1))
  const size = needed <= 1 ? 1 : Math.ceil(needed / WEEK) * WEEK
  return Array.from({ length: Math.ceil(days.length / size) }, (_, at) =>
    days.slice(at * size, (at + 1) * size),
  ).flatMap((group) => {
    const [from, to] = [group[0]?.day.slice(0, 10), group.at(-1)?.day.slice(0, 10)]
    if (!from || !to) return []
    const sum = (name: 'created' | 'completed') => group.reduce((total, day) => total + day[name], 0)
    return [{ from, to, created: sum('created'), completed: sum('completed'), days: `${from}..${to}` }]
  })
}
