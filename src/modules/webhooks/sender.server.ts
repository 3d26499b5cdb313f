import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { theServer } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { inTransaction, json, row, rows, type Tx } from '#server/db/db.ts'
import { jsonOf, type RowOf } from '#server/db/shape.ts'
import { queueJob } from '#server/jobs/jobs.ts'
import { type Outcome, postOutside } from '#server/outgoing/post.ts'
import { opened } from '#server/private/fields.ts'
import { placeSql } from '#server/resource/scope.ts'
import { signedHeaders } from './signing.server.ts'
import { webhooks } from './webhooks.ts'

const LOOK_MS = 400
/** Longer than one round of sending takes: who is silent for so long is gone, and another server goes on. */
const LEASE_SECONDS = 30
/** Sent to one address at once, each of another record. */
const AT_ONCE = 8
const GIVE_UP = '3 days'
/** Seconds until the next try, after the first, the second … */
const PAUSES = [5, 15, 60, 300, 900, 3600, 7200, 14_400, 21_600] as const
export const WAKE_JOB = 'webhook'

const HOOK = {
  id: 'number',
  url: 'string',
  secret: 'string',
  former_secret: 'string?',
} as const
type Hook = RowOf<typeof HOOK>

const TELLING = { id: 'number', body: 'string', tries: 'number' } as const
type Telling = RowOf<typeof TELLING>

/** Sends what waits, each webhook one server's at a time and all of them side by side. Answers how to stop it. */
export function startSending(context: AppContext): { wake: (id: number) => void; stop: () => Promise<void> } {
  const end = new AbortController()
  const busy = new Map<number, Promise<void>>()
  const wake = (id: number) => {
    if (busy.has(id) || end.signal.aborted) return
    const sending = sendAll(context, id, end.signal)
      .catch((error: unknown) => context.log.warn({ err: error }, 'a webhook could not be told; trying again'))
      .finally(() => busy.delete(id))
    busy.set(id, sending)
  }
  const looking = look(context, wake, end.signal)
  return {
    wake,
    stop: async () => {
      end.abort()
      await looking
      await Promise.all(busy.values())
    },
  }
}

/** Finds who has something to hear, also where the job that says so waits behind others. */
async function look({ db, log }: AppContext, wake: (id: number) => void, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    const found = await rows(
      db,
      { id: 'number' },
      sql`select w.id from webhooks w where w.state = 'on' and w.deleted_at is null and coalesce(w.next_at, now()) <= now()
            and coalesce(w.claimed_until, '-infinity') < now()
            and exists (select 1 from webhook_deliveries d where d.webhook = w.id and d.state = 'waiting' and d.next_at <= now())`,
    ).catch((error: unknown) => {
      log.warn({ err: error }, 'the webhooks could not be looked through; trying again')
      return []
    })
    for (const { id } of found) wake(id)
    await pause(LOOK_MS, undefined, { signal: end }).catch(() => {})
  }
}

async function sendAll(context: AppContext, id: number, end: AbortSignal): Promise<void> {
  const claim = randomUUID()
  let hook = await held(context, id, claim)
  while (hook && !end.aborted) {
    const next = await nextOf(context, id)
    if (next.length === 0) break
    const current = hook
    const outcomes = await Promise.all(
      next.map(async (telling) => ({ telling, outcome: await tell(context, current, telling) })),
    )
    const goesOn = await keptOutcomes(context, id, outcomes)
    hook = goesOn ? await held(context, id, claim) : null
  }
  await sql`update webhooks set claim = null, claimed_until = null where id = ${id} and claim = ${claim}::uuid`.execute(
    context.db,
  )
}

/** Takes a webhook, or keeps it; null where it is another server's, switched off, or nobody is to be tried yet. */
async function held({ db, config }: AppContext, id: number, claim: string): Promise<Hook | null> {
  const found = await row(
    db,
    HOOK,
    sql`update webhooks set claim = ${claim}::uuid, claimed_until = now() + make_interval(secs => ${LEASE_SECONDS}::int)
        where id = ${id} and state = 'on' and deleted_at is null and coalesce(next_at, now()) <= now()
          and (claim = ${claim}::uuid or coalesce(claimed_until, '-infinity') < now())
        returning id, url, secret, case when former_until > now() then former_secret end as former_secret`,
  )
  if (!found) return null
  const secret = opened(config.keys, webhooks, 'secret', found.secret) ?? ''
  return { ...found, secret, former_secret: opened(config.keys, webhooks, 'former_secret', found.former_secret) }
}

/** The oldest of each record: what came later waits until that is told, or given up. */
const nextOf = ({ db }: AppContext, id: number): Promise<Telling[]> =>
  rows(
    db,
    TELLING,
    sql`select d.id, d.body, d.tries from webhook_deliveries d
        where d.webhook = ${id} and d.state = 'waiting' and d.next_at <= now() and not exists (
          select 1 from webhook_deliveries e where e.webhook = d.webhook and e.state = 'waiting' and e.module = d.module
            and e.record_id is not distinct from d.record_id and e.id < d.id)
        order by d.id limit ${sql.lit(AT_ONCE)}`,
  )

