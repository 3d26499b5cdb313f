import { blockOf, daysOf } from './placing.ts'
import type { ShownTask } from './window.ts'

/** A task as a bar across the days of a week. */
export interface Packed {
  task: ShownTask
  /** The first day it lies on, from 0, and how many. */
  from: number
  length: number
  row: number
  /** Whether it begins, and ends, in this week. */
  begins: boolean
  ends: boolean
}

interface Wishes {
  zone: string
  /** Rows there are. */
  lines: number
  /** The task that has its place before all others. */
  first: number | null
}

/** The tasks of a week in rows, each in the first one that is free on all its days: long ones before short ones. What finds no room is counted by day. */
export function packed(tasks: readonly ShownTask[], days: readonly string[], { zone, lines, first }: Wishes) {
  const [monday = '', sunday = ''] = [days[0], days.at(-1)]
  const spans = tasks.flatMap((task) => {
    const span = { task, ...daysOf(blockOf(task, zone)), at: blockOf(task, zone).start }
    return span.first <= sunday && span.last >= monday ? [span] : []
  })
  const taken: boolean[][] = Array.from({ length: lines }, () => days.map(() => false))
  const hidden = days.map(() => 0)
  const bars: Packed[] = []
  const ordered = spans.toSorted(
    (one, other) =>
      Number(other.task.id === first) - Number(one.task.id === first) ||
      Number(other.first !== other.last) - Number(one.first !== one.last) ||
      one.at.localeCompare(other.at) ||
      one.task.id - other.task.id,
  )
  for (const { task, ...span } of ordered) {
    const from = Math.max(0, days.indexOf(span.first))
    const to = span.last > sunday ? days.length - 1 : days.indexOf(span.last)
    const row = taken.findIndex((line) => line.slice(from, to + 1).every((isTaken) => !isTaken))
    for (let at = from; at <= to; at += 1) {
      const line = taken[row]
      if (line) line[at] = true
      else hidden[at] = (hidden[at] ?? 0) + 1
    }
    if (row >= 0)
      bars.push({ task, from, length: to - from + 1, row, begins: span.first >= monday, ends: span.last <= sunday })
  }
  return { bars, hidden }
}

export const weeksOf = <D>(days: readonly D[]): D[][] =>
  Array.from({ length: Math.ceil(days.length / 7) }, (_, at) => days.slice(at * 7, at * 7 + 7))
