import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction, row } from '../../../src/server/db/db.ts'
import { queueMail } from '../../../src/server/mail/outbox.ts'
import type { StoredFile } from '../../../src/shared/fields.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { type Manner, startAwkwardServer } from '../../setup/http/awkward-server.ts'
import { CARE, mailboxSettings, mailRow, setUpMailbox, until } from '../../setup/mail/mail-chain.ts'
import { startMailServers } from '../../setup/mail/mail-servers.ts'
import { arrived, MAIL_PASSWORD } from '../../setup/mail/real-servers.ts'
import { film, type Media, photo } from '../../setup/media.ts'
import { stopWatch } from '../../setup/process/stop-watch.ts'
import { saveSettings } from '../../setup/settings.ts'
import { media } from '../../upload-corpus/parts.ts'

const LAN = 'lan@customer.example'
const MINH = 'minh@customer.example'

interface Sent {
  id: number
  state: string
}

const servers = await startMailServers()
const awkward = await startAwkwardServer()
const chain = await startChain({
  MAIL_INTERNAL_HOSTS: `${servers.internal},127.0.0.1:${awkward.port}`,
  MAIL_TIMEOUT_SECONDS: '2',
})
const { db } = chain
const admin = await chain.person()
const ticket = await chain.ticket(admin, { email: LAN })

const write = (body: object = {}, by = admin, id = ticket.id) =>
  chain.call<Sent>('POST', `ticket/${id}/send-mail`, {
    by,
    body: {
      subject: 'Về khiếu nại của chị',
      body: '<p>Chào chị Lan,</p><p>Chúng tôi đã <b>kiểm tra</b>.</p>',
      ...body,
    },
  })
async function upload(by: Person, { name, mimeType, buffer }: Media, path = 'upload'): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const { data } = await chain.call<{ files: StoredFile[] }>('POST', path, { by, body })
  return data.files[0]?.id ?? ''
}
const placeOf = (id: string) =>
  row(
    db,
    { module: 'string?', record_id: 'number?', field: 'string?' },
    sql`select module, record_id, field from stored_files where id = ${id}`,
  )
const settled = (id: number) =>
  until(
    () => mailRow(db, id),
    ({ state }) => !['waiting', 'sending'].includes(state),
  )
const due = (id: number) => sql`update mails set next_at = now() where id = ${id}`.execute(db)

