import { Button } from '@mantine/core'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import type { QueuedMail } from '../../shared/mail.ts'
import { useSession } from '../../web/session.ts'
import { Empty, Failed, SkeletonRows } from '../../web/ui/states.tsx'
import type { useScheduled } from './data.web.ts'
import css from './list/list.module.css'
import { nameOf, subjectOf } from './names.web.ts'
import { sendNow, takeBack } from './writing/sending.web.ts'

const STATES: Record<QueuedMail['state'], { label: string; tone?: 'bad' }> = {
  waiting: { label: 'Goes out on {{at}}' },
  sending: { label: 'Being sent' },
  failed: { label: 'Not sent.', tone: 'bad' },
  unknown: { label: 'It may not have arrived', tone: 'bad' },
}

/** What waits for its time, and what could not be sent; each comes back to be changed. */
export function ScheduledMails({ found }: { found: ReturnType<typeof useScheduled> }) {
  const { time_zone } = useSession()
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <SkeletonRows rows={3} height={56} />
  if (found.data.data.length === 0) return <Empty title={t('Nothing waits to be sent')} />
  return (
    <ul className={css.waiting} aria-label={t('Send later')}>
      {found.data.data.map((mail) => {
        const { label, tone } = STATES[mail.state]
        return (
          <li key={mail.id} data-tone={tone}>
            <span>
              <b>{subjectOf(mail)}</b>
              <small>{t('To {{names}}', { names: mail.to.map(nameOf).join(', ') })}</small>
              <small>
                {t(label, { at: formatMoment(mail.sends_at, time_zone) })} {mail.reason ?? ''}
              </small>
            </span>
            {mail.state !== 'sending' && (
              <>
                <Button variant="default" size="xs" onClick={() => void sendNow(mail.id)}>
                  {t('Send now')}
                </Button>
                <Button variant="default" size="xs" onClick={() => void takeBack(mail.id)}>
                  {t('Take back and change')}
                </Button>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
