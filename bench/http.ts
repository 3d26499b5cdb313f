import { fork } from 'node:child_process'
import { emailOf, PASSWORD } from './fill.ts'
import type { Job, Outcome } from './load.ts'

export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT'
  /** With its query. */
  path: string
  body?: object
  headers?: Record<string, string>
}

/** One call, whose success is a matter of course; answers Data. */
export async function send(url: string, token: string | null, call: HttpCall): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}${call.path}`, {
    method: call.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      ...call.headers,
    },
    ...(call.method !== 'GET' && { body: JSON.stringify(call.body ?? {}) }),
  })
  const answer = (await response.json()) as {
    ErrorCode: number
    ErrorDescription: string
    Data: Record<string, unknown>
  } // the envelope of every answer
  if (!response.ok || answer.ErrorCode !== 0)
    throw new Error(`${call.method} ${call.path} answers ${response.status}: ${JSON.stringify(answer)}`)
  return answer.Data
}

/** The token of one of the people that the filling made. */
export async function signIn(url: string, user: number): Promise<string> {
  const answer = await send(url, null, {
    method: 'POST',
    path: '/api/login',
    body: { email: emailOf(user), password: PASSWORD },
  })
  return String(answer.access_token)
}

/** Drives the server from a process of its own, so that the load does not share the bench's event loop. */
export function drive(job: Job): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./load.ts', import.meta.url), { serialization: 'advanced' })
    child.once('message', (outcome) => resolve(outcome as Outcome)) // the only message that load.ts sends
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The load ended with ${code} and told nothing`)))
    setTimeout(() => child.kill('SIGKILL'), (job.seconds + 30) * 1000).unref()
    child.send(job)
  })
}
