import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, row } from '../../../src/server/db/db.ts'
import { queueMail } from '../../../src/server/mail/outbox.ts'
import { parseMail } from '../../../src/server/mail/parse.ts'
import { isPublic, reach } from '../../../src/server/mail/targets.ts'
import { complaintsNamed } from '../../../src/server/mail/thread.ts'
import { startChain } from '../../setup/chain.ts'
import { type Manner, startAwkwardServer } from '../../setup/http/awkward-server.ts'
import { HOSTILE, SECRET } from '../../setup/mail/hostile-mails.ts'
import { mailboxSettings, mailRow, setUpMailbox, until } from '../../setup/mail/mail-chain.ts'
import { stopWatch } from '../../setup/process/stop-watch.ts'
import { saveSettings } from '../../setup/settings.ts'

const LAN = 'lan@customer.example'

const awkward = await startAwkwardServer()
const chain = await startChain({
  MAIL_INTERNAL_HOSTS: `127.0.0.1:${awkward.port}`,
  MAIL_TIMEOUT_SECONDS: '2',
  PUBLIC_URL: 'https://office.chain.example',
})
const { db } = chain
const admin = await chain.person()
await setUpMailbox(chain, admin, mailboxSettings({ smtp: awkward.port, isPlain: true }))

/** S33: what turns one recipient or header into more, where mail is made carelessly. */
const BREAKS = ['\r\n', '\n', '\r', '\u2028', '\u0085', '%0d%0a', '\\r\\n', '\0\r\n']
const SMUGGLED = [
  'Bcc: evil@evil.example',
  'To: evil@evil.example',
  'Content-Type: text/html\r\n\r\n<script>alert(1)</script>',
  '.\r\nMAIL FROM:<evil@evil.example>\r\nRCPT TO:<evil@evil.example>\r\nDATA',
  'Reply-To: evil@evil.example',
  'X-Evil: 1',
  '\r\n.\r\nQUIT',
  '=?utf-8?q?=0d=0aBcc:_evil@evil.example?=',
]
const PAYLOADS = BREAKS.flatMap((gap) => SMUGGLED.map((what) => `Thư${gap}${what}`))

describe('Words that try to be more than words', () => {
  const namesIn = (data: string) =>
    (data.split('\r\n\r\n')[0] ?? '')
      .split('\r\n')
      .filter((line) => /^[^\s:]+:/.test(line))
      .map((line) => line.split(':')[0]?.toLowerCase())
      .toSorted()

  test('64 of them in subject, name and body reach one recipient with the usual headers', async () => {
    expect(PAYLOADS).toHaveLength(64)
    const plain = await chain.ticket(admin, { email: LAN })
    awkward.mails.length = 0
    const send = (id: number, subject: string) =>
      chain.call('POST', `ticket/${id}/send-mail`, {
        by: admin,
        body: { subject, body: `<p>${subject}</p><img src=https://evil.example/x onerror=alert(1)>` },
      })
    await send(plain.id, 'Bình thường')
    const answers = await Promise.all(PAYLOADS.map((payload) => send(plain.id, payload)))
    const accepted = answers.filter(({ status }) => status === 201).length
    expect(answers.every(({ status }) => [201, 422].includes(status))).toBe(true)
    await until(
      async () => awkward.mails.length,
      (n) => n === accepted + 1,
    )
    const usual = namesIn(awkward.mails[0]?.data ?? '')
    for (const { to, data } of awkward.mails) {
      expect(to).toEqual([`RCPT TO:<${LAN}>`])
      expect(namesIn(data)).toEqual(usual)
      expect(data.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|cc|x-evil):/im)
      expect(data).not.toContain('onerror')
    }
  })

  test('an address that is more than one is refused, also where it got past the form', async () => {
    const addresses = [
      'a@b.example,evil@evil.example',
      'a@b.example\r\nRCPT TO:<evil@evil.example>',
      '<a@b.example> evil@evil.example',
      'a@b.example>\r\nBcc: x@y.example',
      '"a b"@c.example',
      'a@[127.0.0.1]',
      'a@b.example NOTIFY=SUCCESS',
      'a@@b.example',
    ]
    for (const [at, to] of addresses.entries()) {
      const made = await chain.call('POST', 'ticket', { by: admin, body: chain.complaint({ email: to }) })
      expect(made.status, to).toBe(422)
      const id = await inTransaction(db, (tx) => queueMail(tx, { key: `address ${at}`, to, subject: 'x', text: 'x' }))
      expect((await mailRow(db, Number(id))).state, to).toBe('failed')
    }
  })
})

