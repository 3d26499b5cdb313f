import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { memoryOf, npmStart } from './server.ts'
import type { Line } from './table.ts'

const STARTS = 3
const IDLE_SECONDS = 10

/** `npm start` on an installed and built clone whose database is there but not running, and what the server then weighs. */
export async function measureCold(dataDir: string): Promise<Line[]> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const times: number[] = []
  let megabytes = Number.NaN
  for (let turn = 0; times.length < STARTS && turn < STARTS * 3; turn++) {
    spawnSync(process.execPath, ['scripts/setup.mjs'], { cwd: root, stdio: 'ignore' })
    const server = await npmStart({ dataDir })
    // Sources changed in between: that start built the pages, which an installed clone has done before.
    if (!/Building|Installing/.test(server.said)) times.push(server.startMs)
    if (times.length === STARTS) {
      await pause(IDLE_SECONDS * 1000)
      megabytes = memoryOf(server.pid)
    }
    await server.stop()
  }
  times.sort((a, b) => a - b)
  const middle = times[Math.floor(times.length / 2)] ?? Number.NaN
  console.error(`cold start: ${times.map((time) => Math.round(time)).join(', ')} ms; idle ${megabytes.toFixed(1)} MB`)
  return [
    {
      what: 'cold start, npm start to the first answer',
      at: `middle of ${times.length}`,
      measured: `${(middle / 1000).toFixed(2)} s`,
      goal: '≤ 3 s',
      isMet: middle <= 3000,
    },
    {
      what: 'idle memory of the server (PSS)',
      at: `${IDLE_SECONDS} s idle`,
      measured: `${megabytes.toFixed(0)} MB`,
      goal: '≤ 150 MB',
      isMet: megabytes <= 150,
    },
  ]
}
