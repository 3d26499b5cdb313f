import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { isKnownSegment } from '../../modules/index.ts'
import { type PublicPage, publicPageAt } from '../../modules/public-pages.ts'
import type { ChainDetails } from '../../shared/chain.ts'
import { type Language, tIn } from '../../shared/language.ts'
import { REFUSALS } from '../../shared/refusals.ts'
import type { AppContext } from '../app-context.ts'
import { chainOf } from '../chain.ts'
import type { Config } from '../config.ts'
import { FORMS_WORKER, serveFormsWorker } from './forms-worker.ts'
import { pageHeaders } from './headers.ts'
import { serveMailFrame } from './mail-frame.ts'
import { languageOf } from './mount.ts'
import { DOCS } from './reference.ts'
import { tooManyMisses } from './traces.ts'

const DIST = new URL('../../../dist/', import.meta.url)

/** What no page answers: other methods, files, hidden names, and what the server itself speaks at. */
const isPage = (method: string, path: string): boolean =>
  method === 'GET' &&
  (path === DOCS || !/^\/(api|assets|metrics|healthz|readyz)(\/|$)|\.\w{2,5}$|(\/|%2f)(\.|%2e)/i.test(path))

/** Whether anybody knows a page at this address. */
const isOpen = (path: string): boolean =>
  publicPageAt(path) !== null ||
  path === DOCS ||
  (!path.startsWith('/api/') && isKnownSegment(path.split('/')[1] ?? ''))

/** A built file as it is now: read again when a new build has replaced it. */
function pageOf(name: string): () => Promise<string | null> {
  const file = new URL(name, DIST)
  let known: { at: number; text: string } | null = null
  return async () => {
    const at = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    )
    if (at === null) return null
    if (known?.at !== at) known = { at, text: await readFile(file, 'utf8') }
    return known.text
  }
}

/** What the head of each public page says beyond that of all, by page and language. */
const HEADS = 'public-heads.json'

function headsOf(built: () => Promise<string | null>): (page: PublicPage, language: Language) => Promise<string> {
  let known = { text: '', heads: {} as Record<string, Record<string, string>> } // the build's own
  return async (page, language) => {
    const text = (await built()) ?? '{}'
    if (known.text !== text) known = { text, heads: JSON.parse(text) }
    return known.heads[page]?.[language] ?? ''
  }
}

const CHAIN_MS = 5000

/**
 * What the public pages say of the chain, as the head of a page carries it. A page never waits for it, nor fails with it: it is as it was
 * some seconds ago.
 */
function chainAsKept(context: AppContext): () => string {
  let known = ''
  let readAt = 0
  const read = () =>
    chainOf(context).then(
      (chain) => (known = metaOf(chain)),
      () => {}, // the database is away: as it was last
    )
  void read()
  return () => {
    if (Date.now() - readAt > CHAIN_MS) {
      readAt = Date.now()
      void read()
    }
    return known
  }
}

const metaOf = (chain: ChainDetails): string => `<meta name="chain" content="${escaped(JSON.stringify(chain))}" />`

const escaped = (text: string): string => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const zoneOf = ({ timezone }: Config): string => `<meta name="time-zone" content="${escaped(timezone)}" />`

/** How the build names them, in one folder. */
const ASSET = '^\\w[\\w.-]*$'

/** Serves the built web application: assets that never change, and the two pages with language and nonce filled in. */
export async function servePages(app: FastifyInstance, context: AppContext): Promise<void> {
  const { config } = context
  const chain = chainAsKept(context)
  const [staff, open, heads] = [pageOf('index.html'), pageOf('public.html'), headsOf(pageOf(HEADS))]
  const shared = { index: false, preCompressed: true, cacheControl: false } as const
  await app.register(fastifyStatic, {
    ...shared,
    root: new URL('assets/', DIST).pathname,
    serve: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  // The package's own route reads the whole folder for every file, to compare how its name is written.
  app.get<{ Params: { name: string } }>(`/assets/:name(${ASSET})`, ({ params }, reply) => reply.sendFile(params.name))
  await app.register(fastifyStatic, {
    ...shared,
    root: DIST.pathname,
    wildcard: false,
    globIgnore: ['assets/**', FORMS_WORKER, HEADS],
    decorateReply: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  })
  serveFormsWorker(app, config, pageOf(FORMS_WORKER))
  serveMailFrame(app)
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const language = languageOf(request)
    const refusal = isOpen(path) ? null : tooManyMisses(config, request.ip, request.log)
    if (refusal) throw refusal
    if (!isPage(request.method, path))
      return reply.status(404).send({
        ErrorCode: REFUSALS['not found'].code,
        ErrorDescription: tIn(language, REFUSALS['not found'].text),
        Data: {},
      })
    const found = publicPageAt(path)
    const isForStaff = found === null
    const page = await (isForStaff ? staff() : open())
    if (!page)
      return reply
        .status(503)
        .type('text/plain; charset=utf-8')
        .send('The web application is not built yet: npm run build')
    const head = found ? (await heads(found.page, language)) + zoneOf(config) + chain() : ''
    const nonce = randomBytes(16).toString('base64')
    return reply
      .status(isOpen(path) ? 200 : 404)
      .headers(pageHeaders(nonce, isForStaff))
      .type('text/html; charset=utf-8')
      .send(
        page
          .replace('</head>', () => `${head}</head>`)
          .replaceAll('__NONCE__', nonce)
          .replaceAll('__LANG__', language),
      )
  })
}