describe('Customers are told by themselves', () => {
  beforeAll(() =>
    setUpMailbox(
      chain,
      admin,
      mailboxSettings({ smtp: awkward.port, isPlain: true }, { receipts: true, completions: true, language: 'en' }),
    ),
  )

  test('when their complaint comes in and when it is completed, once each, with the private link', async () => {
    const ticket = await chain.ticket(admin, { email: 'minh@customer.example' })
    const mails = () =>
      sql<{
        kind: string
        subject: string
        body_text: string
        headers: Record<string, string>
      }>`select * from mails where complaint = ${ticket.id} order by id`
        .execute(db)
        .then(({ rows }) => rows)
    const [receipt] = await until(mails, (found) => found.length === 1)
    const { token } = (await row(
      db,
      { token: 'string' },
      sql`select follow_token as token from complaints where id = ${ticket.id}`,
    )) ?? { token: '' }
    expect(receipt?.subject).toContain(`We have received your feedback [${ticket.issue_number}`)
    expect(receipt?.body_text).toContain(`https://office.chain.example/feedback/follow/${token}`)
    expect(receipt?.body_text).toMatch(
      / will get in touch with you by (Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d{1,2} \w+, \d\d:\d\d\./,
    )
    const timeline = await chain.call('GET', `ticket/${ticket.id}/timeline`, { by: admin })
    expect(JSON.stringify(timeline.data)).toContain('/feedback/follow/…')
    expect(JSON.stringify(timeline.data)).not.toContain(token)
    expect(receipt?.headers).toMatchObject({ 'Auto-Submitted': 'auto-replied' })
    const done = await chain.call('POST', `ticket/${ticket.id}/complete`, {
      by: admin,
      body: { solution: 'apology', origin: 'Kho', comment: 'Đã xin lỗi', version: ticket.version },
    })
    expect(done.status).toBe(200)
    expect((await until(mails, (found) => found.length === 2)).map(({ kind }) => kind)).toEqual([
      'receipt',
      'completion',
    ])
  })

  test('but not without end: an address gets three receipts an hour', async () => {
    for (let n = 0; n < 5; n++) await chain.ticket(admin, { email: 'machine@customer.example' })
    const last = await chain.ticket(admin, { email: 'last@customer.example' })
    const told = () => sql<{ n: number }>`select count(*)::int as n from mails where complaint = ${last.id}`.execute(db)
    await until(told, ({ rows }) => rows[0]?.n === 1)
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from mails where recipient = 'machine@customer.example'`.execute(db)
    expect(rows[0]?.n).toBe(3)
  })
})

describe('Mail servers that do not behave', () => {
  test.each<Manner>(['silent', 'drips', 'talks rubbish'])(
    '%s: setting one up ends in time with a word, and so does all else',
    async (manner) => {
      awkward.manner = manner
      const passed = stopWatch()
      const settings = {
        ...mailboxSettings({ smtp: awkward.port, isPlain: true }),
        imap_host: '127.0.0.1',
        imap_port: awkward.port,
        imap_security: 'none',
        imap_user: 'x',
        imap_password: 'y',
      }
      const asked = saveSettings<{ fields: Record<string, string> }>(chain, 'mailbox', { by: admin, body: settings })
      const others = await Promise.all(Array.from({ length: 10 }, () => chain.call('GET', 'ticket', { by: admin })))
      expect(passed()).toBeLessThan(3000)
      expect(others.every(({ status }) => status === 200)).toBe(true)
      const answer = await asked
      expect(passed()).toBeLessThan(5000)
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.data.fields).toSorted()).toEqual(['imap_host', 'smtp_host'])
      awkward.manner = 'good'
    },
  )

  test('a mailbox that hangs is said to, and holds nobody up', async () => {
    awkward.manner = 'silent'
    await sql`update mailboxes set settings = settings || ${JSON.stringify({ imap: { host: '127.0.0.1', port: awkward.port, security: 'none', user: 'x', folder: 'INBOX' } })}::jsonb, version = version + 1`.execute(
      db,
    )
    const look = () => chain.call<{ state: { trouble: string | null } }>('GET', 'mailbox', { by: admin })
    const told = await until(look, ({ data }) => data.state.trouble !== null)
    expect(told.data.state.trouble).toContain('The mail server does not answer')
    const passed = stopWatch()
    expect((await chain.ticket(admin)).state).toBe('new')
    expect(passed()).toBeLessThan(1000)
  })

  test.each([
    ['a name inside', 'localhost', 25],
    ['loopback', '127.0.0.1', 587],
    ['a network inside', '10.1.2.3', 587],
    ['the cloud’s own address', '169.254.169.254', 25],
    ['loopback in the new way', '::1', 25],
    ['loopback written as the new way', '::ffff:127.0.0.1', 25],
    ['a tunnel', '64:ff9b::7f00:1', 25],
    ['a link', 'fe80::1', 25],
    ['zero', '0.0.0.0', 25],
    ['another port', '8.8.8.8', 5432],
  ])('%s is no mail server: %s', async (_, host, port) => {
    const answer = await chain.call<{ fields: Record<string, string> }>('POST', 'mailbox/test', {
      by: admin,
      body: { ...mailboxSettings({}), smtp_host: host, smtp_port: port, smtp_security: 'tls' },
    })
    expect(answer.status).toBe(200)
    expect(answer.data.fields.smtp_host).toMatch(/This is not a mail server on the internet|Only the ports of mail/)
  })

  test('the open internet is, and a name is looked up once for the very connection', async () => {
    expect(['8.8.8.8', '1.1.1.1', '2606:4700::1111'].every(isPublic)).toBe(true)
    const reached = await reach({ host: '8.8.8.8', port: 465, security: 'tls' }, [])
    expect(reached).toMatchObject({ address: '8.8.8.8', isInternal: false })
    await expect(reach({ host: '8.8.8.8', port: 25, security: 'none' }, [])).rejects.toThrow('security')
  })
})

const DANGEROUS =
  /<(script|img|svg|iframe|object|embed|form|input|style|link|meta|base|video|audio|template|math|picture|source)\b|\son\w+\s*=|javascript:|vbscript:|data:|style\s*=|srcset|url\(/i

describe('A mail that means harm', () => {
  test('there are 120 of them', () => expect(Object.keys(HOSTILE).length).toBeGreaterThanOrEqual(120))

  test.each(Object.entries(HOSTILE))('%s runs nothing, fetches nothing and reaches no complaint', async (_, raw) => {
    const mail = await parseMail(Buffer.from(raw, 'latin1')).catch((error: unknown) =>
      error instanceof Error ? null : undefined,
    )
    expect(mail).not.toBeUndefined()
    if (!mail) return
    expect(mail.html.replace(/&[#\w]+;/g, ' ')).not.toMatch(/<script/i)
    for (const tag of [mail.html, mail.shown].flatMap((text) => text.match(/<[^>]*>/g) ?? []))
      expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(DANGEROUS)
    for (const [, href] of `${mail.html}${mail.shown}`.matchAll(/ href="([^"]*)"/g))
      expect(href).toMatch(/^(https?:|mailto:|tel:|[^:]*$)/i)
    for (const { name } of mail.parts) expect(name).not.toMatch(/[/\\\p{Cc}\u202A-\u202E]/u)
    expect(mail.shown.length).toBeLessThan(20_000)
    expect(mail.parts.length).toBeLessThanOrEqual(10)
    expect(complaintsNamed(SECRET, [...mail.answers, ...mail.recipients, mail.subject])).toEqual([])
  })

  test('a process that reads without end, or without measure, is ended, and the next mail is read', async () => {
    const raw = Buffer.from(HOSTILE.script ?? '')
    const reader = (name: string) => join(import.meta.dirname, '../../setup', name)
    await expect(parseMail(raw, reader('mail/endless-reader.ts'))).rejects.toThrow('takes too long')
    await expect(parseMail(raw, reader('mail/greedy-reader.ts'))).rejects.toThrow(/ended early|takes too much/)
    expect((await parseMail(raw)).text).toBe('a')
  })
})
