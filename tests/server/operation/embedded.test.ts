import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Embedded, type EmbeddedOptions, startEmbedded } from '../../../src/server/db/embedded.ts'
import { findPostmaster, isAlive } from '../../../src/server/db/embedded-process.ts'
import { query } from '../../setup/database/query.ts'
import { stopWatch } from '../../setup/process/stop-watch.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const settings = { fsync: 'off', shared_buffers: '16MB' }
const endings: (() => Promise<unknown> | unknown)[] = []
/** What initdb made, once: it takes seconds, and a copy is the same. */
const initialised = mkdtempSync(join(tmpdir(), 'back-office-test-'))

beforeAll(async () => (await startEmbedded({ dataDir: initialised, log: silent, settings })).stop())
afterAll(() => rmSync(initialised, { recursive: true, force: true }))

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

describe('a new embedded database', () => {
  test('keeps Vietnamese and Korean text as UTF8 whatever the machine says, and lower-cases it', async () => {
    const { url } = await startIn(initialisedFolder())
    const [row] = await query(
      url,
      "select current_setting('server_encoding') as encoding, lower('KHIẾU NẠI ĐÀ NẴNG 고객') as lowered",
    )
    expect(row).toEqual({ encoding: 'UTF8', lowered: 'khiếu nại đà nẵng 고객' })
  })

  test('listens on no network, checks passwords with scram and pages with checksums', async () => {
    const { url } = await startIn(initialisedFolder())
    const [row] = await query(
      url,
      "select current_setting('listen_addresses') as network, current_setting('data_checksums') as checksums, (select string_agg(distinct auth_method, ',') from pg_hba_file_rules) as auth",
    )
    expect(row).toEqual({ network: '', checksums: 'on', auth: 'scram-sha-256' })
  })

  test('keeps its password and its socket to the owner, and refuses another password', async () => {
    const folder = initialisedFolder()
    const { connection } = await startIn(folder)
    expect(statSync(join(folder, 'postgres-password')).mode & 0o777).toBe(0o600)
    expect(statSync(connection.host).mode & 0o777).toBe(0o700)
    expect(connection.password).toHaveLength(43)
    const stranger = new pg.Client({ ...connection, password: 'password' })
    await expect(stranger.connect()).rejects.toThrow(/password authentication failed/)
  })

  test('works in a folder whose path is too long for a socket', async () => {
    const folder = join(newFolder(), 'a-long-name-'.repeat(10))
    mkdirSync(folder)
    const { url, connection } = await startIn(copyInto(folder))
    expect(connection.host.length).toBeLessThan(90)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('works below a folder that only its owner may enter', async () => {
    const closed = newFolder()
    mkdirSync(join(closed, 'inner'), { mode: 0o700 })
    const { url } = await startIn(join(closed, 'inner', 'data'))
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('an initialised embedded database', () => {
  test('starts again in well under a second with its rows', async () => {
    const folder = initialisedFolder()
    let server = await startIn(folder)
    await query(server.url, 'create table kept (id int); insert into kept select generate_series(1, 1000)')
    // The least of several: a busy machine takes longer for the same work, and never less.
    const took: number[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      await server.stop()
      const passed = stopWatch()
      server = await startIn(folder)
      took.push(passed())
    }
    expect(Math.min(...took)).toBeLessThan(1_000)
    expect(await query(server.url, 'select count(*)::int as rows from kept')).toEqual([{ rows: 1000 }])
  })

  test('is used again when its server was killed and left it running', async () => {
    const folder = initialisedFolder()
    const { server, url, postmaster } = await startInProcess(folder)
    await query(url, 'create table kept (id int); insert into kept values (1)')
    await kill(server)
    expect(isAlive(postmaster)).toBe(true)
    const again = await startIn(folder)
    expect(findPostmaster(join(folder, 'postgres'))?.pid).toBe(postmaster)
    expect(await query(again.url, 'select id from kept')).toEqual([{ id: 1 }])
    await again.stop()
    expect(isAlive(postmaster)).toBe(false)
  })

  test('is started anew when it was left running with other settings', async () => {
    const folder = initialisedFolder()
    const { server, postmaster } = await startInProcess(folder)
    await kill(server)
    const { url } = await startIn(folder, { settings: { ...settings, work_mem: '5MB' } })
    expect(isAlive(postmaster)).toBe(false)
    expect(await query(url, 'show work_mem')).toEqual([{ work_mem: '5MB' }])
  })

  test('is shared with a server that is still running, and outlives the one that did not start it', async () => {
    const folder = initialisedFolder()
    const { url, postmaster } = await startInProcess(folder)
    const guest = await startIn(folder)
    expect(await query(guest.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await guest.stop()
    expect(isAlive(postmaster)).toBe(true)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('is started by the server that is left, which says so, when the one that ran it stops', async () => {
    const folder = initialisedFolder()
    const { server } = await startInProcess(folder)
    const said: string[] = []
    const log = {
      info: (text: string) => said.push(text),
      warn: () => undefined,
      error: (text: string) => said.push(text),
    }
    const guest = await startIn(folder, { log })
    const back = new Promise<void>((resolve) => guest.onRestart(resolve))
    server.kill('SIGTERM')
    await back
    expect(said[0]).toBe('The server that ran PostgreSQL has stopped it; this one starts it now.')
    expect(said.join(' ')).not.toContain('unexpectedly')
    expect(await query(guest.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('starts when its old process number now belongs to another program', async () => {
    const folder = initialisedFolder()
    const stranger = spawn('sleep', ['60'])
    endings.push(() => stranger.kill())
    writeFileSync(
      join(folder, 'postgres', 'postmaster.pid'),
      `${stranger.pid}\n${join(folder, 'postgres')}\n1\n5432\n\n\n`,
    )
    const { url } = await startIn(folder)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(stranger.exitCode).toBe(null)
  })
})

describe('a running embedded database', () => {
  test('is back within five seconds after its process was killed, with every row that was acknowledged', async () => {
    const server = await startIn(initialisedFolder())
    await query(server.url, 'create table kept (id int); insert into kept select generate_series(1, 500)')
    for (const round of [1, 2]) {
      const back = new Promise<void>((resolve) => server.onRestart(resolve))
      const passed = stopWatch()
      process.kill(findPostmaster(join(dataDirOf(server), 'postgres'))?.pid ?? 0, 'SIGKILL')
      await back
      expect(passed()).toBeLessThan(5_000)
      expect(await query(server.url, 'select count(*)::int as rows from kept'), `round ${round}`).toEqual([
        { rows: 500 },
      ])
    }
  })

  test('is also watched when it was adopted', async () => {
    const folder = initialisedFolder()
    const { server, postmaster } = await startInProcess(folder)
    await kill(server)
    const adopted = await startIn(folder)
    const back = new Promise<void>((resolve) => adopted.onRestart(resolve))
    process.kill(postmaster, 'SIGKILL')
    await back
    expect(await query(adopted.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('an embedded database that two servers share', () => {
  test('is kept running by the second when the first and the database are killed', async () => {
    const folder = initialisedFolder()
    const { server, postmaster } = await startInProcess(folder)
    const second = await startIn(folder)
    const back = new Promise<void>((resolve) => second.onRestart(resolve))
    await kill(server)
    process.kill(postmaster, 'SIGKILL')
    await back
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.stop()
    expect(findPostmaster(join(folder, 'postgres'))).toBe(undefined)
  })
})

describe('an embedded database that cannot start', () => {
  test('says so within the time, with the reason that PostgreSQL gave', async () => {
    const folder = initialisedFolder()
    const passed = stopWatch()
    await expect(startIn(folder, { settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      /did not start[\s\S]*plenty/,
    )
    expect(passed()).toBeLessThan(12_000)
  })

  test('says that the password file is missing instead of making another one', async () => {
    const folder = initialisedFolder()
    rmSync(join(folder, 'postgres-password'))
    await expect(startIn(folder)).rejects.toThrow(/postgres-password is missing/)
  })
})

const initialisedFolder = () => copyInto(newFolder())

function copyInto(folder: string) {
  // Owners and modes matter here, and only cp keeps both.
  execFileSync('cp', ['-a', `${initialised}/.`, folder])
  return folder
}

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'back-office-test-'))
  endings.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function startIn(dataDir: string, options: Partial<EmbeddedOptions> = {}) {
  const server = await startEmbedded({ dataDir, log: silent, settings, ...options })
  endings.push(server.stop)
  return server
}

function dataDirOf(server: Embedded) {
  return join(server.connection.host, '..')
}

/** The same in a process of its own, which can be killed. */
async function startInProcess(folder: string) {
  const module = fileURLToPath(new URL('../../../src/server/db/embedded.ts', import.meta.url))
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(module)})
    const log = { info() {}, warn() {}, error() {} }
    const { url, stop } = await startEmbedded({ dataDir: ${JSON.stringify(folder)}, log, settings: ${JSON.stringify(settings)} })
    process.once('SIGTERM', () => stop().then(() => process.exit(0)))
    process.stdout.write(url + '\\n')`
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endings.push(async () => {
    await kill(server)
    await (await startEmbedded({ dataDir: folder, log: silent, settings })).stop()
  })
  const url = await new Promise<string>((resolve) =>
    server.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())),
  )
  const postmaster = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  return { server, url, postmaster }
}

async function kill(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await gone
}
