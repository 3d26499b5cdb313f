import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Ground } from './fixture-db.ts'
import type { Line } from './table.ts'

const SECONDS = 30
/** What the jobs of a server that has just started leave behind is none of it. */
const CALM_SECONDS = 15
/** Of a second; the kernel counts processor time in these. */
const TICK = 1 / 100

/** What the database takes of a processor while nobody asks anything: whoever looks for work finds by an index that there is none, however much was done before. */
export async function measureIdle({ dataDir }: Pick<Ground, 'dataDir'>): Promise<Line[]> {
  const [first = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = Number(first)
  await pause(CALM_SECONDS * 1000)
  const before = ticksOf(postmaster)
  await pause(SECONDS * 1000)
  const share = ((ticksOf(postmaster) - before) * TICK * 100) / SECONDS
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
function ticksOf(parent: number): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []))
  return all
    .filter((one) => one.pid === parent || one.parent === parent)
    .reduce((sum, one) => sum + one.own + (one.pid === parent ? one.ended : 0), 0)
}

/** proc_pid_stat(5); a process may be gone before it is read. */
function statOf(pid: number): { pid: number; parent: number; own: number; ended: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const at = (field: number) => Number(fields[field - 3])
    return { pid, parent: at(4), own: at(14) + at(15), ended: at(16) + at(17) }
  } catch {
    return undefined
  }
}
