import { createHash } from 'node:crypto'
import { bearerOf, languageOf } from './mount.ts'
import { openApi } from './openapi.ts'
import { type Call, get, type Route } from './route.ts'

/**
 * The API described: the document, and a page to read it.
 * @param routes all that the server has; asked only once they are there, as these two are among them
 */
export const referenceRoutes = (routes: () => readonly Route[]): Route[] => [
  get(
    'openapi.json',
    { needs: 'nothing', isRaw: true, gives: 'application/json', summary: 'This description of the API (OpenAPI 3.1)' },
    async (call) => {
      if (!(await isOpenTo(call))) return call.reply.callNotFound()
      return call.reply.type('application/json; charset=utf-8').send(documentOf(routes()))
    },
  ),
  get(
    'docs',
    { needs: 'nothing', isRaw: true, gives: 'text/html', summary: 'The same as a page to read' },
    async (call) => {
      if (!(await isOpenTo(call)))
        // An address bar sends no token: whoever may read it does so in the application.
        return call.request.headers.accept?.includes('text/html')
          ? call.reply.redirect('/about')
          : call.reply.callNotFound()
      const style = createHash('sha256').update(STYLE).digest('base64')
      return call.reply
        .header('content-security-policy', `default-src 'none'; style-src 'sha256-${style}'; frame-ancestors 'none'`)
        .type('text/html; charset=utf-8')
        .send(readable(openApi(routes())))
    },
  ),
]

/** A server's routes are the same as long as it runs, and their description is long. */
const documents = new WeakMap<readonly Route[], string>()
function documentOf(routes: readonly Route[]): string {
  const text = documents.get(routes) ?? JSON.stringify(openApi(routes), null, 1)
  documents.set(routes, text)
  return text
}

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/** In production the reference is for the machine itself and for whoever is signed in (design/security.md, T38). */
async function isOpenTo({ request, context }: Call): Promise<boolean> {
  const isHere = LOOPBACK.includes(request.ip) && request.headers['x-forwarded-for'] === undefined
  if (context.config.env !== 'production' || isHere) return true
  const token = bearerOf(request)
  return token !== null && (await context.sessions.actorOf(token, languageOf(request), request.ip)) !== null
}

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:2rem auto;padding:0 1rem;color:#1b2330;background:#f6f7f9}h1{font-size:1.6rem}h2{margin:2rem 0 .5rem;font-size:1.1rem}details{background:#fff;border:1px solid #e3e6eb;border-radius:8px;margin:.4rem 0;padding:.5rem .8rem}summary{cursor:pointer}code{font:13px/1.4 ui-monospace,monospace}b{display:inline-block;min-width:4.2rem;color:#244fc4}pre{overflow:auto;background:#f0f2f5;padding:.6rem;border-radius:6px}@media(prefers-color-scheme:dark){body{color:#e8ecf2;background:#11151b}details{background:#181d25;border-color:#2a313c}b{color:#9db6ff}pre{background:#141920}}'

function readable(document: ReturnType<typeof openApi>): string {
  const groups = Map.groupBy(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    ),
    ({ operation }) => operation.tags[0] ?? '',
  )
  const sections = [...groups].map(([tag, operations]) => `<h2>${escapeHtml(tag)}</h2>${operations.map(one).join('')}`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API reference</title><style>${STYLE}</style><h1>API reference</h1><p>Every answer is <code>{ErrorCode, ErrorDescription, Data}</code>; 0 is success. <a href="/api/openapi.json">openapi.json</a></p>${sections.join('')}</html>`
}

function one({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: { summary: string } & object
}): string {
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary)}</summary><pre>${escapeHtml(JSON.stringify(operation, null, 2))}</pre></details>`
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.codePointAt(0)};`)
