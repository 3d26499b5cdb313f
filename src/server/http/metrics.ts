import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AppContext } from '../app-context.ts'
import { row } from '../db/db.ts'
import { freeSpace } from '../db/disk.ts'
import { VERSION } from '../version.ts'

/** What Prometheus reads; deploy/alerts.yml holds the rules for it. Each gauge is looked up when it is asked for. */
export function metricsOf(app: FastifyInstance, context: AppContext): Registry {
  const registry = new Registry()
  if (!context.config.metricsToken) return registry
  collectDefaultMetrics({ register: registry })
  measureRequests(app, registry)
  const gauge = (name: string, help: string, read: (gauge: Gauge) => unknown, labelNames: string[] = []) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect: async function collect() {
        await read(this)
      },
    })
  gauge('back_office_info', 'Which version runs', (info) => info.set({ version: VERSION }, 1), ['version'])
  gauge('open_streams', 'Browsers listening for events', (streams) => streams.set(context.streams?.size ?? 0))
  gauge('feed_lag_seconds', 'Since everything committed was last known', (lag) => lag.set(context.feed.lagSeconds()))
  gauge('disk_free_bytes', 'What uploads may still write', async (free) => free.set(await freeBytes(context)))
  gauge('files_writable', 'Whether the folder of files takes any', async (is) =>
    is.set((await context.files.problem()) === null ? 1 : 0),
  )
  gauge('database_connections', 'Of this server, by pool', (pools) => countPools(pools, context), ['pool', 'state'])
  measureWork(registry, context)
  return registry
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  })
  app.addHook('onResponse', async (request, reply) => {
    seconds.observe(
      { route: request.routeOptions.url ?? 'none', method: request.method, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
}

/** One reading of the database for all that is the same on every server; without an answer these gauges are absent, and it counts as down. */
function measureWork(registry: Registry, context: AppContext): void {
  let reading: Promise<Record<string, number> | undefined> | undefined
  // All gauges are asked at once, and share one look.
  const read = () => {
    reading ??= row(context.db, FIGURES_NOW, WORK_NOW)
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const gauge = (
    name: string,
    help: string,
    figureOf: (found: Record<string, number> | undefined) => number | undefined,
  ) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = figureOf(await read())
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  gauge('database_up', 'Whether the database answers', (found) => (found ? 1 : 0))
  for (const [name, help] of WORK) gauge(name, help, (found) => found?.[name])
}

const WORK = [
  ['jobs_waiting', 'Jobs that are due and not begun'],
  ['jobs_oldest_seconds', 'How long the oldest of them has been due'],
  ['jobs_failed', 'Jobs that gave up'],
  ['mails_waiting', 'Mails to be sent'],
  ['mails_oldest_seconds', 'How long the oldest of them has been due'],
  ['mails_failed', 'Mails of the last day that failed, came back, or may not have arrived'],
] as const

const FIGURES_NOW = Object.fromEntries(WORK.map(([name]) => [name, 'number'] as const))

const WORK_NOW = sql`
  with due as (select count(*)::int as n, coalesce(extract(epoch from now() - min(run_at)), 0)::float as oldest
      from graphile_worker._private_jobs where run_at <= now() and locked_at is null and attempts < max_attempts),
    post as (select count(*)::int as n, coalesce(extract(epoch from now() - min(next_at) filter (where next_at <= now())), 0)::float as oldest
      from mails where state in ('waiting', 'sending'))
  select due.n as jobs_waiting, due.oldest as jobs_oldest_seconds,
    (select count(*)::int from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null) as jobs_failed,
    post.n as mails_waiting, post.oldest as mails_oldest_seconds,
    (select count(*)::int from mails where state in ('failed', 'unknown', 'bounced') and created_at > now() - interval '1 day') as mails_failed
  from due, post`

const freeBytes = async ({ config }: AppContext): Promise<number> =>
  (await freeSpace(config.dataDir).catch(() => ({ bytes: 0 }))).bytes

function countPools(gauge: Gauge, { pools = {} }: AppContext): void {
  for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
    gauge.set({ pool, state: 'used' }, totalCount - idleCount)
    gauge.set({ pool, state: 'idle' }, idleCount)
    gauge.set({ pool, state: 'awaited' }, waitingCount)
  }
}
