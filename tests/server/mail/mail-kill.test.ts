import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../src/server/db/db.ts'
import { queueMail } from '../../../src/server/mail/outbox.ts'
import { openFresh } from '../../setup/database/database.ts'
import { startAwkwardServer } from '../../setup/http/awkward-server.ts'
import { mailRow, until } from '../../setup/mail/mail-chain.ts'
import { serverProcess } from '../../setup/process/server-process.ts'

/** F04 and F13 of design/security.md, with servers that are really killed while a mail is in their hands. */
const LAN = 'lan@customer.example'
const awkward = await startAwkwardServer()
const { db, url } = await openFresh(2)
const smtp = { host: '127.0.0.1', port: awkward.port, security: 'none', user: '' }
await sql`insert into mailboxes (id, settings) values (1, ${JSON.stringify({ smtp, imap: null, from_address: 'care@chain.example', from_name: 'Chăm sóc' })}::jsonb)`.execute(
  db,
)
const sender = await serverProcess({
  DATABASE_URL: url,
  APP_SECRET: 'a secret for tests that is long enough',
  MAIL_TIMEOUT_SECONDS: '60',
  MAIL_INTERNAL_HOSTS: `127.0.0.1:${awkward.port}`,
})
const queue = async (key: string) =>
  Number(await inTransaction(db, (tx) => queueMail(tx, { key, to: LAN, subject: key, text: key })))
const mail = (id: number) => mailRow(db, id)
const settled = (id: number, state: string) =>
  until(
    () => mail(id),
    (found) => found.state === state,
    60_000,
  )
/** As if the time that one server may hold a mail were over. */
const later = () => sql`update mails set claimed_until = now() where state = 'sending'`.execute(db)
const arrivedOnce = ({ message_id }: { message_id: string | null }) =>
  expect(awkward.mails.filter(({ data }) => data.includes(`Message-ID: ${message_id}`))).toHaveLength(1)

test('a server killed between the last byte of a mail and its answer has sent it once, and no other sends it again', async () => {
  const heard = Promise.withResolvers<void>()
  awkward.manner = 'hangs after the mail'
  awkward.onMail = () => heard.resolve()
  const first = await queue('lost answer')
  await sender.start()
  await heard.promise
  await sender.kill()
  const held = await mail(first)
  expect(held).toMatchObject({ state: 'sending', tries: 1 })

  awkward.manner = 'good'
  awkward.onMail = undefined
  await later()
  await sender.start()
  expect((await settled(first, 'unknown')).message_id).toBe(held.message_id)
  // The one that took over sends what comes next, and leaves this one alone.
  const next = await queue('after the kill')
  const sent = await settled(next, 'sent')
  arrivedOnce(held)
  arrivedOnce(sent)
  expect(awkward.mails).toHaveLength(2)
})

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
  await sender.kill()
  expect(awkward.mails).toEqual([])

  awkward.manner = 'good'
  await later()
  await sender.start()
  expect((await settled(id, 'sent')).message_id).toBe(held.message_id)
  arrivedOnce(held)
  expect(awkward.mails).toHaveLength(1)
})
