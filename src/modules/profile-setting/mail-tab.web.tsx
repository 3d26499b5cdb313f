import { Button, PasswordInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.css'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { checkFields } from '../../shared/checks.ts'
import type { Fields } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { MAIL_PRESETS, type MailConnection, mailConnectionFields } from '../../shared/mail-connection.ts'
import { tell } from '../../shared/message.ts'
import { del, get, post } from '../../web/api.ts'
import { FieldInput } from '../../web/fields/input.tsx'
import { inputId } from '../../web/fields/inputs/frame.tsx'
import { type Draft, givenAll } from '../../web/fields/values.ts'
import { client } from '../../web/query.ts'
import form from '../../web/screens/form/form.module.css'
import { errorsOf, focusField, inOrder } from '../../web/screens/form/form-errors.ts'
import { useSession } from '../../web/session.ts'
import { confirm } from '../../web/ui/confirm.tsx'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import css from './profile-setting.module.css'

interface Shown {
  settings: MailConnection | null
}

const KEY = ['mail-connection']
const FIELDS: Fields = mailConnectionFields
const READING = ['imap_host', 'imap_port', 'imap_security', 'imap_user', 'imap_password']
const SENDING = ['smtp_host', 'smtp_port', 'smtp_security', 'smtp_same']
const SENDING_AS = ['smtp_user', 'smtp_password']
const AT_FIRST: Draft = {
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
  return <MailForm key={settings ? 'kept' : 'new'} settings={settings} />
}

function MailForm({ settings }: { settings: MailConnection | null }) {
  const { email } = useSession()
  const [draft, setDraft] = useState<Draft>(() => ({ ...AT_FIRST, imap_user: email, ...settings }))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const set = (name: string, value: unknown) => setDraft((now) => ({ ...now, [name]: value }))
  const show = (found: Record<string, string>) => {
    const ordered = inOrder([...READING, ...SENDING, ...SENDING_AS], found)
    setErrors(ordered)
    const first = Object.keys(ordered).find(Boolean)
    if (first) window.setTimeout(() => focusField(first))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(FIELDS, withoutBlanks(givenAll(FIELDS, draft)))
    if (!found.ok) return show(Object.fromEntries(Object.entries(found.errors).map(([name, one]) => [name, tell(one)])))
    setErrors({})
    setBusy(true)
    try {
      const kept = await post<Shown>('update-imap', found.values)
      client.setQueryData(KEY, kept)
      forgetMailbox()
      setDraft({ ...AT_FIRST, ...kept.settings })
      snackbar(t('The connection works and is saved'), { variant: 'alert', colour: 'ok' })
    } catch (error) {
      show(errorsOf(error))
    }
    setBusy(false)
  }
  const preset = MAIL_PRESETS.find(({ imap_host }) => imap_host === draft.imap_host)
  const input = (name: string) => (
    <MailInput
      key={name}
      name={name}
      value={draft[name]}
      error={errors[name]}
      isKept={settings?.[name === 'imap_password' ? 'has_imap_password' : 'has_smtp_password'] === true}
      isBusy={isBusy}
      set={set}
    />
  )
  return (
    <form className={form.form} noValidate onSubmit={(event) => void save(event)} aria-label={t('E-mail connection')}>
      <p className={css.hint}>
        {t(
          'Your own mailbox, for you alone. The connection is tried before it is saved, and the password is kept sealed.',
        )}
      </p>
      {errors[''] && (
        <p role="alert" className={form.summary}>
          {errors['']}
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons with its name before it, not a frame */}
      <div className={css.buttons} role="group" aria-labelledby="presets">
        <span id="presets">{t('Fill in for')}</span>
        {MAIL_PRESETS.map(({ name, hint, ...servers }) => (
          <Button key={name} size="xs" variant="default" onClick={() => setDraft((now) => ({ ...now, ...servers }))}>
            {name}
          </Button>
        ))}
      </div>
      {preset?.hint && (
        <p className={css.hint} role="status">
          {t(preset.hint)}
        </p>
      )}
      <fieldset className={form.sheet}>
        <legend>{t('Reading mail (IMAP)')}</legend>
        {READING.map(input)}
      </fieldset>
      <fieldset className={form.sheet}>
        <legend>{t('Sending mail (SMTP)')}</legend>
        {[...SENDING, ...(draft.smtp_same === true ? [] : SENDING_AS)].map(input)}
      </fieldset>
      <div className={form.foot}>
        <Button type="submit" loading={isBusy}>
          {t('Try and save')}
        </Button>
        {settings && (
          <Button variant="default" color="red" disabled={isBusy} onClick={() => void remove()}>
            {t('Remove the connection')}
          </Button>
        )}
      </div>
    </form>
  )
}

interface MailInputProps {
  name: string
  value: unknown
  error: string | undefined
  isKept: boolean
  isBusy: boolean
  set: (name: string, value: unknown) => void
}

function MailInput({ name, value, error, isKept, isBusy, set }: MailInputProps) {
  const field = FIELDS[name]
  if (!field) return null
  if (!field.secret)
    return (
      <FieldInput
        name={name}
        field={field}
        value={value}
        onChange={(given) => set(name, given)}
        error={error}
        disabled={isBusy}
      />
    )
  return (
    <PasswordInput
      id={inputId(name)}
      name={name}
      label={t(field.label)}
      description={isKept ? t('A password is saved. Leave this empty to keep it.') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="new-password"
      value={String(value ?? '')}
      onChange={(event) => set(name, event.currentTarget.value)}
      error={error}
      disabled={isBusy}
    />
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

const withoutBlanks = (draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== '' && value !== null && value !== undefined))
