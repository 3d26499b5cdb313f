import type { Consent } from '../../shared/consents/consent.ts'
import { membershipConsent, offersConsent, surveysConsent } from '../../shared/consents/membership.ts'
import { flag } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { FormScreen } from '../../web/screens/form/form.tsx'
import { useSession } from '../../web/session.ts'
import css from './desk.module.css'
import { memberRegister } from './member-register.ts'

const { signature, card_number, ...others } = memberRegister.fields
const PERSON = 'Person'

/** The registration as it is asked at the desk: the customer's signature and yes come last, and are needed. */
const atTheDesk: Definition = {
  ...memberRegister,
  fields: {
    ...others,
    card_number,
    signature: { ...signature, required: true },
    agreed: flag('The customer has read this and agrees', { default: false }),
    offers: flag('The customer also wants offers for members', { default: false }),
    surveys: flag('The customer may be asked by e-mail how we did', { default: false }),
  },
  groups: [
    ...(memberRegister.groups ?? []).map(({ label, fields }) => ({
      label,
      fields: label === PERSON ? fields.filter((name) => name !== 'signature') : fields,
    })),
    { label: 'Consent and signature', fields: ['agreed', 'offers', 'surveys', 'signature'] },
  ],
}
const EXTRA = ['terms']
const CONSENTS: Readonly<Record<string, Consent>> = {
  agreed: membershipConsent,
  offers: offersConsent,
  surveys: surveysConsent,
}

/** A new member registered by the staff, in front of the customer. */
export function DeskForm() {
  const { store, role } = useSession()
  return (
    <FormScreen
      definition={atTheDesk}
      extra={EXTRA}
      initial={{ terms: membershipConsent.version, ...(role.scope === 'store' && { store }) }}
      besideField={(name) => {
        const consent = CONSENTS[name]
        return consent ? <Terms words={consent.words} /> : null
      }}
    />
  )
}

/** What the customer reads before they agree. */
const Terms = ({ words }: { words: readonly string[] }) => (
  <ul className={css.terms}>
    {words.map((one) => (
      <li key={one}>{t(one)}</li>
    ))}
  </ul>
)
