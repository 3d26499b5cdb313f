import type { ReactNode } from 'react'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { useSession } from '../../web/session.ts'
import type { Complaint } from './complaint.web.tsx'
import { DueWord } from './due.web.tsx'
import css from './view.module.css'

/** Both clocks of a complaint: the chain's first handling and completion, and the law's beside it. */
export function DeadlineFacts({ row }: { row: Complaint }) {
  const { time_zone } = useSession()
  const isOpen = row.state === 'new' || row.state === 'processing' || row.state === 'reopened'
  return (
    <>
      <Clock label={t('Deadline')}>
        <DueWord row={row} />
        {row.due_at && <small>{formatMoment(row.due_at, time_zone)}</small>}
      </Clock>
      {row.paused_at && (
        <Clock label={t('Waiting since')}>
          <span>{formatMoment(row.paused_at, time_zone)}</span>
          {row.pause_reason && <small className={css.asked}>{row.pause_reason}</small>}
        </Clock>
      )}
      {row.handle_due_at && (row.state === 'new' || row.handle_breached_at) && (
        <Clock label={t('First handling by')}>
          <Moment at={row.handle_due_at} isMissed={row.handle_breached_at !== null} />
        </Clock>
      )}
      {row.law_due_at && (isOpen || row.law_breached_at) && (
        <Clock label={t('By law')} hint={t('Seven working days, law 19/2023, article 57')}>
          <Moment at={row.law_due_at} isMissed={row.law_breached_at !== null} />
        </Clock>
      )}
    </>
  )
}

function Moment({ at, isMissed }: { at: string; isMissed: boolean }) {
  const { time_zone } = useSession()
  return (
    <>
      <time dateTime={at}>{formatMoment(at, time_zone)}</time>
      {isMissed && <small className={css.missed}>{t('Missed')}</small>}
    </>
  )
}

const Clock = ({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) => (
  <div>
    <dt title={hint}>{label}</dt>
    <dd>
      <span className={css.deadline}>{children}</span>
    </dd>
  </div>
)
