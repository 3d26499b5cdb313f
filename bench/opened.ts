import type { Ground } from './fixture-db.ts'
import { send, signIn } from './http.ts'
import { serveGround } from './server.ts'
import type { Line } from './table.ts'

const WARM_UP = 5
const TIMES = 40

/** What a page asks the server for as it opens, by what the page is; another call each time where what was asked once is kept. */
export type Opened = Readonly<Record<string, string | ((at: number) => string)>>

/** Pages as one person after the other opens them, through the whole server. */
export async function measureOpened(ground: Ground, opened: Opened, mostMs: number): Promise<Line[]> {
  const server = await serveGround(ground)
  try {
    return await openedAt(server.url, await signIn(server.url, 1), opened, mostMs)
  } finally {
    await server.stop()
  }
}

/** The same of a server that runs. */
export async function openedAt(url: string, token: string, opened: Opened, mostMs: number): Promise<Line[]> {
  const lines: Line[] = []
  for (const [what, path] of Object.entries(opened)) {
    const times: number[] = []
    for (let at = 0; at < WARM_UP + TIMES; at++) {
      const began = performance.now()
      await send(url, token, { method: 'GET', path: typeof path === 'string' ? path : path(at) })
      if (at >= WARM_UP) times.push(performance.now() - began)
    }
    lines.push(timesLine(what, times, mostMs))
  }
  return lines
}

/** How long something took, so often, against what it may take. */
export function timesLine(what: string, times: readonly number[], mostMs: number, also = ''): Line {
  const sorted = times.toSorted((a, b) => a - b)
  const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return {
    what,
    at: '1',
    measured: `p50 ${share(0.5).toFixed(0)}, p95 ${share(0.95).toFixed(0)} ms${also}`,
    goal: `p95 ≤ ${mostMs} ms`,
    isMet: share(0.95) <= mostMs,
  }
}
