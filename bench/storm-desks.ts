import { fork } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'
import type { Ground } from './fixture-db.ts'
import { measureStorm } from './storm.ts'
import type { Line } from './table.ts'

export interface DesksJob {
  url: string
  token: string
  seconds: number
}

const STORM_SECONDS = 20
const DESKS_SECONDS = 60
/** Below the servers, the database and the desks, which in a chain do not share their machine with 250 busy browsers. */
const LOW = 10

/** Desks beside the storm of complaints. What makes the storm lets the others go before it, so that not its own waiting is measured. */
export const measureStormDesks = (ground: Ground): Promise<Line[]> =>
  measureStorm(ground, STORM_SECONDS, async (url, token) => {
    const desks = apart({ url, token, seconds: DESKS_SECONDS })
    const usual = getPriority()
    setPriority(LOW)
    try {
      return await desks
    } finally {
      setPriority(usual)
    }
  })

/** In a process of their own: a press is timed by whoever waits for nothing else. */
function apart(job: DesksJob): Promise<Line[]> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./desks.ts', import.meta.url), { serialization: 'advanced' })
    child.once('message', (lines) => resolve(lines as Line[])) // the only message that desks.ts sends
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The desks ended with ${code} and told nothing`)))
    child.send(job)
  })
}
