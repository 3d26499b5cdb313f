import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'
import { findPostmaster, identify, isAlive } from './embedded-process.ts'

/** In a DATA_DIR whose restore is under way, or was interrupted; in it who runs it. */
export const UNFINISHED = 'restore-unfinished'

const RESTORE = 'Restore a backup into a new folder (npm run restore); nothing in this one was changed.'

/** @throws where a restore into this DATA_DIR never came to its end */
export function refuseUnfinished(dataDir: string): void {
  if (existsSync(join(dataDir, UNFINISHED)))
    throw new StartError(
      `The restore into ${dataDir} was not finished: run npm run restore again, with the same folder.`,
    )
}

/**
 * @param major of the PostgreSQL that would open it
 * @throws where the folder of a cluster is not one that it can open; answers whether there is a cluster
 */
export function isCluster(folder: string, major: string): boolean {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return false
  if (!existsSync(join(folder, 'PG_VERSION'))) throw new StartError(damaged(folder, 'PG_VERSION is missing'))
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (!/^\d+$/.test(version)) throw new StartError(damaged(folder, 'PG_VERSION holds no version'))
  if (version !== major)
    throw new StartError(
      `The database in ${folder} was made by PostgreSQL ${version}, and this version of the product brings ${major}. Start it with the version of the product that made it; nothing in this folder was changed.`,
    )
  if (!existsSync(join(folder, 'global', 'pg_control')))
    throw new StartError(damaged(folder, 'global/pg_control is missing'))
  return true
}

const damaged = (folder: string, what: string): string => `The database in ${folder} is damaged: ${what}. ${RESTORE}`

/** What PostgreSQL says of a folder that it can never open. */
const BEYOND_HELP =
  /could not (?:open|read|access|stat) (?:file|directory) "(?:global|base|pg_)[^"]*": No such file|could not locate (?:a valid checkpoint record|required checkpoint record)|invalid (?:primary )?checkpoint record|incorrect checksum in control file|database files are incompatible with server|contains incorrect checksum|could not read file "(?:global|pg_)[^"]*": read \d+ of \d+|is not a valid data directory|required WAL directory|could not access status of transaction|WAL ends before/

/** One sentence for a person where PostgreSQL's words tell of damage that no further try mends. */
export function damageIn(folder: string, words: readonly string[]): string | undefined {
  const line = words.find((one) => BEYOND_HELP.test(one))
  return line && damaged(folder, line.replace(/^[^:]*:\s*/, ''))
}

/** Whether another server that still runs has started the cluster of this DATA_DIR. */
export function isOwnedByAnother(home: string): boolean {
  try {
    const owner = readFileSync(fileIn(home), 'utf8')
    const pid = Number(owner.split(' ')[0])
    return pid !== process.pid && isAlive(pid) && identify(pid) === owner
  } catch {
    return false
  }
}

/** Says that this process runs the cluster. */
export function own(home: string): void {
  writeFileSync(fileIn(home), identify(process.pid), { mode: 0o600 })
}

export function disown(home: string): void {
  rmSync(fileIn(home), { force: true })
}

/**
 * A cluster that was copied file by file while it ran is torn in ways that PostgreSQL cannot see: the traces of a running one came
 * along, and name another folder.
 * @returns a warning, where it may have been copied, or moved, at rest
 * @throws where its original runs
 */
export function judgeCopy(home: string): string | undefined {
  const cluster = join(home, 'postgres')
  const recorded = recordedFolder(cluster)
  if (!existsSync(fileIn(home)) || recorded === undefined || recorded === realpathSync(cluster)) return undefined
  const original = dirname(recorded)
  if (findPostmaster(recorded))
    throw new StartError(
      `${home} was copied from ${original} while its database ran: such a copy may have lost rows without a sign. Make one with npm run backup. If it is a snapshot of the whole volume at one moment, delete ${fileIn(home)} and start again.`,
    )
  disown(home)
  return `${home} comes from ${original}, where its database had not been stopped: if it ran while it was copied, rows may be lost. npm run verify checks the figures; npm run backup makes copies that can be trusted.`
}

/** Where a postmaster said that the cluster lies. */
function recordedFolder(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[1] || undefined
  } catch {
    return undefined
  }
}

const fileIn = (home: string) => join(home, 'postgres-owner')

/** The DATA_DIR that a cluster lies in. */
export const homeOf = (cluster: string): string => dirname(cluster)
