import { Icon } from '../ui/icon.tsx'
import '../styles/entrance.css'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { SESSIONS_MOST, type SessionUser } from '../../../shared/api.ts'
import { checkValue } from '../../../shared/checks.ts'
import { email as emailField } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { tell } from '../../../shared/message.ts'
import { deviceSecret, followOtherTabs, isStillValid, keepToken } from '../../token.ts'
import { call, Refused } from '../request.ts'
import { endOf, wishedPath } from '../sign-in-query.ts'
import { readStored, writeStored } from '../storage.ts'
import { focusField } from '../ui/error-summary.tsx'
import { Field, inputId } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { PasswordInput } from './password-input.tsx'
import { Storefront } from './storefront.tsx'

interface SignedIn {
  access_token: string
  device?: string
  user: SessionUser
}

const ALERT_MS = 6000
/** What was typed outlives the switch to another language, and nothing else. */
const TYPED_EMAIL = 'sign-in-email'
const EMAIL = emailField('E-mail', { required: true, requiredMessage: 'E-mail is required' })

/** E-mail and password; what is wrong shows bottom left, and the e-mail stays. */
export default function SignInPage() {
  const [email, setEmail] = useState(() => String(readStored(TYPED_EMAIL) ?? ''))
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<{ email?: string; password?: string }>({})
  const [alert, setAlert] = useState<{ text: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const ended = endOf(location.search)

  useEffect(() => {
    writeStored(TYPED_EMAIL, null)
    if (matchMedia('(pointer: fine)').matches) document.getElementById(inputId('email'))?.focus()
    return followOtherTabs((held) => {
      if (isStillValid(held)) location.replace(wishedPath(location.search))
    })
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = checkValue(EMAIL, email)
    const wrong = {
      email: 'error' in found ? tell(found.error) : undefined,
      password: password ? undefined : t('Password is required'),
    }
    setErrors(wrong)
    if (wrong.email || wrong.password) return focusField(wrong.email ? 'email' : 'password')
    setBusy(true)
    setAlert(null)
    try {
      const body = { email: email.trim(), password, device: deviceSecret() ?? undefined }
      const signedIn = await call<SignedIn>('POST', '/login', { body })
      keepToken(signedIn.access_token, signedIn.device)
      location.replace(wishedPath(location.search))
    } catch (error) {
      setBusy(false)
      setAlert({
        text:
          error instanceof Refused
            ? error.message
            : t('There is no connection right now. Please try again in a moment.'),
      })
      focusField('password')
    }
  }

  return (
    <Page title={t('Sign in')} className="entrance" onSwitch={() => writeStored(TYPED_EMAIL, email)}>
      <Storefront />
      <section className="entrance-box">
        <h1>{t('Welcome back')}</h1>
        <p className="lead">{t('Sign in to your back office.')}</p>
        {ended && (
          <p className="ended" role="status">
            {ended === 'displaced'
              ? t(
                  'You have signed in on {{n}} other devices since, so you were signed out here. What you wrote in a form is there again once you sign in.',
                  { n: SESSIONS_MOST },
                )
              : t('Your session has ended. What you wrote in a form is there again once you sign in.')}
          </p>
        )}
        <form className="stack" noValidate onSubmit={submit} aria-busy={isBusy}>
          <Field name="email" label={t('E-mail')} error={errors.email}>
            {(input) => (
              <input
                {...input}
                className="input"
                type="email"
                inputMode="email"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                value={email}
                onChange={(event) => {
                  setEmail(event.target.value)
                  setErrors({ ...errors, email: undefined })
                }}
              />
            )}
          </Field>
          <Field name="password" label={t('Password')} error={errors.password}>
            {(input) => (
              <PasswordInput
                input={input}
                autoComplete="current-password"
                value={password}
                onChange={(typed) => {
                  setPassword(typed)
                  setErrors({ ...errors, password: undefined })
                }}
              />
            )}
          </Field>
          <button type="submit" className="button is-wide" aria-disabled={isBusy}>
            {isBusy && <span className="spinner" aria-hidden="true" />}
            <span aria-live="polite">{isBusy ? t('Signing in…') : t('Sign in')}</span>
          </button>
        </form>
        <p className="soft small">
          {t('No access yet, or the password is lost? Your administrator sends you a link.')}
        </p>
      </section>
      <Alert alert={alert} onOver={() => setAlert(null)} />
    </Page>
  )
}

/** Bottom left, no close button; it goes by itself (specification sections 4 and 7). */
function Alert({ alert, onOver }: { alert: { text: string } | null; onOver: () => void }) {
  const over = useRef(onOver)
  over.current = onOver
  useEffect(() => {
    if (!alert) return
    const timer = setTimeout(() => over.current(), ALERT_MS)
    return () => clearTimeout(timer)
  }, [alert])
  return (
    <div className="alerts" role="alert">
      {alert && (
        <p className="alert">
          <Icon name="alert-circle" size={20} stroke={1.75} />
          {alert.text}
        </p>
      )}
    </div>
  )
}
