import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction, json, row, type Tx } from '#server/db/db.ts'
import { givenAt, refuseMachines } from '#server/http/challenge.ts'
import { keepConsents, PROOF, useUp } from '#server/http/public-form.ts'
import { type Call, post, type Route } from '#server/http/route.ts'
import { customerOf } from '#server/resource/customer-of.ts'
import { insert } from '#server/resource/statements.ts'
import { surveyConsent } from '../../../shared/consents/survey.ts'
import { flag, phone, ref, spokenNumber, text } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { refuse, refuseFields } from '../../../shared/refusals.ts'
import { takenAnswers } from '../../../shared/surveys/answers.ts'
import { scoreOf } from '../../../shared/surveys/questions.ts'
import { customerSurveyResponses } from '../customer-survey-responses.ts'
import { type FoundLink, isOfSurvey, linkOf, REFUSAL_OF, stateOf } from './link.server.ts'
import { askedQuestions } from './questions.server.ts'

const MOST_BYTES = 2 * 2 ** 20

/** Takes an answer in: once, whoever sends it again, and whichever server dies meanwhile. */
export const submitRoute: Route = post(
  'submit',
  {
    needs: 'nothing',
    limit: 'public form',
    creates: true,
    bytesMost: MOST_BYTES,
    body: {
      token: text('Link', { required: true, max: 100 }),
      store: ref('Store', 'stores'),
      name: text('Your name', { max: 191 }),
      phone: phone('Phone number'),
      may_be_called: flag('May be called', { default: false }),
      agreed: flag('Terms', { default: false }),
      terms: text('Version of the terms', { max: 20, default: '1' }),
      device: text('Device', { max: 60 }),
      ...PROOF,
    },
    beside: {
      answers: {
        isNeeded: true,
        type: 'object',
        description: 'By the id of the question: a number, a key, several keys, or what was written',
        additionalProperties: {
          anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'array', items: { type: 'string' } }],
        },
      },
    },
    answers: { number: 'string' },
    summary: 'The answers of a customer, by the link they came from',
  },
  (call) => submit(call as Call),
)

async function submit(call: Call): Promise<{ number: string }> {
  const { body, context, db } = call
  refuseMachines(context.config, context.clock.now(), body)
  const id = await inTransaction(db, async (tx) => {
    await useUp(tx, String(body.challenge))
    return receive(tx, call)
  })
  context.feed.nudge()
  return { number: spokenNumber(customerSurveyResponses.fields.number, id) }
}

async function receive(tx: Tx, { body, actor, request }: Call): Promise<number> {
  const found = await openLink(tx, body)
  const { answers: raw } = request.body as { answers?: unknown } // an object, as any body is
  const given = isAnswers(raw) ? raw : {}
  const ids = Object.keys(given).map(Number).filter(Number.isSafeInteger)
  const questions = await askedQuestions(tx, found.survey, ids)
  const { answers, wrong } = takenAnswers(questions, given)
  const store = await storeOf(tx, found, body.store)
  const person = await personOf(tx, found, body)
  const fields = {
    ...Object.fromEntries(Object.entries(wrong).map(([id, says]) => [`answers.${id}`, says])),
    ...store.wrong,
    ...person.wrong,
  }
  refuseFields(fields)
  const score = scoreOf(questions, answers)
  const id = await insert(
    tx,
    customerSurveyResponses,
    {
      survey: found.survey,
      store: store.id,
      customer_name: person.name,
      phone: person.phone,
      may_be_called: person.may_be_called,
      score,
      is_low: score !== null && found.low_below !== null && score < found.low_below,
      channel: found.channel,
      language: actor.language,
      answered_at: sql`now()`,
      answers: json(answers),
      once_key: onceKeyOf(found, body, person.phone),
      link: found.link,
    },
    actor,
  )
  if (person.agreed) {
    const place = { module: customerSurveyResponses.name, id, language: actor.language, channel: 'web' } as const
    await keepConsents(tx, place, [{ purpose: surveyConsent.purpose, version: String(body.terms) }])
  }
  return id
}

const isAnswers = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/** The link, held: a personal one is used up by this, and the answer counted among the most that are wanted. */
async function openLink(tx: Tx, { token, challenge }: Call['body']): Promise<FoundLink> {
  const found = await linkOf(tx, String(token), givenAt(challenge))
  const state = stateOf(found, true)
  if (!found || state !== 'open') refuse(REFUSAL_OF[state === 'open' ? 'unknown' : state])
  if (found.is_personal) {
    const used = await row(
      tx,
      { id: 'number' },
      sql`update survey_links set used_at = now() where id = ${found.link} and used_at is null returning id`,
    )
    if (!used) refuse('survey answered')
  }
  const counted = await row(
    tx,
    { id: 'number' },
    sql`update surveys set answered = answered + 1
        where id = ${found.survey} and coalesce(answered < most_responses, true) returning id`,
  )
  return counted ? found : refuse('survey full')
}

interface Chosen {
  id: number | null
  wrong: Record<string, string>
}

async function storeOf(tx: Tx, found: FoundLink, wanted: unknown): Promise<Chosen> {
  if (found.store !== null) return { id: found.store, wrong: {} }
  if (found.is_personal) return { id: null, wrong: {} }
  const store = await row(
    tx,
    { id: 'number' },
    sql`select id from stores where id = ${typeof wanted === 'number' ? wanted : null}::bigint and ${isOfSurvey(found.stores)}`,
  )
  return store
    ? { id: store.id, wrong: {} }
    : { id: null, wrong: { store: pack('Please select the store to continue') } }
}

/** Who answers: of a personal link the customer of its record; else what was asked for and told. */
async function personOf(tx: Tx, found: FoundLink, body: Call['body']) {
  const known = await customerOf(tx, found.module, found.record)
  const name = (found.asks_name && typeof body.name === 'string' ? body.name : null) ?? known.name
  const phone = (found.asks_phone && typeof body.phone === 'string' ? body.phone : null) ?? known.phone
  const isTold = (found.asks_name && Boolean(body.name)) || (found.asks_phone && Boolean(body.phone))
  const may_be_called = found.asks_call_consent && body.may_be_called === true
  const needsPhone = (found.once_per === 'phone' && !found.is_personal) || (found.asks_phone && may_be_called)
  return {
    name,
    phone,
    may_be_called: may_be_called && phone !== null,
    agreed: isTold,
    wrong: {
      ...(needsPhone && phone === null && { phone: pack('{{field}} is required', { field: 'Phone number' }) }),
      ...(isTold && body.agreed !== true && { agreed: pack('You must agree to the terms') }),
    },
  }
}

/** By what nobody answers twice; only a digest of it is kept. Who holds a personal link has a right of their own. */
function onceKeyOf(
  { survey, once_per, is_personal }: FoundLink,
  { device }: Call['body'],
  phone: string | null,
): string | null {
  const who = once_per === 'phone' ? phone : once_per === 'device' ? device : null
  if (is_personal || typeof who !== 'string' || who === '') return null
  return createHash('sha256').update(`${survey} ${once_per} ${who}`).digest('base64url')
}
