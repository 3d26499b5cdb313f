import { t } from '../../shared/language.ts'
import { spell } from '../../shared/time/spell.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import { DueText, type DueTone } from '../../web/ui/due.tsx'
import { useNow } from '../../web/ui/now.ts'
import { isOpen } from './states.ts'
import type { Task } from './task.web.ts'

const SOON_MS = DAY_MS

/** Until when, as a colour and a word, kept right while the page stays open. */
export function TaskDue({ task }: { task: Pick<Task, 'state' | 'date_end' | 'finished_at'> }) {
  const now = useNow()
  const { date_end: end } = task
  return end ? <DueText at={end} due={dueOf(task, Date.parse(end), now)} /> : null
}

function dueOf({ state, finished_at }: Pick<Task, 'state' | 'finished_at'>, end: number, now: number) {
  const calm = (words: string): { tone: DueTone; words: string } => ({ tone: 'calm', words })
  if (state === 'cancelled') return null
  // What was handed in in time does not run late while somebody else decides.
  const until = finished_at ? Date.parse(finished_at) : now
  if (until > end) return { tone: 'late' as const, words: t('{{time}} late', { time: spell(until - end) }) }
  if (!isOpen(state) || finished_at) return calm(t('On time'))
  const words = t('{{time}} left', { time: spell(end - now) })
  return end - now < SOON_MS ? { tone: 'soon' as const, words } : calm(words)
}
