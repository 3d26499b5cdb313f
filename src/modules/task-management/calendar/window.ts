import type { Named } from '../../../shared/fields.ts'
import type { PRIORITIES } from '../../../shared/priorities.ts'
import type { HolidayKind } from '../../../shared/time/working-time.ts'
import type { TaskState } from '../states.ts'

/** A task as a calendar shows it; one of its two dates is there. */
export interface ShownTask {
  id: number
  version: number
  title: string
  state: TaskState
  priority: (typeof PRIORITIES)[number]['value']
  date_start: string | null
  date_end: string | null
  is_overdue: boolean
  in_charge: Named | null
  store: Named | null
}

/** A day of the chain's calendar. */
export interface ChainDay {
  /** `YYYY-MM-DD` */
  day: string
  /** 'HH:MM'; null where nobody works. */
  opens: string | null
  closes: string | null
  holiday: { name: string; kind: HolidayKind } | null
}

/** What a calendar shows of some days, in one answer. */
export interface CalendarWindow {
  days: ChainDay[]
  tasks: ShownTask[]
  /** Days with more tasks than are told here. */
  more: string[]
}

/** The longest window: six weeks, and some days of those who ask otherwise. */
export const DAYS_MOST = 62
/** Tasks of one answer, shared among its days. */
export const TASKS_MOST = 1000
