import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../shared/language.ts'
import { type MailConnection, mailConnectionFields } from '../../shared/mail-connection.ts'
import { del, get, post } from '../../web/api.ts'
import { client } from '../../web/query.ts'
import { errorsOf } from '../../web/screens/form/form-errors.ts'
import { MailPresets } from '../../web/screens/form/mail-presets.tsx'
import { SettingsForm, useSettings } from '../../web/screens/form/settings-form.tsx'
import type { Versioned } from '../../web/screens/module.ts'
import { useSession } from '../../web/session.ts'
import { confirm } from '../../web/ui/dialogs/confirm.tsx'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import css from './profile-setting.module.css'

interface Shown {
  settings: MailConnection | null
}

const KEY = ['mail-connection']
const READING = {
  label: 'Reading mail (IMAP)',
  fields: ['imap_host', 'imap_port', 'imap_security', 'imap_user', 'imap_password'],
}
const SENDING = { label: 'Sending mail (SMTP)', fields: ['smtp_host', 'smtp_port', 'smtp_security', 'smtp_same'] }
const SENDING_AS = ['smtp_user', 'smtp_password']
/** Nobody else changes these. */
const AT_FIRST: Versioned = {
  version: 0,
  imap_port: 993,
  imap_security: 'tls',
  smtp_port: 587,
  smtp_security: 'starttls',
  smtp_same: true,
}

/** The connection to one's own mailbox: tried before it is kept, and taken back with one button. */
export function MailTab() {
  const found = useQuery({ queryKey: KEY, queryFn: () => get<Shown>('mail-connection'), staleTime: 0 })
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <SkeletonLines lines={8} />
  const { settings } = found.data
  return <MailForm key={settings ? 'kept' : 'new'} kept={settings} />
}

function MailForm({ kept }: { kept: MailConnection | null }) {
  const { email } = useSession()
  const settings = useSettings({
    name: 'mail-connection',
    fields: mailConnectionFields,
    kept: { ...AT_FIRST, imap_user: email, ...kept },
    save: async (values) => {
      const now = await post<Shown>('update-imap', values)
      client.setQueryData(KEY, now)
      forgetMailbox()
      snackbar(t('The connection works and is saved'), { variant: 'alert', colour: 'ok' })
      return { ...AT_FIRST, ...now.settings }
    },
  })
  const { values, busy } = settings
  return (
    <SettingsForm
      label={t('E-mail connection')}
      settings={settings}
      groups={[READING, { ...SENDING, fields: [...SENDING.fields, ...(values.smtp_same === true ? [] : SENDING_AS)] }]}
      intro={
        <p className={css.hint}>
          {t(
            'Your own mailbox, for you alone. The connection is tried before it is saved, and the password is kept sealed.',
          )}
        </p>
      }
      foot={
        <>
          <Button type="submit" loading={busy !== null}>
            {t('Try and save')}
          </Button>
          {kept && (
            <Button variant="default" color="red" disabled={busy !== null} onClick={() => void remove()}>
              {t('Remove the connection')}
            </Button>
          )}
        </>
      }
    >
      <MailPresets host={values.imap_host} disabled={busy !== null} fill={settings.set} />
    </SettingsForm>
  )
}

async function remove(): Promise<void> {
  const { status } = await confirm({
    title: t('Remove the connection'),
    description: t('Remove the connection to your mailbox? The passwords kept here are deleted.'),
    submit: t('Remove the connection'),
    danger: true,
  })
  if (status !== 1) return
  try {
    client.setQueryData(KEY, await del<Shown>('mail-connection'))
    forgetMailbox()
    snackbar(t('The connection is removed'))
  } catch (error) {
    snackbar(errorsOf(error)[''] ?? '', { variant: 'alert', colour: 'bad' })
  }
}

/** What the page of mail knows is of the mailbox before. */
const forgetMailbox = () => client.removeQueries({ queryKey: ['mail'] })
