import { sql } from 'kysely'
import { type Db, row, rows } from '#server/db/db.ts'
import { narrowed } from '#server/db/shape.ts'
import { described, namedAnswer, oneOf, orNull, pageOf } from '#server/http/answers.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { pageParameters } from '#server/resource/query/parameters.ts'
import { readPage } from '#server/resource/query/parse-query.ts'
import { changeScopeOf, scopeOf } from '#server/resource/scope.ts'
import type { Page } from '../../shared/api.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Delivery } from './delivery.ts'
import { webhooks } from './webhooks.ts'

/** So many tellings that are over are kept of each webhook. */
const KEPT_MOST = 1000

const DELIVERY = {
  id: 'number',
  event: 'string',
  record_id: 'number?',
  created_at: 'date',
  body: 'string',
  state: narrowed<Delivery['state']>('string'),
  tries: 'number',
  next_at: 'date',
  tried_at: 'date?',
  status: 'number?',
  answer: 'string?',
  trouble: narrowed<Delivery['trouble']>('string'),
  ms: 'number?',
} as const

/** Below the wire name of webhooks. */
export const logRoutes: Route[] = [
  get(
    ':id/deliveries',
    {
      needs: 'read',
      summary: `The last ${KEPT_MOST} tellings of a webhook, each with its answer, the newest first`,
      query: pageParameters(),
      answers: pageOf(
        namedAnswer('WebhookDelivery', {
          ...DELIVERY,
          trouble: orNull(oneOf('forbidden', 'unreachable', 'too slow')),
          state: oneOf('waiting', 'delivered', 'failed'),
          message: described('The id that whoever hears it knows it by', 'string'),
        }),
      ),
    },
    (call) => log(call),
  ),
  post(
    ':id/deliveries/:delivery/again',
    { needs: 'edit', answers: null, summary: 'Send a telling again, under its id' },
    (call) => again(call),
  ),
  post(':id/test', { needs: 'edit', answers: { id: 'number' }, summary: 'Send `webhook.test` to it' }, (call) =>
    test(call),
  ),
]

async function log({ db, actor, id, query }: Call): Promise<Page<unknown>> {
  const scope = scopeOf(webhooks, actor)
  const known = await row(
    db,
    sql`select 1 as n from webhooks r where r.id = ${id} ${scope ? sql`and ${scope}` : sql``}`,
  )
  if (!known) refuse('not found')
  const { page, perpage } = readPage(query)
  const data = await rows(
    db,
    DELIVERY,
    sql`select id, event, record_id, created_at, body, state, tries, next_at, tried_at, status, answer, trouble, ms
        from webhook_deliveries where webhook = ${id} order by id desc limit ${perpage} offset ${(page - 1) * perpage}`,
  )
  const counted = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from (select 1 from webhook_deliveries where webhook = ${id} limit 10000) d`,
  )
  return { data: data.map((one) => ({ ...one, message: `msg_${one.id}` })), total: counted?.n ?? 0, page, perpage }
}

/** The state of a webhook that the actor may change. */
async function changeable({ db, actor, id }: Call): Promise<string> {
  const scope = changeScopeOf(webhooks, actor)
  const known = await row(
    db,
    { state: 'string' },
    sql`select r.state from webhooks r where r.id = ${id} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`,
  )
  return known?.state ?? refuse('not found')
}

/** Whoever hears it twice knows it by its id; it goes at once, also where nobody was reached a moment ago. */
async function again(call: Call): Promise<null> {
  const state = await changeable(call)
  const sent = await row(
    call.db,
    sql`with tried as (update webhooks set next_at = null where id = ${call.id} and state = 'on' returning id)
        update webhook_deliveries d set state = 'waiting', next_at = now(), created_at = now(), tries = 0
        from tried where d.id = ${Number(call.params.delivery)} and d.webhook = tried.id returning d.id`,
  )
  return sent ? null : refuse(state === 'on' ? 'not found' : 'webhook off')
}

async function test(call: Call): Promise<{ id: number }> {
  await changeable(call)
  const body = JSON.stringify({
    type: 'webhook.test',
    timestamp: new Date(call.context.clock.now()).toISOString(),
    data: { id: call.id },
  })
  const made = await row(
    call.db,
    { id: 'number' },
    sql`with tried as (update webhooks set next_at = null where id = ${call.id} and state = 'on' returning id)
        insert into webhook_deliveries (webhook, event, module, record_id, body)
        select id, 'webhook.test', 'webhooks', null, ${body} from tried returning id`,
  )
  return made ?? refuse('webhook off')
}

/** What is over is kept as long as it is among the last; what waits is kept until it is told or given up. */
export async function trimLogs(db: Db): Promise<void> {
  const full = await rows(
    db,
    { webhook: 'number', last: 'number' },
    sql`select w.id as webhook, d.id as last from webhooks w cross join lateral (
          select id from webhook_deliveries where webhook = w.id and state <> 'waiting' order by id desc offset ${sql.lit(KEPT_MOST)} limit 1) d`,
  )
  for (const { webhook, last } of full)
    await sql`delete from webhook_deliveries where webhook = ${webhook} and state <> 'waiting' and id <= ${last}`.execute(
      db,
    )
}
