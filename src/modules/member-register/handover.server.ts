import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Db, row, type Tx } from '#server/db/db.ts'
import { narrowed } from '#server/db/shape.ts'
import { namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import { versionsOf } from '#server/http/public-form.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { decrypt, type Keys, seal } from '#server/private/keys.ts'
import { membershipConsent } from '../../shared/consents/membership.ts'
import { flag, signature, text, type Values } from '../../shared/fields.ts'
import type { Language } from '../../shared/language.ts'
import { pack } from '../../shared/message.ts'
import { maskOf, tailOf } from '../../shared/private.ts'
import { refuse } from '../../shared/refusals.ts'
import { HANDOVER_MINUTES, type Handed, type HandoverState, SHOWN, type Shown } from './handover.ts'
import { memberRegister } from './member-register.ts'
import { plainNumber } from './papers.ts'

/** Where the two private texts of a hand-over are sealed for. */
const PLACE = { shown: 'member_handovers.shown', answer: 'member_handovers.answer' } as const
const TOKEN = text('Link', { required: true, max: 100 })

const SIGNED = {
  token: TOKEN,
  agreed: flag('Terms', { required: true, requiredMessage: 'You must agree to the terms' }),
  terms: text('Version of the terms', { required: true, max: 20 }),
  offers: flag('Offers for members', { default: false }),
  surveys: flag('Surveys for members', { default: false }),
  signature: signature('Your signature', { required: true, private: 'sealed' }),
}

/** What the customer said on their own phone. */
export interface Answer {
  terms: string
  offers: boolean
  surveys: boolean
  signature: string
  language: Language
}

const STATE = oneOf('waiting', 'opened', 'signed', 'over')
const HANDED = namedAnswer('MemberHandover', {
  state: STATE,
  shown: orNull({
    full_name: 'string',
    request_type: 'string',
    birth_date: 'string',
    identity_number: 'string',
    phone: 'string',
    email: 'string?',
    address: 'string?',
  }),
})

/** The customer's side of a registration at the desk: a link to their phone that is good once and for ten minutes (docs/decisions/member-desk.md). */
export const handoverRoutes: Route[] = [
  post(
    'handovers',
    {
      needs: 'add',
      creates: true,
      body: SHOWN,
      answers: { id: 'number', token: 'string', minutes: 'number' },
      summary: 'Hand what was entered at the desk over to the customer, who agrees and signs on their own phone',
    },
    (call) => begin(call),
  ),
  get(
    'handovers/:id',
    { needs: 'add', answers: { state: STATE }, summary: 'How a hand-over of one’s own stands' },
    (call) => stateOf(call),
  ),
]

export const handoverPublicRoutes: Route[] = [
  get(
    'public/member-signing',
    {
      needs: 'nothing',
      limit: 'public lookup',
      query: {
        token: { says: 'the private part of the link', schema: { type: 'string', maxLength: 100 }, isRequired: true },
      },
      answers: HANDED,
      summary: 'What the desk has entered, for the customer to read before they sign',
    },
    (call) => show(call),
  ),
  post(
    'public/member-signing',
    {
      needs: 'nothing',
      limit: 'public form',
      body: SIGNED,
      answers: { state: STATE },
      summary: 'The customer agrees and signs: once',
    },
    (call) => sign(call),
  ),
]

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const LIVE = sql`h.expires_at > now()`

async function begin({ db, actor, body, context }: Call<Shown>) {
  const token = randomBytes(24).toString('base64url')
  const shown = seal(context.config.keys, PLACE.shown, JSON.stringify(body), '')
  const made = await row(
    db,
    { id: 'number' },
    sql`insert into member_handovers (token_hash, made_by, shown, expires_at)
        values (${hashOf(token)}, ${actor.id}, ${shown}, now() + ${`${HANDOVER_MINUTES} minutes`}::interval) returning id`,
  )
  return { id: made?.id ?? 0, token, minutes: HANDOVER_MINUTES }
}

const STATE_SQL = sql`case when h.signed_at is not null then 'signed' when h.opened_at is not null then 'opened' else 'waiting' end`

async function stateOf({ db, actor, id }: Call): Promise<{ state: HandoverState }> {
  const found = await row(
    db,
    { state: narrowed<HandoverState>('string') },
    sql`select ${STATE_SQL} as state from member_handovers h where h.id = ${id} and h.made_by = ${actor.id} and ${LIVE}`,
  )
  return found ?? { state: 'over' }
}

async function show({ db, query, context }: Call): Promise<Handed> {
  const found = await row(
    db,
    { state: narrowed<HandoverState>('string'), shown: 'string' },
    sql`update member_handovers h set opened_at = coalesce(h.opened_at, now())
        where h.token_hash = ${hashOf(String(query.token))} and ${LIVE} returning ${STATE_SQL} as state, h.shown`,
  )
  if (!found) return { state: 'over', shown: null }
  if (found.state === 'signed') return { state: 'signed', shown: null }
  const shown = JSON.parse(decrypt(context.config.keys, PLACE.shown, found.shown)) as Shown // as `begin` wrote it
  const { identity_number } = memberRegister.fields
  const masked = maskOf(identity_number) + tailOf(identity_number, shown.identity_number)
  return { state: found.state, shown: { ...shown, identity_number: masked } }
}

async function sign({ db, actor, body, context }: Call<Values<typeof SIGNED>>): Promise<{ state: HandoverState }> {
  if (body.agreed !== true) refuse('invalid', { fields: { agreed: pack('You must agree to the terms') } })
  if (!versionsOf(membershipConsent).includes(body.terms))
    refuse('invalid', { fields: { agreed: pack('The terms have changed. Please read them again.') } })
  const { terms, offers, surveys, signature: drawn } = body
  const answer: Answer = {
    ...{ terms, offers: offers === true, surveys: surveys === true },
    ...{ signature: drawn, language: actor.language },
  }
  const sealed = seal(context.config.keys, PLACE.answer, JSON.stringify(answer), '')
  const signed = await row(
    db,
    { id: 'number' },
    sql`update member_handovers h set signed_at = now(), answer = ${sealed}
        where h.token_hash = ${hashOf(body.token)} and h.signed_at is null and ${LIVE} returning h.id`,
  )
  if (!signed) refuse('not found')
  return { state: 'signed' }
}

/** What must be as the customer saw it. */
const SIGNED_FOR = ['full_name', 'birth_date', 'identity_number', 'phone', 'request_type'] as const

/** A number of a paper is the same with blanks and without. */
const bare = (name: string, value: unknown): unknown =>
  name === 'identity_number' ? plainNumber(String(value)) : value

/**
 * What the customer signed on their phone, for a registration of these columns; a packed message where there is nothing of it, or where
 * they signed something else.
 */
export async function answerOf(
  db: Db | Tx,
  keys: Keys,
  { id }: Actor,
  handover: number,
  columns: Readonly<Record<string, unknown>>,
): Promise<Answer | string> {
  const found = await row(
    db,
    { shown: 'string', answer: 'string' },
    sql`select h.shown, h.answer from member_handovers h
        where h.id = ${handover} and h.made_by = ${id} and h.answer is not null and h.expires_at > now() - interval '1 hour'`,
  )
  if (!found) return pack('The customer has not signed yet, or the link is too old. Please hand it over again.')
  const shown = JSON.parse(decrypt(keys, PLACE.shown, found.shown)) as Shown // as `begin` wrote it
  const isSame = SIGNED_FOR.every(
    (name) => columns[name] === undefined || bare(name, shown[name]) === bare(name, columns[name]),
  )
  if (!isSame) return pack('What the customer signed was changed since. Please let them sign again.')
  return JSON.parse(decrypt(keys, PLACE.answer, found.answer)) as Answer // as `sign` wrote it
}

/** What nobody signed, or took, is gone an hour after its end. */
export const sweepHandovers = (db: Db): Promise<unknown> =>
  sql`delete from member_handovers where expires_at < now() - interval '1 hour'`.execute(db)

/** It was taken: nothing of it stays. */
export const endHandover = (tx: Tx, handover: number): Promise<unknown> =>
  sql`delete from member_handovers where id = ${handover}`.execute(tx)
