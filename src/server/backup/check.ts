import { join } from 'node:path'
import { measureFile, walk } from './copy.ts'
import { spanOf } from './database.ts'
import { type Entry, MANIFEST, type Manifest, SEAL } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { isSegmentWhole, segmentsOf } from './wal.ts'

const LISTED_MOST = 5
const NEEDED = ['postgres/PG_VERSION', 'postgres/backup_label', 'postgres/global/pg_control']

/**
 * Reads all of a backup and proves that it is what its manifest says: nothing missing, changed, cut, swapped or added, and the log
 * whole from start to stop.
 * @param ignored a file of the run that makes it
 * @throws BackupProblem that names what is wrong
 */
export async function checkBackup(folder: string, manifest: Manifest, ignored?: string): Promise<void> {
  const faults: string[] = []
  for (const entry of manifest.files) {
    const fault = await faultOf(folder, entry)
    if (fault) faults.push(fault)
  }
  const known = new Set([MANIFEST, SEAL, ignored, ...manifest.files.map(({ path }) => path)])
  if (known.size < manifest.files.length + 2) faults.push(`${MANIFEST} names a file twice`)
  for await (const { path, isFolder } of walk(folder))
    if (!isFolder && !known.has(path)) faults.push(`${path} does not belong to this backup`)
  if (faults.length === 0) faults.push(...(await faultsOfDatabase(folder, manifest.database, known)))
  if (faults.length === 0) return
  const more = faults.length > LISTED_MOST ? `; and ${faults.length - LISTED_MOST} more` : ''
  throw new BackupProblem(`The backup is damaged: ${faults.slice(0, LISTED_MOST).join('; ')}${more}.`)
}

async function faultOf(folder: string, { path, bytes, sha256 }: Entry): Promise<string | null> {
  const found = await measureFile(join(folder, path))
  if (!found) return `${path} is missing`
  if (found.bytes !== bytes) return `${path} has ${found.bytes} bytes instead of ${bytes}`
  return found.sha256 === sha256 ? null : `${path} was changed`
}

async function faultsOfDatabase(
  folder: string,
  database: Manifest['database'],
  known: ReadonlySet<string | undefined>,
): Promise<string[]> {
  if (!database) return []
  const faults = NEEDED.filter((path) => !known.has(path)).map((path) => `${path} is missing`)
  const span = spanOf(database)
  for (const segment of segmentsOf(span)) {
    const path = `wal/${segment.name}`
    if (!known.has(path)) faults.push(`${path} is missing`)
    else if (!(await isSegmentWhole(join(folder, path), segment, span)))
      faults.push(`${path} is not this part of the database's log`)
  }
  return faults
}
