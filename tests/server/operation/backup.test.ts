import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDb } from '../../../src/server/db/db.ts'
import { startEmbedded } from '../../../src/server/db/embedded.ts'
import { settleFiles } from '../../../src/server/files/housekeeping.ts'
import { localStore } from '../../../src/server/files/store.ts'
import { newFolder } from '../../setup/at-the-end.ts'
import { complaintBody } from '../../setup/complaint.ts'
import { listen } from '../../setup/http/listen.ts'
import { photo } from '../../setup/media.ts'
import { begin, run } from '../../setup/process/command.ts'
import { type ServerProcess, serverProcess } from '../../setup/process/server-process.ts'

/** One house for all: people write and upload while it is copied, killed and copied again. */
const PASSPHRASE = { BACKUP_PASSPHRASE: 'con mèo trèo cây cau' }
const house = await serverProcess({ DATABASE_URL: '' })
await house.start()
const token = await house.firstPerson()
await call(house, 'POST', 'store', { code: 'S01', name: 'Siêu thị Cầu Giấy', manager: 1 })
await call(house, 'POST', 'ticket-type', { name: 'Sai giá' })
await query(house.dataDir, MANAGER())
const backups = newFolder('backups')
const picture = await photo()
const env = { DATA_DIR: house.dataDir, ...PASSPHRASE }

/** Somebody who is told of each complaint of the store, and a mail that no server has taken yet. */
function MANAGER() {
  return `with manager as (
      insert into users (user_code, user_name, email, role, department, store) select 'Q01', 'Quản lý', 'q01@chain.example', r.id, u.department, 1
        from user_roles r, users u where r.name = 'Store manager' limit 1 returning id)
    , told as (update stores set manager = (select id from manager) where id = 1)
    insert into mails (key, state, kind, recipient, subject, body_text) values ('open', 'waiting', 'notice', 'khach@example.com', 'Chào', 'Chào')`
}

interface Acknowledged {
  title: string
  files: string[]
}

interface Ledger {
  known: Map<number, Acknowledged>
  strange: string[]
}

test('A backup while people work holds all that was acknowledged before it began, and the house goes on from it', async () => {
  const ledger: Ledger = { known: new Map(), strange: [] }
  let isOn = true
  onTestFinished(() => {
    isOn = false
  })
  const load = [1, 2, 3].map((one) => write(house, ledger, () => isOn, one === 3))
  const recycling = recycle(house.dataDir, () => isOn)
  await expect.poll(() => ledger.known.size, { timeout: 240_000 }).toBeGreaterThan(20)
  const before = new Map(ledger.known)
  const backup = join(backups, 'first')
  const taken = await run('backup', [backup, '--secrets'], env)
  expect(taken).toMatchObject({ code: 0, printed: expect.stringContaining('The backup is made and was read again') })
  expect(ledger.known.size).toBeGreaterThan(before.size)
  isOn = false
  await Promise.all([...load, recycling])
  expect(ledger.strange).toEqual([])
  expect(existsSync(`${backup}.unfinished`)).toBe(false)

  const into = join(newFolder('restored'), 'data')
  await interruptRestore(backup, into)
  const restored = await run('restore', [backup, '--into', into], PASSPHRASE)
  expect(restored.code, restored.printed).toBe(0)
  expect(restored.printed).toContain('goes on as timeline 2')
  expect(restored.printed).toMatch(/All [\d,]+ pages of the database have the right checksum/)
  expect(restored.printed).toContain('Every upload has its file.')
  expect(restored.printed).toContain('complaints: every count equals its rows')
  expect(restored.printed).toContain('1 mails were on their way')
  for (const name of ['secret', 'postgres-password'])
    expect(readFileSync(join(into, name), 'utf8')).toBe(readFileSync(join(house.dataDir, name), 'utf8'))

  const again = await serverProcess({ DATABASE_URL: '', DATA_DIR: into })
  await again.start()
  await expectLedger(again, before)
  await expectLife(again)
  await again.stop()
}, 900_000)

