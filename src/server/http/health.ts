import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../app-context.ts'
import { VERSION } from '../version.ts'
import { metricsOf } from './metrics.ts'

/** Alive, ready, and (with a token) measured. */
export function serveHealth(app: FastifyInstance, context: AppContext): void {
  const registry = metricsOf(app, context)
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version: VERSION }),
  )
  app.get('/readyz', async (_request, reply) => {
    const checks = await look(context)
    const clock = context.clock.problem()
    const isReady = Object.values(checks).every((one) => one === 'ok')
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'fail', ...checks, ...(clock && { clock }) })
  })
  app.get('/metrics', async (request, reply) => {
    const { metricsToken } = context.config
    if (!metricsToken || !isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`))
      return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** By name: what works, and what does not. */
async function look(context: AppContext): Promise<Record<'database' | 'jobs' | 'files', 'ok' | 'fail'>> {
  const said = (isRight: boolean) => (isRight ? 'ok' : 'fail')
  const [database, files] = await Promise.all([
    sql`select 1`.execute(context.db).then(
      () => true,
      () => false,
    ),
    context.files.problem(),
  ])
  return { database: said(database), jobs: said(context.jobs.isRunning), files: said(files === null) }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
