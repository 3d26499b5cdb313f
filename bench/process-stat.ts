import { readFileSync } from 'node:fs'

/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10

interface ProcessStat {
  pid: number
  parent: number
  /** Processor time of its own, and of those it started that have ended, ms. */
  ownMs: number
  endedMs: number
}

/** How long a process has worked (proc_pid_stat(5)); undefined once it is gone. */
export function processStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const at = (field: number) => Number(fields[field - 3])
    return { pid, parent: at(4), ownMs: (at(14) + at(15)) * TICK_MS, endedMs: (at(16) + at(17)) * TICK_MS }
  } catch {
    return undefined
  }
}
