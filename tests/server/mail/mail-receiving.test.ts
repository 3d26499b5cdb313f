import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import { threadToken } from '../../../src/server/mail/thread.ts'
import type { Notification, Page } from '../../../src/shared/api.ts'
import { type Person, startChain, type Ticket } from '../../setup/chain.ts'
import { startAwkwardServer } from '../../setup/http/awkward-server.ts'
import { CARE, mailboxSettings, receivedMails, setUpMailbox, until } from '../../setup/mail/mail-chain.ts'
import { startMailServers } from '../../setup/mail/mail-servers.ts'
import { arrived } from '../../setup/mail/real-servers.ts'
import { photo } from '../../setup/media.ts'

const LAN = 'lan@customer.example'
const MINH = 'minh@customer.example'

let letters = 0
const bouncing = await startAwkwardServer('refuses for good')
const servers = await startMailServers({ bouncesTo: bouncing.port })
await servers.drop(CARE, letter({ from: LAN, subject: 'Từ trước khi bật' }))
// Mail servers count whole seconds: what came in the one before the reading began counts as later, so that nothing is missed.
await pause(2000)
const chain = await startChain({ MAIL_INTERNAL_HOSTS: servers.internal })
const { db } = chain
const admin = await chain.person()
await setUpMailbox(chain, admin, mailboxSettings({ smtp: servers.smtpPort, imap: servers.imapPort }))

