import type { Tx } from '#server/db/db.ts'
import { keepConsents, versionsOf } from '#server/http/public-form.ts'
import type { Call, ExtraBody } from '#server/http/route.ts'
import type { Columns } from '#server/resource/statements.ts'
import { membershipConsent, offersConsent, surveysConsent } from '../../shared/consents/membership.ts'
import { pack } from '../../shared/message.ts'
import { memberRegister } from './member-register.ts'

/** What a registration at the desk brings beside its fields: the customer's own yes, as on the public forms. */
export const DESK_BODY: ExtraBody = {
  agreed: { type: 'boolean', description: 'The customer has read the terms and agrees' },
  terms: { type: 'string', description: 'The version of the terms that was shown' },
  offers: { type: 'boolean', description: 'The customer also wants offers for members' },
  surveys: { type: 'boolean', description: 'The customer may be asked by e-mail how we did' },
}

const given = ({ request }: Call) =>
  (request.body ?? {}) as { agreed?: unknown; terms?: unknown; offers?: unknown; surveys?: unknown }

/** Nobody is registered without their signature and without agreeing, whoever types it. */
export function lackingConsent({ signature }: Columns, call: Call): Record<string, string> {
  const { agreed, terms } = given(call)
  return {
    ...(!signature && { signature: pack('{{field}} is required', { field: memberRegister.fields.signature.label }) }),
    ...(agreed !== true
      ? { agreed: pack('You must agree to the terms') }
      : !versionsOf(membershipConsent).includes(String(terms)) && {
          agreed: pack('The terms have changed. Please read them again.'),
        }),
  }
}

export async function keepDeskConsents(tx: Tx, id: number, call: Call): Promise<void> {
  const { terms, offers, surveys } = given(call)
  await keepConsents(tx, { module: memberRegister.name, id, language: call.actor.language, channel: 'desk' }, [
    { purpose: membershipConsent.purpose, version: String(terms) },
    ...(offers === true ? [offersConsent] : []),
    ...(surveys === true ? [surveysConsent] : []),
  ])
}
