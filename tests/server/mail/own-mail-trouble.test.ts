import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { imapOf } from '../../../src/server/mail/imap.ts'
import { mailRefusal } from '../../../src/server/mail/personal/refusing.ts'
import type { MailFolder } from '../../../src/shared/mail.ts'
import { startChain } from '../../setup/chain.ts'
import { startImapRelay } from '../../setup/mail/imap-relay.ts'
import { until } from '../../setup/mail/mail-chain.ts'
import { startMailServers } from '../../setup/mail/mail-servers.ts'
import { connectionTo, connectMailbox, draftOf, mailText, ownMail } from '../../setup/mail/own-mail.ts'
import { MAIL_PASSWORD } from '../../setup/mail/real-servers.ts'

const STAFF = 'staff@chain.example'
const servers = await startMailServers({ quota: '3M' })
const relay = await startImapRelay(servers.imapPort)
const chain = await startChain({ MAIL_INTERNAL_HOSTS: `${servers.internal},127.0.0.1:${relay.port}` })
const { db } = chain
const person = await chain.person({ role: 'Customer service' })
const mail = ownMail(chain, person)
for (let n = 1; n <= 3; n++) await servers.drop(STAFF, mailText({ subject: `Thư ${n}` }))
await connectMailbox(chain, person, connectionTo(servers, STAFF, { imap_port: relay.port, imap_security: 'none' }))

test.each<[string, RegExp, () => Promise<unknown>]>([
  ['the list of folders', /LIST /, () => mail.folders()],
  [
    'a page, as its folder is opened',
    /SELECT /,
    async () => [await mail.list(), await mail.list({ folder: (await mail.folder('archive')).id })],
  ],
  ['a page, as it is asked how many are unread', /STATUS /, () => mail.list()],
  ['a page, as its mails are asked for', /FETCH /, () => mail.list()],
  ['a search', / SEARCH /, () => mail.list({ search: 'chào' })],
  [
    'a mark',
    / STORE /,
    async () => mail.post('mail/setStarred', { ids: [(await mail.list()).data[0]?.id], value: true }),
  ],
])('a line that is cut at %s is made anew, and the answer comes all the same', async (_, command, ask) => {
  await mail.list()
  for (const when of ['before', 'after'] as const) {
    relay.cutAt(command, when)
    await ask()
    expect(relay.hasCut()).toBe(true)
  }
})

test('a folder that comes over a slow line, later than a mail server is waited for, opens all the same', async () => {
  const CARE = 'care@chain.example'
  for (let n = 1; n <= 40; n++) await servers.drop(CARE, mailText({ subject: `Thư qua đường chậm ${n}` }))
  const slow = await startImapRelay(servers.imapPort)
  const hasty = await startChain({
    MAIL_INTERNAL_HOSTS: `${servers.internal},127.0.0.1:${slow.port}`,
    MAIL_TIMEOUT_SECONDS: '2',
  })
  const reader = await hasty.person()
  await connectMailbox(hasty, reader, connectionTo(servers, CARE, { imap_port: slow.port, imap_security: 'none' }))
  const own = ownMail(hasty, reader)
  await own.folders()
  slow.slowDown(4500)
  const began = performance.now()
  const query = new URLSearchParams({ perpage: '40', conversations: '0' })
  const isThere = async () => (await own.get(`mail?${query}`)).status
  await expect.poll(isThere, { interval: 1000 }).toBe(200)
  expect(performance.now() - began).toBeGreaterThan(4000)
  expect((await own.list({ perpage: '40', conversations: '0' })).data).toHaveLength(40)
})

test('a line that is cut in the middle of a move is said, and every mail lies in one place', async () => {
  const archive = await mail.folder('archive')
  const [first] = (await mail.list({ conversations: '0' })).data
  for (const when of ['before', 'after'] as const) {
    relay.cutAt(/ MOVE /, when)
    const moved = await mail.post('mail/move', { ids: [first?.id], folder: archive.id })
    expect([moved.status, moved.code, when]).toEqual([503, 1432, when])
    const [here, there] = [
      (await mail.list({ conversations: '0' })).count,
      (await mail.list({ folder: archive.id })).count,
    ]
    expect([here + there, there]).toEqual([3, when === 'before' ? 0 : 1])
  }
})

