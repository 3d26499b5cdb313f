import { t } from '../../../shared/language.ts'
import type { Row } from '../../../shared/resource.ts'
import { spell } from '../../../shared/time/spell.ts'
import type { complaints } from '../complaints.ts'

interface Due {
  tone: 'calm' | 'soon' | 'late' | 'paused'
  words: string
}
export type Dated = Pick<
  Row<typeof complaints>,
  'state' | 'due_at' | 'law_due_at' | 'paused_at' | 'created_at' | 'completed_at' | 'is_breached' | 'merged_into'
>

const HOUR = 3_600_000
/** The last part of the time, and at least the last hours, count as soon. */
const SOON_SHARE = 0.25
const SOON_MS = 4 * HOUR

/** Where a complaint stands against its deadlines: null where it has none, or no longer matters. */
export function dueOf(row: Dated, now: number): Due | null {
  if (row.state === 'deleted' || (row.merged_into && !row.is_breached)) return null
  if (row.state === 'completed' || row.state === 'closed')
    return row.due_at ? dueOfDone(row, Date.parse(row.due_at)) : null
  if (row.paused_at && !row.due_at) return { tone: 'paused', words: t('Waiting for the customer') }
  const [due, law] = [millis(row.due_at), row.paused_at ? Number.POSITIVE_INFINITY : millis(row.law_due_at)]
  if (law < now) return { tone: 'late', words: t('{{time}} late by law', { time: spell(now - law) }) }
  if (due < now) return { tone: 'late', words: t('{{time}} late', { time: spell(now - due) }) }
  const nearest = Math.min(due, law)
  if (nearest === Number.POSITIVE_INFINITY) return null
  const left = nearest - now
  const isSoon = left < SOON_MS || left < (nearest - Date.parse(row.created_at)) * SOON_SHARE
  const words = law < due ? '{{time}} left by law' : '{{time}} left'
  return { tone: isSoon ? 'soon' : 'calm', words: t(words, { time: spell(left) }) }
}

const millis = (moment: string | null): number => (moment ? Date.parse(moment) : Number.POSITIVE_INFINITY)

function dueOfDone(row: Dated, due: number): Due {
  const over = row.completed_at ? Date.parse(row.completed_at) - due : 0
  if (over > 0) return { tone: 'late', words: t('{{time}} late', { time: spell(over) }) }
  return row.is_breached ? { tone: 'late', words: t('Was late') } : { tone: 'calm', words: t('On time') }
}