/** Nothing is a house before its restore is whole: neither the server nor anything else takes it for one. */
async function interruptRestore(backup: string, into: string): Promise<void> {
  const { child, ended } = begin('restore', [backup, '--into', into], PASSPHRASE)
  await expect.poll(() => existsSync(join(into, 'postgres', 'PG_VERSION')), { timeout: 240_000 }).toBe(true)
  child.kill('SIGKILL')
  await ended
  await expect(startEmbedded({ dataDir: into, log: QUIET })).rejects.toThrow(
    `The restore into ${into} was not finished: run npm run restore again, with the same folder.`,
  )
}

async function expectLedger(server: ServerProcess, before: ReadonlyMap<number, Acknowledged>): Promise<void> {
  const found = await query<{ id: number; title: string; files: string[] }>(
    server.dataDir,
    'select id::int, title, attachments as files from complaints',
  )
  const byId = new Map(found.map((one) => [one.id, one]))
  for (const [id, { title, files }] of before) expect(byId.get(id), title).toMatchObject({ title, files })
  const { data } = await call<{ key: string }>(server, 'POST', 'file-key')
  const uploads = await query<{ id: string; sha256: string }>(server.dataDir, 'select id, sha256 from stored_files')
  expect(uploads.length).toBeGreaterThan(5)
  for (const { id } of uploads)
    expect((await fetch(`${server.url}/api/file/${id}?key=${data.key}`)).status).not.toBe(404)
}

/** What was open goes on: live events, notifications and jobs, each once. */
async function expectLife(server: ServerProcess): Promise<void> {
  const ear = await listen(server.url, token)
  const { data } = await call<{ id: number }>(server, 'POST', 'ticket', complaintBody('Sau khi khôi phục'))
  await expect.poll(() => ear.events.map((one) => one.data.ticket?.id)).toContain(data.id)
  ear.close()
  const told = (id: number) => query(server.dataDir, `select 1 from notifications where ticket_id = ${id}`)
  await expect.poll(async () => (await told(data.id)).length).toBe(1)
  const doubled = 'select 1 from notifications group by user_id, activity, kind having count(*) > 1'
  expect(await query(server.dataDir, doubled)).toEqual([])
  const untold = `select 1 from complaints c where not exists (select 1 from notifications n where n.ticket_id = c.id)`
  await expect.poll(async () => (await query(server.dataDir, untold)).length).toBe(0)
  await expect
    .poll(() =>
      query(server.dataDir, 'select 1 from graphile_worker._private_jobs where locked_at is null and run_at < now()'),
    )
    .toEqual([])
  expect(await query(server.dataDir, "select state from mails where key = 'open'")).toEqual([{ state: 'unknown' }])
}

test('A backup that is killed leaves nothing under its name and nothing behind in the database, and can be made again', async () => {
  const backup = join(backups, 'killed')
  const { child, ended } = begin('backup', [backup], env)
  const copying = expect.poll(() => existsSync(join(`${backup}.unfinished`, 'postgres', 'base')), {
    timeout: 240_000,
    interval: 5,
  })
  await Promise.race([copying.toBe(true), ended.then(({ printed }) => expect.fail(printed))])
  child.kill('SIGKILL')
  await ended
  expect(existsSync(backup)).toBe(false)
  const slots = () => query(house.dataDir, 'select 1 from pg_replication_slots')
  await expect.poll(slots).toEqual([])
  const taken = await run('backup', [backup], env)
  expect(taken.code, taken.printed).toBe(0)
  expect(existsSync(`${backup}.unfinished`)).toBe(false)
}, 600_000)

