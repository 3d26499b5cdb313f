import { Button, PasswordInput } from '@mantine/core'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { t } from '../../shared/language.ts'
import { ApiRefusal, post } from '../../web/api.ts'
import { client } from '../../web/query.ts'
import { useSession } from '../../web/session.ts'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { PASSWORD_MOST, rulesOf, type Strength, strengthOf } from './password-strength.web.ts'
import css from './profile-setting.module.css'

/** A new password, proved by the current one; every other device is signed out. */
export function PasswordTab() {
  const user = useSession()
  const [current, setCurrent] = useState('')
  const [wished, setWished] = useState('')
  const [repeated, setRepeated] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setSaving] = useState(false)
  const rules = rulesOf(wished, [user.user_name, user.email, user.store?.name])

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = objections(
      current,
      wished,
      repeated,
      rules.every((rule) => rule.isMet),
    )
    setErrors(found)
    if (Object.keys(found).length > 0) return focusFirst(found)
    setSaving(true)
    try {
      await post('change-password', { current_password: current, new_password: wished })
      for (const empty of [setCurrent, setWished, setRepeated]) empty('')
      void client.invalidateQueries({ queryKey: ['session'] })
      snackbar(t('The password was changed. Your other devices are signed out.'), { variant: 'alert', colour: 'ok' })
    } catch (error) {
      const said = refusedFields(error)
      setErrors(said)
      focusFirst(said)
    } finally {
      setSaving(false)
    }
  }
  const input = (name: string, label: string, value: string, change: (value: string) => void, complete: string) => (
    <PasswordInput
      id={`password-${name}`}
      name={name}
      label={label}
      required
      withAsterisk={false}
      maxLength={PASSWORD_MOST * 2}
      autoComplete={complete}
      value={value}
      error={errors[name]}
      onChange={(event) => {
        change(event.currentTarget.value)
        setErrors(({ [name]: _, ...rest }) => rest)
      }}
    />
  )
  return (
    <form className={css.panel} onSubmit={(event) => void save(event)} noValidate>
      <h2>{t('Change password')}</h2>
      {/* Tells password keepers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      {input('current_password', t('Current password'), current, setCurrent, 'current-password')}
      {input('new_password', t('New password'), wished, setWished, 'new-password')}
      <StrengthBar strength={strengthOf(wished)} />
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
      {input('repeated', t('New password again'), repeated, setRepeated, 'new-password')}
      <div className={`${css.buttons} ${css.end}`}>
        <Button type="submit" loading={isSaving}>
          {t('Change password')}
        </Button>
      </div>
    </form>
  )
}

const WORDS: Record<Strength, string> = { 0: 'Strength', 1: 'Very weak', 2: 'Weak', 3: 'Good', 4: 'Strong' }
const TONES: Record<Strength, string> = { 0: 'bad', 1: 'bad', 2: 'warn', 3: 'ok', 4: 'ok' }

function StrengthBar({ strength }: { strength: Strength }) {
  return (
    <div className={css.strength} role="status">
      <span className={css.bar} data-tone={TONES[strength]} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <i key={step} data-on={step <= strength || undefined} />
        ))}
      </span>
      <span>{t(WORDS[strength])}</span>
    </div>
  )
}

function objections(current: string, wished: string, repeated: string, isSound: boolean): Record<string, string> {
  return {
    ...(current === '' && { current_password: t('Please type your current password') }),
    ...(!isSound && { new_password: t('Please meet every rule below') }),
    ...(isSound && wished === current && { new_password: t('This is the password you have now') }),
    ...(repeated !== wished && { repeated: t('The two passwords differ') }),
  }
}

function refusedFields(error: unknown): Record<string, string> {
  if (!(error instanceof ApiRefusal)) throw error
  const { fields, description } = error
  if (Object.keys(fields).length > 0) return { ...fields, new_password: fields.new_password ?? fields.password ?? '' }
  return { current_password: description }
}

function focusFirst(errors: Record<string, string>): void {
  const name = ['current_password', 'new_password', 'repeated'].find((one) => errors[one])
  document.getElementById(`password-${name}`)?.focus()
}
