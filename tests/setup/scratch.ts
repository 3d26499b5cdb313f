import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { availableMemory } from 'node:process'

const MEMORY = '/dev/shm'
/** The tests of backups hold a few copies of a database at a time; the rest is what the machine keeps for its work. */
const LEAST_BYTES = 6 * 2 ** 30

/** Where the tests keep what they throw away: in memory where there is plenty, as making and deleting 200 databases on a disk takes minutes of its own. */
export function scratchFolder(): string {
  return availableMemory() > LEAST_BYTES && roomIn(MEMORY) > LEAST_BYTES ? MEMORY : tmpdir()
}

function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}