test('A backup of a house that is stopped starts its database for as long as it takes; without secrets it says what it needs', async () => {
  await house.stop()
  const backup = join(backups, 'cold')
  const taken = await run('backup', [backup], env)
  expect(taken).toMatchObject({ code: 0, printed: expect.stringContaining('It holds no secrets') })
  expect(existsSync(join(house.dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  const into = newFolder('cold')
  const refused = await run('restore', [backup, '--into', into], {})
  expect(refused).toMatchObject({ code: 1, printed: expect.stringContaining('Set APP_SECRET to that of its house') })
  const strange = await run('restore', [backup, '--into', into], { APP_SECRET: 'x'.repeat(40) })
  expect(strange).toMatchObject({ code: 1, printed: expect.stringContaining('is not that of the house') })
  const secret = readFileSync(join(house.dataDir, 'secret'), 'utf8')
  const restored = await run('restore', [backup, '--into', into, '--beside'], { APP_SECRET: secret })
  expect(restored.code, restored.printed).toBe(0)
  expect(restored.printed).toContain('The mailbox is disconnected here')
  expect(readFileSync(join(into, 'secret'), 'utf8')).toBe(secret)
  expect(readFileSync(join(into, 'postgres-password'), 'utf8')).not.toBe(
    readFileSync(join(house.dataDir, 'postgres-password'), 'utf8'),
  )
  const { stop } = await startEmbedded({ dataDir: into, log: QUIET })
  expect(await query(into, "select settings->'smtp' from mailboxes where settings->>'smtp' is not null")).toEqual([])
  await stop()
}, 600_000)

test('A backup is refused where there is no house, where something lies already, and within what it copies', async () => {
  const answers = await Promise.all([
    run('backup', [join(backups, 'x')], { DATA_DIR: join(backups, 'mistyped') }),
    run('backup', [backups], env),
    run('backup', [join(house.dataDir, 'files', 'backup')], env),
    run('backup', [join(backups, 'x'), '--secrets'], { ...env, BACKUP_PASSPHRASE: 'short' }),
    run('backup', [], env),
  ])
  const told = answers.map(({ code, printed }) => [
    code,
    printed.trim().replace(/^.*\/(mistyped|backups-|server-)/, ''),
  ])
  expect(told).toEqual([
    [1, expect.stringContaining('does not exist')],
    [1, expect.stringContaining('is not empty. Name a new folder for each backup.')],
    [1, expect.stringContaining('which the backup copies. Name another folder.')],
    [1, 'The passphrase must have at least 12 characters.'],
    [1, expect.stringContaining('Usage: npm run backup')],
  ])
  expect(existsSync(join(backups, 'mistyped'))).toBe(false)
})

const QUIET = { info() {}, warn() {}, error() {} }

async function write(server: ServerProcess, { known, strange }: Ledger, isOn: () => boolean, isUploading: boolean) {
  while (isOn()) {
    const title = `Góp ý ${randomUUID()}`
    const files = isUploading ? [await upload(server)] : []
    const { status, data } = await call<{ id: number }>(
      server,
      'POST',
      'ticket',
      complaintBody(title, { attachments: files }),
    )
    if (status === 201) known.set(data.id, { title, files })
    else strange.push(`${status}`)
    await pause(20)
  }
}

async function upload({ url }: ServerProcess): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(picture.buffer)], { type: picture.mimeType }), picture.name)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api/upload`, { method: 'POST', headers, body })
  const { Data } = (await answer.json()) as { Data: { files: { id: string }[] } } // the product's one shape
  return Data.files[0]?.id ?? ''
}

async function call<D>({ url }: ServerProcess, method: string, path: string, body: object = {}) {
  const answer = await fetch(`${url}/api/${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  const { Data } = (await answer.json()) as { Data: D } // the product's one shape
  return { status: answer.status, data: Data }
}

/** Ends files of the log and lets them be used again, as a busy night would; a slow disk is the backup's for most of the time. */
async function recycle(dataDir: string, isOn: () => boolean): Promise<void> {
  while (isOn()) {
    const began = performance.now()
    await query(dataDir, 'select pg_switch_wal()')
    await query(dataDir, 'checkpoint')
    await settle(dataDir)
    await pause(1000 + 3 * (performance.now() - began))
  }
}

/** Moves what was claimed to its place, as the server does each minute. */
async function settle(dataDir: string): Promise<void> {
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8')
  const url = `postgresql://postgres:${password}@${encodeURIComponent(join(dataDir, 'run'))}/backoffice`
  const { db, close } = openDb({ url, size: 1, statementTimeout: 0, name: 'test' })
  // The server may be at the same file.
  await settleFiles(db, localStore(join(dataDir, 'files'))).catch(() => 0)
  await close()
}

/** Asks the embedded database of a house that runs. */
async function query<R>(dataDir: string, statement: string): Promise<R[]> {
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8')
  const client = new pg.Client({ host: join(dataDir, 'run'), user: 'postgres', password, database: 'backoffice' })
  await client.connect()
  try {
    return (await client.query(statement)).rows as R[]
  } finally {
    await client.end()
  }
}
