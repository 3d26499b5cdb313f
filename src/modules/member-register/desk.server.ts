import type { Actor } from '#server/actor.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { keepConsents, versionsOf } from '#server/http/public-form.ts'
import type { Call, ExtraBody } from '#server/http/route.ts'
import type { Columns } from '#server/resource/statements.ts'
import { surveysConsent } from '../../shared/consents/member-surveys.ts'
import { membershipConsent, offersConsent } from '../../shared/consents/membership.ts'
import { pack } from '../../shared/message.ts'
import { type Answer, answerOf, endHandover } from './handover.server.ts'
import { memberRegister } from './member-register.ts'

/** What a registration at the desk brings beside its fields: the customer's own yes, as on the public forms, or what they signed on their phone. */
export const DESK_BODY: ExtraBody = {
  agreed: { type: 'boolean', description: 'The customer has read the terms and agrees' },
  terms: { type: 'string', description: 'The version of the terms that was shown' },
  offers: { type: 'boolean', description: 'The customer also wants offers for members' },
  surveys: { type: 'boolean', description: 'The customer may be asked by e-mail how we did' },
  handover: {
    type: 'integer',
    description: 'The hand-over on which the customer agreed and signed on their own phone, instead of these',
  },
}

interface Given {
  agreed?: unknown
  terms?: unknown
  offers?: unknown
  surveys?: unknown
  handover?: unknown
}

/** A registration as its customer stands behind it: with their signature, what they agreed to, and what of both is lacking, by field. */
export interface Behind {
  columns: Columns
  answer: Omit<Answer, 'signature'>
  lacking: Record<string, string>
}

/** Nobody is registered without their signature and without agreeing, whoever types it. */
export async function behind(
  db: Db | Tx,
  actor: Actor,
  columns: Columns,
  { request, context }: Pick<Call, 'request' | 'context'>,
): Promise<Behind> {
  const { agreed, terms, offers, surveys, handover } = (request.body ?? {}) as Given // what it names is checked below
  if (Number.isSafeInteger(handover)) {
    const answer = await answerOf(db, context.config.keys, actor, Number(handover), columns)
    if (typeof answer !== 'string') return { columns: { ...columns, signature: answer.signature }, answer, lacking: {} }
    return { columns, answer: NOTHING, lacking: { agreed: answer } }
  }
  const isKnown = versionsOf(membershipConsent).includes(String(terms))
  return {
    columns,
    answer: { terms: String(terms), offers: offers === true, surveys: surveys === true, language: actor.language },
    lacking: {
      ...(!columns.signature && {
        signature: pack('{{field}} is required', { field: memberRegister.fields.signature.label }),
      }),
      ...(agreed !== true
        ? { agreed: pack('You must agree to the terms') }
        : !isKnown && { agreed: pack('The terms have changed. Please read them again.') }),
    },
  }
}

const NOTHING: Behind['answer'] = { terms: '', offers: false, surveys: false, language: 'vi' }

export async function keepDeskConsents(tx: Tx, id: number, call: Call): Promise<void> {
  const { answer } = await behind(tx, call.actor, {}, call)
  const { terms, offers, surveys, language } = answer
  await keepConsents(tx, { module: memberRegister.name, id, language, channel: 'desk' }, [
    { purpose: membershipConsent.purpose, version: terms },
    ...(offers ? [offersConsent] : []),
    ...(surveys ? [surveysConsent] : []),
  ])
  const { handover } = (call.request.body ?? {}) as Given
  if (Number.isSafeInteger(handover)) await endHandover(tx, Number(handover))
}
