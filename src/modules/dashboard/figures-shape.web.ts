import type { Status } from '../complaints/states.ts'

/** A figure of the period beside that of the period before. */
export interface Compared {
  value: number | null
  before: number | null
}
export type FigureName =
  | 'open'
  | 'new'
  | 'overdue'
  | 'completed'
  | 'on_time_share'
  | 'first_handling_minutes'
  | 'completion_minutes'
  | 'rating'

export interface Overview {
  period: { from: string; to: string; before_from: string; before_to: string }
  figures: Record<FigureName, Compared>
  by_status: { key: Status; n: number }[]
  by_type: { id: number; name: string; n: number }[]
  by_day: { day: string; created: number; completed: number }[]
  rising: { id: number; name: string; n: number; before: number }[]
}
export interface DepartmentLine {
  /** Null for what is with no department yet. */
  id: number | null
  name: string
  open: number
  overdue: number
  completed: number
  closed: number
}

/** The list behind a figure. */
export const listOf = (filters: Record<string, string>): string => `/complaints?${new URLSearchParams(filters)}`
