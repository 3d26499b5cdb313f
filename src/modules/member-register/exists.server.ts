import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { row } from '#server/db/db.ts'
import { challengeOf, isProof } from '#server/http/challenge.ts'
import { countUp, limitKey, networkOf } from '#server/http/limits.ts'
import { isFirstUse } from '#server/http/public-form.ts'
import { type Call, post, type Route } from '#server/http/route.ts'
import { holdsSealed } from '#server/private/fields.ts'
import { phone, text, type Values } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { REFUSALS, refuse } from '../../shared/refusals.ts'
import { memberRegister } from './member-register.ts'
import { plainNumber } from './papers.ts'

const asked = {
  phone: phone('Phone number', { required: true }),
  identity_number: text('ID card or passport number', { required: true, max: 20 }),
  challenge: text('Challenge', { max: 200 }),
  nonce: text('Nonce', { max: 40 }),
}
type Asked = Call<Values<typeof asked>>

/** Answers leave at whole steps of this, found or not: what little the database differs by never shows. */
const STEP_MS = 60
const HOUR_SECONDS = 3600
/** Of one address in an hour, before each further one costs a proof of work. */
const FREE = 3
/** Of a network in a day; beyond, it waits. */
const NETWORK_A_DAY = 200
/** Of the whole chain in an hour: beyond, somebody goes through a list, from however many addresses. */
const CHAIN_AN_HOUR = 300

/** Whether somebody registered already: the one public question about a person (design/security.md, T8). */
export const existsRoute = (wire: string): Route =>
  post(
    `${wire}/check-is-exists`,
    {
      needs: 'nothing',
      limit: 'registration check',
      body: asked,
      answers: { exists: 'boolean' },
      summary:
        'Whether such a registration is there: yes or no; after three an hour with the proof of work that 428 asks for',
    },
    (call) => exists(call as Asked), // exactly these fields were checked
  )

async function exists(call: Asked): Promise<{ exists: boolean }> {
  const began = performance.now()
  await refuseHarvest(call)
  await refuseUnproved(call)
  const { db, body, context } = call
  const number = plainNumber(body.identity_number)
  const found = await row(
    db,
    { exists: 'boolean' },
    sql`select exists (select 1 from member_register r where r.phone = ${body.phone} and r.deleted_at is null
          and ${holdsSealed(context.config.keys, sql`r.identity_number`, number)}) as exists`,
  )
  await pause(STEP_MS - ((performance.now() - began) % STEP_MS))
  return { exists: found?.exists === true }
}

/** Counts by network and over the whole chain; the first one too many of an hour or a day is told to those who watch. */
async function refuseHarvest({ db, actor, context }: Asked): Promise<void> {
  const factor = context.config.rateLimitFactor
  const network = networkOf(actor.address)
  const ofAll = await countUp(db, `registration checks of the chain ${HOUR_SECONDS}`, HOUR_SECONDS)
  const ofNetwork = await countUp(
    db,
    `registration checks of a network ${24 * HOUR_SECONDS} ${network}`,
    24 * HOUR_SECONDS,
  )
  const [chainMost, networkMost] = [Math.ceil(CHAIN_AN_HOUR * factor), Math.ceil(NETWORK_A_DAY * factor)]
  if (ofAll.n === chainMost + 1) await alarm({ db, actor, context }, ofAll.n)
  if (ofNetwork.n === networkMost + 1) await alarm({ db, actor, context }, ofNetwork.n, network)
  if (ofNetwork.n > networkMost) refuse('too many', { params: { wait: Math.max(1, ofNetwork.wait) } })
}

async function alarm(
  { db, actor, context }: Pick<Asked, 'db' | 'actor' | 'context'>,
  checks: number,
  network?: string,
): Promise<void> {
  await record(db, actor, {
    action: 'harvest alarm',
    module: memberRegister.name,
    title: network ? `${network}.*` : null,
    changes: { checks: [null, checks] },
  })
  context.feed.nudge()
  context.log.warn({ checks, network }, 'checks of registrations look like a harvest')
}

/** A person checks once or twice; a machine pays for the rest. */
async function refuseUnproved({ db, actor, body, context }: Asked): Promise<void> {
  const { secret, rateLimitFactor, challengeBits } = context.config
  const { n } = await countUp(
    db,
    `registration checks unproved ${HOUR_SECONDS} ${limitKey(actor.address)}`,
    HOUR_SECONDS,
  )
  if (n <= Math.ceil(FREE * rateLimitFactor)) return
  if (isProof(context.config, context.clock.now(), body) && (await isFirstUse(db, String(body.challenge)))) return
  refuse('proof needed', {
    fields: { challenge: pack(REFUSALS['proof needed'].text) },
    facts: { challenge: challengeOf(secret, context.clock.now()), difficulty: challengeBits },
  })
}