test('a draft whose saving is cut is there once when it is saved again', async () => {
  const drafts = await mail.folder('drafts')
  for (const when of ['before', 'after'] as const) {
    relay.cutAt(/APPEND /, when)
    const lost = await mail.post('mail/draft', draftOf({ key: 'cut-draft', subject: 'Câu trả lời dài' }))
    expect([lost.status, lost.code]).toEqual([503, 1432])
    const saved = await mail.post('mail/draft', draftOf({ key: 'cut-draft', subject: 'Câu trả lời dài' }))
    expect(saved.status).toBe(200)
    expect((await mail.list({ folder: drafts.id })).count).toBe(1)
  }
})

test('a mail whose filing is cut lies among the sent ones once', async () => {
  const sent = await mail.folder('sent')
  const { id } = (await mail.post<{ id: number }>('mail/send', draftOf({ subject: 'Gửi một lần' }))).data
  relay.cutAt(/APPEND /, 'after')
  await sql`update personal_mails set next_at = now() where id = ${id}`.execute(db)
  await until(async () => relay.hasCut(), Boolean)
  await until(
    async () => {
      await sql`update personal_mails set next_at = now() where id = ${id} and state = 'sent' and next_at > now() + interval '1 second'`.execute(
        db,
      )
      return row(db, { state: 'string' }, sql`select state from personal_mails where id = ${id}`)
    },
    (found) => found?.state === 'filed',
  )
  expect((await mail.list({ folder: sent.id })).count).toBe(1)
})

test('a mail server that is away is said in words, and calls go on once it is back', async () => {
  relay.close(true)
  const away = await mail.get<{ connected: boolean; problem: { code: number; words: string } }>('mail/status')
  expect(away.data).toMatchObject({ connected: true, problem: { code: 1432 } })
  const listed = await mail.get('mail')
  expect([listed.status, listed.text]).toEqual([
    503,
    'Your mail server cannot be reached right now. What you wrote is kept. Please try again.',
  ])
  // What is sent meanwhile waits.
  const { id } = (await mail.post<{ id: number }>('mail/send', draftOf())).data
  expect(id).toBeGreaterThan(0)
  await mail.post('mail/send/undo', { id })
  relay.close(false)
  await until(
    async () => (await mail.get('mail')).status,
    (status) => status === 200,
  )
})

test('a folder that is numbered anew shows its mails under their new keys, and the old ones lead nowhere', async () => {
  const [before] = (await mail.list()).data
  await servers.renumber(STAFF)
  const after = await mail.list()
  expect(after.data.map(({ subject }) => subject).toSorted()).toEqual(['Thư 1', 'Thư 2'])
  expect(after.data.map(({ id }) => id)).not.toContain(before?.id)
  expect((await mail.get(`mail/show?id=${before?.id}`)).code).toBe(1437)
  const moved = await mail.post('mail/setRead', { ids: [before?.id], value: true })
  expect(moved.data).toEqual({ changed: 0 })
})

test('a mailbox that is full says so, and what was written is kept here', async () => {
  const big = `<p>${'Nội dung rất dài. '.repeat(60_000)}</p>`
  const codes: number[] = []
  for (let n = 0; n < 8 && codes.at(-1) !== 1436; n++)
    codes.push((await mail.post('mail/draft', draftOf({ html: big, subject: `Đầy ${n}` }))).code)
  expect(codes.at(-1)).toBe(1436)
  expect((await mail.get('mail')).status).toBe(200)
})

test('a certificate that does not fit is refused and said, and no password goes there', async () => {
  const account = {
    host: 'mail.chain.example',
    address: '127.0.0.1',
    port: servers.imapPort,
    security: 'tls' as const,
    isInternal: false,
    user: STAFF,
    password: MAIL_PASSWORD,
  }
  const error: unknown = await imapOf(account, 3000)
    .connect()
    .then(
      () => null,
      (reason: unknown) => reason,
    )
  const { refusal, parts } = mailRefusal(error)
  expect(refusal).toBe('mailbox unsafe')
  expect(parts.params?.answer).toMatch(/self-signed certificate/)
})

test('a password that no longer holds is said as that', async () => {
  await sql`update mail_connections set imap_password = (select imap_password from mail_connections where false), updated_at = now() where user_id = ${person.id}`.execute(
    db,
  )
  const answer = await mail.get<{ folders: MailFolder[] }>('mail/folders')
  expect([answer.status, answer.code]).toEqual([409, 1433])
})
