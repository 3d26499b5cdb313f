import { readdir, readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { refuse } from '../../shared/refusals.ts'
import { bearerOf, languageOf } from './mount.ts'
import { openApi } from './openapi.ts'
import { type Call, get, type Route } from './route.ts'

const GUIDES = new URL('../../modules/api/guides/', import.meta.url)

/** Where the API is described to whoever is signed in, or brings a key (design/security.md, T38). */
export const DOCS = '/api/docs'

/**
 * The API described: the document, and the page to read it.
 * @param routes all that the server has; asked only once they are there, as these two are among them
 */
export const referenceRoutes = (routes: () => readonly Route[]): Route[] => [
  get(
    'openapi.json',
    {
      needs: 'session',
      takesKeys: true,
      mediaType: 'application/json',
      summary: 'This description of the API (OpenAPI 3.1)',
    },
    async ({ request, reply }) => {
      const { text, packed } = documentOf(routes())
      reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
      const isPacked = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
      return isPacked ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(text)
    },
  ),
  get(
    'docs',
    {
      needs: 'nothing',
      mediaType: 'text/markdown',
      summary: 'The guides of the API as text; a browser gets the page, with every call, and asks for a sign-in first',
    },
    async (call) => {
      // A page of the application as any other: an address bar brings no token, and the page itself tells nothing.
      if (call.request.headers.accept?.includes('text/html')) return call.reply.callNotFound()
      if (!(await isSignedIn(call))) refuse('no session')
      return call.reply
        .type('text/markdown; charset=utf-8')
        .send(await guides(call.request.protocol, call.request.host))
    },
  ),
]

interface Written {
  text: string
  packed: Buffer
}

/** A server's routes are the same as long as it runs, and their description is long. */
const documents = new WeakMap<readonly Route[], Written>()
function documentOf(routes: readonly Route[]): Written {
  const known = documents.get(routes)
  if (known) return known
  const text = JSON.stringify(openApi(routes))
  const written = { text, packed: gzipSync(text) }
  documents.set(routes, written)
  return written
}

async function isSignedIn({ request, context }: Call): Promise<boolean> {
  const token = bearerOf(request)
  return token !== null && (await context.sessions.actorOf(token, languageOf(request), request.ip)) !== null
}

/** The chapters in their order, with the address that they are asked at. */
async function guides(protocol: string, host: string): Promise<string> {
  const names = (await readdir(GUIDES)).filter((name) => /^\d.*\.md$/.test(name)).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, GUIDES), 'utf8')))
  return texts.join('\n').replaceAll('{{host}}', `${protocol}://${host}`)
}
