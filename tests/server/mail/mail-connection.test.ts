import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { connectionOf } from '../../../src/server/mail/connection.ts'
import { keysOf } from '../../../src/server/private/keys.ts'
import { rotateKeys } from '../../../src/server/private/rotate-keys.ts'
import { eraseSubject, subjectRecords } from '../../../src/server/private/subject.ts'
import type { MailConnection } from '../../../src/shared/mail-connection.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { startMailServers } from '../../setup/mail/mail-servers.ts'
import { MAIL_PASSWORD } from '../../setup/mail/real-servers.ts'

const LAN = 'lan@customer.example'
const SECRET = 'a secret for tests that is long enough'
const servers = await startMailServers()
const chain = await startChain({ MAIL_INTERNAL_HOSTS: servers.internal })
const { db } = chain
const person = await chain.person({ role: 'Customer service' })

const settings = (more: object = {}) => ({
  imap_host: '127.0.0.1',
  imap_port: servers.imapPort,
  imap_security: 'tls',
  imap_user: LAN,
  imap_password: MAIL_PASSWORD,
  smtp_host: '127.0.0.1',
  smtp_port: servers.smtpPort,
  smtp_security: 'starttls',
  smtp_same: true,
  ...more,
})
interface Shown {
  settings: MailConnection | null
}
const keep = (body: object, by: Person = person) => chain.call<Shown>('POST', 'update-imap', { by, body })
const shown = async (by: Person = person) => (await chain.call<Shown>('GET', 'mail-connection', { by })).data.settings
const fieldsOf = (answer: { data: unknown }) => Object.keys((answer.data as { fields?: object }).fields ?? {})

test('a person sets their own mailbox up; it is tried with both servers, and its password is never told again', async () => {
  expect(await shown()).toBeNull()
  const kept = await keep(settings())
  expect(kept.status, JSON.stringify(kept.data)).toBe(200)
  expect(kept.data.settings).toEqual({
    imap_host: '127.0.0.1',
    imap_port: servers.imapPort,
    imap_security: 'tls',
    imap_user: LAN,
    has_imap_password: true,
    smtp_host: '127.0.0.1',
    smtp_port: servers.smtpPort,
    smtp_security: 'starttls',
    smtp_same: true,
    smtp_user: null,
    has_smtp_password: true,
  })
  expect(JSON.stringify(await shown())).not.toContain(MAIL_PASSWORD)
  const stored = await row(db, { said: 'string' }, sql`select m::text as said from mail_connections m`)
  expect(stored?.said).not.toContain(MAIL_PASSWORD)
  const told = await row(
    db,
    { said: 'string', n: 'number' },
    sql`select string_agg(a::text, ' ') as said, count(*)::int as n from activity a where action = 'mail connection'`,
  )
  expect(told?.n).toBe(1)
  expect(told?.said).not.toMatch(new RegExp(`${MAIL_PASSWORD}|${LAN}`))
  expect(await shown(await chain.person())).toBeNull()
})

test('what the mail servers do not take is not kept, and says at which of them', async () => {
  const before = await shown()
  const wrong = await keep(settings({ imap_password: 'wrong' }))
  expect([wrong.status, fieldsOf(wrong).toSorted()]).toEqual([422, ['imap_host', 'smtp_host']])
  const sending = await keep(settings({ smtp_same: false, smtp_user: LAN, smtp_password: 'wrong' }))
  expect([sending.status, fieldsOf(sending)]).toEqual([422, ['smtp_host']])
  expect(await shown()).toEqual(before)
})

test('a kept password stays when it is left out, and goes to no other server or user', async () => {
  expect((await keep(settings({ imap_password: undefined }))).status).toBe(200)
  for (const other of [
    { imap_host: 'localhost' },
    { imap_user: 'minh@customer.example' },
    { smtp_host: 'localhost' },
  ]) {
    const answer = await keep(settings({ imap_password: undefined, ...other }))
    expect([answer.status, fieldsOf(answer)], JSON.stringify(other)).toEqual([422, ['imap_password']])
  }
  const apart = await keep(settings({ smtp_same: false, smtp_user: 'minh@customer.example' }))
  expect([apart.status, fieldsOf(apart)]).toEqual([422, ['smtp_password']])
})

test('only mail servers may be named: no other port, nothing inside the network, nothing without TLS', async () => {
  for (const [other, field] of [
    [{ imap_host: '169.254.169.254', imap_port: 993 }, 'imap_host'],
    [{ imap_host: '10.0.0.1', imap_port: 993 }, 'imap_host'],
    [{ imap_host: '127.0.0.1', imap_port: 5432 }, 'imap_host'],
    [{ smtp_host: '[::ffff:127.0.0.1]', smtp_port: 587 }, 'smtp_host'],
    [{ smtp_host: 'mail.example.com', smtp_port: 587, smtp_security: 'none' }, 'smtp_host'],
  ] as const) {
    const answer = await keep(settings(other))
    expect([answer.status, fieldsOf(answer)], JSON.stringify(other)).toEqual([422, [field]])
  }
})

test('the passwords follow a change of the keys, and open for nobody else', async () => {
  const [old, newest] = [SECRET, 'a newer key for tests, long enough too'] as const
  expect((await connectionOf(db, keysOf([newest]), person.id))?.imapPassword).toBe('')
  await rotateKeys(db, keysOf([newest, old]))
  expect((await connectionOf(db, keysOf([newest]), person.id))?.imapPassword).toBe(MAIL_PASSWORD)
  const other = await chain.person()
  await sql`insert into mail_connections (user_id, settings, imap_password) select ${other.id}, settings, imap_password from mail_connections`.execute(
    db,
  )
  expect((await connectionOf(db, keysOf([newest]), other.id))?.imapPassword).toBe('')
  await rotateKeys(db, keysOf([old, newest]))
  await sql`delete from mail_connections where user_id = ${other.id}`.execute(db)
})

test('a connection is removed by its person, with the account, and with what is kept of somebody', async () => {
  expect((await chain.call('DELETE', 'mail-connection', { by: person })).status).toBe(200)
  expect(await shown()).toBeNull()
  expect((await keep(settings())).status).toBe(200)
  const keys = keysOf([SECRET])
  const found = await subjectRecords(db, keys, { email: LAN })
  expect(found.map(({ module, id }) => [module, id])).toEqual([['mail-connections', person.id]])
  expect(JSON.stringify(found)).not.toContain('password')
  expect(await eraseSubject(db, keys, { email: LAN })).toEqual({ 'mail-connections': 1 })
  expect(await shown()).toBeNull()
  expect((await keep(settings())).status).toBe(200)
  const admin = await chain.person()
  expect((await chain.call('DELETE', `user/${person.id}`, { by: admin })).status).toBe(200)
  expect(await row(db, sql`select user_id from mail_connections`)).toBeUndefined()
})
