import { Button } from '@mantine/core'
import { IconMail, IconMailOpened, IconPaperclip, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { Named } from '../../../shared/fields.ts'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { get, post } from '../../../web/api.ts'
import { RichText } from '../../../web/fields/show.tsx'
import { changed } from '../../../web/query.ts'
import { useMay, useSession } from '../../../web/session.ts'
import { sayFailure, snackbar } from '../../../web/ui/snackbar.tsx'
import { WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { DIRECTS } from '../flow.ts'
import { MAIL_STATES } from '../timeline/activity-text.ts'
import css from './mail.module.css'

/** A mail to the customer in the story. */
export interface SentMail {
  id: number
  kind: 'reply' | 'receipt' | 'completion'
  state: keyof typeof MAIL_STATES
  to: string
  subject: string
  body: string
  files: string[]
  reason: string | null
  next_at: string | null
  author: Named | null
  created_at: string
}
/** The customer's mail behind a comment. */
export interface CameByMail {
  id: number
  sender: string
  left_out: string[]
}

const AGAIN: readonly string[] = ['unsent', 'failed', 'unknown', 'bounced']

interface MailItemProps {
  /** Whose story it stands in. */
  complaint: number
  mail: SentMail
  time: string
  /** The number of the merged complaint it is of. */
  of: string | undefined
}

export function MailItem({ complaint, mail, time, of }: MailItemProps) {
  const may = useMay()
  const { time_zone } = useSession()
  const { label, tone } = MAIL_STATES[mail.state]
  const name = mail.author?.name ?? t('The system')
  return (
    <article className={css.mail} data-tone={tone} aria-label={t('Mail to {{to}}', { to: mail.to })}>
      <header>
        <b>{name}</b>
        <span className={css.to}>
          <IconMail size={14} aria-hidden /> {t('Mail to {{to}}', { to: mail.to })}
        </span>
        <span className={css.state}>{t(label)}</span>
        {of && <span className={css.of}>{of}</span>}
        <time dateTime={mail.created_at}>{time}</time>
      </header>
      <p className={css.subject}>{mail.subject}</p>
      <RichText html={mail.body} />
      {mail.files.length > 0 && (
        <p className={css.files}>
          <IconPaperclip size={14} aria-hidden /> {mail.files.join(', ')}
        </p>
      )}
      {mail.reason && mail.state !== 'sent' && (
        <p className={css.reason}>
          {mail.reason}
          {mail.next_at && ` · ${t('Next try: {{at}}', { at: formatMoment(mail.next_at, time_zone) })}`}
        </p>
      )}
      {AGAIN.includes(mail.state) && may('complaints', DIRECTS) && <SendAgain complaint={complaint} mail={mail} />}
    </article>
  )
}

function SendAgain({ complaint, mail }: { complaint: number; mail: SentMail }) {
  const [isBusy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    try {
      await post(`${WIRE}/${complaint}/send-again`, { mail: mail.id })
      snackbar(t('The mail goes out again'), { variant: 'alert', colour: 'ok' })
    } catch (error) {
      sayFailure(error)
    }
    setBusy(false)
    changed(complaints.name, complaint)
  }
  return (
    <div className={css.again}>
      <Button
        size="xs"
        variant="default"
        loading={isBusy}
        leftSection={<IconRefresh size={14} aria-hidden />}
        onClick={() => void again()}
      >
        {t('Send again')}
      </Button>
      {mail.state === 'unknown' && <span>{t('The customer may then get it twice.')}</span>}
    </div>
  )
}

/** Below a comment that came by mail: what was left out, and the mail as it came. */
export function OriginalMail({ complaint, mail }: { complaint: number; mail: CameByMail }) {
  const [body, setBody] = useState<string | null>(null)
  const show = async () => {
    const found = await get<{ body: string }>(`${WIRE}/${complaint}/original-mail`, { mail: mail.id }).catch(() => null)
    if (found) setBody(found.body)
  }
  return (
    <div className={css.original}>
      {mail.left_out.length > 0 && (
        <p className={css.files}>
          <IconPaperclip size={14} aria-hidden />{' '}
          {t('Left out, as only pictures and videos are accepted: {{names}}', { names: mail.left_out.join(', ') })}
        </p>
      )}
      {body === null ? (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconMailOpened size={14} aria-hidden />}
          onClick={() => void show()}
        >
          {t('Show the whole mail')}
        </Button>
      ) : (
        <div className={css.whole}>
          <RichText html={body} />
        </div>
      )}
    </div>
  )
}
