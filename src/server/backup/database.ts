import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { copyFile, measureFile, walk } from './copy.ts'
import { type Entry, type Manifest, writeWhole } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { isSegmentWhole, lsnOf, segmentsOf } from './wal.ts'

export interface CopiedDatabase {
  database: NonNullable<Manifest['database']>
  folders: string[]
  files: Entry[]
}

interface Copying {
  /** Of the database that runs; its session holds the backup open. */
  url: string
  /** The cluster's folder. */
  cluster: string
  /** Where the backup is being made. */
  target: string
  pace: (bytes: number) => unknown
}

/**
 * Copies a running cluster by PostgreSQL's low-level backup API (manual, 25.3.4), with the log between start and stop: what was
 * acknowledged before the call is in the copy. A slot of this session keeps the log until it is copied, and goes with the session.
 * @throws BackupProblem where the database ends meanwhile or its log is not whole
 */
export async function copyDatabase({ url, cluster, target, pace }: Copying): Promise<CopiedDatabase> {
  const session = new pg.Client({ connectionString: url, application_name: 'backup', keepAlive: true })
  session.on('error', () => {})
  try {
    await session.connect()
    return await copyWithin(session, { cluster, target, pace })
  } catch (error) {
    if (error instanceof BackupProblem || !isGone(error)) throw error
    throw new BackupProblem('The database ended while it was copied, so this backup is given up. Run it again.')
  } finally {
    await session.end().catch(() => {})
  }
}

async function copyWithin(
  session: pg.Client,
  { cluster, target, pace }: Omit<Copying, 'url'>,
): Promise<CopiedDatabase> {
  await refuseTablespaces(session)
  await session.query('select pg_create_physical_replication_slot($1, true, true)', [
    `backup_${process.pid}_${randomBytes(4).toString('hex')}`,
  ])
  const started = await one<{ lsn: string }>(session, 'select pg_backup_start($1, true)::text as lsn', [
    'npm run backup',
  ])
  const about = await one<Omit<CopiedDatabase['database'], 'start_lsn' | 'stop_lsn'>>(session, ABOUT)
  const copied = await copyCluster(cluster, target, pace)
  copied.files.push(await copyControl(cluster, target))
  const stopped = await one<{ lsn: string; label: string; tablespaces: string }>(
    session,
    'select lsn::text, labelfile as label, spcmapfile as tablespaces from pg_backup_stop(false)',
  )
  const texts = { 'postgres/backup_label': stopped.label, 'postgres/tablespace_map': stopped.tablespaces }
  for (const [path, text] of Object.entries(texts)) {
    if (text === '') continue
    await writeWhole(join(target, path), text)
    copied.files.push(await entryOf(target, path))
  }
  const database = { ...about, start_lsn: started.lsn, stop_lsn: stopped.lsn }
  copied.files.push(...(await copyLog(cluster, target, database)))
  return { database, ...copied }
}

const ABOUT = `select current_setting('server_version') as version, s.system_identifier::text, c.timeline_id as timeline,
    pg_size_bytes(current_setting('wal_segment_size'))::int as wal_segment_bytes
  from pg_control_system() s, pg_control_checkpoint() c`

async function refuseTablespaces(session: pg.Client): Promise<void> {
  const { rows } = await session.query("select spcname from pg_tablespace where spcname not like 'pg\\_%'")
  if (rows.length > 0)
    throw new BackupProblem(
      'The database keeps tables in other folders (tablespaces), which this backup does not know.',
    )
}

/** Empty in a copy, as a start makes their content anew. */
const EMPTIED = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
/** Of the running server alone, or of a temporary table. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|postgresql\.auto\.conf\.tmp|current_logfiles(\.tmp)?|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|(standby|recovery)\.signal|restore-hba\.conf)$|(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*|t\d+_\d+[^/]*)$/
const CONTROL = 'global/pg_control'

const isLeftOut = (path: string): boolean => EMPTIED.test(path) || LEFT_OUT.test(path) || path === CONTROL

/** What a copy of a cluster takes, as it stands now. */
export async function clusterBytes(cluster: string): Promise<number> {
  let bytes = 0
  for await (const found of walk(cluster, isLeftOut)) bytes += found.bytes
  return bytes
}

async function copyCluster(cluster: string, target: string, pace: Copying['pace']) {
  const files: Entry[] = []
  const folders: string[] = []
  for await (const { path, isFolder } of walk(cluster, isLeftOut)) {
    const to = `postgres/${path}`
    if (isFolder) {
      await mkdir(join(target, to), { recursive: true, mode: 0o700 })
      folders.push(to)
      continue
    }
    // A table that is dropped meanwhile is gone from the log's end on as well.
    const copied = await copyFile(join(cluster, path), join(target, to), pace)
    if (copied) files.push({ path: to, ...copied })
  }
  return { files, folders }
}

/** PostgreSQL writes this page in place: two readings that agree are no half-written one. */
async function copyControl(cluster: string, target: string): Promise<Entry> {
  const read = async () => {
    const file = await open(join(cluster, CONTROL), 'r')
    try {
      return await file.readFile()
    } finally {
      await file.close()
    }
  }
  let last = await read()
  for (;;) {
    await pause(20)
    const next = await read()
    if (next.equals(last)) break
    last = next
  }
  await writeWhole(join(target, 'postgres', CONTROL), last)
  return entryOf(target, `postgres/${CONTROL}`)
}

/** The log from start to stop, and the story of the timelines before it. */
async function copyLog(cluster: string, target: string, database: CopiedDatabase['database']): Promise<Entry[]> {
  const span = spanOf(database)
  const files: Entry[] = []
  for (const segment of segmentsOf(span)) {
    const path = `wal/${segment.name}`
    const copied = await copyFile(join(cluster, 'pg_wal', segment.name), join(target, path))
    if (!copied || !(await isSegmentWhole(join(target, path), segment, span)))
      throw new BackupProblem(
        `PostgreSQL did not keep ${segment.name} of its log, so this backup is given up. Run it again.`,
      )
    files.push({ path, ...copied })
  }
  for (const name of await readdir(join(cluster, 'pg_wal'))) {
    if (!name.endsWith('.history')) continue
    const copied = await copyFile(join(cluster, 'pg_wal', name), join(target, 'wal', name))
    if (copied) files.push({ path: `wal/${name}`, ...copied })
  }
  return files
}

/** The part of the log that a backup cannot do without. */
export const spanOf = (database: CopiedDatabase['database']) => ({
  timeline: database.timeline,
  start: lsnOf(database.start_lsn),
  stop: lsnOf(database.stop_lsn),
  segmentBytes: database.wal_segment_bytes,
  systemIdentifier: BigInt(database.system_identifier),
})

/** What lies in the backup under this path. */
export async function entryOf(target: string, path: string): Promise<Entry> {
  const measured = await measureFile(join(target, path))
  if (!measured) throw new BackupProblem(`${path} vanished from the backup while it was made.`)
  return { path, ...measured }
}

async function one<R>(session: pg.Client, statement: string, values: unknown[] = []): Promise<R> {
  const { rows } = await session.query(statement, values)
  return rows[0] as R // the statement names its columns
}

/** Connections end with an error of the server's class 57 or with none of its own. */
const isGone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? (error.code ?? '').startsWith('57P')
    : error instanceof Error &&
      /Connection terminated|ECONNRESET|EPIPE|ECONNREFUSED|ENOENT.*PGSQL|not queryable/.test(error.message)
