import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/** Tells at the start what would else be found by the first upload. A full disk is no reason: reading goes on. */
export function refuseClosedFolders(dataDir: string): void {
  // The database runs as another account where this one is root.
  const passable = process.getuid?.() === 0 ? 0o711 : 0o700
  for (const [folder, mode] of [
    [dataDir, passable],
    [join(dataDir, 'files'), 0o700],
  ] as const)
    try {
      mkdirSync(folder, { recursive: true, mode })
      const probe = join(folder, `.probe-${randomBytes(6).toString('hex')}`)
      writeFileSync(probe, '')
      rmSync(probe)
    } catch (error) {
      throw closedFolder(error, folder)
    }
}

/** The same error as a sentence, where it says that a folder is not ours. */
export function closedFolder(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = WHY[code]
  if (!reason) return error
  const account = process.getuid ? ` the account with the number ${process.getuid()}` : ' this account'
  return new StartError(
    `${folder} ${reason} (${code}). It must be a folder that${account} may write; DATA_DIR names it.`,
  )
}

const WHY: Record<string, string> = {
  EACCES: 'may not be written',
  EPERM: 'may not be written',
  EROFS: 'is on a file system that is read-only',
  ENOTDIR: 'is no folder',
  EEXIST: 'is no folder',
}
