import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import type { AnswerCheck } from './answer-check.ts'

/** What the answers of a file's tests said otherwise than the API's description; kept by the process, as the servers are. */
const process_ = globalThis as { lies?: Set<string> }
const isFirst = process_.lies === undefined
process_.lies ??= new Set()
const { lies } = process_

/** Every server of the tests says of itself that it begins: each answer below /api is then held against the description of its call. */
if (isFirst) {
  let check: AnswerCheck | undefined
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance } // as Fastify tells it
    fastify.addHook('onSend', async (request, reply, payload) => {
      const url = request.routeOptions.url ?? ''
      if (!url.startsWith('/api/') || typeof payload !== 'string') return payload
      check ??= (await import('./answer-check.ts')).answerCheck
      const call = { method: request.method, url, status: reply.statusCode, type: reply.getHeader('content-type') }
      for (const wrong of await check(call, payload)) lies.add(wrong)
      return payload
    })
  })
}

afterAll(() => {
  const found = [...lies]
  lies.clear()
  if (found.length > 0) throw new Error(`Answers that the API's description does not tell:\n${found.join('\n')}`)
})
