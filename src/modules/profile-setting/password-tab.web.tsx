import { Button, PasswordInput } from '@mantine/core'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { t } from '../../shared/language.ts'
import { PASSWORD_MOST, type PasswordStrength, STRENGTH_LABELS, strengthOf } from '../../shared/users/password.ts'
import { ApiRefusal, post } from '../../web/api.ts'
import { client } from '../../web/query.ts'
import { useSession } from '../../web/session.ts'
import { snackbar } from '../../web/ui/snackbar.tsx'
import css from './profile-setting.module.css'

type Name = 'current_password' | 'new_password' | 'repeated'
type Typed = Record<Name, string>
type Errors = Record<string, string>

const NOTHING: Typed = { current_password: '', new_password: '', repeated: '' }

/** A new password, proved by the current one; every other device is signed out. */
export function PasswordTab() {
  const form = usePasswordForm()
  return (
    <form className={css.panel} onSubmit={form.submit} noValidate>
      <h2>{t('Change password')}</h2>
      {/* Tells password keepers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={form.email} readOnly hidden />
      <Typing form={form} name="current_password" label={t('Current password')} complete="current-password" />
      <Typing form={form} name="new_password" label={t('New password')} complete="new-password" />
      <StrengthBar level={form.strength.level} />
      <Rules rules={form.rules} />
      <Typing form={form} name="repeated" label={t('New password again')} complete="new-password" />
      <div className={`${css.buttons} ${css.end}`}>
        <Button type="submit" loading={form.isSaving}>
          {t('Change password')}
        </Button>
      </div>
    </form>
  )
}

function usePasswordForm() {
  const { email, user_name, store, chain_name } = useSession()
  const [typed, setTyped] = useState(NOTHING)
  const [errors, setErrors] = useState<Errors>({})
  const [isSaving, setSaving] = useState(false)
  const strength = strengthOf(typed.new_password, [user_name, email, store?.name, chain_name])
  const rules = rulesOf(strength)
  const tell = (found: Errors) => {
    setErrors(found)
    focusFirst(found)
  }
  const save = async () => {
    const found = objections(
      typed,
      rules.every((rule) => rule.isMet),
    )
    if (Object.keys(found).length > 0) return tell(found)
    setSaving(true)
    try {
      await change(typed)
      setTyped(NOTHING)
    } catch (error) {
      tell(refusedFields(error))
    } finally {
      setSaving(false)
    }
  }
  return {
    email,
    typed,
    errors,
    strength,
    rules,
    isSaving,
    type: (name: Name, value: string) => {
      setTyped((now) => ({ ...now, [name]: value }))
      setErrors(({ [name]: _, ...rest }) => rest)
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      void save()
    },
  }
}

async function change({ current_password, new_password }: Typed): Promise<void> {
  await post('change-password', { current_password, new_password })
  void client.invalidateQueries({ queryKey: ['session'] })
  snackbar(t('The password was changed. Your other devices are signed out.'), { variant: 'alert', colour: 'ok' })
}

interface TypingProps {
  form: ReturnType<typeof usePasswordForm>
  name: Name
  label: string
  complete: string
}

const Typing = ({ form, name, label, complete }: TypingProps) => (
  <PasswordInput
    id={`password-${name}`}
    name={name}
    label={label}
    required
    withAsterisk={false}
    maxLength={PASSWORD_MOST * 2}
    autoComplete={complete}
    value={form.typed[name]}
    error={form.errors[name]}
    onChange={(event) => form.type(name, event.currentTarget.value)}
  />
)

interface PasswordRule {
  /** A catalog key. */
  label: string
  isMet: boolean
}

/** What a password must meet, each told as met or not. */
const rulesOf = ({ level, isLongEnough, isTooLong, isPersonal, isCommon }: PasswordStrength): PasswordRule[] => [
  { label: '12 to 128 characters', isMet: isLongEnough && !isTooLong },
  { label: 'Without your name, e-mail, store, chain or “back office”', isMet: level > 0 && !isPersonal },
  { label: 'Not one word, row of keys or repetition', isMet: level > 0 && !isCommon },
]

const Rules = ({ rules }: { rules: readonly PasswordRule[] }) => (
  <ul className={css.rules}>
    {rules.map((rule) => (
      <li key={rule.label} data-met={rule.isMet || undefined}>
        {rule.isMet ? (
          <IconCheck size={16} aria-label={t('Met')} role="img" />
        ) : (
          <IconCircle size={16} aria-label={t('Not met yet')} role="img" />
        )}
        {t(rule.label)}
      </li>
    ))}
  </ul>
)

const TONES: Record<PasswordStrength['level'], string> = { 0: 'bad', 1: 'bad', 2: 'warn', 3: 'ok', 4: 'ok' }

function StrengthBar({ level }: Pick<PasswordStrength, 'level'>) {
  return (
    <div className={css.strength} role="status">
      <span className={css.bar} data-tone={TONES[level]} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <i key={step} data-on={step <= level || undefined} />
        ))}
      </span>
      <span>{t(STRENGTH_LABELS[level] || 'Strength')}</span>
    </div>
  )
}

function objections({ current_password, new_password, repeated }: Typed, isSound: boolean): Errors {
  return {
    ...(current_password === '' && { current_password: t('Please type your current password') }),
    ...(!isSound && { new_password: t('Please meet every rule below') }),
    ...(isSound && new_password === current_password && { new_password: t('This is the password you have now') }),
    ...(repeated !== new_password && { repeated: t('The two passwords differ') }),
  }
}

function refusedFields(error: unknown): Errors {
  if (!(error instanceof ApiRefusal)) throw error
  const { fields, description } = error
  if (Object.keys(fields).length > 0) return { ...fields, new_password: fields.new_password ?? fields.password ?? '' }
  return { current_password: description }
}

function focusFirst(errors: Errors): void {
  const name = ['current_password', 'new_password', 'repeated'].find((one) => errors[one])
  document.getElementById(`password-${name}`)?.focus()
}
