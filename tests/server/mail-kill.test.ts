import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, type OpenDb, openDb } from '../../src/server/db/db.ts'
import { queueMail } from '../../src/server/mail/outbox.ts'
import { type AwkwardServer, startAwkwardServer } from '../setup/awkward-server.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { mailRow, until } from '../setup/mail-chain.ts'

/** F04 and F13 of design/security.md, with servers that are really killed while a mail is in their hands. */
const LAN = 'lan@customer.example'
const dataDir = mkdtempSync(join(tmpdir(), 'mail-kill-'))
let database: FreshDatabase
let open: OpenDb
let awkward: AwkwardServer
let sender: ChildProcess

beforeAll(async () => {
  ;[database, awkward] = await Promise.all([freshDatabase(), startAwkwardServer()])
  open = openDb({ url: database.url, size: 2, statementTimeout: 20_000, name: 'test' })
  const smtp = { host: '127.0.0.1', port: awkward.port, security: 'none', user: '' }
  await sql`insert into mailboxes (id, settings) values (1, ${JSON.stringify({ smtp, imap: null, from_address: 'care@chain.example', from_name: 'Chăm sóc' })}::jsonb)`.execute(
    open.db,
  )
}, 60_000)
afterAll(async () => {
  sender?.kill('SIGKILL')
  await open?.close()
  await database?.drop()
  await awkward?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A server of ours as a process of its own. */
const bring = () => {
  sender = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      APP_SECRET: 'a secret for tests that is long enough',
      DEMO: '0',
      LOG_LEVEL: 'fatal',
      MAIL_TIMEOUT_SECONDS: '60',
      MAIL_INTERNAL_HOSTS: `127.0.0.1:${awkward.port}`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
const killed = () =>
  new Promise<void>((gone) => {
    sender.once('exit', () => gone())
    sender.kill('SIGKILL')
  })
const queue = async (key: string) =>
  Number(await inTransaction(open.db, (tx) => queueMail(tx, { key, to: LAN, subject: key, text: key })))
const mail = (id: number) => mailRow(open.db, id)
const settled = (id: number, state: string) =>
  until(
    () => mail(id),
    (found) => found.state === state,
    60_000,
  )
/** As if the time that one server may hold a mail were over. */
const later = () => sql`update mails set claimed_until = now() where state = 'sending'`.execute(open.db)
const arrivedOnce = ({ message_id }: { message_id: string | null }) =>
  expect(awkward.mails.filter(({ data }) => data.includes(`Message-ID: ${message_id}`))).toHaveLength(1)

test('a server killed between the last byte of a mail and its answer has sent it once, and no other sends it again', async () => {
  const heard = Promise.withResolvers<void>()
  awkward.manner = 'hangs after the mail'
  awkward.onMail = () => heard.resolve()
  const first = await queue('lost answer')
  bring()
  await heard.promise
  await killed()
  const held = await mail(first)
  expect(held).toMatchObject({ state: 'sending', tries: 1 })

  awkward.manner = 'good'
  awkward.onMail = undefined
  await later()
  bring()
  expect((await settled(first, 'unknown')).message_id).toBe(held.message_id)
  // The one that took over sends what comes next, and leaves this one alone.
  const next = await queue('after the kill')
  const sent = await settled(next, 'sent')
  arrivedOnce(held)
  arrivedOnce(sent)
  expect(awkward.mails).toHaveLength(2)
}, 120_000)

test('a server killed before the last byte has sent nothing, and another one sends it once', async () => {
  awkward.manner = 'hangs at the mail'
  awkward.mails.length = 0
  const before = awkward.connections
  const id = await queue('never handed over')
  await until(
    async () => awkward.connections,
    (n) => n > before,
  )
  const held = await until(
    () => mail(id),
    ({ message_id }) => message_id !== null,
  )
  await killed()
  expect(awkward.mails).toEqual([])

  awkward.manner = 'good'
  await later()
  bring()
  expect((await settled(id, 'sent')).message_id).toBe(held.message_id)
  arrivedOnce(held)
  expect(awkward.mails).toHaveLength(1)
}, 120_000)
