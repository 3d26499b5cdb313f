import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { reach } from '../../../src/server/db/reach.ts'
import { takeStartTurn } from '../../../src/server/db/start-turn.ts'
import { VERSION } from '../../../src/server/version.ts'
import { atTheEnd, newFolder } from '../../setup/at-the-end.ts'
import { freshDatabase } from '../../setup/database/database.ts'
import { freePort } from '../../setup/mail/real-servers.ts'
import { Relay } from '../../setup/mail/relay.ts'
import { serverProcess } from '../../setup/process/server-process.ts'

const NOBODY = 65534
const SECRET = 'a secret for tests that is long enough'

interface Ended {
  code: number | null
  said: string
}

/** Starts the product as a person would and waits until it ends, which it shall. */
function ended(env: Record<string, string>, account = {}): Promise<Ended> {
  let said = ''
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    ...account,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DEMO: '0',
      LOG_LEVEL: 'error',
      APP_SECRET: SECRET,
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  atTheEnd(() => child.kill('SIGKILL'))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
  return new Promise((tell) => child.once('close', (code) => tell({ code, said })))
}

const aSentence = (end: Ended, words: RegExp) => {
  expect(end.code).toBe(1)
  expect(end.said).toMatch(words)
  expect(end.said).not.toMatch(/^\s+at /m)
}

test('a password that breaks the address is answered with what to write, without a stack and without the password', async () => {
  const end = await ended({ DATA_DIR: newFolder('start'), DATABASE_URL: 'postgresql://office:pa/ss@db/office' })
  aSentence(end, /DATABASE_URL cannot be read: in a password write \/ as %2F/)
  expect(end.said).not.toContain('pa/ss')
})

test('settings stand in a file .env, and the environment wins over it', async () => {
  const file = join(newFolder('env'), '.env')
  writeFileSync(file, 'PORT=70000\nAPP_TIMEZONE=Hanoi\n')
  const end = await ended({ DATA_DIR: newFolder('start'), ENV_FILE: file, APP_TIMEZONE: 'Asia/Seoul', PORT: '70001' })
  aSentence(end, /PORT must be at most 65535/)
  expect(end.said).not.toContain('APP_TIMEZONE')
  const other = await ended({
    DATA_DIR: newFolder('start'),
    ENV_FILE: file,
    APP_TIMEZONE: 'Asia/Seoul',
    DATABASE_URL: 'x',
  })
  expect(other.said).toMatch(/DATABASE_URL must start with/)
})

test('a taken port is told before a database is made', async () => {
  const port = await listening(createServer())
  const dataDir = newFolder('start')
  aSentence(
    await ended({ DATA_DIR: dataDir, DATABASE_URL: '', PORT: String(port) }),
    new RegExp(`PORT ${port} of 127.0.0.1 is taken`),
  )
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
})

test.skipIf(process.getuid?.() !== 0)('a folder that may not be written is told in a sentence', async () => {
  const home = newFolder('start')
  chmodSync(home, 0o755)
  const account = { uid: NOBODY, gid: NOBODY }
  aSentence(
    await ended({ DATA_DIR: join(home, 'data'), DATABASE_URL: '' }, account),
    /data may not be written \(EACCES\)/,
  )
  const dataDir = join(home, 'mine')
  mkdirSync(join(dataDir, 'files'), { recursive: true })
  chownSync(dataDir, NOBODY, NOBODY)
  chmodSync(join(dataDir, 'files'), 0o555)
  aSentence(await ended({ DATA_DIR: dataDir, DATABASE_URL: '' }, account), /mine\/files may not be written \(EACCES\)/)
  expect(readdirSync(dataDir)).not.toContain('postgres')
})

test('a database that is not there yet is waited for, and said so', async () => {
  const port = await freePort()
  const relay = new Relay(port)
  const said: string[] = []
  const arrived = reach(relay.through(inject('databaseUrl')), wanted, (text) => said.push(text))
  await expect.poll(() => said.length).toBe(1)
  expect(said[0]).toMatch(
    new RegExp(`PostgreSQL at 127.0.0.1:${port} does not answer yet \\(.*ECONNREFUSED.*\\); waiting`),
  )
  await relay.give()
  await arrived
})

test('one that never comes ends the start with a sentence', async () => {
  await expect(
    reach(new Relay(await freePort()).through(inject('databaseUrl')), wanted, () => {}, 1000),
  ).rejects.toThrow(/did not answer for 1 seconds \(.*\)\. Is it running, and does DATABASE_URL name it\?$/)
})

test('what waiting does not mend is told at once: a wrong password, none, no such database', async () => {
  const url = new URL(await freshDatabase())
  const refused = async (change: (url: URL) => void, words: RegExp) => {
    const other = new URL(url)
    change(other)
    await expect(reach(other.href, wanted, () => {})).rejects.toThrow(words)
  }
  await refused((other) => (other.password = 'wrong'), /does not let the role postgres in.*Check its password/)
  await refused((other) => (other.password = ''), /wants a password of the role postgres/)
  await refused((other) => (other.pathname = '/nowhere'), /There is no database nowhere .*createdb/)
})

test('a role that is no superuser brings an empty database of its own forward', async () => {
  const url = await emptyDatabaseOf('office_start')
  const server = await serverProcess({ DATABASE_URL: url, APP_SECRET: SECRET, LOG_LEVEL: 'info' })
  await server.start()
  for (const words of [`"version":"${VERSION}"`, 'migrations are to be made', 'listening at'])
    await expect.poll(() => server.printed()).toContain(words)
  await server.stop()
  expect(server.printed()).toMatch(/stopping[\s\S]*stopped/)
})

test('servers that start together wait for each other, longer than a lock of the database is waited for', async () => {
  const url = await freshDatabase()
  const first = await takeStartTurn(url, () => {})
  const said: string[] = []
  let isThere = false
  const second = takeStartTurn(url, (text) => said.push(text)).then((end) => {
    isThere = true
    return end
  })
  await new Promise((later) => setTimeout(later, 3000))
  expect([isThere, said]).toEqual([false, ['another server prepares the database; waiting for it']])
  await first()
  await (await second)()
})

const wanted = { setting: 'DATABASE_URL', isDirect: true }

async function listening(server: Server, port = 0): Promise<number> {
  await new Promise<void>((open) => server.listen(port, '127.0.0.1', open))
  atTheEnd(() => server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function emptyDatabaseOf(role: string): Promise<string> {
  const base = inject('databaseUrl')
  const name = `${role}_${process.pid}`
  const as = async (statements: string[]) => {
    const client = new pg.Client(base)
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  await as([`create role ${name} login password 'p/w'`, `create database ${name} owner ${name} template template0`])
  atTheEnd(() => as([`drop database ${name} with (force)`, `drop role ${name}`]))
  const url = new URL(base)
  url.username = name
  url.password = encodeURIComponent('p/w')
  url.pathname = `/${name}`
  return url.href
}
