import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { House } from '../house.ts'

/** Alive, ready, and (with a token) measured. */
export function serveHealth(app: FastifyInstance, house: House): void {
  const registry = metricsOf(app, house)
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const isReady = await sql`select 1`.execute(house.db).then(
      () => house.jobs.isRunning,
      () => false,
    )
    const clock = house.clock.problem()
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'fail', ...(clock && { clock }) })
  })
  app.get('/metrics', async (request, reply) => {
    const { metricsToken } = house.config
    if (!metricsToken || !isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`))
      return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function metricsOf(app: FastifyInstance, house: House): Registry {
  const registry = new Registry()
  if (!house.config.metricsToken) return registry
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  })
  new Gauge({
    name: 'open_streams',
    help: 'Browsers listening for events',
    registers: [registry],
    collect() {
      this.set(house.streams?.size ?? 0)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    seconds.observe(
      { route: request.routeOptions.url ?? 'none', method: request.method, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  return registry
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
