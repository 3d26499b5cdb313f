import '../../../web/public/styles/form.css'
import { type FormEvent, useEffect, useState } from 'react'
import { surveysConsent } from '../../../shared/consents/member-surveys.ts'
import { membershipConsent, offersConsent } from '../../../shared/consents/membership.ts'
import { formatDay } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { CheckBox } from '../../../web/public/form/check-box.tsx'
import type { Errors } from '../../../web/public/form/errors.ts'
import { Signature } from '../../../web/public/form/signature.tsx'
import type { PageProps } from '../../../web/public/page-loader.ts'
import { call, Refused } from '../../../web/public/request.ts'
import { FieldError } from '../../../web/public/ui/field.tsx'
import { Page } from '../../../web/public/ui/page.tsx'
import type { Handed, Shown } from '../handover.ts'
import { REQUEST_TYPES } from '../words.ts'

/** What the desk has entered, on the customer's own phone: to be read, agreed to and signed, once. */
export default function MemberSigningPage({ token }: PageProps) {
  const [handed, setHanded] = useState<Handed | null>(null)
  const [problem, setProblem] = useState('')
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further try asks again
  useEffect(() => {
    setProblem('')
    call<Handed>('GET', `/public/member-signing?token=${encodeURIComponent(token)}`).then(setHanded, (error: unknown) =>
      setProblem(
        error instanceof Refused ? error.message : t('There is no connection right now. Please try again in a moment.'),
      ),
    )
  }, [token, tries])
  return (
    <Page title={t('Your membership')}>
      {problem ? (
        <section className="notice">
          <h1>{t('This could not be loaded')}</h1>
          <p>{problem}</p>
          <button type="button" className="button" onClick={() => setTries(tries + 1)}>
            {t('Try again')}
          </button>
        </section>
      ) : null}
      {!problem && !handed ? <div className="skeleton block is-tall" role="status" aria-label={t('Loading…')} /> : null}
      {handed?.shown && handed.state !== 'signed' ? (
        <Signing token={token} shown={handed.shown} onEnd={(state) => setHanded({ state, shown: null })} />
      ) : null}
      {handed?.state === 'signed' ? (
        <section className="notice" role="status">
          <h1>{t('Thank you')}</h1>
          <p>{t('Your consent and signature have arrived. The desk goes on now; you can close this page.')}</p>
        </section>
      ) : null}
      {handed?.state === 'over' ? (
        <section className="notice">
          <h1>{t('This link is no longer good')}</h1>
          <p>{t('It holds for some minutes, and for one signature. Please ask at the desk for a new code.')}</p>
        </section>
      ) : null}
    </Page>
  )
}

interface Values {
  agreed: boolean
  offers: boolean
  surveys: boolean
  signature: string
}
const NOTHING: Values = { agreed: false, offers: false, surveys: false, signature: '' }

interface SigningProps {
  token: string
  shown: Shown
  onEnd: (state: Handed['state']) => void
}

function Signing({ token, shown, onEnd }: SigningProps) {
  const [values, setValues] = useState(NOTHING)
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const change = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }))
  const part = { values, errors, change, leave: () => {} }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const lacking = {
      ...(!values.agreed && { agreed: t('You must agree to the terms') }),
      ...(!values.signature && { signature: t('Please sign here') }),
    }
    setErrors(lacking)
    if (Object.keys(lacking).length > 0 || isSending) return
    setSending(true)
    setProblem('')
    try {
      const body = { token, ...values, terms: membershipConsent.version }
      const { state } = await call<Pick<Handed, 'state'>>('POST', '/public/member-signing', { body })
      onEnd(state)
    } catch (error) {
      setSending(false)
      if (error instanceof Refused && error.status === 404) return onEnd('over')
      if (error instanceof Refused) setErrors(error.fields)
      setProblem(
        error instanceof Refused ? error.message : t('There is no connection right now. Please try again in a moment.'),
      )
    }
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <h1>{t('Please read, agree and sign')}</h1>
      <section className="card" aria-label={t('What the desk has entered')}>
        <dl className="facts">
          {factsOf(shown).map(([label, value]) => (
            <div key={label}>
              <dt className="soft small">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="hint">{t('Is something wrong? Please tell the desk before you sign.')}</p>
      </section>
      <section className="card terms" aria-label={t(membershipConsent.purpose)}>
        {membershipConsent.words.map((words) => (
          <p key={words}>{t(words)}</p>
        ))}
        <CheckBox part={part} name="agreed">
          {t('I agree to the terms')}
        </CheckBox>
        {errors.agreed && <FieldError id="agreed-error">{errors.agreed}</FieldError>}
        <CheckBox part={part} name="offers">
          {t('I would like to hear about offers for members')}
        </CheckBox>
        <p className="hint">{t(offersConsent.words[0] ?? '')}</p>
        <CheckBox part={part} name="surveys">
          {t('You may ask me by e-mail how you did')}
        </CheckBox>
        <p className="hint">{t(surveysConsent.words[0] ?? '')}</p>
      </section>
      <Signature part={part} name="signature" label={t('Your signature')} />
      {problem && (
        <p role="alert" className="error">
          {problem}
        </p>
      )}
      <button type="submit" className="button is-wide" disabled={isSending}>
        {isSending ? t('Sending…') : t('Agree and sign')}
      </button>
    </form>
  )
}

const factsOf = (shown: Shown): [label: string, value: string][] =>
  [
    [t('Request type'), t(REQUEST_TYPES.find(({ value }) => value === shown.request_type)?.label ?? '')],
    [t('Full name'), shown.full_name],
    [t('Date of birth'), formatDay(shown.birth_date)],
    [t('ID card or passport number'), shown.identity_number],
    [t('Phone'), shown.phone],
    [t('E-mail'), shown.email ?? ''],
    [t('Address'), shown.address ?? ''],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
