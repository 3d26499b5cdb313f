import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { WORKER_HEADERS } from './headers.ts'

export const FORMS_WORKER = 'forms-worker.js'

/** Takes the place of a worker that is switched off: whatever it kept goes, and it with it. */
const WITHDRAWN = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) if (name.startsWith('form ')) await caches.delete(name)
  await registration.unregister()
}
`

/** The service worker of the public forms, or, where the operator switched it off, one that takes it away from every phone. */
export function serveFormsWorker(
  app: FastifyInstance,
  { offlineForms }: Pick<Config, 'offlineForms'>,
  built: () => Promise<string | null>,
): void {
  app.get(`/${FORMS_WORKER}`, async (_, reply) =>
    reply
      .headers(WORKER_HEADERS)
      .type('text/javascript; charset=utf-8')
      .send((offlineForms ? await built() : null) ?? WITHDRAWN),
  )
}
