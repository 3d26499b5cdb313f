import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { give } from '../db/embedded-account.ts'
import { openCluster } from '../db/embedded-cluster.ts'
import { bringUp, shutDown, user } from '../db/embedded-start.ts'
import { walk } from './copy.ts'
import { writeWhole } from './manifest.ts'
import { BackupProblem } from './problem.ts'

const ACCESS = 'restore-hba.conf'

/**
 * Recovers a cluster that was copied from a backup: plays its log to the end, begins a timeline of its own, sets the password that
 * lies in the folder, and stops it in order.
 * @returns where the log ended
 */
export async function recover(dataDir: string): Promise<{ timeline: number; lsn: string }> {
  const folder = join(dataDir, 'postgres')
  const access = join(folder, ACCESS)
  await writeWhole(join(folder, 'recovery.signal'), '')
  // The password of the copied database may be unknown: its private socket alone lets in, for this one start.
  await writeWhole(access, 'local all all trust\n')
  const cluster = openCluster(dataDir, {
    settings: { hba_file: access, hot_standby: 'off', restore_command: 'false' },
    isRestoring: true,
  })
  give(folder, cluster.account)
  for await (const { path } of walk(folder)) give(join(folder, path), cluster.account)
  try {
    await bringUp(cluster, QUIET, () => {})
    return await finishRecovery(cluster)
  } catch (error) {
    throw new BackupProblem(
      `The database could not be recovered from this backup. ${error instanceof Error ? error.message : String(error)}`,
    )
  } finally {
    await shutDown(cluster)
    await rm(access, { force: true })
  }
}

const QUIET = { info() {}, warn() {}, error() {} }

async function finishRecovery({ sockets, password }: { sockets: string; password: string }) {
  const client = new pg.Client({ host: sockets, port: 5432, user, password, database: 'postgres' })
  await client.connect()
  try {
    await client.query(`alter role ${user} password ${client.escapeLiteral(password)}`)
    // The control file names the new timeline from its first checkpoint on.
    await client.query('checkpoint')
    const { rows } = await client.query<{ timeline: number; lsn: string }>(
      'select timeline_id as timeline, redo_lsn::text as lsn from pg_control_checkpoint()',
    )
    return rows[0] ?? { timeline: 0, lsn: '' }
  } finally {
    await client.end()
  }
}

/** Makes a folder that a server as root lets its database's account pass. */
export async function makeHome(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
}
