import { sql } from 'kysely'
import type { PublicForm } from '../../modules/public-form.ts'
import { AGREED, type Consent } from '../../shared/consents/consent.ts'
import { type Fields, text, type Values } from '../../shared/fields.ts'
import type { Language } from '../../shared/language.ts'
import { pack } from '../../shared/message.ts'
import { refuse, refuseFields } from '../../shared/refusals.ts'
import { type Db, inTransaction, row, type Tx } from '../db/db.ts'
import type { Answers } from './answers.ts'
import { challengeOf, refuseMachines } from './challenge.ts'
import { type Call, get, post, type Route } from './route.ts'

/** Trap and proof of work. */
export const PROOF = {
  website: text('Website', { max: 200 }),
  challenge: text('Challenge', { required: true, max: 200 }),
  nonce: text('Nonce', { required: true, max: 40 }),
}

/** What every public form brings beside its own fields: consent, trap, proof of work. */
const BESIDE = {
  agreed: AGREED,
  terms: text('Version of the terms', { max: 20, default: '1' }),
  ...PROOF,
}

interface Receiving<F extends Fields> {
  /** What the sender reads. */
  answers: Answers
  /** What `receive` would refuse of the fields that are right, by field: told beside whatever else is wrong. */
  judge?: Route['judge']
  /** Checks what fields cannot, writes the record, and says its id and what the sender reads. */
  receive(tx: Tx, call: Call<Values<F>>): Promise<{ id: number; answer: object }>
}

/**
 * The route of a public form: limited by address, honouring Idempotency-Key, held off from machines without any outside service,
 * one record per proof of work, and every consent kept with it by purpose, version and time (design/security.md, T11).
 */
export function publicFormRoute<F extends Fields>(form: PublicForm<F>, receiving: Receiving<F>): Route {
  return post(
    form.path,
    {
      needs: 'nothing',
      limit: 'public form',
      creates: true,
      body: { ...(form.fields as Fields), ...BESIDE },
      judge: async (call, refused) => ({
        ...(await receiving.judge?.(call, refused)),
        ...notAgreed(form.consent, call.body),
      }),
      answers: receiving.answers,
      summary: form.summary,
    },
    (call) => receive(form, receiving, call as Call), // its own fields are among those checked
  )
}

async function receive<F extends Fields>(form: PublicForm<F>, receiving: Receiving<F>, call: Call): Promise<object> {
  const { body, context } = call
  const fields = notAgreed(form.consent, body)
  refuseFields(fields)
  refuseMachines(context.config, context.clock.now(), body)
  const answer = await inTransaction(call.db, async (tx) => {
    await useUp(tx, String(body.challenge))
    const made = await receiving.receive(tx, call as Call<Values<F>>) // as above
    const place = { module: form.module, id: made.id, language: call.actor.language, channel: 'web' } as const
    await keepConsents(tx, place, agreedTo(form, call))
    return made.answer
  })
  context.feed.nudge()
  return answer
}

/** Whether somebody agreed, and to words that still stand. */
function notAgreed(consent: Consent, body: Record<string, unknown>): Record<string, string> {
  if (body.agreed !== true) return { agreed: pack('You must agree to the terms') }
  const isKnown = body.terms === undefined || versionsOf(consent).includes(String(body.terms))
  return isKnown ? {} : { agreed: pack('The terms have changed. Please read them again.') }
}

/** The challenge that a form's page solves while it is filled in. */
export const challengeRoute = get(
  'public/challenge',
  {
    needs: 'nothing',
    limit: 'public lookup',
    answers: { challenge: 'string', difficulty: 'number' },
    summary: 'The proof of work of a public form',
  },
  async ({ context }) => ({
    challenge: challengeOf(context.config.secret, context.clock.now()),
    difficulty: context.config.challengeBits,
  }),
)

export const versionsOf = ({ version, earlier = [] }: Consent): string[] => [version, ...earlier]

export async function useUp(tx: Tx, challenge: string): Promise<void> {
  if (!(await isFirstUse(tx, challenge)))
    refuse('invalid', { fields: { challenge: pack('The form is too old. Please send it again.') } })
}

/** A challenge is good for one thing. */
export async function isFirstUse(tx: Tx | Db, challenge: string): Promise<boolean> {
  const fresh = await row(
    tx,
    sql`insert into limits (key, n) values (${`challenge ${challenge}`}, 1) on conflict do nothing returning n`,
  )
  return fresh !== undefined
}

const agreedTo = ({ consent, offered }: Pick<PublicForm, 'consent' | 'offered'>, { body }: Call): Agreed[] => [
  { purpose: consent.purpose, version: String(body.terms) },
  ...Object.entries(offered).flatMap(([name, one]) => (body[name] === true ? [one] : [])),
]

type Agreed = Pick<Consent, 'purpose' | 'version'>

/** The proof of what was agreed to: for what, in which words and language, by which way, when. */
export async function keepConsents(
  tx: Tx,
  { module, id, language, channel }: { module: string; id: number; language: Language; channel: 'web' | 'desk' },
  given: readonly Agreed[],
): Promise<void> {
  for (const { purpose, version } of given)
    await sql`insert into consents (module, record_id, purpose, version, language, channel)
              values (${module}, ${id}, ${purpose}, ${version}, ${language}, ${channel})`.execute(tx)
}
