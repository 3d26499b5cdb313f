import { useSyncExternalStore } from 'react'
import { formatMoment } from '../../../shared/format.ts'
import { useSession } from '../../../web/session.ts'
import css from '../list/complaints.module.css'
import { type Dated, dueOf } from './due.ts'

/** The deadline as a colour and a word, kept right while the page stays open. */
export function DueWord({ row }: { row: Dated }) {
  const now = useNow()
  const { time_zone } = useSession()
  const due = dueOf(row, now)
  if (!due) return <span className={css.quiet}>–</span>
  const at = row.paused_at && !row.due_at ? row.paused_at : (row.due_at ?? row.law_due_at ?? row.created_at)
  return (
    <time dateTime={at} title={formatMoment(at, time_zone)} className={css.due} data-tone={due.tone}>
      {due.words}
    </time>
  )
}

const TICK_MS = 30_000
let now = Date.now()
let ticker: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** The clock of the page, one for all, moving twice a minute. */
export const useNow = () => useSyncExternalStore(follow, () => now)

function follow(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) now = Date.now()
  ticker ??= setInterval(tick, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticker)
    ticker = undefined
  }
}

function tick() {
  now = Date.now()
  for (const tell of listeners) tell()
}
