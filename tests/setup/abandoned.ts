import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endPostmaster, findPostmaster, identify, isAlive } from '../../src/server/db/embedded-process.ts'

export const testFolderPrefix = join(tmpdir(), 'back-office-test-')

/** A test run that was killed leaves its database running: the next one ends it and clears its folder. */
export async function clearAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (!folder.startsWith(testFolderPrefix) || !isAbandoned(folder)) continue
    const running = findPostmaster(join(folder, 'postgres'))
    if (running) await endPostmaster(running.pid)
    rmSync(folder, { recursive: true, force: true })
  }
}

function isAbandoned(folder: string) {
  try {
    const owner = readFileSync(join(folder, 'postgres-owner'), 'utf8')
    const pid = Number(owner.split(' ')[0])
    return !isAlive(pid) || identify(pid) !== owner
  } catch {
    return false
  }
}
