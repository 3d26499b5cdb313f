import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { unwatched } from '../src/modules/complaints/deadlines/monitor.server.ts'
import { missingFingerprints } from '../src/modules/complaints/related/fingerprints.server.ts'
import { openDb } from '../src/server/db/db.ts'
import { type Embedded, startEmbedded } from '../src/server/db/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'

/** What a database is filled with; another way to fill makes another database. */
export interface Filling {
  /** Names its folder. */
  folder: string
  fill(place: { url: string; dataDir: string }, rows: number): Promise<void>
  /** The files that say how. */
  files: readonly string[]
  /** Tables that measurements add to, and how many of so many rows each was filled with. */
  tables: Readonly<Record<string, (rows: number) => number>>
}

export interface Ground {
  dataDir: string
  rows: number
  /** Runs while the measurements do; the server under test shares it. */
  embedded: Embedded
}

const MIGRATIONS = new URL('../src/server/db/migrations/', import.meta.url)
const quiet = { info() {}, warn: console.warn, error: console.error }
/** 64 clients of pgbench beside the server's own connections; all else, fsync above all, as in production. */
const MEASURED = { max_connections: '120' }
/** Nothing of the filling is measured, and it is made durable by a checkpoint and a sync at its end. */
const HURRIED = {
  fsync: 'off',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'off',
  shared_buffers: '2GB',
  maintenance_work_mem: '2GB',
  max_parallel_maintenance_workers: '1',
  autovacuum: 'off',
}

/** A filled database on the embedded PostgreSQL; kept, so that a second run begins at once. */
export async function openGround(filling: Filling, rows: number, isFresh: boolean): Promise<Ground> {
  const dataDir = join(tmpdir(), `${filling.folder}-${rows}`)
  const marker = join(dataDir, 'filled')
  const shape = shapeOf(filling)
  const isKept = existsSync(marker) && readFileSync(marker, 'utf8') === shape
  if (isFresh || !isKept) {
    await rm(dataDir, { recursive: true, force: true })
    await fillAnew(filling, dataDir, rows)
    await writeFile(marker, shape)
  }
  const embedded = await startEmbedded({ dataDir, log: quiet, settings: MEASURED })
  // What has been filled under older migrations goes forward as a customer's database would.
  await migrate(embedded.url)
  for (const [table, filled] of Object.entries(filling.tables)) await clearMade(embedded.url, table, filled(rows))
  await catchUp(embedded.url)
  for (const table of Object.keys(filling.tables)) await warm(embedded.url, table)
  return { dataDir, rows, embedded }
}

/**
 * What a server that has run for days has in memory, as far as the machine has room: records, their indexes and counts, the largest
 * read last. Texts that only a search reads are left out.
 */
async function warm(url: string, table: string): Promise<void> {
  await ask(url, 'create extension if not exists pg_prewarm')
  await ask(
    url,
    `select pg_prewarm(c.oid, 'read') from (
       select oid from pg_class where relkind in ('r', 'i') and relname ^@ $1 and relname not like '%\\_words%' order by relpages
     ) c`,
    [table],
  )
}

/** What earlier runs created goes again: tens of thousands of equal records of today are no picture of a chain. */
async function clearMade(url: string, table: string, rows: number): Promise<void> {
  const [made] = await ask<{ n: number }>(
    url,
    `with gone as (delete from ${table} where id > ${rows} returning 1) select count(*)::int as n from gone`,
  )
  if (!made || made.n === 0) return
  await ask(
    url,
    `update issue_counters c set n = coalesce((select max(substr(r.issue_number, 6)::int) from complaints r where left(r.issue_number, 4) = c.month), 0)`,
  )
  await ask(url, 'vacuum (analyze)')
}

/** What a running server has long done for every complaint: each is watched and, where it is recent, compared. */
async function catchUp(url: string): Promise<void> {
  // Of what earlier runs created and a server would come upon two hundred a second.
  await ask(
    url,
    'delete from complaint_alarms a where not exists (select 1 from complaints r where r.id = a.complaint)',
  )
  const { db, close } = openDb({ url, size: 1, statementTimeout: 0, name: 'bench' })
  for (const look of [unwatched, missingFingerprints]) await look(db, true)
  await close()
}

/**
 * Waits until a server that has just started did what one that has run for days has long done: told of the deadlines that passed
 * while none was running, ran its first jobs, counted what was written.
 */
export async function settled({ embedded }: Pick<Ground, 'embedded'>): Promise<void> {
  for (;;) {
    // A server answers before its jobs are set up, longest on a busy machine.
    const [jobs] = await ask<{ isThere: boolean }>(
      embedded.url,
      `select to_regclass('graphile_worker._private_jobs') is not null as "isThere"`,
    )
    if (!jobs?.isThere) {
      await pause(500)
      continue
    }
    const [left] = await ask<{ n: number }>(
      embedded.url,
      `select ((select count(*) from complaint_alarms where at <= now()) + (select count(*) from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts)
         + (select count(*) from complaints_delta))::int as n`,
    )
    if (left?.n === 0) return
    await pause(500)
  }
}

async function fillAnew(filling: Filling, dataDir: string, rows: number): Promise<void> {
  const embedded = await startEmbedded({ dataDir, log: quiet, settings: HURRIED })
  try {
    await migrate(embedded.url)
    await filling.fill({ url: embedded.url, dataDir }, rows)
  } finally {
    await embedded.stop()
  }
}

function shapeOf({ files }: Filling): string {
  const hash = createHash('sha256')
  for (const name of files) hash.update(readFileSync(new URL(name, import.meta.url)))
  // Another start is another database; what follows it brings a filled one forward.
  for (const name of readdirSync(MIGRATIONS).toSorted())
    if (name.includes('_start_')) hash.update(readFileSync(new URL(name, MIGRATIONS)))
  return hash.digest('hex')
}

/** A statement of the bench's own, outside the server. */
export async function ask<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(text, values)).rows
  } finally {
    await client.end()
  }
}
