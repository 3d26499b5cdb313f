import { t } from '../../shared/language.ts'
import type { Row } from '../../shared/resource.ts'
import type { complaints } from './complaints.ts'

export type DueTone = 'calm' | 'soon' | 'late'
export interface Due {
  tone: DueTone
  words: string
}
export type Dated = Pick<Row<typeof complaints>, 'state' | 'due_at' | 'created_at' | 'completed_at' | 'is_breached'>

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The last part of the time, and at least the last hours, count as soon. */
const SOON_SHARE = 0.25
const SOON_MS = 4 * HOUR

/** Where a complaint stands against its deadline: null where it has none, or no longer matters. */
export function dueOf(row: Dated, now: number): Due | null {
  if (!row.due_at || row.state === 'deleted') return null
  const due = Date.parse(row.due_at)
  if (row.state === 'completed' || row.state === 'closed') return dueOfDone(row, due)
  const left = due - now
  if (left < 0) return { tone: 'late', words: t('{{time}} late', { time: spell(-left) }) }
  const whole = due - Date.parse(row.created_at)
  const isSoon = left < SOON_MS || left < whole * SOON_SHARE
  return { tone: isSoon ? 'soon' : 'calm', words: t('{{time}} left', { time: spell(left) }) }
}

/** A stretch of time in its largest useful unit: '40 minutes', '3 hours', '2 days'. */
export function spell(ms: number): string {
  if (ms < HOUR) return t('{{n}} min', { n: Math.max(1, Math.round(ms / MINUTE)) })
  if (ms < 2 * DAY) return t('{{n}} h', { n: Math.floor(ms / HOUR) })
  return t('{{n}} d', { n: Math.floor(ms / DAY) })
}

function dueOfDone(row: Dated, due: number): Due {
  const over = row.completed_at ? Date.parse(row.completed_at) - due : 0
  if (over > 0) return { tone: 'late', words: t('{{time}} late', { time: spell(over) }) }
  return row.is_breached ? { tone: 'late', words: t('Was late') } : { tone: 'calm', words: t('On time') }
}
