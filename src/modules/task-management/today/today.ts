import type { Named, StoredFile } from '../../../shared/fields.ts'
import type { ShownTask } from '../calendar/window.ts'
import type { ITEM_ANSWERS, ITEM_KINDS } from '../checklist.ts'

/** An item of a checklist, as the person who does it needs it. */
export interface TodayItem {
  id: number
  title: string
  kind: (typeof ITEM_KINDS)[number]['value']
  needs_photo: boolean
  unit: string | null
  least: number | null
  most: number | null
  due_at: string | null
  number: number | null
  answer: (typeof ITEM_ANSWERS)[number]['value'] | null
  note: string | null
  photos: StoredFile[]
  is_out: boolean
  done_at: string | null
}

export interface TodayTask extends ShownTask {
  description: string | null
  progress: number
  approver: Named | null
  reject_reason: string | null
  finished_at: string | null
  seen_at: string | null
  items: TodayItem[]
}

export const PARTS = ['late', 'today', 'later', 'done'] as const
export type Part = (typeof PARTS)[number]

/** What somebody has to do: what is late, what is for today, what comes in the next days, and what they are through with today. */
export interface Today {
  day: string
  tasks: (TodayTask & { part: Part })[]
  /** There is more than is told. */
  is_more: boolean
}

/** Days ahead that are told. */
export const AHEAD_DAYS = 7
