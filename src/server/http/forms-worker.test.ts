import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveFormsWorker } from './forms-worker.ts'

async function served(offlineForms: boolean, built: string | null = 'built()') {
  const app = Fastify()
  serveFormsWorker(app, { offlineForms }, async () => built)
  const { body, headers } = await app.inject('/forms-worker.js')
  await app.close()
  return { body, headers }
}

test('the worker of the forms may ask us and nobody else, and is looked for anew each time', async () => {
  const { body, headers } = await served(true)
  expect(body).toBe('built()')
  expect(headers['content-type']).toContain('text/javascript')
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; connect-src 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  )
  expect(headers['cache-control']).toBe('no-cache')
})

test('switched off, or without a build, one is served that takes itself away', async () => {
  for (const { body } of [await served(false), await served(true, null)]) {
    expect(body).not.toContain('built()')
    expect(body).toContain('registration.unregister()')
  }
})
