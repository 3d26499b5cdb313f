import '../../../web/public/styles/entrance.css'
import { type FormEvent, useEffect, useState } from 'react'
import { checkValue } from '../../../shared/checks.ts'
import { email as emailField, text } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { tell } from '../../../shared/message.ts'
import { PASSWORD_LEAST, PASSWORD_MOST, strengthOf } from '../../../shared/users/password.ts'
import { CHAIN } from '../../../web/public/chain.ts'
import type { PageProps } from '../../../web/public/page-loader.ts'
import { NotFoundNotice } from '../../../web/public/pages/not-found.public.tsx'
import { PasswordInput } from '../../../web/public/pages/password-input.tsx'
import { Storefront } from '../../../web/public/pages/storefront.tsx'
import { call, Refused } from '../../../web/public/request.ts'
import { ErrorSummary, focusField } from '../../../web/public/ui/error-summary.tsx'
import { Field } from '../../../web/public/ui/field.tsx'
import { Page } from '../../../web/public/ui/page.tsx'
import { keepToken } from '../../../web/token.ts'
import { type About, PasswordRules } from './password-rules.public.tsx'

interface Invitation {
  kind: 'user' | 'first'
  user_name: string | null
  email: string | null
  store: string | null
}

type State = 'loading' | 'unknown' | 'failed' | Invitation

const path = (token: string) => `/public/invitation/${encodeURIComponent(token)}`

/** A one-time link: its holder chooses a password; the very first person also says who they are. */
export default function InvitationPage({ token }: PageProps) {
  const [state, setState] = useState<State>('loading')
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    call<Invitation>('GET', path(token)).then(setState, (error) =>
      setState(error instanceof Refused && [400, 404, 422].includes(error.status) ? 'unknown' : 'failed'),
    )
  }, [token, round])
  if (state === 'unknown') {
    return (
      <Page title={t('Invitation')}>
        <NotFoundNotice
          title={t('This link is no longer valid')}
          text={t('An invitation works once and for 24 hours. Your administrator can send a new one.')}
          way={{ to: '/backoffice/login', label: t('Go to sign-in') }}
        />
      </Page>
    )
  }
  return (
    <Page title={t('Invitation')} className="entrance">
      <Storefront />
      <section className="entrance-box">
        {state === 'loading' && <div className="skeleton block is-tall" role="status" aria-label={t('Loading…')} />}
        {state === 'failed' && (
          <>
            <h1>{t('This could not be loaded')}</h1>
            <p className="lead">{t('There is no connection right now. Please try again in a moment.')}</p>
            <button type="button" className="button" onClick={() => setRound(round + 1)}>
              {t('Try again')}
            </button>
          </>
        )}
        {typeof state === 'object' && <Welcome token={token} invitation={state} />}
      </section>
    </Page>
  )
}

interface Answers {
  user_name: string
  email: string
  password: string
}
type Errors = Partial<Record<keyof Answers, string>>

const NAME = text('User name', { required: true, max: 191, requiredMessage: 'User name is required' })
const EMAIL = emailField('E-mail', { required: true, requiredMessage: 'E-mail is required' })

function Welcome({ token, invitation }: { token: string; invitation: Invitation }) {
  const isFirst = invitation.kind === 'first'
  const [answers, setAnswers] = useState<Answers>({
    user_name: invitation.user_name ?? '',
    email: invitation.email ?? '',
    password: '',
  })
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const about = [answers.user_name, answers.email, invitation.store, CHAIN.name]

  const answer = (name: keyof Answers) => (typed: string) => {
    setAnswers({ ...answers, [name]: typed })
    setErrors({ ...errors, [name]: undefined })
    setRefusal(null)
  }
  const show = (found: Errors, description: string | null) => {
    setErrors(found)
    setRefusal(description)
    const first = (['user_name', 'email', 'password'] as const).find((name) => found[name])
    if (first) focusField(first)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = errorsOf(answers, about, isFirst)
    if (Object.values(found).some(Boolean)) return show(found, null)
    setBusy(true)
    try {
      const { password, user_name, email } = answers
      const body = isFirst ? { password, user_name: user_name.trim(), email: email.trim() } : { password }
      const { access_token } = await call<{ access_token: string }>('POST', path(token), { body })
      keepToken(access_token)
      location.replace('/dashboard')
    } catch (error) {
      setBusy(false)
      if (error instanceof Refused) show(error.fields, error.message)
      else show({}, t('There is no connection right now. Please try again in a moment.'))
    }
  }
  const title = isFirst ? t('Set up your chain') : t('Welcome, {{name}}', { name: invitation.user_name ?? '' })
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">
        {isFirst
          ? t('You are the first administrator. Say who you are and choose a password.')
          : t('Choose a password, and you are in.')}
      </p>
      {refusal && <ErrorSummary refusal={refusal} errors={[]} />}
      <form className="stack" noValidate onSubmit={submit} aria-busy={isBusy}>
        {isFirst && <WhoFields answers={answers} errors={errors} answer={answer} />}
        {!isFirst && <input type="email" name="email" autoComplete="username" value={answers.email} readOnly hidden />}
        <Field name="password" label={t('New password')} error={errors.password}>
          {(input) => (
            <PasswordInput
              input={input}
              autoComplete="new-password"
              value={answers.password}
              onChange={answer('password')}
            />
          )}
        </Field>
        <PasswordRules password={answers.password} about={about} />
        <button type="submit" className="button is-wide" aria-disabled={isBusy}>
          {isBusy && <span className="spinner" aria-hidden="true" />}
          <span aria-live="polite">{isBusy ? t('One moment…') : t('Save and go on')}</span>
        </button>
      </form>
    </>
  )
}

interface WhoProps {
  answers: Answers
  errors: Errors
  answer: (name: keyof Answers) => (typed: string) => void
}

const WhoFields = ({ answers, errors, answer }: WhoProps) => (
  <>
    <Field name="user_name" label={t('Your name')} error={errors.user_name}>
      {(input) => (
        <input
          {...input}
          className="input"
          autoComplete="name"
          value={answers.user_name}
          onChange={(e) => answer('user_name')(e.target.value)}
        />
      )}
    </Field>
    <Field name="email" label={t('E-mail')} error={errors.email}>
      {(input) => (
        <input
          {...input}
          className="input"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={answers.email}
          onChange={(e) => answer('email')(e.target.value)}
        />
      )}
    </Field>
  </>
)

function errorsOf({ user_name, email, password }: Answers, about: About, isFirst: boolean): Errors {
  const strength = strengthOf(password, about)
  const found: Errors = {}
  if (!password) found.password = t('Password is required')
  else if (!strength.isLongEnough) found.password = t('Password: at least {{min}} characters', { min: PASSWORD_LEAST })
  else if (strength.isTooLong) found.password = t('Password: at most {{max}} characters', { max: PASSWORD_MOST })
  else if (strength.isPersonal)
    found.password = t('The password must not hold your name, e-mail, store, chain or “back office”')
  if (!isFirst) return found
  const name = checkValue(NAME, user_name)
  if ('error' in name) found.user_name = tell(name.error)
  const address = checkValue(EMAIL, email)
  if ('error' in address) found.email = tell(address.error)
  return found
}