describe('With a real mail server', () => {
  beforeAll(() => setUpMailbox(chain, admin, mailboxSettings({ smtp: servers.smtpPort })))

  test('a mail from a complaint reaches the customer once, with number, words and a way back', async () => {
    const sent = await write()
    expect(sent.status).toBe(201)
    expect((await settled(sent.data.id)).state).toBe('sent')
    const [mail = ''] = await arrived(servers, LAN)
    const kept = await mailRow(db, sent.data.id)
    expect(mail).toContain(`Message-ID: ${kept.message_id}`)
    expect(mail).toMatch(/^To: lan@customer\.example$/m)
    expect(mail).toMatch(/^Reply-To: <?care\+[0-9a-z]+-[0-9a-v]{16}@chain\.example>?$/m)
    expect(mail).toMatch(/^Content-Type: multipart\/alternative/m)
    expect(mail).not.toMatch(/^(Cc|Bcc):/im)
    const timeline = await chain.call<{ data: { kind: string; mail?: { state: string; to: string; body: string } }[] }>(
      'GET',
      `ticket/${ticket.id}/timeline`,
      { by: admin },
    )
    expect(timeline.data.data.find((entry) => entry.kind === 'mail')?.mail).toMatchObject({
      state: 'sent',
      to: LAN,
      body: '<p>Chào chị Lan,</p><p>Chúng tôi đã <b>kiểm tra</b>.</p>',
    })
  })

  test('what staff write ends with the details of the chain, as its other mails do, and stands in the story without', async () => {
    await saveSettings(chain, 'chain', {
      by: admin,
      body: { name: 'An Nhiên', legal_name: 'Cong ty An Nhien', address: '72 Tran Thai Tong', phone: '19006868' },
    })
    const one = await chain.ticket(admin, { email: LAN })
    const ways = await chain.call<{ foot: string }>('GET', `ticket/${one.id}/answer-ways`, { by: admin })
    expect(ways.data.foot).toBe('Cong ty An Nhien\n72 Tran Thai Tong\n19006868')
    await settled((await write({}, admin, one.id)).data.id)
    const mail = (await arrived(servers, LAN, 2)).at(-1)?.replaceAll(/=\r?\n/g, '') ?? ''
    expect(mail.match(/Cong ty An Nhien/g), 'as words and as a page').toHaveLength(2)
    expect(mail).toContain('<p>72 Tran Thai Tong</p><p>19006868</p>')
    const told = await chain.call<{ data: object[] }>('GET', `ticket/${one.id}/timeline`, { by: admin })
    expect(JSON.stringify(told.data)).not.toContain('Cong ty An Nhien')
    await saveSettings(chain, 'chain', { by: admin, body: {} })
  })

  test('a colleague without the right to write to customers is refused, and so is a complaint without an address', async () => {
    const reader = await chain.person({ permissions: { complaints: { read: true, edit: true } } })
    expect((await write({}, reader)).status).toBe(403)
    const silent = await chain.ticket(admin, {})
    expect((await write({}, admin, silent.id)).status).toBe(422)
    const elsewhere = await chain.person({
      permissions: { complaints: { read: true, edit: true, other: true } },
      scope: 'store',
      store: chain.stores[1],
    })
    expect((await write({}, elsewhere)).status).toBe(404)
  })

  test('new pictures go along with an answer, and are the complaint’s from then on', async () => {
    const one = await chain.ticket(admin, { email: MINH })
    const added = await upload(admin, await photo('hóa đơn mới.jpg'))
    const sent = await write({ attachments: [added] }, admin, one.id)
    expect(sent.status).toBe(201)
    expect((await settled(sent.data.id)).state).toBe('sent')
    const { attachments } = await PostalMime.parse((await arrived(servers, MINH)).at(-1) ?? '')
    expect(attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['hóa đơn mới.jpg', 'image/jpeg'],
    ])
    expect(await placeOf(added)).toEqual({ module: 'complaints', record_id: one.id, field: 'answers' })
    // It goes along again, as any file of the complaint does, by whoever may write.
    const colleague = await chain.person()
    expect((await write({ attachments: [added] }, colleague, one.id)).status).toBe(201)
  })

  test('somebody else’s upload, what is no picture, another complaint’s file and too much together are refused, and nothing of it is sent or taken', async () => {
    const one = await chain.ticket(admin, { email: MINH })
    const other = await chain.ticket(admin, { email: MINH, attachments: [await upload(admin, await photo())] })
    const [theirs] = (await chain.call<{ attachments: StoredFile[] }>('GET', `ticket/${other.id}`, { by: admin })).data
      .attachments
    const own = await upload(admin, await photo('của tôi.jpg'))
    const colleagues = await upload(await chain.person(), await photo('của bạn.jpg'))
    const page = await upload(
      admin,
      { name: 'trang.html', mimeType: 'text/html', buffer: Buffer.from('<b>') },
      'mail/attachment/upload',
    )
    for (const wrong of [colleagues, page, theirs?.id ?? '', 'no-such-file']) {
      const refused = await write({ attachments: [own, wrong] }, admin, one.id)
      expect([refused.status, refused.data]).toMatchObject([
        422,
        { fields: { attachments: 'Pictures and videos is not valid' } },
      ])
    }
    const large = { ...film(), buffer: Buffer.concat([film().buffer, media(8 * 2 ** 20)]) }
    const [first, second] = [await upload(admin, large), await upload(admin, large)]
    expect(await write({ attachments: [first, second] }, admin, one.id)).toMatchObject({
      status: 413,
      text: 'This is too large. At most 15 MB.',
    })
    const queued = await sql`select 1 from mails where complaint = ${one.id}`.execute(db)
    expect(queued.rows).toEqual([])
    for (const file of [own, colleagues, page, first, second])
      expect(await placeOf(file)).toEqual({ module: null, record_id: null, field: null })
    // With one of them taken away the very same goes.
    expect((await write({ attachments: [own, first] }, admin, one.id)).status).toBe(201)
  })

  test('a mail of the house is sent with what is attached to it, and a second one with its key is not written', async () => {
    const notice = {
      key: 'digest 1',
      to: 'staff@chain.example',
      subject: 'Báo cáo tuần',
      text: 'Xin xem tệp đính kèm.',
    }
    const content = Buffer.from('a,b\n1,2\n')
    const attachments = [{ name: 'bao-cao.csv', type: 'text/csv', content }]
    const id = await inTransaction(db, (tx) => queueMail(tx, { ...notice, attachments }))
    expect(await inTransaction(db, (tx) => queueMail(tx, notice))).toBeNull()
    expect((await settled(Number(id))).state).toBe('sent')
    const [mail = ''] = await arrived(servers, 'staff@chain.example')
    expect(mail).toMatch(/filename="?bao-cao\.csv/)
    expect(mail).toContain(content.toString('base64'))
  })

  test('what is undone with its transaction is not sent', async () => {
    const undone = inTransaction(db, async (tx) => {
      await queueMail(tx, { key: 'undone', to: LAN, subject: 'Nein', text: 'Nein' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const left = await sql`select 1 from mails where key = 'undone'`.execute(db)
    expect(left.rows).toEqual([])
  })

  test('a wrong password is told before anything is kept, and the password never comes out', async () => {
    const wrong = await saveSettings<{ fields: Record<string, string> }>(chain, 'mailbox', {
      by: admin,
      body: mailboxSettings({ smtp: servers.smtpPort }, { smtp_password: 'wrong' }),
    })
    expect(wrong.status).toBe(422)
    expect(wrong.data.fields.smtp_host).toBe('The mail server does not accept user and password')
    const shown = await chain.call<{ settings: Record<string, unknown> }>('GET', 'mailbox', { by: admin })
    expect(shown.data.settings).toMatchObject({ smtp_host: '127.0.0.1', has_smtp_password: true })
    expect(JSON.stringify(shown.data)).not.toContain(MAIL_PASSWORD)
    const stored = await sql<{
      text: string
    }>`select m::text || (select string_agg(a::text, '') from activity a) as text from mailboxes m`.execute(db)
    expect(stored.rows[0]?.text).not.toContain(MAIL_PASSWORD)
    const again = mailboxSettings({ smtp: servers.smtpPort }, { smtp_password: undefined })
    expect((await saveSettings(chain, 'mailbox', { by: admin, body: again })).status).toBe(200)
    const reader = await chain.person({ permissions: { complaints: { read: true } } })
    expect((await chain.call('GET', 'mailbox', { by: reader })).status).toBe(403)
  })

  test('user and password are said once for both servers, and a kept password goes to no server it was not given for', async () => {
    const both = mailboxSettings(
      { smtp: servers.smtpPort, imap: servers.imapPort },
      { imap_user: undefined, imap_password: undefined, imap_same: true },
    )
    const unsaid = await saveSettings<{ fields: Record<string, string> }>(chain, 'mailbox', {
      by: admin,
      body: { ...both, smtp_password: undefined },
    })
    expect(unsaid.status).toBe(422)
    expect(unsaid.data.fields).toEqual({ smtp_password: 'Password is required' })
    const kept = await saveSettings<{ settings: object }>(chain, 'mailbox', { by: admin, body: both })
    expect(kept.data.settings).toMatchObject({ imap_same: true, imap_user: CARE, has_imap_password: true })
    const again = await saveSettings(chain, 'mailbox', { by: admin, body: { ...both, smtp_password: undefined } })
    expect(again.status).toBe(200)
    await setUpMailbox(chain, admin, mailboxSettings({ smtp: servers.smtpPort }))
  })

  test('a mailbox that a colleague has changed since it was read is not set back', async () => {
    const colleague = await chain.person()
    const read = () => chain.call<{ settings: { version: number } }>('GET', 'mailbox', { by: admin })
    const { version } = (await read()).data.settings
    const body = (from_name: string) => ({ ...mailboxSettings({ smtp: servers.smtpPort }, { from_name }), version })
    expect((await chain.call('PUT', 'mailbox', { by: colleague, body: body('An Nhiên') })).status).toBe(200)
    const late = await chain.call<object>('PUT', 'mailbox', { by: admin, body: body('Siêu thị') })
    expect([late.status, late.code]).toEqual([409, 1400])
    expect(late.data).toMatchObject({
      record: { from_name: 'An Nhiên', has_smtp_password: true },
      changed_by: colleague.name,
      changed: ['from_name'],
    })
    expect((await read()).data.settings).toMatchObject({ from_name: 'An Nhiên' })
    await setUpMailbox(chain, admin, mailboxSettings({ smtp: servers.smtpPort }))
  })
})

describe('With a mail server that', () => {
  const use = (manner: Manner) => {
    awkward.manner = manner
    awkward.mails.length = 0
    awkward.onMail = undefined
  }
  beforeAll(async () => {
    use('good')
    await setUpMailbox(chain, admin, mailboxSettings({ smtp: awkward.port, isPlain: true }))
  })
  beforeEach(() => use('good'))

  test.each<[Manner, string, number]>([
    ['silent', 'does not answer', 0],
    ['hangs at the mail', 'does not answer', 0],
    ['drips', 'does not answer', 0],
    ['talks rubbish', 'mail server', 0],
    ['refuses for now', '450 4.2.0 The mailbox is busy', 0],
    ['refuses the mail for now', '451 4.3.0 Please try again later', 1],
  ])(
    '%s, the sender waits for nothing, and the mail arrives once when it is well again',
    async (manner, reason, had) => {
      use(manner)
      const passed = stopWatch()
      const sent = await write()
      expect(passed()).toBeLessThan(1000)
      const waiting = await until(
        () => mailRow(db, sent.data.id),
        ({ state, tries }) => state === 'waiting' && tries === 1,
      )
      expect(waiting.reason).toContain(reason)
      expect(waiting.next_in).toBeGreaterThan(50)
      expect(awkward.mails.length).toBe(had)
      use('good')
      await due(sent.data.id)
      expect((await settled(sent.data.id)).state).toBe('sent')
      expect(awkward.mails.length).toBe(1)
      expect(awkward.mails[0]?.data).toContain(String(waiting.message_id))
    },
  )

  test('refuses for good, it fails at once, is told to the one who wrote it, and can be sent again', async () => {
    use('refuses for good')
    const handler = await chain.person()
    const sent = await write({}, handler)
    const failed = await settled(sent.data.id)
    expect(failed).toMatchObject({ state: 'failed', tries: 1 })
    expect(failed.reason).toContain('550 5.1.1 Nobody of that name')
    use('good')
    const again = await chain.call<Sent>('POST', `ticket/${ticket.id}/send-again`, {
      by: admin,
      body: { mail: sent.data.id },
    })
    expect(again.data.id).toBe(sent.data.id)
    expect((await settled(sent.data.id)).state).toBe('sent')
    const twice = await chain.call('POST', `ticket/${ticket.id}/send-again`, {
      by: admin,
      body: { mail: sent.data.id },
    })
    expect(twice.status).toBe(404)
  })

  test('refuses for good as the address is wrong, it goes to the right one when it is sent again', async () => {
    use('refuses for good')
    const mistyped = await chain.ticket(admin, { email: 'lam@customer.example' })
    const sent = await write({}, admin, mistyped.id)
    expect((await settled(sent.data.id)).state).toBe('failed')
    use('good')
    const { version } = (await chain.call<{ version: number }>('GET', `ticket/${mistyped.id}`, { by: admin })).data
    await chain.call('PUT', `ticket/${mistyped.id}`, { by: admin, body: { email: LAN, version } })
    await chain.call('POST', `ticket/${mistyped.id}/send-again`, { by: admin, body: { mail: sent.data.id } })
    expect(await settled(sent.data.id)).toMatchObject({ state: 'sent', recipient: LAN })
    expect(awkward.mails.at(-1)?.data).toMatch(/^To: lan@customer\.example$/m)
  })

  test.each<Manner>(['hangs after the mail', 'breaks off after the mail'])(
    '%s, it may have it: it is never sent again by itself, and a person may decide to',
    async (manner) => {
      use(manner)
      const sent = await write()
      const unknown = await settled(sent.data.id)
      expect(unknown.state).toBe('unknown')
      expect(awkward.mails.length).toBe(1)
      use('good')
      await due(sent.data.id)
      const again = await chain.call<Sent>('POST', `ticket/${ticket.id}/send-again`, {
        by: admin,
        body: { mail: sent.data.id },
      })
      expect(again.data.id).not.toBe(sent.data.id)
      const second = await settled(again.data.id)
      expect(second.state).toBe('sent')
      expect(second.message_id).not.toBe(unknown.message_id)
      expect(awkward.mails.length).toBe(1)
    },
  )

  test('is down for a day, the mail fails where everybody sees it', async () => {
    use('silent')
    const sent = await write()
    await sql`update mails set queued_at = now() - interval '25 hours' where id = ${sent.data.id}`.execute(db)
    expect((await settled(sent.data.id)).state).toBe('failed')
    const told = await sql<{
      n: number
    }>`select count(*)::int as n from activity where module = 'complaints' and action = 'mail failed' and (changes->'mail'->>1)::bigint = ${sent.data.id}`.execute(
      db,
    )
    expect(told.rows[0]?.n).toBe(1)
  })

  test('is used by two of our servers, each mail is sent by one of them', async () => {
    const further = await chain.another()
    for (let n = 0; n < 20; n++)
      await inTransaction(db, (tx) =>
        queueMail(tx, { key: `many ${n}`, to: LAN, subject: `Thư ${n}`, text: `Thư ${n}` }),
      )
    const states = () => sql<{ state: string }>`select state from mails where key like 'many %'`.execute(db)
    await until(states, ({ rows }) => rows.every(({ state }) => state === 'sent'))
    expect(awkward.mails.length).toBe(20)
    await further.stop()
  })

  test('gets a mail from one of our servers that slept meanwhile: it is not sent twice, and not taken for lost', async () => {
    // The first server gets as far as the fence, and its time is over before it goes on.
    awkward.onMail = () =>
      sql`update mails set claimed_until = now() - interval '1 second' where state = 'sending'`
        .execute(db)
        .then(() => undefined)
    const sent = await write()
    await until(
      () => mailRow(db, sent.data.id),
      ({ state }) => state === 'sent',
    )
    expect(awkward.mails.length).toBe(1)
    // One that slept before the fence finds another's claim and lets go.
    awkward.onMail = undefined
    await sql`create function steal() returns trigger language plpgsql as $$ begin if new.handed_at is not null and old.handed_at is null and new.key = 'stolen' and old.tries = 1 then return null; end if; return new; end $$`.execute(
      db,
    )
    await sql`create trigger steal before update on mails for each row execute function steal()`.execute(db)
    const stolen = await inTransaction(db, (tx) =>
      queueMail(tx, { key: 'stolen', to: LAN, subject: 'Một', text: 'Một' }),
    )
    await until(
      () => mailRow(db, Number(stolen)),
      ({ tries }) => tries === 1,
    )
    await sql`update mails set claimed_until = now() - interval '1 second' where id = ${stolen}`.execute(db)
    expect((await settled(Number(stolen))).state).toBe('sent')
    expect(awkward.mails.length).toBe(2)
    await sql`drop trigger steal on mails`.execute(db)
  })

  test('had a mail of a server of ours that was killed: whether it arrived is said to be unknown', async () => {
    const [row] = (
      await sql<{
        id: number
      }>`insert into mails (key, state, kind, complaint, recipient, subject, body_text, claim, claimed_until, handed_at)
        values ('killed', 'sending', 'reply', ${ticket.id}, ${LAN}, 'x', 'x', gen_random_uuid(), now() - interval '1 minute', now() - interval '2 minutes') returning id`.execute(
        db,
      )
    ).rows
    expect((await settled(Number(row?.id))).state).toBe('unknown')
    expect(awkward.mails).toEqual([])
  })
})

test('without a mail server a mail is only kept, and writing to a customer is refused with a word', async () => {
  await setUpMailbox(chain, admin, mailboxSettings({}))
  const id = await inTransaction(db, (tx) => queueMail(tx, { key: 'kept', to: LAN, subject: 'x', text: 'x' }))
  expect((await mailRow(db, Number(id))).state).toBe('unsent')
  expect(await write()).toMatchObject({ status: 409, text: 'No mail server is set up.' })
})
