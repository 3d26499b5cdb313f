import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { actorMay } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { type Db, inTransaction, row, type Tx } from '#server/db/db.ts'
import { recordOf } from '#server/http/answers.ts'
import { type Call, JsonText, post, type Route } from '#server/http/route.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { isAllowed } from '#server/outgoing/post.ts'
import { opened, sealedColumns } from '#server/private/fields.ts'
import { lockedRow } from '#server/resource/handlers.ts'
import { refusedBy } from '#server/resource/judging.ts'
import type { HookCall, ModuleOptions } from '#server/resource/module-options.ts'
import { serve } from '#server/resource/routes.ts'
import { changeScopeOf } from '#server/resource/scope.ts'
import { type Columns, change } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { modules } from '../index.ts'
import { eventsOf } from './events.ts'
import { logRoutes, trimLogs } from './log.server.ts'
import { webhookReader } from './reader.server.ts'
import { startSending, WAKE_JOB } from './sender.server.ts'
import { newSecret } from './signing.server.ts'
import { webhooks } from './webhooks.ts'

/** So long the former secret signs beside the new one. */
const BOTH_HOURS = 24
const EVENTS_MOST = 300

/** Secrets are shown in the answer of the request that made them, and nowhere else. */
const madeSecrets = new WeakMap<FastifyRequest, string>()

const serving: ModuleOptions = {
  isForPeople: true,
  isSensitive: true,
  beside: {
    events: {
      type: 'array',
      items: { type: 'string' },
      maxItems: EVENTS_MOST,
      description: 'What it hears of, by name: `order.failed`, or `order.*` for all of a kind',
    },
  },
  before: {
    create: (columns, hook) => {
      const { scope, store } = hook.actor
      if (scope !== 'chain' && !(scope === 'store' && store !== null)) refuse('key without a place')
      refuseWrongAddress(columns, hook.call.context)
      const secret = newSecret()
      madeSecrets.set(hook.call.request, secret)
      return { ...columns, secret, events: eventsGiven(hook) ?? [] }
    },
    update: (columns, _old, hook) => {
      refuseWrongAddress(columns, hook.call.context)
      const events = eventsGiven(hook)
      return { ...columns, ...(events && { events }) }
    },
  },
  judge: (columns, { context }) => refusedBy(() => refuseWrongAddress(columns, context)),
  routes: [
    post(
      ':id/new-secret',
      {
        needs: 'edit',
        answers: { secret: 'string' },
        summary: `A new secret; the former one signs too for ${BOTH_HOURS} hours`,
      },
      (call) => renewed(call),
    ),
    ...logRoutes,
  ],
}
const plain = serve(webhooks, serving)

export default { ...plain, routes: plain.routes.map(withEvents) }
export const reader = webhookReader

/** The sending of this process; its jobs and its looking share it. */
const sendings = new WeakMap<AppContext['jobs'], ReturnType<typeof startSending>>()

export const running = (context: AppContext): (() => Promise<void>) => {
  const sending = startSending(context)
  sendings.set(context.jobs, sending)
  return sending.stop
}

export const jobs = (context: AppContext): Record<string, Job> => ({
  [WAKE_JOB]: async ({ webhook }) => sendings.get(context.jobs)?.wake(Number(webhook)),
})

export const timed = ({ db }: AppContext) => [
  { name: 'trim-webhook-logs', cron: '* * * * *', work: () => trimLogs(db) },
]

/** What it may hear of is what whoever says so may read. */
function eventsGiven({ actor, call }: HookCall): string[] | null {
  const { events } = call.request.body as { events?: unknown } // an object, as the body check made sure
  if (events === undefined) return null
  const known = eventsOf(modules).filter(({ permission }) => actorMay(actor, permission, 'read'))
  const names = new Set(known.flatMap(({ name }) => [name, `${name.split('.')[0]}.*`]))
  const given = Array.isArray(events) ? events.map(String) : []
  const wrong = given.find((name) => !names.has(name))
  if (!Array.isArray(events) || given.length > EVENTS_MOST)
    refuse('invalid', { fields: { events: pack('{{field}} is not valid', { field: 'Events' }) } })
  if (wrong !== undefined)
    refuse('invalid', { fields: { events: pack('“{{value}}” is no event that you may hear of', { value: wrong }) } })
  return [...new Set(given)]
}

function refuseWrongAddress({ url }: Columns, { config }: AppContext): void {
  if (typeof url !== 'string') return
  const address = URL.parse(url)
  if (address && isAllowed(address, { isPrivate: config.webhookPrivate })) return
  const says = config.webhookPrivate
    ? pack('Please enter an address such as https://shop.example.com/hooks')
    : pack('Please enter an address of the open internet, such as https://shop.example.com/hooks')
  refuse('invalid', { fields: { url: says } })
}

/** A record of its own is answered with its events; a new one with its secret, this once. */
function withEvents(route: Route): Route {
  const isOne = route.path === 'webhook/:id' && route.method !== 'DELETE'
  if (!isOne && !(route.path === 'webhook' && route.method === 'POST')) return route
  return {
    ...route,
    answers: recordOf(webhooks, isOne ? { events: ['string'] } : { 'events?': ['string'], 'secret?': 'string' }),
    handle: async (call) => {
      const answer = await route.handle(call)
      const shown = JSON.parse(answer instanceof JsonText ? answer.text : '{}') as { id: number } // a record as it is shown
      const secret = isOne ? undefined : madeSecrets.get(call.request)
      return { ...shown, events: await eventsKept(call.db, shown.id), ...(secret !== undefined && { secret }) }
    },
  }
}

async function eventsKept(db: Db | Tx, id: number): Promise<string[]> {
  const found = await row(db, { events: 'string[]' }, sql`select events from webhooks where id = ${id}`)
  return found?.events ?? []
}

async function renewed({ db, actor, id, context }: Call): Promise<{ secret: string }> {
  const secret = newSecret()
  await inTransaction(db, async (tx) => {
    const old = await lockedRow(tx, webhooks, id, changeScopeOf(webhooks, actor))
    const former = sealedColumns(context.config.keys, webhooks, {
      former_secret: opened(context.config.keys, webhooks, 'secret', old.secret),
    })
    const set = {
      ...sealedColumns(context.config.keys, webhooks, { secret }),
      ...former,
      former_until: sql`now() + make_interval(hours => ${BOTH_HOURS}::int)`,
    }
    await change(tx, webhooks, { id, set, action: 'new secret', scope: null }, actor)
  })
  context.feed.nudge()
  return { secret }
}