interface Letter {
  from: string
  subject?: string
  text?: string
  id?: string
  headers?: Record<string, string>
  parts?: { name: string; type: string; content: Buffer }[]
}
function letter({
  from,
  subject = 'Khiếu nại',
  text = 'Sữa chua hết hạn.',
  id,
  headers = {},
  parts = [],
}: Letter): string {
  letters++
  const lines = {
    From: `Nguyễn Thị Lan <${from}>`,
    To: CARE,
    Subject: subject,
    Date: new Date().toUTCString(),
    'Message-ID': id ?? `<letter-${letters}@customer.example>`,
    'MIME-Version': '1.0',
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
  if (parts.length === 0) return [...head, 'Content-Type: text/plain; charset=utf-8', '', text, ''].join('\r\n')
  const files = parts.flatMap(({ name, type, content }) => [
    '--b',
    `Content-Type: ${type}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    content.toString('base64').replace(/(.{76})/g, '$1\r\n'),
  ])
  const body = ['--b', 'Content-Type: text/plain; charset=utf-8', '', text, ...files, '--b--', '']
  return [...head, 'Content-Type: multipart/mixed; boundary=b', '', ...body].join('\r\n')
}

const all = () => receivedMails(db)
const bySubject = (subject: string) => async () => (await all()).filter((one) => one.subject === subject)
const settledWith = async (subject: string, n = 1) =>
  until(bySubject(subject), (found) => found.length === n && found.every(({ state }) => state !== 'arriving'))
const take = async (raw: string, subject: string) => {
  await servers.drop(CARE, raw)
  const [one] = await settledWith(subject)
  if (!one) throw new Error('It never came')
  return one
}
interface Shown extends Ticket {
  store: { id: number }
  source: string
  feedback_method: string
  customer_name: string
  phone: string | null
  email: string
  content: string
  attachments: { name: string }[]
}
const ticketOf = async (id: number | null) => (await chain.call<Shown>('GET', `ticket/${id}`, { by: admin })).data
const commentsOf = async (id: number) =>
  (
    await chain.call<{ data: { kind: string; body: string; attachments: { name: string }[] }[] }>(
      'GET',
      `ticket/${id}/list-comment`,
      { by: admin },
    )
  ).data.data
/** What somebody's bell says of mails that wait for a decision. */
const heldBell = async (by: Person | undefined) =>
  (await chain.call<Page<Notification>>('GET', 'notification?perpage=100', { by })).data.data.filter(
    ({ kind }) => kind === 'mail held',
  )
const heldOf = (n: number) => `Mails that wait for your decision: ${n}`
/** A mail of ours to the customer, as it lies in their inbox. */
async function written(
  ticket: Ticket,
  subject: string,
): Promise<{ id: number; raw: string; messageId: string; replyTo: string }> {
  const had = (await servers.inbox(LAN)).length
  const sent = await chain.call<{ id: number }>('POST', `ticket/${ticket.id}/send-mail`, {
    by: admin,
    body: { subject, body: '<p>Chào chị,</p>' },
  })
  const raw = (await arrived(servers, LAN, had + 1)).at(-1) ?? ''
  const of = (name: string) => new RegExp(`^${name}: *<?([^>\\r\\n]+)>?`, 'im').exec(raw)?.[1] ?? ''
  return { id: sent.data.id, raw, messageId: `<${of('Message-ID')}>`, replyTo: of('Reply-To') }
}

describe('A new mail', () => {
  test('becomes a complaint with the customer, the words and the pictures it brings; what came before is left alone', async () => {
    const { buffer } = await photo()
    const picture = { name: 'sua-chua.jpg', type: 'image/jpeg', content: buffer }
    const contract = { name: 'hop-dong.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.4') }
    const fake = { name: 'khong-phai-anh.png', type: 'image/png', content: Buffer.from('<script>alert(1)</script>') }
    const raw = letter({
      from: LAN,
      subject: 'Fwd: Re: Sữa chua',
      text: 'Sữa chua hết hạn.\nGọi tôi: 0912 345 678',
      parts: [picture, contract, fake],
    })
    await servers.send(LAN, CARE, raw)
    const [mail] = await settledWith('Fwd: Re: Sữa chua')
    expect(mail?.state).toBe('ticket')
    const ticket = await ticketOf(mail?.complaint ?? null)
    expect(ticket).toMatchObject({
      title: 'Sữa chua',
      source: 'email',
      feedback_method: 'email',
      customer_name: 'Nguyễn Thị Lan',
      phone: '0912345678',
      email: LAN,
      status: 'new',
    })
    expect(ticket.content).toContain('Sữa chua hết hạn.')
    expect(ticket.attachments.map(({ name }) => name)).toEqual(['sua-chua.jpg'])
    const [kept] = await bySubject('Fwd: Re: Sữa chua')()
    expect(kept?.left_out).toEqual(['hop-dong.pdf', 'khong-phai-anh.png'])
    expect((await all()).length).toBe(1)
    await until(
      () => servers.files(CARE),
      (files) => files.filter((name) => /S/.test(name.split(':2,')[1] ?? '')).length === 1,
    )
  })

  test('without a phone number is a complaint without one, and a colleague can still change it', async () => {
    const mail = await take(letter({ from: LAN, subject: 'Không có số' }), 'Không có số')
    const ticket = await ticketOf(mail.complaint)
    expect(ticket.phone).toBeNull()
    const changed = await chain.call('PUT', `ticket/${ticket.id}`, {
      by: admin,
      body: { title: 'Có chủ đề', version: ticket.version },
    })
    expect(changed.status).toBe(200)
    const byHand = await chain.call('POST', 'ticket', { by: admin, body: { ...chain.complaint(), phone: undefined } })
    expect(byHand.status).toBe(422)
    const related = await chain.call<{ same_customer: unknown[] }>('GET', `ticket/${ticket.id}/related`, { by: admin })
    expect(related.status).toBe(200)
  })

  test('that lies in the mailbox twice is taken in once', async () => {
    const raw = letter({ from: LAN, subject: 'Hai lần' })
    await servers.drop(CARE, raw)
    await servers.drop(CARE, `Received: from elsewhere\r\n${raw}`)
    const found = await settledWith('Hai lần', 2)
    expect(found.map(({ state }) => state).toSorted()).toEqual(['double', 'ticket'])
  })
})

describe("A customer's answer", () => {
  let ticket: Ticket
  beforeAll(async () => {
    ticket = await chain.ticket(admin, { email: LAN })
  })

  test.each<[string, (mail: Awaited<ReturnType<typeof written>>, text: string) => string]>([
    [
      'by In-Reply-To',
      ({ messageId }, text) =>
        letter({ from: LAN, subject: 'Re: gì đó 1', text, headers: { 'In-Reply-To': messageId } }),
    ],
    [
      'by References',
      ({ messageId }, text) =>
        letter({ from: LAN, subject: 'Re: gì đó 2', text, headers: { References: `<x@y.example> ${messageId}` } }),
    ],
    [
      'by the plus address',
      ({ replyTo }, text) => letter({ from: LAN, subject: 'Re: gì đó 3', text, headers: { To: replyTo } }),
    ],
    [
      'by the subject',
      ({ raw }, text) =>
        letter({
          from: LAN.toUpperCase(),
          subject: `Re: gì đó 4 [${threadToken('a secret for tests that is long enough', ticket.id)}]`,
          text: raw === '' ? '' : text,
        }),
    ],
  ])('finds its complaint %s', async (way, make) => {
    const mail = await written(ticket, `Hỏi ${way}`)
    const text = `Vẫn chưa ai gọi, ${way}.\n\nVào T7, 21 thg 11, 2026 Chăm sóc khách hàng <care@chain.example> đã viết:\n> Chào chị,\n`
    const raw = make(mail, text)
    const subject = /^Subject: (.*)$/m.exec(raw)?.[1] ?? ''
    const got = await take(raw, subject)
    expect(got).toMatchObject({ state: 'reply', complaint: ticket.id })
    const last = (await commentsOf(ticket.id)).at(-1)
    expect(last).toMatchObject({ kind: 'customer' })
    expect(last?.body).toContain(`Vẫn chưa ai gọi, ${way}.`)
    expect(last?.body).not.toContain('Chào chị')
    const whole = await chain.call<{ body: string }>('GET', `ticket/${ticket.id}/original-mail?mail=${got.id}`, {
      by: admin,
    })
    expect(whole.data.body).toContain('Chào chị')
  })

  test('ends the waiting for the customer and is told to the one who handles it', async () => {
    const handler = await chain.person()
    const waiting = await chain.ticket(admin, { email: LAN, assignee: handler.id })
    const now = await ticketOf(waiting.id)
    const paused = await chain.call('POST', `ticket/${waiting.id}/pause`, {
      by: admin,
      body: { reason: 'Hỏi hóa đơn', version: now.version },
    })
    expect(paused.status).toBe(200)
    const { messageId } = await written(waiting, 'Xin hóa đơn')
    await take(letter({ from: LAN, subject: 'Re: hóa đơn', headers: { 'In-Reply-To': messageId } }), 'Re: hóa đơn')
    expect(
      (await chain.call<{ paused_at: string | null }>('GET', `ticket/${waiting.id}`, { by: admin })).data.paused_at,
    ).toBeNull()
    const told = () =>
      chain.call<{ data: { kind: string; ticket_id: number }[] }>('GET', 'notification', { by: handler })
    await until(told, ({ data }) =>
      data.data.some((one) => one.kind === 'customer comment' && one.ticket_id === waiting.id),
    )
  })

  test.each<[string, string]>([
    ['by In-Reply-To', 'Message-ID'],
    ['by the subject', 'Subject'],
  ])('from another address is held for a person, %s, and the person decides', async (way, header) => {
    const token = threadToken('a secret for tests that is long enough', ticket.id)
    const subject = header === 'Subject' ? `Lạ ${token}` : `Lạ ${way}`
    const headers: Record<string, string> =
      header === 'Subject' ? {} : { 'In-Reply-To': `<${token}.aabb@chain.example>` }
    const before = (await commentsOf(ticket.id)).length
    const got = await take(letter({ from: MINH, subject, headers }), subject)
    expect(got).toMatchObject({ state: 'held', complaint: ticket.id })
    expect(await commentsOf(ticket.id)).toHaveLength(before)
    const body = header === 'Subject' ? { complaint: ticket.id } : {}
    expect((await chain.call('POST', `mailbox/received/${got.id}/accept`, { by: admin, body })).status).toBe(200)
    const found = async () => (await all()).find(({ id }) => id === got.id)
    const settled = await until(found, (one) => one !== undefined && !['held', 'arriving'].includes(one.state), 30_000)
    expect(settled?.state).toBe(header === 'Subject' ? 'reply' : 'ticket')
    expect((await commentsOf(ticket.id)).length).toBe(header === 'Subject' ? before + 1 : before)
  })

  test('that is held is for those who may write to customers: of one complaint for its own people, else for the whole chain’s', async () => {
    const service = await chain.person({ role: 'Customer service' })
    const [own, other] = await Promise.all(chain.stores.map((store) => chain.person({ role: 'Store manager', store })))
    const technician = await chain.person({ permissions: { system: { read: true, edit: true } } })
    const mine = await chain.ticket(admin, { email: LAN, store: chain.stores[0] })
    const token = threadToken('a secret for tests that is long enough', mine.id)
    const got = await take(letter({ from: MINH, subject: `Của tiệm ${token}` }), `Của tiệm ${token}`)
    const nobodys = await take(
      letter({ from: LAN, subject: 'Không rõ ai', headers: { From: 'a@b.example, c@d.example' } }),
      'Không rõ ai',
    )
    expect([got.state, nobodys.state]).toEqual(['held', 'held'])
    await until(
      () => heldBell(service),
      ([note]) => note?.description === 'Không rõ ai',
    )
    const bells = [service, own, other, technician].map(async (by) => (await heldBell(by)).map(({ title }) => title))
    expect(await Promise.all(bells)).toEqual([[heldOf(2)], [heldOf(1)], [], []])
    expect((await heldBell(service))[0]).toMatchObject({ link: '/complaints/mails', is_read: 0 })
    const seen = async (by: Person | undefined) => {
      const { status, data } = await chain.call<{ data: { id: number }[] }>('GET', 'mailbox/received?state=held', {
        by,
      })
      return status === 200 ? data.data.map(({ id }) => id) : status
    }
    expect(await seen(service)).toEqual(expect.arrayContaining([got.id, nobodys.id]))
    const one = await chain.call('GET', `mailbox/received/${nobodys.id}`, { by: service })
    expect(one.data).toMatchObject({ reason: 'It has no single sender' })
    expect(await seen(own)).toEqual([got.id])
    expect(await seen(other)).toEqual([])
    expect(await seen(technician)).toBe(403)
    expect((await chain.call('GET', `mailbox/received/${got.id}`, { by: other })).status).toBe(404)
    expect((await chain.call('POST', `mailbox/received/${got.id}/drop`, { by: other })).status).toBe(404)
    expect((await chain.call('POST', `mailbox/received/${nobodys.id}/accept`, { by: own, body: {} })).status).toBe(404)
    const foreign = await chain.ticket(admin, { store: chain.stores[1] })
    const elsewhere = { by: own, body: { complaint: foreign.id } }
    expect((await chain.call('POST', `mailbox/received/${got.id}/accept`, elsewhere)).status).toBe(404)
    expect(
      (await chain.call('POST', `mailbox/received/${got.id}/accept`, { by: own, body: { complaint: mine.id } })).status,
    ).toBe(200)
    await until(
      async () => (await all()).find(({ id }) => id === got.id)?.state,
      (state) => state === 'reply',
    )
    expect(await commentsOf(mine.id)).toHaveLength(1)
    await chain.call('POST', `mailbox/received/${nobodys.id}/drop`, { by: service })
    await until(
      () => heldBell(service),
      ([note]) => note?.is_read === 1,
    )
  })

  test('that a colleague has decided about is refused by who it was and what became of it', async () => {
    const [first, second] = [await chain.person({ role: 'Customer service' }), await chain.person()]
    const held = async (subject: string) =>
      take(letter({ from: LAN, subject, headers: { From: 'a@b.example, c@d.example' } }), subject)
    const [dropped, accepted] = [await held('Hai người, một thư'), await held('Hai người, thư khác')]
    const decide = (path: string, by: Person) =>
      chain.call<{ state?: string }>('POST', `mailbox/received/${path}`, {
        by,
        body: {},
        headers: { 'accept-language': 'vi' },
      })
    const both = await Promise.all([decide(`${dropped.id}/drop`, first), decide(`${dropped.id}/drop`, first)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const name = (await row(db, { name: 'string' }, sql`select user_name as name from users where id = ${first.id}`))
      ?.name
    const late = await decide(`${dropped.id}/accept`, second)
    expect([late.status, late.data.state]).toEqual([409, 'dropped'])
    expect(late.text).toMatch(
      new RegExp(`^${name} đã xử lý thư này lúc .+\\d:\\d\\d\\. Trạng thái hiện tại: Đã gác lại\\.$`),
    )
    expect((await decide(`${accepted.id}/accept`, first)).status).toBe(200)
    await until(
      async () => (await all()).find(({ id }) => id === accepted.id)?.state,
      (state) => state === 'ticket',
    )
    expect((await decide(`${accepted.id}/drop`, second)).text).toContain('Đã tạo khiếu nại')
    const never = await take(letter({ from: LAN, subject: 'Chưa ai hỏi' }), 'Chưa ai hỏi')
    expect((await decide(`${never.id}/retry`, second)).status).toBe(409)
    expect((await decide('987654321/drop', second)).status).toBe(404)
  })

  test('to a complaint that was merged stays with it, and is read and answered in the story of the one that goes on', async () => {
    const [stays, twice] = [await chain.ticket(admin, { email: MINH }), await chain.ticket(admin, { email: LAN })]
    const before = await written(twice, 'Trước khi gộp')
    const turn = async (act: string, body: object) => {
      const { version } = await ticketOf(twice.id)
      return (await chain.call('POST', `ticket/${twice.id}/${act}`, { by: admin, body: { version, ...body } })).status
    }
    expect(await turn('merge', { into: stays.id })).toBe(200)
    const got = await take(
      letter({ from: LAN, subject: 'Re: sau khi gộp', headers: { 'In-Reply-To': before.messageId } }),
      'Re: sau khi gộp',
    )
    expect(got).toMatchObject({ state: 'reply', complaint: twice.id })
    interface Entry {
      kind: string
      of?: string
      mail?: { id: number }
      came_by?: { id: number }
    }
    const story = async (id: number) =>
      (await chain.call<{ data: Entry[] }>('GET', `ticket/${id}/timeline`, { by: admin })).data.data.flatMap(
        ({ of, mail, came_by }) => (mail || came_by ? [[of, mail?.id, came_by?.id]] : []),
      )
    expect(await story(stays.id)).toEqual([
      [twice.issue_number, before.id, undefined],
      [twice.issue_number, undefined, got.id],
    ])
    const whole = await chain.call('GET', `ticket/${stays.id}/original-mail?mail=${got.id}`, { by: admin })
    expect(whole.status).toBe(200)
    const told = await sql<{
      n: number
    }>`select count(*)::int as n from activity where action = 'comment' and record_id = ${stays.id}`.execute(db)
    expect(told.rows[0]?.n).toBe(1)
    await sql`update mails set state = 'failed' where id = ${before.id}`.execute(db)
    const again = await chain.call('POST', `ticket/${stays.id}/send-again`, { by: admin, body: { mail: before.id } })
    expect(again.status).toBe(200)

    expect(await turn('unmerge', {})).toBe(200)
    expect(await story(stays.id)).toEqual([])
    expect(await story(twice.id)).toEqual([
      [undefined, before.id, undefined],
      [undefined, undefined, got.id],
    ])
  })

  test('with a forged token is a complaint of its own', async () => {
    const other = await chain.ticket(admin, { email: MINH })
    const forged = [
      `<${other.id.toString(36)}-0123456789abcdef.x@chain.example>`,
      `<${threadToken('another secret', other.id)}.x@chain.example>`,
    ]
    for (const [at, id] of forged.entries()) {
      const got = await take(letter({ from: MINH, subject: `Giả ${at}`, headers: { References: id } }), `Giả ${at}`)
      expect(got.state).toBe('ticket')
      expect(got.complaint).not.toBe(other.id)
    }
    expect(await commentsOf(other.id)).toEqual([])
  })

  test('long after the end is a complaint of its own', async () => {
    const old = await chain.ticket(admin, { email: LAN })
    const { messageId } = await written(old, 'Xong rồi')
    await sql`update complaints set state = 'closed', completed_at = now() - interval '60 days', closed_at = now() - interval '50 days' where id = ${old.id}`.execute(
      db,
    )
    const got = await take(
      letter({ from: LAN, subject: 'Re: năm ngoái', headers: { 'In-Reply-To': messageId } }),
      'Re: năm ngoái',
    )
    expect(got.state).toBe('ticket')
    expect(got.complaint).not.toBe(old.id)
  })
})

describe('Machines', () => {
  test.each<[string, Record<string, string>]>([
    ['an absence note', { 'Auto-Submitted': 'auto-replied' }],
    ['a newsletter', { Precedence: 'bulk' }],
    ['a list', { 'List-Id': '<deals.example>' }],
    ['our own mail', { 'X-Loop': CARE }],
    ['ourselves', { From: CARE }],
    ['a report that names no mail of ours', { 'Return-Path': '<>' }],
  ])('%s becomes nothing and gets no answer', async (what, headers) => {
    const got = await take(letter({ from: LAN, subject: `Máy: ${what}`, headers }), `Máy: ${what}`)
    expect(got).toMatchObject({ state: 'ignored', complaint: null })
  })

  test('a mail that comes back is marked on the complaint, and its writer is told', async () => {
    const writer = await chain.person()
    const ticket = await chain.ticket(admin, { email: 'gone@bounce.example' })
    const sent = await chain.call<{ id: number }>('POST', `ticket/${ticket.id}/send-mail`, {
      by: writer,
      body: { body: '<p>Chào anh</p>' },
    })
    const state = () =>
      sql<{ state: string; reason: string }>`select state, reason from mails where id = ${sent.data.id}`.execute(db)
    const { rows } = await until(state, ({ rows: [row] }) => row?.state === 'bounced')
    expect(rows[0]?.reason).toContain('550 5.1.1 Nobody of that name')
    const told = () =>
      chain.call<{ data: { kind: string; ticket_id: number }[] }>('GET', 'notification', { by: writer })
    await until(told, ({ data }) => data.data.some((one) => one.kind === 'mail trouble' && one.ticket_id === ticket.id))
    const again = await chain.call('POST', `ticket/${ticket.id}/send-again`, {
      by: writer,
      body: { mail: sent.data.id },
    })
    expect(again.status).toBe(200)
  })
})

describe('A colleague', () => {
  test('who answers a notification of ours is no customer: the answer is held', async () => {
    await sql`insert into mails (key, message_id, state, kind, recipient, subject, body_text)
      values ('told', '<mail.told@chain.example>', 'sent', 'notice', 'staff@chain.example', 'Giao cho bạn', 'Giao cho bạn')`.execute(
      db,
    )
    const got = await take(
      letter({
        from: 'staff@chain.example',
        subject: 'Re: Giao cho bạn',
        headers: { 'In-Reply-To': '<mail.told@chain.example>' },
      }),
      'Re: Giao cho bạn',
    )
    expect(got).toMatchObject({ state: 'held', complaint: null })
  })
})

describe('Whatever happens to the mailbox', () => {
  test('numbered anew, everything is there once and nothing is missed', async () => {
    const made = async () => (await all()).filter(({ state }) => state === 'ticket').map(({ subject }) => subject)
    const before = await made()
    await servers.drop(CARE, letter({ from: LAN, subject: 'Trước khi đánh số lại' }))
    await settledWith('Trước khi đánh số lại')
    await servers.renumber(CARE)
    await servers.drop(CARE, letter({ from: LAN, subject: 'Sau khi đánh số lại' }))
    await settledWith('Sau khi đánh số lại')
    const validities = await sql<{
      n: number
    }>`select count(distinct uid_validity)::int as n from received_mails`.execute(db)
    expect(validities.rows[0]?.n).toBe(2)
    expect((await made()).toSorted()).toEqual([...before, 'Trước khi đánh số lại', 'Sau khi đánh số lại'].toSorted())
    expect((await all()).some(({ subject }) => subject === 'Từ trước khi bật')).toBe(false)
  })

  test('a mail that cannot be read is parked after three tries and holds nothing up', async () => {
    const nested = Array.from(
      { length: 400 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    ).join('')
    await servers.drop(CARE, `From: <${LAN}>\r\nSubject: poison\r\nMIME-Version: 1.0\r\n${nested}`)
    await servers.drop(CARE, letter({ from: LAN, subject: 'Sau thư hỏng' }))
    await settledWith('Sau thư hỏng')
    await sql`select 1`.execute(db)
    const parked = await until(all, (found) => found.some(({ state }) => state === 'parked'))
    expect(parked.find(({ state }) => state === 'parked')).toMatchObject({ tries: 3 })
    const list = await chain.call<{ data: { state: string }[] }>('GET', 'mailbox/received?state=parked', { by: admin })
    expect(new Set(list.data.data.map(({ state }) => state))).toEqual(new Set(['parked']))
    const open = (await all()).filter(({ state }) => state === 'held' || state === 'parked').length
    await until(
      () => heldBell(admin),
      ([note]) => note?.title === heldOf(open),
    )
    const waiting = await chain.call<{ total: number }>('GET', 'mailbox/received?state=waiting', { by: admin })
    expect(waiting.data.total).toBe(open)
  })

  test('a mail that comes while the file store is away is taken in once it is back, and no try is counted', async () => {
    const folder = join(chain.running.context.config.dataDir, 'files', 'upload', 'mail')
    await rename(folder, `${folder}-away`)
    await writeFile(folder, '')
    await servers.drop(CARE, letter({ from: LAN, subject: 'Kho tệp vắng' }))
    const troubled = await until(
      async () => (await all()).at(-1),
      (one) => (one?.troubles ?? 0) >= 2,
    )
    expect(troubled).toMatchObject({ state: 'arriving', tries: 0 })
    await rm(folder)
    await rename(`${folder}-away`, folder)
    const [got] = await settledWith('Kho tệp vắng')
    expect(got?.state).toBe('ticket')
  })

  test('a mail of fifty megabytes is parked without being fetched', async () => {
    await servers.drop(
      CARE,
      Buffer.concat([Buffer.from(letter({ from: LAN, subject: 'Rất nặng' })), Buffer.alloc(50 * 2 ** 20, 'x\n')]),
    )
    const found = await until(all, (mails) => mails.some(({ reason }) => reason?.includes('25 MB')), 30_000)
    expect(found.find(({ reason }) => reason?.includes('25 MB'))).toMatchObject({
      state: 'parked',
      tries: 1,
      subject: null,
    })
  })

  test('two servers read it together and take everything in once', async () => {
    const further = await chain.another()
    for (let n = 0; n < 60; n++)
      await servers.drop(CARE, letter({ from: `khach${n}@customer.example`, subject: 'Cùng lúc', text: `Thư ${n}` }))
    const found = await settledWith('Cùng lúc', 60)
    expect(found.every(({ state }) => state === 'ticket')).toBe(true)
    await further.stop()
  })

  test('one address does not flood the house with complaints', async () => {
    for (let n = 0; n < 25; n++)
      await servers.drop(CARE, letter({ from: 'flood@customer.example', subject: 'Ngập', text: `Thư ${n}` }))
    const found = await settledWith('Ngập', 25)
    expect(found.filter(({ state }) => state === 'ticket')).toHaveLength(20)
    expect(found.filter(({ state }) => state === 'held')).toHaveLength(5)
  })

  test('another one that numbers its mails alike is read as well, and the one before is left alone', async () => {
    const known = await rows(
      db,
      { validity: 'number', uid: 'number' },
      sql`select uid_validity as validity, uid from received_mails order by id desc limit 1`,
    )
    const [last = { validity: 0, uid: 0 }] = known
    const sender = { smtp: servers.smtpPort, imap: servers.imapPort }
    servers.open('staff@chain.example', last)
    await setUpMailbox(chain, admin, mailboxSettings(sender, { imap_user: 'staff@chain.example' }))
    await servers.drop('staff@chain.example', letter({ from: LAN, subject: 'Hộp thư mới' }))
    const [got] = await settledWith('Hộp thư mới')
    expect(got).toMatchObject({ state: 'ticket', uid: last.uid })
    await setUpMailbox(chain, admin, mailboxSettings(sender))
    await servers.drop(CARE, letter({ from: LAN, subject: 'Lại hộp thư cũ' }))
    expect((await settledWith('Lại hộp thư cũ'))[0]?.state).toBe('ticket')
  })

  test('in archive mode nothing in it is touched', async () => {
    await setUpMailbox(
      chain,
      admin,
      mailboxSettings({ smtp: servers.smtpPort, imap: servers.imapPort }, { archive: true }),
    )
    await servers.drop(CARE, letter({ from: LAN, subject: 'Lưu trữ' }))
    const [got] = await settledWith('Lưu trữ')
    expect(got?.state).toBe('ticket')
    const newest = (await servers.files(CARE)).at(-1) ?? ''
    expect(newest).not.toMatch(/:2,.*S/)
  })
})
