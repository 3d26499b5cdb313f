import { Button } from '@mantine/core'
import { IconCheck, IconDeviceMobile, IconDeviceTabletShare } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Consent } from '../../shared/consents/consent.ts'
import { surveysConsent } from '../../shared/consents/member-surveys.ts'
import { membershipConsent, offersConsent } from '../../shared/consents/membership.ts'
import { t } from '../../shared/language.ts'
import { Cell, isBlank } from '../../web/fields/cell.tsx'
import { FieldInput } from '../../web/fields/input.tsx'
import type { Form } from '../../web/screens/form/use-form.ts'
import { QrCode } from '../../web/ui/codes/qr-code.tsx'
import { Dialog } from '../../web/ui/dialogs/dialog.tsx'
import { Terms } from './consent-words.web.tsx'
import css from './desk.module.css'
import { HANDOVER_MINUTES, type HandoverState, SHOWN } from './handover.ts'
import { type Consenting, shownOf } from './use-consent.web.ts'

const ICON = { size: 18, 'aria-hidden': true } as const

/** Where the customer agrees and signs: on their own phone by a code, or on this screen turned round to them. */
export function ConsentPanel({ consent, form }: { consent: Consenting; form: Form }) {
  const { isGiven, side, isAsked, handover, problem, ask, close } = consent
  useEffect(() => {
    if (isGiven) document.getElementById('member-desk-save')?.focus()
  }, [isGiven])
  return (
    <section className={css.consent} aria-label={t('Consent and signature')}>
      <h2>{t('Consent and signature')}</h2>
      <p role="status" className={css.given} data-given={isGiven || undefined}>
        {isGiven ? (
          <>
            <IconCheck {...ICON} /> {t('The customer has agreed and signed.')}
          </>
        ) : (
          t('The customer reads what was entered, agrees and signs.')
        )}
      </p>
      {problem ? (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      ) : null}
      <div className={css.sides}>
        <Button
          variant="default"
          loading={isAsked}
          leftSection={<IconDeviceMobile {...ICON} />}
          onClick={() => ask('phone')}
        >
          {t('On their phone')}
        </Button>
        <Button variant="default" leftSection={<IconDeviceTabletShare {...ICON} />} onClick={() => ask('screen')}>
          {t('On this screen')}
        </Button>
      </div>
      {side === 'phone' && handover ? <PhoneSide token={handover.token} state={consent.state} /> : null}
      <Dialog fullScreen opened={side === 'screen'} onClose={close} title={t('Please read, agree and sign')}>
        {side === 'screen' ? <ScreenSide form={form} onDone={consent.take} /> : null}
      </Dialog>
    </section>
  )
}

const WORDS: Record<HandoverState, () => string> = {
  waiting: () => t('The customer scans this code with their phone.'),
  opened: () => t('The customer is reading…'),
  signed: () => t('The customer has agreed and signed.'),
  over: () => t('This code is too old. Please make a new one.'),
}

function PhoneSide({ token, state }: { token: string; state: HandoverState | null }) {
  const place = useRef<HTMLDivElement>(null)
  // Below the form where the window is narrow, and what the customer is to see now.
  useEffect(() => void place.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={place} className={css.phone}>
      {state === 'over' ? null : (
        <QrCode text={`${location.origin}/member-signing/${token}`} label={t('Code for the customer’s phone')} />
      )}
      <p role="status">{WORDS[state ?? 'waiting']()}</p>
      <small>{t('Good once, for {{n}} minutes', { n: HANDOVER_MINUTES })}</small>
    </div>
  )
}

/** What the customer is asked, in the words of the page on their own phone. */
const FLAGS: readonly [name: string, label: string, consent: Consent][] = [
  ['agreed', 'I agree to the terms', membershipConsent],
  ['offers', 'I would like to hear about offers for members', offersConsent],
  ['surveys', 'You may ask me by e-mail how you did', surveysConsent],
]

function ScreenSide({ form, onDone }: { form: Form; onDone: () => void }) {
  const { values, fields, set } = form
  const shown = shownOf(form)
  const input = (name: string, label: string) => {
    const field = fields[name]
    return field ? (
      <FieldInput name={name} field={{ ...field, label }} value={values[name]} onChange={(value) => set(name, value)} />
    ) : null
  }
  return (
    <div className={css.turned}>
      <dl>
        {Object.entries(SHOWN).map(([name, field]) =>
          isBlank(shown[name]) ? null : (
            <div key={name}>
              <dt>{t(field.label)}</dt>
              <dd>
                <Cell field={field} value={shown[name]} />
              </dd>
            </div>
          ),
        )}
      </dl>
      {FLAGS.map(([name, label, { words }]) => (
        <div key={name}>
          {input(name, label)}
          <Terms words={words} />
        </div>
      ))}
      {input('signature', 'Your signature')}
      <Button size="lg" disabled={values.agreed !== true || !values.signature} onClick={onDone}>
        {t('Done')}
      </Button>
    </div>
  )
}