function tell({ config, clock }: AppContext, hook: Hook, { id, body }: Telling): Promise<Outcome> {
  const secrets = [hook.secret, ...(hook.former_secret === null ? [] : [hook.former_secret])]
  const headers = signedHeaders(`msg_${id}`, body, secrets, new Date(clock.now()))
  return postOutside({ url: hook.url, headers, body }, { isPrivate: config.webhookPrivate })
}

interface Told {
  telling: Telling
  outcome: Outcome
}
const isHeard = ({ outcome }: Told): boolean => 'status' in outcome && outcome.status >= 200 && outcome.status < 300
const isAnswered = ({ outcome }: Told): boolean => 'status' in outcome
const isDown = ({ outcome }: Told): boolean => !('status' in outcome) || outcome.status >= 500 || outcome.status === 429
/** Nobody is there, or whoever is cannot hear anything now. An error over one record alone says nothing of the others. */
const isUnreachable = (told: readonly Told[]): boolean =>
  told.every(isDown) && (told.length > 1 || !told.every(isAnswered))

/** Keeps what was answered; answers whether it may go on at once. */
async function keptOutcomes(context: AppContext, id: number, told: readonly Told[]): Promise<boolean> {
  const rests = isUnreachable(told)
  const lines = told.map((one) => lineOf(one, rests))
  const isAnyHeard = told.some(isHeard)
  const isFailing = told.some((one) => !isHeard(one))
  await inTransaction(context.db, async (tx) => {
    await sql`update webhook_deliveries d set
        state = case when t.heard then 'delivered' when d.created_at < now() - ${GIVE_UP}::interval then 'failed' else 'waiting' end,
        tries = d.tries + 1, tried_at = clock_timestamp(), next_at = now() + make_interval(secs => t.pause::float8),
        status = t.status, answer = t.answer, trouble = t.trouble, ms = t.ms
      from jsonb_to_recordset(${json(lines)}) t(id bigint, heard boolean, pause float8, status int, answer text, trouble text, ms int)
      where d.id = t.id and d.state = 'waiting'`.execute(tx)
    if (isAnyHeard)
      await sql`update webhooks set last_success_at = clock_timestamp(), failing_since = null, tries = null, next_at = null where id = ${id}`.execute(
        tx,
      )
    if (isFailing && !isAnyHeard) await keptFailure(tx, id, rests)
  })
  return !rests
}

/** @param rests the webhook pauses for all of its tellings, so that none needs a pause of its own */
function lineOf(one: Told, rests: boolean): object {
  const { telling, outcome } = one
  const pause = isHeard(one) || rests ? 0 : pauseAfter(telling.tries)
  const line = { id: telling.id, heard: isHeard(one), pause, ms: outcome.ms }
  return 'status' in outcome
    ? { ...line, status: outcome.status, answer: outcome.answer.replaceAll('\u0000', ''), trouble: null }
    : { ...line, status: null, answer: null, trouble: outcome.trouble }
}

/** Some sooner, some later, so that what failed together does not come again together. */
const pauseAfter = (tries: number): number =>
  (PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0) * (0.9 + Math.random() * 0.2)

/** Whoever cannot be reached is left alone for ever longer, and for good after three days; those who watch over the chain are told. */
async function keptFailure(tx: Tx, id: number, rests: boolean): Promise<void> {
  const failing = await row(
    tx,
    { tries: 'number', isOver: 'boolean', name: 'string', place: jsonOf<object>() },
    sql`update webhooks r set failing_since = coalesce(failing_since, now()), tries = coalesce(tries, 0) + ${rests ? 1 : 0}::int
        where r.id = ${id}
        returning tries, failing_since < now() - ${GIVE_UP}::interval as "isOver", name, ${placeSql(webhooks, 'r')} as place`,
  )
  if (!failing) return
  if (failing.isOver) {
    await sql`update webhooks set state = 'off', version = version + 1, updated_at = now() where id = ${id} and state = 'on'`.execute(
      tx,
    )
    await record(tx, theServer, {
      action: 'webhook stopped',
      module: webhooks.name,
      recordId: id,
      title: failing.name,
      place: failing.place,
      changes: { state: ['on', 'off'] },
    })
    return
  }
  const until = rests
    ? await row(
        tx,
        { next_at: 'date?' },
        sql`update webhooks set next_at = now() + make_interval(secs => ${pauseAfter(failing.tries - 1)}::float8) where id = ${id} returning next_at`,
      )
    : await row(
        tx,
        { next_at: 'date?' },
        sql`select min(next_at) as next_at from webhook_deliveries where webhook = ${id} and state = 'waiting'`,
      )
  if (until?.next_at) await queueJob(tx, WAKE_JOB, { webhook: id }, { at: until.next_at, key: `${WAKE_JOB} ${id}` })
}
