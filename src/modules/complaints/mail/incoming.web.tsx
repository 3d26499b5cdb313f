import { Button, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/SegmentedControl.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '../../../shared/api.ts'
import { ref } from '../../../shared/fields.ts'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { get, post } from '../../../web/api.ts'
import { useSearchParams } from '../../../web/app/location.ts'
import { RichText } from '../../../web/fields/show.tsx'
import { client } from '../../../web/query.ts'
import { askFields } from '../../../web/screens/form/fields-dialog.tsx'
import { useSession } from '../../../web/session.ts'
import { attempt } from '../../../web/ui/attempt.ts'
import { Link } from '../../../web/ui/link.tsx'
import { Page as Screen } from '../../../web/ui/page.tsx'
import { Paging } from '../../../web/ui/paging.tsx'
import { Empty, Failed, SkeletonRows } from '../../../web/ui/states.tsx'
import { RECEIVED_STATES, type ReceivedMail } from '../../mailbox/mailbox.ts'
import css from './incoming.module.css'

const KEY = ['mailbox', 'received']
/** What a colleague decides goes from the list, too. */
const REFRESH_MS = 4000
const VIEWS = [
  { value: 'waiting', label: 'Held for a decision' },
  { value: 'parked', label: 'Could not be read' },
  { value: 'ignored', label: 'Ignored' },
  { value: '', label: 'All' },
]

/** Mail that came: first what waits for a person. */
export default function Received() {
  const [query, setQuery] = useSearchParams()
  const state = VIEWS.find(({ value }) => value === query.get('state'))?.value ?? 'waiting'
  const page = Number(query.get('page')) || 1
  const found = useQuery({
    queryKey: [...KEY, state, page],
    queryFn: () => get<Page<ReceivedMail> & { is_read: boolean }>('mailbox/received', { state, page }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
  return (
    <Screen title={t('Incoming mail')}>
      <section className={css.received} aria-label={t('Incoming mail')}>
        <SegmentedControl
          className={css.views}
          withItemsBorders={false}
          value={state}
          onChange={(value) => setQuery({ state: value === 'waiting' ? null : value, page: null })}
          aria-label={t('State')}
          data={VIEWS.map(({ value, label }) => ({ value, label: t(label) }))}
        />
        {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
        {found.isPending && <SkeletonRows rows={4} height={72} />}
        {found.data?.total === 0 && (
          <Empty title={t('No mail here')}>
            {found.data.is_read
              ? t('The mailbox is read: what customers write stands here within minutes.')
              : t('No mailbox is read: what customers write by mail does not come in. An administrator sets it up.')}
          </Empty>
        )}
        {found.data && found.data.total > 0 && (
          <ul className={css.mails}>
            {found.data.data.map((mail) => (
              <MailLine key={mail.id} mail={mail} />
            ))}
          </ul>
        )}
        {found.data && (
          <Paging
            found={found.data}
            page={found.data.page}
            onPage={(next) => setQuery({ page: next > 1 ? String(next) : null })}
          />
        )}
      </section>
    </Screen>
  )
}

function MailLine({ mail }: { mail: ReceivedMail }) {
  const { time_zone } = useSession()
  const state = RECEIVED_STATES.find(({ value }) => value === mail.state)
  return (
    <li className={css.line} data-tone={state?.tone}>
      <div className={css.lineHead}>
        <strong>{mail.subject || t('No subject')}</strong>
        <span className={css.pill}>{state && t(state.label)}</span>
        <time dateTime={mail.created_at}>{formatMoment(mail.created_at, time_zone)}</time>
      </div>
      <p className={css.from}>{[mail.sender_name, mail.sender].filter(Boolean).join(' · ') || '–'}</p>
      {mail.reason && <p className={css.reason}>{mail.reason}</p>}
      {mail.complaint && (
        <p className={css.from}>
          <Link to={`/complaints/view/${mail.complaint.id}`}>{mail.complaint.name}</Link>
        </p>
      )}
      <Words id={mail.id} />
      <Decisions mail={mail} />
    </li>
  )
}

/** The mail's words, fetched when somebody wants to read them. */
function Words({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false)
  const found = useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: () => get<{ body: string | null }>(`mailbox/received/${id}`),
    enabled: isOpen,
  })
  return (
    <details className={css.words} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Read')}</summary>
      {found.isError && <p>{t('This could not be loaded')}</p>}
      {found.data && <RichText html={found.data.body ?? '–'} />}
    </details>
  )
}

/** Each is sent once, and while it is sent no other. */
function Decisions({ mail }: { mail: ReceivedMail }) {
  const [sent, setSent] = useState<string | null>(null)
  if (!['held', 'parked', 'ignored'].includes(mail.state)) return null
  const path = `mailbox/received/${mail.id}`
  const decision = (label: string, act: string, body?: object) => ({
    size: 'xs',
    children: label,
    loading: sent === label,
    disabled: sent !== null,
    onClick: async () => {
      setSent(label)
      await attempt(() => post(`${path}/${act}`, body), t('Done; it will be processed in a moment'), ['mailbox'])
      setSent(null)
    },
  })
  const { complaint } = mail
  return (
    <div className={css.decisions}>
      {mail.state === 'parked' ? (
        <Button {...decision(t('Try again'), 'retry')} />
      ) : (
        <>
          {complaint && (
            <Button
              {...decision(t('Add to {{number}}', { number: complaint.name }), 'accept', { complaint: complaint.id })}
            />
          )}
          <Button {...decision(t('Turn into a complaint'), 'accept', {})} variant={complaint ? 'default' : 'filled'} />
          <Button size="xs" variant="default" disabled={sent !== null} onClick={() => void askComplaint(path)}>
            {t('Add to a complaint…')}
          </Button>
        </>
      )}
      {mail.state !== 'ignored' && <Button {...decision(t('Dismiss'), 'drop')} variant="subtle" />}
    </div>
  )
}

const askComplaint = (path: string) =>
  askFields({
    title: t('Add to a complaint'),
    fields: { complaint: ref('Complaint', 'complaints', { required: true }) },
    submit: t('Add'),
    onSubmit: async (values) => {
      await post(`${path}/accept`, values)
      await client.invalidateQueries({ queryKey: ['mailbox'] })
    },
  })
