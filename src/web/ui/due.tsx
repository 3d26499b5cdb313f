import { formatMoment } from '../../shared/format.ts'
import { useSession } from '../session.ts'
import css from './due.module.css'

export type DueTone = 'calm' | 'soon' | 'late' | 'paused'

/** A deadline as a colour and a word; null says that there is none. */
export function DueText({ at, due }: { at: string; due: { tone: DueTone; words: string } | null }) {
  const { time_zone } = useSession()
  if (!due) return <span className={css.none}>–</span>
  return (
    <time dateTime={at} title={formatMoment(at, time_zone)} className={css.due} data-tone={due.tone}>
      {due.words}
    </time>
  )
}
