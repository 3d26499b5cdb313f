import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endPostmaster, findPostmaster, identify, isAlive } from '../../../src/server/db/embedded-process.ts'

export const testFolderPrefix = join(tmpdir(), 'back-office-test-')

/** A test run that was killed leaves its database running: the next one ends it and clears its folder. */
export async function clearAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (!folder.startsWith(testFolderPrefix) || !isAbandoned(folder)) continue
    const running = findPostmaster(join(folder, 'postgres'))
    if (running) await endPostmaster(running.pid)
    for (const volume of volumesBelow(folder)) spawnSync('umount', ['-l', volume])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a test of full disks had mounted when its run was killed. */
const volumesBelow = (folder: string): string[] =>
  (existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : '')
    .split('\n')
    .flatMap((line) => line.split(' ')[1] ?? [])
    .filter((path) => path.startsWith(`${folder}/`))

function isAbandoned(folder: string) {
  try {
    const owner = readFileSync(join(folder, 'postgres-owner'), 'utf8')
    const pid = Number(owner.split(' ')[0])
    return !isAlive(pid) || identify(pid) !== owner
  } catch {
    return false
  }
}
