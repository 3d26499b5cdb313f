import type { Consent } from '../../shared/consents/consent.ts'
import { surveysConsent } from '../../shared/consents/member-surveys.ts'
import { membershipConsent, offersConsent } from '../../shared/consents/membership.ts'
import { FormScreen } from '../../web/screens/form/form.tsx'
import { Terms } from './consent-words.web.tsx'
import { atTheDesk } from './desk-fields.ts'
import { oddBelow } from './odd-member.web.ts'

const EXTRA = ['terms']
const WORDS: Readonly<Record<string, Consent>> = {
  agreed: membershipConsent,
  offers: offersConsent,
  surveys: surveysConsent,
}

/** A new member registered by the staff, in front of the customer. */
export function DeskForm() {
  return (
    <FormScreen
      definition={atTheDesk}
      extra={EXTRA}
      initial={{ request_type: 'new', terms: membershipConsent.version }}
      below={oddBelow}
      besideField={(name) => {
        const consent = WORDS[name]
        return consent ? <Terms words={consent.words} /> : null
      }}
    />
  )
}
