import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { AppContext } from '../app-context.ts'
import { boundBodies } from './bodies.ts'
import { CounterPriority } from './counter-priority.ts'
import { answerError, refuseConnection } from './errors.ts'
import { baseHeaders } from './headers.ts'
import { serveHealth } from './health.ts'
import { languageOf, mount } from './mount.ts'
import { servePages } from './pages.ts'
import type { Route } from './route.ts'

const BODY_MOST = 256 * 1024

/** The HTTP server of a house: every route mounted, every limit set (design/security.md, Validation). */
export async function buildApp(context: AppContext, routes: readonly Route[]): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = context.log
  const headers = baseHeaders(context.config.publicUrl?.startsWith('https:') === true)
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MOST,
    serverFactory: (handle) => serverOf(headers, handle),
    routerOptions: { maxParamLength: 200 },
    trustProxy: context.config.trustProxy.length > 0 ? [...context.config.trustProxy] : false,
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, headers),
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request as FastifyRequest, reply as FastifyReply, languageOf(request as FastifyRequest)), // before any route: nothing is known of their types
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  boundBodies(app)
  app.addHook('onResponse', async (request, reply) => {
    const isQuiet = request.method === 'GET' && reply.statusCode < 400
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (isQuiet) request.log.debug(line, 'answered')
    else request.log.info(line, 'answered')
  })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, languageOf(request)))
  const priority = new CounterPriority()
  for (const route of routes) mount(app, context, route, priority)
  serveHealth(app, context)
  await servePages(app, context)
  return app
}

/** Sets the headers of every answer before anything else sees its request, so that none is sent without: not an error, a stream, nor a 304. */
function serverOf(headers: Readonly<Record<string, string>>, handle: RequestListener): Server {
  const names = new Map(Object.entries(headers))
  // The timeout is for what `boundBodies` does not see, such as headers.
  return createServer({ keepAliveTimeout: 75_000, requestTimeout: 150_000 }, (request, response) => {
    response.setHeaders(names)
    handle(request, response)
  })
}
