import { sendWaiting } from '../form/outbox.ts'
import { NEWS_CHANNEL, WAKING } from '../form/waking.ts'
import { pause } from '../pause.ts'

/** Written in by the build (scripts/web/offline.ts): the script that every public page begins with, and each form's files. */
declare const __FORMS__: { version: string; entry: string; files: Record<string, string[]> }

// The web project is typed for windows; of a service worker's scope only these are used.
interface Happening {
  waitUntil(work: Promise<unknown>): void
}
interface Asked extends Happening {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface Scope {
  registration: { scope: string }
  skipWaiting(): Promise<void>
  addEventListener(name: 'install' | 'activate', hear: (event: Happening) => void): void
  addEventListener(name: 'fetch', hear: (event: Asked) => void): void
  addEventListener(name: 'sync', hear: (event: Happening & { tag: string }) => void): void
}
const worker = self as unknown as Scope // see above

/** The form's own address: a worker serves this page and no other. */
const FORM = new URL(worker.registration.scope).pathname
/** Of a page whose address ends with a private part, the files are those of all its addresses. */
const FILES = __FORMS__.files[FORM] ?? __FORMS__.files[FORM.replace(/[^/]+$/, '')] ?? []
const CACHE = `form ${FORM} ${__FORMS__.version}`
/** On a line that gives no answer the kept page comes after this. */
const PATIENCE_MS = 3000

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(forgetOlder()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && pathname.replace(/\/+$/, '') === FORM) event.respondWith(page(request))
  else if (FILES.includes(pathname)) event.respondWith(kept(pathname).then((found) => found ?? fetch(request)))
})
worker.addEventListener('sync', (event) => {
  if (event.tag === WAKING) event.waitUntil(sendAll())
})

/** All of the form or nothing; a newer release takes over at once, as a page that is open has all it needs. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll(FILES)
  await cache.put(FORM, await plainPage())
  await worker.skipWaiting()
}

/** The page without its language: whoever opens it has one by then, maybe another. */
async function plainPage(): Promise<Response> {
  const answer = await fetch(FORM, { headers: { accept: 'text/html' } })
  const html = await answer.text()
  if (!answer.ok || !html.includes(__FORMS__.entry)) throw new Error('This page is of another release')
  const headers = new Headers(answer.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(html.replace(/<html lang="\w*"/, '<html lang=""'), { headers })
}

async function forgetOlder(): Promise<void> {
  const names = await caches.keys()
  const older = names.filter((name) => name.startsWith(`form ${FORM} `) && name !== CACHE)
  await Promise.all(older.map((name) => caches.delete(name)))
}

/** The newest there is: the kept one only where no good answer comes in time. */
async function page(request: Request): Promise<Response> {
  const fresh = fetch(request).then(
    (answer) => (answer.status < 500 ? answer : null),
    () => null,
  )
  const soon = await Promise.race([fresh, pause(PATIENCE_MS).then(() => null)])
  return soon ?? (await kept(FORM)) ?? fetch(request)
}

const kept = async (path: string): Promise<Response | undefined> => (await caches.open(CACHE)).match(path)

/** The line is back: the letters go out, and an open page hears of it. What fails makes the browser wake us again. */
async function sendAll(): Promise<void> {
  const isDone = await sendWaiting()
  new BroadcastChannel(NEWS_CHANNEL).postMessage(null)
  if (!isDone) throw new Error('Something still waits')
}
