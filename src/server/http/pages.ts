import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { tIn } from '../../shared/language.ts'
import { REFUSALS } from '../../shared/refusals.ts'
import { pageHeaders, STATIC_HEADERS } from './headers.ts'
import { languageOf } from './mount.ts'

const DIST = new URL('../../../dist/', import.meta.url)

/** Public pages have an entry of their own, without the shell. */
const PUBLIC = /^\/(feedback(\/follow\/[^/]+)?|backoffice\/(login|invitation\/[^/]+))?\/?$/

/** Serves the built web application: assets that never change, and the two pages with language and nonce filled in. */
export async function servePages(app: FastifyInstance): Promise<void> {
  const pages = await Promise.all(
    ['index.html', 'public.html'].map((name) => readFile(new URL(name, DIST), 'utf8').catch(() => null)),
  )
  const [staff, open] = pages
  await app.register(fastifyStatic, {
    root: DIST.pathname,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      for (const [name, value] of Object.entries(STATIC_HEADERS)) reply.header(name, value)
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const language = languageOf(request)
    if (path.startsWith('/api/') || request.method !== 'GET' || /\.\w{2,5}$/.test(path))
      return reply.status(404).send({
        ErrorCode: REFUSALS['not found'].code,
        ErrorDescription: tIn(language, REFUSALS['not found'].text),
        Data: {},
      })
    const page = PUBLIC.test(path) ? open : staff
    if (!page)
      return reply
        .status(503)
        .type('text/plain; charset=utf-8')
        .send('The web application is not built yet: npm run build')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers(pageHeaders(nonce))
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('__NONCE__', nonce).replaceAll('__LANG__', language))
  })
}
