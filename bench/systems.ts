import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { send } from './http.ts'
import type { Line } from './table.ts'

const AT_ONCE = 1000
const BILLS = { many: 10_000, seconds: 30 }
const OTHERS_MS = 100
const EVENTS_A_MINUTE = 1000
const ADDRESSES = 10
const DOWN = 2
const TOLD_MS = 2000

type Call = <D>(path: string, body?: object, method?: 'GET' | 'POST' | 'PUT') => Promise<D>
interface Told {
  created: number
  unchanged: number
  refused: number
}

/** Other systems: a till's bills by the thousand while people work, and what happens told outside. */
export async function measureSystems(url: string, token: string, seconds: number): Promise<Line[]> {
  const call: Call = <D>(path: string, body?: object, method: 'GET' | 'POST' | 'PUT' = body ? 'POST' : 'GET') =>
    send(url, token, { method, path: `/api/${path}`, ...(body && { body }) }) as Promise<D>
  const mark = Date.now() % 1_000_000
  const { data: stores } = await call<{ data: { id: number }[] }>('store/get-name?perpage=12')
  const store = (at: number) => stores[at % stores.length]?.id ?? 0
  const bill = (at: number) => ({
    ...{ external_id: `${mark}-${at}`, bill_number: `${mark}${String(at).padStart(10, '0')}`, store: store(at) },
    ...{ sold_on: '2026-11-20', rate: '10%', net: 100_000, tax: 10_000, gross: 110_000 },
  })
  return [...(await batch(call, 'bills', 'vat-detail', BILLS, bill)), await telling(call, mark, seconds)]
}

async function batch(
  call: Call,
  what: string,
  wire: string,
  { many, seconds }: typeof BILLS,
  make: (at: number) => object,
): Promise<Line[]> {
  const others: number[] = []
  let isOver = false
  const working = (async () => {
    for (; !isOver; await pause(100)) {
      const began = performance.now()
      await call('ticket?page=1&perpage=10')
      others.push(performance.now() - began)
    }
  })()
  const pushed = async (): Promise<{ took: number; told: Told }> => {
    const began = performance.now()
    const told = { created: 0, unchanged: 0, refused: 0 }
    for (let from = 0; from < many; from += AT_ONCE) {
      const records = Array.from({ length: AT_ONCE }, (_, at) => make(from + at))
      const answer = await call<Told>(`${wire}/batch`, { records })
      told.created += answer.created
      told.unchanged += answer.unchanged
      told.refused += answer.refused
    }
    return { took: (performance.now() - began) / 1000, told }
  }
  const first = await pushed()
  isOver = true
  await working
  const again = await pushed()
  const worst = atShare(others, 0.99)
  return [
    {
      what: `${what} by batch`,
      at: `${many} in calls of ${AT_ONCE}: ${first.told.created} made; sent again: ${again.told.unchanged} unchanged`,
      measured: `${first.took.toFixed(1)} s, again ${again.took.toFixed(1)} s`,
      goal: `≤ ${seconds} s`,
      isMet: first.took <= seconds && first.told.created === many && again.told.unchanged === many,
    },
    {
      what: `${what} by batch, others meanwhile`,
      at: `${others.length} calls of a list`,
      measured: `p50 ${atShare(others, 0.5).toFixed(0)}, p99 ${worst.toFixed(0)} ms`,
      goal: `p99 ≤ ${OTHERS_MS} ms`,
      isMet: worst <= OTHERS_MS,
    },
  ]
}

/**
 * A thousand events a minute to ten addresses, of which two are not there: how long after the act those that are hear of it, and whether
 * what happened to one record is heard in its order. Every other event changes the record that the one before made.
 */
async function telling(call: Call, mark: number, seconds: number): Promise<Line> {
  const heardAt = new Map<string, number>()
  const began = new Map<string, number>()
  let swapped = 0
  const servers = await Promise.all(
    Array.from({ length: ADDRESSES - DOWN }, async (_, at) => {
      const server = createServer((request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          const { type, data } = JSON.parse(Buffer.concat(chunks).toString()) as { type: string; data: { id: number } } // what webhooks send
          const key = `${at} ${type} ${data.id}`
          if (type === 'tag.updated' && !heardAt.has(`${at} tag.created ${data.id}`)) swapped += 1
          if (!heardAt.has(key)) heardAt.set(key, performance.now())
          response.end()
        })
      })
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
      return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` } // listening, by the line above
    }),
  )
  const down = Array.from({ length: DOWN }, (_, at) => `http://127.0.0.1:${9 + at}/`)
  for (const [at, url] of [...servers.map((one) => one.url), ...down].entries())
    await call('webhook', { name: `Bench ${mark} ${at}`, url, events: ['tag.created', 'tag.updated'] })
  const many = Math.round((EVENTS_A_MINUTE / 60) * seconds)
  const every = 60_000 / EVENTS_A_MINUTE
  const start = performance.now()
  let made: { id: number; version: number } | undefined
  for (let at = 0; at < many; at += 1) {
    const asked = performance.now()
    const name = `Đo ${mark} ${at}`
    if (made) {
      await call(`tag/${made.id}`, { name, version: made.version }, 'PUT')
      began.set(`tag.updated ${made.id}`, asked)
      made = undefined
    } else {
      made = await call<{ id: number; version: number }>('tag', { name })
      began.set(`tag.created ${made.id}`, asked)
    }
    await pause(Math.max(0, start + at * every - performance.now()))
  }
  const wanted = began.size * servers.length
  const until = performance.now() + 30_000
  while (heardAt.size < wanted && performance.now() < until) await pause(200)
  for (const { server } of servers) server.close()
  const times = [...began].flatMap(([event, asked]) =>
    servers.map((_, at) => (heardAt.get(`${at} ${event}`) ?? Number.POSITIVE_INFINITY) - asked),
  )
  const worst = atShare(times, 0.99)
  return {
    what: 'webhooks, from the act to the ear',
    at: `${EVENTS_A_MINUTE} events a minute to ${ADDRESSES} addresses, ${DOWN} down, ${seconds} s: ${heardAt.size} of ${wanted} heard, ${swapped} out of order`,
    measured: `p50 ${atShare(times, 0.5).toFixed(0)}, p99 ${worst.toFixed(0)} ms`,
    goal: `p99 ≤ ${TOLD_MS} ms, in order`,
    isMet: worst <= TOLD_MS && swapped === 0,
  }
}

function atShare(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
