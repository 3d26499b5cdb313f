import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, row } from '../../src/server/db/db.ts'
import { queueMail } from '../../src/server/mail/outbox.ts'
import { parseMail } from '../../src/server/mail/parse.ts'
import { isPublic, reach } from '../../src/server/mail/targets.ts'
import { type AwkwardServer, type Manner, startAwkwardServer } from '../setup/awkward-server.ts'
import { type Chain, type Person, startChain } from '../setup/chain.ts'
import { mailboxSettings, mailRow, setUpMailbox, until } from '../setup/mail-chain.ts'

const LAN = 'lan@customer.example'

let chain: Chain
let awkward: AwkwardServer
let admin: Person

beforeAll(async () => {
  awkward = await startAwkwardServer()
  chain = await startChain({
    MAIL_INTERNAL_HOSTS: `127.0.0.1:${awkward.port}`,
    MAIL_TIMEOUT_SECONDS: '2',
    PUBLIC_URL: 'https://office.chain.example',
  })
  admin = await chain.person()
  await setUpMailbox(chain, admin, mailboxSettings({ smtp: awkward.port, isPlain: true }))
})
afterAll(async () => {
  await chain.stop()
  await awkward.stop()
})
const db = () => chain.running.house.db

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
      30_000,
    )
    const usual = namesIn(awkward.mails[0]?.data ?? '')
    for (const { to, data } of awkward.mails) {
      expect(to).toEqual([`RCPT TO:<${LAN}>`])
      expect(namesIn(data)).toEqual(usual)
      expect(data.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|cc|x-evil):/im)
      expect(data).not.toContain('onerror')
    }
  }, 60_000)

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
      const id = await inTransaction(db(), (tx) => queueMail(tx, { key: `address ${at}`, to, subject: 'x', text: 'x' }))
      expect((await mailRow(db(), Number(id))).state, to).toBe('failed')
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
        .execute(db())
        .then(({ rows }) => rows)
    const [receipt] = await until(mails, (found) => found.length === 1)
    const { token } = (await row<{ token: string }>(
      db(),
      sql`select follow_token as token from complaints where id = ${ticket.id}`,
    )) ?? { token: '' }
    expect(receipt?.subject).toContain(`We have received your feedback [${ticket.issue_number}`)
    expect(receipt?.body_text).toContain(`https://office.chain.example/feedback/follow/${token}`)
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
    const told = () =>
      sql<{ n: number }>`select count(*)::int as n from mails where complaint = ${last.id}`.execute(db())
    await until(told, ({ rows }) => rows[0]?.n === 1)
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from mails where recipient = 'machine@customer.example'`.execute(db())
    expect(rows[0]?.n).toBe(3)
  })
})

describe('Mail servers that do not behave', () => {
  test.each<Manner>(['silent', 'drips', 'talks rubbish'])(
    '%s: setting one up ends in time with a word, and so does all else',
    async (manner) => {
      awkward.manner = manner
      const since = performance.now()
      const settings = {
        ...mailboxSettings({ smtp: awkward.port, isPlain: true }),
        imap_host: '127.0.0.1',
        imap_port: awkward.port,
        imap_security: 'none',
        imap_user: 'x',
        imap_password: 'y',
      }
      const asked = chain.call<{ fields: Record<string, string> }>('PUT', 'mailbox', { by: admin, body: settings })
      const others = await Promise.all(Array.from({ length: 10 }, () => chain.call('GET', 'ticket', { by: admin })))
      expect(performance.now() - since).toBeLessThan(3000)
      expect(others.every(({ status }) => status === 200)).toBe(true)
      const answer = await asked
      expect(performance.now() - since).toBeLessThan(5000)
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.data.fields).toSorted()).toEqual(['imap_host', 'smtp_host'])
      awkward.manner = 'good'
    },
  )

  test('a mailbox that hangs is said to, and holds nobody up', async () => {
    awkward.manner = 'silent'
    await sql`update mailboxes set settings = settings || ${JSON.stringify({ imap: { host: '127.0.0.1', port: awkward.port, security: 'none', user: 'x', folder: 'INBOX' } })}::jsonb, version = version + 1`.execute(
      db(),
    )
    const look = () => chain.call<{ state: { trouble: string | null } }>('GET', 'mailbox', { by: admin })
    const told = await until(look, ({ data }) => data.state.trouble !== null, 20_000)
    expect(told.data.state.trouble).toContain('The mail server does not answer')
    const since = performance.now()
    expect((await chain.ticket(admin)).state).toBe('new')
    expect(performance.now() - since).toBeLessThan(1000)
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

/** S32: mails that mean harm. */
const html = (body: string) =>
  `From: <${LAN}>\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${body}`
const nested = (levels: number) =>
  `From: <${LAN}>\r\nMIME-Version: 1.0\r\n${Array.from({ length: levels }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join('')}`
const plain = (headers: string, body = 'x') => `From: <${LAN}>\r\n${headers}\r\n\r\n${body}`
const HOSTILE: Record<string, string> = {
  script: html('<script>alert(1)</script><p>a</p>'),
  'script in parts': html('<scr<script>ipt>alert(1)</scr</script>ipt>'),
  'event handler': html('<img src=x onerror=alert(1)><svg onload=alert(1)>'),
  'javascript link': html('<a href="javascript:alert(1)">a</a><a href=" jav&#x09;ascript:alert(1)">b</a>'),
  'data link': html('<a href="data:text/html,<script>alert(1)</script>">a</a>'),
  'vbscript link': html('<a href="vbscript:msgbox(1)">a</a>'),
  'remote picture': html('<img src="https://evil.example/pixel.gif" width=1 height=1>'),
  'picture set': html('<img srcset="https://evil.example/a 1x"><picture><source srcset=//evil.example/x></picture>'),
  'style sheet': html(
    '<style>@import url(https://evil.example/a.css)</style><link rel=stylesheet href=//evil.example/a.css>',
  ),
  'style attribute': html('<p style="background:url(https://evil.example/x)">a</p>'),
  frame: html('<iframe src="https://evil.example"></iframe><iframe srcdoc="<script>alert(1)</script>"></iframe>'),
  object: html('<object data="https://evil.example/x.swf"></object><embed src=//evil.example>'),
  form: html('<form action=https://evil.example><input name=password></form>'),
  base: html('<base href="https://evil.example/"><a href="/x">a</a>'),
  refresh: html('<meta http-equiv=refresh content="0;url=https://evil.example">'),
  svg: html('<svg><script>alert(1)</script><use href="data:image/svg+xml;base64,x"/></svg>'),
  math: html('<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">'),
  noscript: html('<noscript><p title="</noscript><img src=x onerror=alert(1)>">'),
  template: html('<template><script>alert(1)</script></template>'),
  comment: html('<!--[if mso]><script>alert(1)</script><![endif]--><p>a</p>'),
  'unclosed tag': html('<img src=x onerror=alert(1) '),
  'null in tag': html('<scr\0ipt>alert(1)</scr\0ipt>'),
  'background attribute': html('<body background="https://evil.example/x"><table background=//evil.example/y>'),
  video: html('<video poster=//evil.example/x src=//evil.example/y autoplay></video><audio src=//evil.example/z>'),
  'mutated mail': html('<p id="</p><script>alert(1)</script>">'),
  'many tags': html('<b>'.repeat(100_000)),
  'many attributes': html(`<p ${'a=1 '.repeat(100_000)}>x</p>`),
  'long line': html('a'.repeat(5_000_000)),
  'deep quotes': html('<blockquote>'.repeat(20_000)),
  'nested 90 levels': nested(90),
  'nested 1,000 levels': nested(1000),
  'nested 20,000 levels': nested(20_000),
  'wrong charset': plain('Content-Type: text/plain; charset=no-such-charset', 'Xin ch\u00e0o'),
  'utf-7': plain('Content-Type: text/html; charset=utf-7', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'),
  'utf-16': plain('Content-Type: text/html; charset=utf-16', '<\0s\0c\0r\0i\0p\0t\0>'),
  'broken base64': plain('Content-Transfer-Encoding: base64', '!!!!====%%%%'),
  'endless boundary': plain(`Content-Type: multipart/mixed; boundary="${'b'.repeat(100_000)}"`),
  'no boundary': plain('Content-Type: multipart/mixed'),
  'own boundary': plain('Content-Type: multipart/mixed; boundary=""', '----\r\n----\r\n--'),
  'huge header': plain(`Subject: ${'x'.repeat(3_000_000)}`),
  'many headers': plain(Array.from({ length: 100_000 }, (_, at) => `X-${at}: 1`).join('\r\n')),
  'endless folding': plain(`Subject: a${'\r\n '.repeat(200_000)}b`),
  'encoded words': plain(`Subject: ${'=?utf-8?q?a?= '.repeat(100_000)}`),
  'many addresses': plain(`To: ${'a@b.example, '.repeat(100_000)}`),
  'groups in groups': plain(`To: ${'a:'.repeat(50_000)};`),
  'many references': plain(`References: ${'<a@b.example> '.repeat(200_000)}`),
  'header injection in a name': plain('X: 1\r\nFrom: "a\r\n Bcc: x@evil.example" <a@b.example>'),
  'two senders': plain('X: 1').replace(`From: <${LAN}>`, 'From: a@b.example, c@d.example'),
  calendar: plain(
    'Content-Type: text/calendar; method=REQUEST',
    'BEGIN:VCALENDAR\r\nATTACH:https://evil.example\r\nEND:VCALENDAR',
  ),
  'file name': plain(
    'Content-Type: image/png; name="../../etc/passwd.png"\r\nContent-Disposition: attachment; filename="..\\\\..\\\\x.png"',
    'x',
  ),
  nothing: '',
  'not a mail': '\u0000\u0001\u0002'.repeat(1000),
  'only breaks': '\r\n'.repeat(100_000),
  'mail in mail in mail': plain(
    'MIME-Version: 1.0\r\nContent-Type: message/rfc822',
    'Content-Type: message/rfc822\r\n\r\n'.repeat(2000),
  ),
}
const DANGEROUS =
  /<(script|img|svg|iframe|object|embed|form|input|style|link|meta|base|video|audio|template|math|picture|source)\b|\son\w+\s*=|javascript:|vbscript:|data:|style\s*=|srcset|url\(/i

describe('A mail that means harm', () => {
  test('there are enough of them', () => expect(Object.keys(HOSTILE).length).toBeGreaterThanOrEqual(50))

  test.each(Object.entries(HOSTILE))(
    '%s runs nothing, fetches nothing and takes no time',
    async (_, raw) => {
      const since = performance.now()
      const mail = await parseMail(Buffer.from(raw, 'latin1')).catch((error: unknown) =>
        error instanceof Error ? null : undefined,
      )
      expect(performance.now() - since).toBeLessThan(7000) // five seconds of reading, and a thread may have to start
      expect(mail).not.toBeUndefined()
      if (!mail) return
      expect(mail.html.replace(/&[#\w]+;/g, ' ')).not.toMatch(/<script/i)
      for (const tag of [mail.html, mail.shown].flatMap((text) => text.match(/<[^>]*>/g) ?? []))
        expect(tag).not.toMatch(DANGEROUS)
      for (const { name } of mail.parts) expect(name).not.toMatch(/[/\\]/)
      expect(mail.shown.length).toBeLessThan(20_000)
    },
    10_000,
  )
})
