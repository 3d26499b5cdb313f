import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from '../../../src/server/db/embedded.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const volume = mkdtempSync(join(tmpdir(), 'back-office-test-'))
const hasVolume = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=220m', 'tmpfs', volume]).status === 0

afterAll(() => {
  if (hasVolume) execFileSync('umount', ['-l', volume])
  rmSync(volume, { recursive: true, force: true })
})

// Needs the right to mount a small volume; the ballast itself is tested in disk.test.ts everywhere.
test.skipIf(!hasVolume)('a database on a full disk comes back by itself, with every acknowledged row', async () => {
  const dataDir = join(volume, 'data')
  const settings = { fsync: 'off', shared_buffers: '16MB' }
  const server = await startEmbedded({ dataDir, log: silent, ballastMegabytes: 64, settings })
  const pool = new pg.Pool({ connectionString: server.url, connectionTimeoutMillis: 2_000 })
  pool.on('error', () => undefined)
  try {
    await pool.query('create table kept (id int)')
    await until(() => existsSync(join(dataDir, 'ballast')))
    fillUp(join(volume, 'filler'))
    const acknowledged = await writeUntilRefused(pool)
    await until(() => !existsSync(join(dataDir, 'ballast')))
    await until(async () => (await count(pool)) !== undefined)
    // The one that was refused may be there or not.
    expect([acknowledged, acknowledged + 1]).toContain(await count(pool))
    await until(() => isWritten(pool))
    rmSync(join(volume, 'filler'))
    await until(() => existsSync(join(dataDir, 'ballast')))
  } finally {
    await pool.end()
    await server.stop()
  }
})

function fillUp(path: string) {
  const file = openSync(path, 'w')
  const block = Buffer.alloc(2 ** 20, 1)
  try {
    for (;;) writeSync(file, block)
  } catch {
    closeSync(file)
  }
}

/** Each round takes a row and enough of the write-ahead log to need a new file soon. */
async function writeUntilRefused(pool: pg.Pool) {
  const round =
    "with log as (select pg_logical_emit_message(true, 'fill', repeat('x', 4000000))) insert into kept select 1 from log"
  for (let acknowledged = 0; acknowledged < 100; acknowledged += 1) {
    try {
      await pool.query(round)
    } catch {
      return acknowledged
    }
  }
  throw new Error('The disk did not get full.')
}

async function count(pool: pg.Pool) {
  try {
    return (await pool.query<{ rows: number }>('select count(*)::int as rows from kept')).rows[0]?.rows
  } catch {
    return undefined
  }
}

/** Reading may come back before writing does. */
async function isWritten(pool: pg.Pool) {
  try {
    await pool.query('insert into kept values (0)')
    return true
  } catch {
    return false
  }
}

async function until(isSo: () => boolean | Promise<boolean>) {
  while (!(await isSo())) await pause(50)
}
