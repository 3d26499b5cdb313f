import autocannon from 'autocannon'
import type { HttpCall } from './http.ts'

export interface Job {
  url: string
  token: string
  connections: number
  seconds: number
  /** Taken in turn by all connections; again from the start when used up. */
  calls: HttpCall[]
}

export interface Outcome {
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** Answers other than 2xx, and calls that got none. */
  failed: number
  done: number
}

process.once('message', async (job) => {
  process.send?.(await run(job as Job)) // http.ts sends nothing else
  process.disconnect()
})

async function run({ url, token, connections, seconds, calls }: Job): Promise<Outcome> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ready = calls.map(({ method, path, body, headers: more }) => ({
    method,
    path,
    headers: { ...headers, ...more },
    ...(body && { body: JSON.stringify(body) }),
  }))
  let at = 0
  const times: number[] = []
  let failed = 0
  const began = performance.now()
  await new Promise<void>((resolve, reject) => {
    const load = autocannon(
      {
        url,
        connections,
        duration: seconds,
        requests: [{ setupRequest: (request) => ({ ...request, ...ready[at++ % ready.length] }) }],
      },
      (error) => (error ? reject(error) : resolve()),
    )
    load.on('response', (_client, status, _bytes, ms) => {
      times.push(ms)
      if (status < 200 || status > 299) failed++
    })
    load.on('reqError', () => failed++)
  })
  const elapsed = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  const share = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  return {
    perSecond: times.length / Math.min(elapsed, seconds + 0.5),
    p50: share(0.5),
    p95: share(0.95),
    p99: share(0.99),
    failed,
    done: times.length,
  }
}
