import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startEmbedded } from '../../../src/server/db/embedded.ts'
import { query } from '../../setup/database/query.ts'

const settings = { fsync: 'off', shared_buffers: '16MB' }
const endings: (() => Promise<unknown> | unknown)[] = []
/** What initdb made, once: it takes seconds, and a copy is the same. */
const initialised = mkdtempSync(join(tmpdir(), 'back-office-test-'))
let said: string[] = []
const log = { info: () => undefined, warn: (text: string) => said.push(text), error: () => undefined }

beforeAll(async () => (await startEmbedded({ dataDir: initialised, log, settings })).stop())
afterAll(() => rmSync(initialised, { recursive: true, force: true }))
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
  said = []
})

describe('the folder of an embedded database', () => {
  test('starts after a power cut though the socket’s old process number belongs to another program', async () => {
    const folder = copyOf(initialised)
    const stranger = spawn('sleep', ['60'])
    endings.push(() => stranger.kill())
    mkdirSync(join(folder, 'run'), { mode: 0o700 })
    const told = `${stranger.pid}\n${join(folder, 'postgres')}\n1\n5432\n`
    writeFileSync(join(folder, 'run', '.s.PGSQL.5432.lock'), `${told}${join(folder, 'run')}\n`)
    writeFileSync(join(folder, 'postgres', 'postmaster.pid'), `${told}\n\n`)
    await expectOne(await startIn(folder))
    expect(stranger.exitCode).toBe(null)
  })

  test('does not start as a copy that was made while it ran, and says what such a copy is worth', async () => {
    const original = copyOf(initialised)
    const url = await startIn(original)
    const copy = copyOf(original)
    await expect(startIn(copy)).rejects.toThrow(
      `${copy} was copied from ${original} while its database ran: such a copy may have lost rows without a sign. Make one with npm run backup.`,
    )
    await expectOne(url)
  })

  test('starts beside its original once the one file that it names is deleted, as of a snapshot', async () => {
    const original = copyOf(initialised)
    const url = await startIn(original)
    await query(url, 'create table kept (id int)')
    const copy = copyOf(original)
    rmSync(join(copy, 'postgres-owner'))
    const beside = await startIn(copy)
    await query(beside, 'insert into kept values (1)')
    expect(await query(url, 'select * from kept')).toEqual([])
  })

  test('starts as a copy of a folder at rest that was never stopped in order, and warns', async () => {
    const original = copyOf(initialised)
    const { stop } = await startEmbedded({ dataDir: original, log, settings })
    const copy = copyOf(original)
    await stop()
    await expectOne(await startIn(copy))
    expect(said.join()).toContain(`${copy} comes from ${original}, where its database had not been stopped`)
  })

  test('starts after it was moved, and as a copy that was made after a stop, without a word', async () => {
    const folder = copyOf(initialised)
    const moved = `${folder}-moved`
    renameSync(folder, moved)
    endings.push(() => rmSync(moved, { recursive: true, force: true }))
    await expectOne(await startIn(moved))
    expect(said).toEqual([])
  })
})

describe('a damaged folder of an embedded database', () => {
  const damages: [string, (cluster: string) => void, string][] = [
    ['without PG_VERSION', (cluster) => rmSync(join(cluster, 'PG_VERSION')), 'is damaged: PG_VERSION is missing.'],
    [
      'without its control file',
      (cluster) => rmSync(join(cluster, 'global', 'pg_control')),
      'is damaged: global/pg_control is missing.',
    ],
    ['with an empty control file', (cluster) => truncateSync(join(cluster, 'global', 'pg_control'), 0), 'is damaged: '],
    ['without its log', (cluster) => rmSync(join(cluster, 'pg_wal'), { recursive: true }), 'is damaged: '],
    ['without a folder', (cluster) => rmSync(join(cluster, 'pg_xact'), { recursive: true }), 'is damaged: '],
    [
      'of another major version',
      (cluster) => writeFileSync(join(cluster, 'PG_VERSION'), '16\n'),
      'was made by PostgreSQL 16, and this version of the product brings 18.',
    ],
  ]
  test.each(damages)('%s is told of in one sentence that says what to do', async (_, damage, sentence) => {
    const folder = copyOf(initialised)
    damage(join(folder, 'postgres'))
    const error: unknown = await startIn(folder).catch((thrown: unknown) => thrown)
    const message = error instanceof Error ? error.message : 'it started'
    expect(message).toContain(`The database in ${join(folder, 'postgres')} ${sentence}`)
    expect(message).toMatch(/nothing in this (one|folder) was changed/)
    expect(message).not.toContain('\n')
    expect(existsSync(join(folder, 'postgres.new'))).toBe(false)
  })
})

function copyOf(folder: string) {
  const copy = mkdtempSync(join(tmpdir(), 'back-office-test-'))
  endings.push(() => rmSync(copy, { recursive: true, force: true }))
  // Owners, modes and the socket matter here, and only cp keeps them all.
  execFileSync('cp', ['-a', `${folder}/.`, copy])
  return copy
}

async function startIn(dataDir: string) {
  const server = await startEmbedded({ dataDir, log, settings })
  endings.push(server.stop)
  return server.url
}

const expectOne = async (url: string) => expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
