import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { get, post, put } from '../../web/api.ts'
import type { Draft } from '../../web/fields/values.ts'
import { client, keys } from '../../web/query.ts'
import { MailPresets } from '../../web/screens/form/mail-presets.tsx'
import { SettingsForm, useSettings } from '../../web/screens/form/settings-form.tsx'
import type { Versioned } from '../../web/screens/module.ts'
import { useMay, useSession } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import css from './mailbox.module.css'
import { type MailboxState, mailboxFields } from './mailbox.ts'

interface Shown {
  settings: (Versioned & { has_smtp_password: boolean; has_imap_password: boolean }) | null
  state: MailboxState
}

const READING = ['imap_host', 'imap_port', 'imap_security', 'imap_same']
const READING_AS = ['imap_user', 'imap_password']
const groupsOf = (isSame: boolean) => [
  { label: 'The mailbox', fields: ['from_address', 'from_name'] },
  { label: 'Sending (SMTP)', fields: ['smtp_host', 'smtp_port', 'smtp_security', 'smtp_user', 'smtp_password'] },
  {
    label: 'Reading (IMAP)',
    fields: [...READING, ...(isSame ? [] : READING_AS), 'imap_folder', 'archive', 'plus_addresses'],
  },
  { label: 'Complaints by mail', fields: ['store', 'feedback_type'] },
  { label: 'Automatic mails', fields: ['receipts', 'completions', 'language'] },
]
const AT_FIRST: Draft = {
  smtp_port: 587,
  smtp_security: 'starttls',
  imap_port: 993,
  imap_security: 'tls',
  imap_same: true,
  imap_folder: 'INBOX',
  receipts: true,
  completions: true,
  language: 'vi',
}

const settingsIn = ({ settings }: Shown): Versioned => ({ version: 0, ...AT_FIRST, ...settings })

const RECEIVED = '/complaints/mails'

export const mailboxKey = keys.settings('mailbox')

export function Settings() {
  const found = useQuery({ queryKey: mailboxKey, queryFn: () => get<Shown>('mailbox'), staleTime: 0 })
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <SkeletonLines lines={10} />
  return (
    <>
      <State state={found.data.state} isSetUp={found.data.settings !== null} />
      <MailboxForm key={found.dataUpdatedAt === 0 ? 'new' : 'kept'} shown={found.data} />
    </>
  )
}

/** How it goes, in a line or two. */
function State({ state, isSetUp }: { state: MailboxState; isSetUp: boolean }) {
  const { time_zone } = useSession()
  if (!isSetUp)
    return (
      <p className={css.intro}>
        {t(
          'Without a mailbox nothing is sent to customers, and no mail becomes a complaint. The settings are tested before they are saved.',
        )}
      </p>
    )
  return (
    <dl className={css.state}>
      <Figure label={t('Waiting to be sent')} n={state.waiting} />
      <Figure label={t('Sent in 24 hours')} n={state.sent_today} />
      <Figure label={t('Not delivered in 24 hours')} n={state.failed_today} isBad={state.failed_today > 0} />
      <Figure label={t('Held for a decision')} n={state.held} isBad={state.held > 0} to={RECEIVED} />
      <Figure
        label={t('Could not be read')}
        n={state.parked}
        isBad={state.parked > 0}
        to={`${RECEIVED}?state=parked`}
      />
      <div>
        <dt>{t('Mailbox last checked')}</dt>
        <dd>{state.read_at ? formatMoment(state.read_at, time_zone) : '–'}</dd>
      </div>
      {state.trouble && (
        <div data-bad>
          <dt>{t('Last error')}</dt>
          <dd>{state.trouble}</dd>
        </div>
      )}
    </dl>
  )
}

interface FigureProps {
  label: string
  n: number
  isBad?: boolean
  /** Where these are. */
  to?: string
}

function Figure({ label, n, isBad = false, to }: FigureProps) {
  const may = useMay()
  return (
    <div data-bad={isBad || undefined}>
      <dt>{label}</dt>
      <dd>{to && n > 0 && may('complaints', 'other') ? <Link to={to}>{n}</Link> : n}</dd>
    </div>
  )
}

function MailboxForm({ shown }: { shown: Shown }) {
  const isOpen = useMay()('system', 'edit')
  const settings = useSettings({
    name: 'mailbox',
    fields: mailboxFields,
    kept: settingsIn(shown),
    save: async (values, version) => {
      const now = await put<Shown>('mailbox', { ...values, version })
      client.setQueryData(mailboxKey, now)
      snackbar(t('Saved'))
      return settingsIn(now)
    },
  })
  const { busy, values } = settings
  const test = () =>
    settings.act('test', async (given) => {
      const { fields } = await post<{ fields: Record<string, string> }>('mailbox/test', given)
      if (Object.keys(fields).length > 0) settings.refuse(fields)
      else snackbar(t('The mail servers work'), { variant: 'alert', colour: 'ok' })
    })
  return (
    <SettingsForm
      label={t("The chain's mailbox")}
      settings={settings}
      groups={groupsOf(values.imap_same === true)}
      disabled={!isOpen}
      foot={
        isOpen && (
          <>
            <Button type="submit" loading={busy === 'save'} disabled={busy === 'test'}>
              {t('Save')}
            </Button>
            <Button
              variant="default"
              loading={busy === 'test'}
              disabled={busy === 'save'}
              leftSection={<IconPlugConnected size={16} aria-hidden />}
              onClick={() => void test()}
            >
              {t('Test the mail servers')}
            </Button>
          </>
        )
      }
    >
      {isOpen && <MailPresets host={values.imap_host} disabled={busy !== null} fill={settings.set} />}
    </SettingsForm>
  )
}
