import { connect } from 'node:net'
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
  /** Answers other than 2xx, and connections that broke. */
  failed: number
  done: number
}

process.once('message', (job) => void answer(job as Job)) // http.ts sends nothing else

async function answer(job: Job): Promise<void> {
  process.send?.(await run(job))
  process.disconnect()
}

/**
 * Keep-alive connections that send the next call as soon as the last is answered. Written on bare sockets: client and server
 * share two cores, so a costly client would be measured as a slow server.
 */
async function run({ url, token, connections, seconds, calls }: Job): Promise<Outcome> {
  const { hostname, port, host } = new URL(url)
  const requests = calls.map((call) => bytesOf(call, host, token))
  const tally = { next: 0, failed: 0, times: [] as number[] }
  const began = performance.now()
  const until = began + seconds * 1000
  await Promise.all(Array.from({ length: connections }, () => converse(hostname, Number(port), requests, tally, until)))
  const elapsed = (performance.now() - began) / 1000
  const { times, failed } = tally
  times.sort((a, b) => a - b)
  const share = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  return {
    perSecond: times.length / elapsed,
    p50: share(0.5),
    p95: share(0.95),
    p99: share(0.99),
    failed,
    done: times.length,
  }
}

function bytesOf({ method, path, body, headers }: HttpCall, host: string, token: string): Buffer {
  const text = body ? JSON.stringify(body) : ''
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${token}`,
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ]
  if (body) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`)
}

interface Tally {
  next: number
  failed: number
  times: number[]
}

/** One connection until the time is over; its last answer is waited for. */
function converse(host: string, port: number, requests: readonly Buffer[], tally: Tally, until: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true })
    let sentAt = 0
    let left = -1
    const ask = () => {
      const request = requests[tally.next++ % requests.length]
      if (performance.now() >= until || !request) return void socket.end()
      sentAt = performance.now()
      socket.write(request)
    }
    socket.on('connect', ask)
    socket.on('data', (part) => {
      if (left < 0) {
        // The server writes the head of an answer in one piece.
        const head = part.subarray(0, 2000).toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (head[9] !== '2') tally.failed++
        left = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      }
      left -= part.length
      if (left > 0) return
      left = -1
      tally.times.push(performance.now() - sentAt)
      ask()
    })
    socket.on('error', () => tally.failed++)
    socket.on('close', () => resolve())
  })
}
