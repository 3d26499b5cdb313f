import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Ground } from './fixture-db.ts'
import { processStat } from './process-stat.ts'
import type { Line } from './table.ts'

const SECONDS = 30
/** What the jobs of a server that has just started leave behind is none of it. */
const CALM_SECONDS = 15

/** What the database takes of a processor while nobody asks anything: whoever looks for work finds by an index that there is none, however much was done before. */
export async function measureIdle({ dataDir }: Pick<Ground, 'dataDir'>): Promise<Line[]> {
  const [first = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = Number(first)
  await pause(CALM_SECONDS * 1000)
  const before = workedMs(postmaster)
  await pause(SECONDS * 1000)
  const share = ((workedMs(postmaster) - before) / (SECONDS * 1000)) * 100
  console.error(`idle database: ${share.toFixed(1)} % of a processor`)
  return [
    {
      what: 'database while nobody asks',
      at: `${SECONDS} s`,
      measured: `${share.toFixed(1)} % of a processor`,
      goal: '≤ 2 %',
      isMet: share <= 2,
    },
  ]
}

/** Of a process, those it started, and those of them that have ended. */
function workedMs(parent: number): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (processStat(Number(name)) ?? []) : []))
  return all
    .filter((one) => one.pid === parent || one.parent === parent)
    .reduce((sum, one) => sum + one.ownMs + (one.pid === parent ? one.endedMs : 0), 0)
}
