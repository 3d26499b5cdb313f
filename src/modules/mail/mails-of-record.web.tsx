import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../shared/language.ts'
import type { MailLink } from '../../shared/mail.ts'
import { get } from '../../web/api.ts'
import { useCounts } from '../../web/app/notifications/use-counts.ts'
import { Link } from '../../web/ui/link.tsx'
import { mailKeys } from './data.web.ts'
import css from './mails-of-record.module.css'

interface MailsOfRecordProps {
  kind: MailLink['kind']
  id: number | undefined
}

/** On the page of a record: one's own mails that belong to it. Whose mailbox is not connected is not asked. */
export function MailsOfRecord({ kind, id }: MailsOfRecordProps) {
  const { mail: unread } = useCounts()
  const found = useQuery({
    queryKey: mailKeys.of(kind, id ?? 0),
    queryFn: () => get<{ data: { id: string; subject: string }[] }>('mail/of', { kind, id }, { quiet: true }),
    enabled: unread !== undefined && id !== undefined,
    staleTime: 30_000,
  })
  const mails = found.data?.data ?? []
  if (mails.length === 0) return null
  return (
    <section className={css.mails} aria-label={t('Your mails about it')}>
      <h2>{t('Your mails about it')}</h2>
      <ul>
        {mails.map((mail) => (
          <li key={mail.id}>
            <Link to={`/mail?open=${encodeURIComponent(mail.id)}`}>
              <IconMail size={16} aria-hidden="true" />
              <span>{mail.subject || t('No subject')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
