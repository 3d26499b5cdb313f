/** What is counted ahead of time, so that totals and reports never count the rows (docs/decisions/counters.md). SQL stands over the row `r`. */
export interface CounterOptions<Name = string> {
  /** The moment that dates a record. */
  on: Name | 'created_at'
  /** The stored field every count is split by. */
  state: Name
  /** The state that what lies in the trash counts under; no figure holds it. */
  trash: string
  /** States in which the clock runs … */
  open: readonly string[]
  /** … and those in which the work is done. */
  done: readonly string[]
  /** The field that holds the deadline, and the one that keeps the first deadline that was missed. */
  due: Name
  breached: Name
  /** The field that holds the minutes until somebody took it up, the moment it was done, and what the customer gave it. */
  wait: Name
  finished: Name
  rating: Name
  /** The column that names another record it goes on in: put aside before it was done or late, it is neither in time nor late. */
  merged: string
  /** The fields counted one by one, ever and by month … */
  by: readonly Name[]
  /** … and those of them counted by day too. */
  daily: readonly Name[]
  /** Fields counted together; of those that know what is asked, the one of the fewest fields answers. */
  cubes: readonly Rollup<Name>[]
}

export interface Rollup<Name = string> {
  grain: Grain
  by: readonly Name[]
  /** Fields of it with an index of their own, beside the one by time. */
  also?: readonly Name[]
  /** A field of it whose different records are counted, and the sums by which they are: those indexes answer that alone. */
  apart?: { of: Name; sums: readonly string[] }
}
export type Grain = 'month' | 'day'

/** Whether it is counted how records are handled, not only that they are there. */
export const isWorkedOn = ({ counters }: { counters?: CounterOptions | readonly string[] }): boolean =>
  counters !== undefined && 'on' in counters
