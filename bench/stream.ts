import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Ground } from './fixture-db.ts'
import { send, signIn } from './http.ts'
import { PARTS } from './parts.ts'
import type { Line } from './table.ts'

const PEOPLE = 40
const BROWSERS_EACH = 5
const TICKETS = 20

/** How long after the answer to its sender each of 200 open browsers has a new ticket. */
export async function measureStream(ground: Ground, url: string): Promise<Line[]> {
  const tokens: string[] = []
  for (let user = 1; user <= PEOPLE; user++) tokens.push(await signIn(url, user))
  const heard = new Map<string, number[]>()
  const hear = (ticket: string) => heard.set(ticket, [...(heard.get(ticket) ?? []), performance.now()])
  const browsers = await Promise.all(
    tokens.flatMap((token) => Array.from({ length: BROWSERS_EACH }, () => listen(url, token, hear))),
  )
  const create = PARTS.find((part) => part.name === 'create')
  const calls = (await create?.calls(ground)) ?? []
  const delays: number[] = []
  let lost = 0
  for (const call of calls.slice(0, TICKETS)) {
    const made = await send(url, tokens[0] ?? '', call)
    const answered = performance.now()
    const until = answered + 5000
    while ((heard.get(String(made.id))?.length ?? 0) < browsers.length && performance.now() < until) await pause(5)
    const times = heard.get(String(made.id)) ?? []
    delays.push(...times.map((time) => Math.max(0, time - answered)))
    lost += browsers.length - times.length
    await pause(Math.random() * 300)
  }
  for (const close of browsers) close()
  delays.sort((a, b) => a - b)
  const share = (part: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * part))] ?? Number.NaN
  console.error(`stream: ${delays.length} events heard, ${lost} lost`)
  return [
    {
      what: 'new ticket reaches open browsers',
      at: `${browsers.length} streams`,
      measured: `p50 ${Math.round(share(0.5))} ms, p99 ${Math.round(share(0.99))} ms, lost ${lost}`,
      goal: 'p99 ≤ 1000 ms',
      isMet: lost === 0 && share(0.99) <= 1000,
    },
  ]
}

/** One browser; answers once its stream is open, with the way to close it. */
function listen(url: string, token: string, hear: (ticket: string) => void): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const request = get(
      `${url}/api/stream`,
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        if (response.statusCode !== 200) return reject(new Error(`/api/stream answers ${response.statusCode}`))
        response.on('error', () => {})
        let rest = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          const events = `${rest}${part}`.split('\n\n')
          rest = events.pop() ?? ''
          for (const event of events) {
            const id = /^event: new-ticket\ndata: .*?"ticket":\{"id":(\d+)/m.exec(event)?.[1]
            if (id) hear(id)
          }
        })
        resolve(() => request.destroy())
      },
    )
    request.on('error', reject)
  })
}
