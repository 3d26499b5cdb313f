import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { useMay, useSession } from '../../../web/session.ts'
import { confirm } from '../../../web/ui/dialogs/confirm.tsx'
import { Fact } from '../../../web/ui/facts.tsx'
import type { Complaint } from '../complaint.web.tsx'
import { DIRECTS } from '../flow.ts'
import { takeBack } from '../handling/assign.web.tsx'
import { isOpen as isStillOpen } from '../handling/is-open.web.ts'
import { timelineOf } from '../timeline/moments.web.ts'
import css from '../view/view.module.css'
import { DueWord } from './due.web.tsx'

/** Both clocks of a complaint: the chain's first handling and completion, and the law's beside it. */
export function DeadlineFacts({ row }: { row: Complaint }) {
  const { time_zone } = useSession()
  const isOpen = isStillOpen(row)
  const before = useDeadlineBefore(row)
  return (
    <>
      <Clock label={t('Deadline')}>
        <DueWord row={row} />
        {row.due_at && <small>{formatMoment(row.due_at, time_zone)}</small>}
        {before && <TakeBack row={row} before={before} />}
      </Clock>
      {row.paused_at && (
        <Clock label={t('Waiting since')}>
          <span>{formatMoment(row.paused_at, time_zone)}</span>
          {row.pause_reason && <small className={css.asked}>{row.pause_reason}</small>}
        </Clock>
      )}
      {row.handle_due_at && (row.state === 'new' || row.handle_breached_at) && (
        <Clock label={t('First reply by')}>
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

/** The deadline that would hold again if the present one, given by hand, were taken back by this user; as the server decides it. */
function useDeadlineBefore(row: Complaint): string | null {
  const { id } = useSession()
  const may = useMay()
  const { data } = useQuery(timelineOf(row.id))
  if (!may('complaints', DIRECTS) || !isStillOpen(row) || row.paused_at || row.merged_into) return null
  const last = data?.data.findLast((one) => !one.of && one.activity?.changes.due_at)?.activity
  if (!last || !BY_HAND.includes(last.action) || (last.actor?.id !== id && !may('system', 'edit'))) return null
  return String(last.changes.due_at?.[0] ?? '') || null
}

const BY_HAND = ['extend', 'assign']

function TakeBack({ row, before }: { row: Complaint; before: string }) {
  const { time_zone } = useSession()
  const ask = async () => {
    const { status } = await confirm({
      title: `${t('Take back the new deadline')} · ${row.issue_number}`,
      description: t('The deadline before holds again: {{when}}.', { when: formatMoment(before, time_zone) }),
      submit: t('Take back the new deadline'),
    })
    if (status === 1) await takeBack(row)
  }
  return (
    <Button
      className={css.takeBack}
      size="compact-xs"
      variant="subtle"
      leftSection={<IconArrowBackUp size={14} aria-hidden />}
      onClick={() => void ask()}
    >
      {t('Take back the new deadline')}
    </Button>
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
  <Fact label={label} hint={hint}>
    <span className={css.deadline}>{children}</span>
  </Fact>
)
