import type { Named } from '../../../shared/fields.ts'
import { plusDays, type Span } from '../../../shared/time/spans.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import type { ChainDay, ShownTask } from '../calendar/window.ts'

/** Nobody works longer in a day: Labour Code 2019, article 105. */
export const HOURS_MOST = 8
/** A call tells of so many days at most. */
export const LOAD_DAYS_MOST = 31

/** What a task says of the work that is left of it. */
export interface Work {
  id: number
  /** Who shares it. */
  people: readonly number[]
  /** The days it lies on, of those that have not gone: `YYYY-MM-DD`. */
  from: string
  to: string
  /** Hours that are left; null where nobody has estimated it. */
  hours: number | null
}

/** A person's day: hours planned, and the tasks behind them. */
export interface DayLoad {
  hours: number
  tasks: number[]
}
export interface PersonLoad extends Named {
  store: string | null
  /** One for each day asked for. */
  days: DayLoad[]
}

export interface LoadTask extends ShownTask {
  processors: Named[]
  /** Hours that are left of all of it. */
  hours: number | null
}

export interface Load {
  days: (ChainDay & { hours: number })[]
  people: PersonLoad[]
  tasks: LoadTask[]
  /** There are more people, or more tasks, than are told. */
  is_more: boolean
}

/** Hours that one person works on a day of the chain. */
export function hoursOn({ opens, closes }: Pick<ChainDay, 'opens' | 'closes'>): number {
  if (opens === null || closes === null) return 0
  return Math.min(HOURS_MOST, (minutesOf(closes) - minutesOf(opens)) / 60)
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/**
 * Hours by person and day. What is left of a task is shared alike among its people, and spread over the days it lies on by what is worked
 * on each; where none of them is worked it falls on the last.
 * @param hours what is worked on a day, of every day that some task lies on
 */
export function spread(work: readonly Work[], span: Span, hours: (day: string) => number): Map<number, DayLoad[]> {
  const length = (Date.parse(span.to) - Date.parse(span.from)) / DAY_MS + 1
  const found = new Map<number, DayLoad[]>()
  for (const one of work) {
    const days = daysOf(one)
    const all = days.reduce((sum, day) => sum + hours(day), 0)
    for (const day of days) {
      const at = (Date.parse(day) - Date.parse(span.from)) / DAY_MS
      const share = all > 0 ? hours(day) / all : Number(day === one.to)
      if (at < 0 || at >= length || share === 0) continue
      for (const person of one.people) {
        const mine = found.get(person) ?? Array.from({ length }, (): DayLoad => ({ hours: 0, tasks: [] }))
        found.set(person, mine)
        const here = mine[at]
        if (!here) continue
        here.hours += ((one.hours ?? 0) * share) / one.people.length
        here.tasks.push(one.id)
      }
    }
  }
  for (const days of found.values()) for (const day of days) day.hours = Math.round(day.hours * 100) / 100
  return found
}

/** A task over years is spread over its first year. */
const SPREAD_MOST = 366

function daysOf({ from, to }: Work): string[] {
  const days: string[] = []
  for (let day = from; day <= to && days.length < SPREAD_MOST; day = plusDays(day, 1)) days.push(day)
  return days
}

/** How far a day is over what is worked on it; 0 where it is not. A quarter of an hour is no matter. */
export function overBy(planned: number, works: number): number {
  const over = planned - works
  return over > 0.25 ? Math.round(over * 10) / 10 : 0
}
