import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import sanitize from 'sanitize-html'
import { expect, test } from 'vitest'
import { comments } from '../../../src/modules/complaints/comments/comments.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import { forgetPersonalMail } from '../../../src/server/mail/personal/forgetting.ts'
import { keysOf } from '../../../src/server/private/keys.ts'
import { rotateKeys } from '../../../src/server/private/rotate-keys.ts'
import { eraseSubject, subjectRecords } from '../../../src/server/private/subject.ts'
import type { MailEvent, QueuedMail } from '../../../src/shared/mail.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { HOSTILE } from '../../setup/mail/hostile-mails.ts'
import { until } from '../../setup/mail/mail-chain.ts'
import { startMailServers } from '../../setup/mail/mail-servers.ts'
import {
  anotherProgram,
  connectionTo,
  connectMailbox,
  draftOf,
  mailText,
  mailWithFiles,
  ownMail,
} from '../../setup/mail/own-mail.ts'
import { arrived } from '../../setup/mail/real-servers.ts'
import { stopWatch } from '../../setup/process/stop-watch.ts'

const SECRET = 'a secret for tests that is long enough'
const [STAFF, LAN, MINH] = ['staff@chain.example', 'lan@customer.example', 'minh@customer.example']
const servers = await startMailServers()
const chain = await startChain({ MAIL_INTERNAL_HOSTS: servers.internal })
const { db } = chain
const person = await chain.person({ role: 'Customer service' })
const other = await chain.person({ role: 'Customer service' })
await connectMailbox(chain, person, connectionTo(servers, STAFF))
await connectMailbox(chain, other, connectionTo(servers, MINH))
const [mail, theirs] = [ownMail(chain, person), ownMail(chain, other)]

/** The mail events that an open tab hears. */
async function listen(by: Person, at = chain.url): Promise<{ heard: MailEvent[]; end(): void }> {
  const stop = new AbortController()
  const answer = await fetch(`${at}/api/stream`, {
    headers: { authorization: `Bearer ${by.token}` },
    signal: stop.signal,
  })
  const heard: MailEvent[] = []
  const follow = async () => {
    let text = ''
    for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(part).toString()
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [, data] = /^event: mail\ndata: (.*)$/m.exec(event) ?? []
        if (data) heard.push(JSON.parse(data) as MailEvent)
      }
    }
  }
  void follow().catch(() => {})
  return { heard, end: () => stop.abort() }
}

test('new mail is heard by every open tab at both servers, and the bell rings once', async () => {
  const second = await chain.another()
  const tabs = [await listen(person), await listen(person), await listen(person, second.url)]
  const servers_ = [chain.running, second]
  await until(
    async () => servers_.map(({ context }) => context.mailboxes?.size ?? 0),
    (sizes) => sizes.every((size) => size > 0),
  )
  await mail.list()
  await ownMail(chain, person, second.url).list()
  await until(
    async () =>
      row(db, { uid: 'number?' }, sql`select told_uid as uid from mail_connections where user_id = ${person.id}`),
    (found) => found?.uid !== null,
  )
  const passed = stopWatch()
  await servers.drop(STAFF, mailText({ subject: 'Thư mới', from: 'Lan <lan@customer.example>' }))
  await until(
    async () => tabs.map(({ heard }) => heard.filter(({ kind }) => kind === 'new').length),
    (counts) => counts.every((n) => n === 1),
  )
  expect(passed()).toBeLessThan(5000)
  expect(tabs[2]?.heard.find(({ kind }) => kind === 'new')).toMatchObject({
    subject: 'Thư mới',
    from: { name: 'Lan' },
    unread: 1,
  })
  // The menu of every tab tells them too, also of one that is opened later.
  const counted = async () =>
    (await chain.call<{ counts: Record<string, number> }>('GET', 'modules', { by: person })).data.counts.mail
  expect(await counted()).toBe(1)
  const bells = await until(
    () =>
      rows(
        db,
        { kind: 'string', title: 'string', link: 'string?' },
        sql`select kind, title, link from notifications where user_id = ${person.id}`,
      ),
    (found) => found.length > 0,
  )
  expect(bells).toEqual([{ kind: 'mail', title: '', link: '/mail' }])
  // What one tab does is heard by the other, at whatever server it is.
  const [first] = (await mail.list()).data
  await mail.post('mail/setRead', { ids: [first?.id], value: true })
  await until(async () => tabs[2]?.heard.some(({ kind, unread }) => kind === 'flags' && unread === 0), Boolean)
  await mail.post('mail/destroy', { ids: [first?.id] })
  await until(async () => tabs[2]?.heard.some(({ kind }) => kind === 'gone'), Boolean)
  const { mailboxes } = chain.running.context
  for (const tab of tabs) tab.end()
  if (mailboxes) mailboxes.closeAfterMs = 0
  await until(
    async () => mailboxes?.size,
    (size) => size === 0,
  )
  if (mailboxes) mailboxes.closeAfterMs = 600_000
  await second.stop()
})

test('another program in the same mailbox sees what is done here, and its acts are seen here', async () => {
  await servers.drop(STAFF, mailText({ subject: 'Chung' }))
  const [shown] = (await mail.list()).data
  await mail.post('mail/setStarred', { ids: [shown?.id], value: true })
  await mail.post('mail/draft', draftOf({ subject: 'Nháp chung', key: 'common-draft' }))
  const phone = await anotherProgram(servers, STAFF)
  await phone.mailboxOpen('INBOX')
  const seen = await phone.fetchOne('*', { flags: true, envelope: true })
  expect(seen && [seen.envelope?.subject, seen.flags?.has('\\Flagged')]).toEqual(['Chung', true])
  await phone.messageFlagsAdd('*', ['\\Seen', '\\Answered'])
  await phone.mailboxOpen('Drafts')
  const draft = await phone.fetchOne('*', { flags: true, envelope: true })
  expect(draft && [draft.envelope?.subject, draft.flags?.has('\\Draft')]).toEqual(['Nháp chung', true])
  await phone.messageDelete('*')
  await phone.logout()
  expect((await mail.list()).data[0]).toMatchObject({ subject: 'Chung', seen: true, answered: true, starred: true })
  expect((await mail.list({ folder: (await mail.folder('drafts')).id })).count).toBe(0)
})

test('a mail that another program moved meanwhile is said to be gone, whatever is asked of it', async () => {
  await servers.drop(STAFF, mailText({ subject: 'Đã dọn' }))
  const [tidied] = (await mail.list()).data
  const folder = (await mail.folder('trash')).id
  const phone = await anotherProgram(servers, STAFF)
  await phone.mailboxOpen('INBOX')
  await phone.messageMove('*', 'Archive')
  await phone.logout()
  const ids = [tidied?.id]
  expect((await mail.get(`mail/conversation?id=${tidied?.id}`)).code).toBe(1437)
  for (const [act, more] of [
    ['move', { folder }],
    ['destroy', {}],
    ['junk', { value: true }],
  ] as const) {
    const answer = await mail.post(`mail/${act}`, { ids, ...more })
    expect([answer.status, answer.code], act).toEqual([404, 1437])
  }
  expect((await mail.post('mail/setStarred', { ids, value: true })).data).toEqual({ changed: 0 })
  expect((await mail.list({ folder: (await mail.folder('archive')).id })).data.map(({ subject }) => subject)).toEqual([
    'Đã dọn',
  ])
})

test("somebody else's keys open nothing, though the same folder and number may exist", async () => {
  await servers.drop(MINH, mailText({ subject: 'Riêng', to: MINH }))
  const [secret] = (await theirs.list()).data
  const folder = (await theirs.folder('inbox')).id
  const { id } = (
    await theirs.post<{ id: number }>('mail/send', draftOf({ at: new Date(Date.now() + 3_600_000).toISOString() }))
  ).data
  expect((await theirs.show(secret?.id ?? '')).subject).toBe('Riêng')
  const asked: [string, string, object?][] = [
    ['GET', `mail/show?id=${secret?.id}`],
    ['GET', `mail/conversation?id=${secret?.id}`],
    ['GET', `mail/draft?id=${secret?.id}`],
    ['GET', `mail/attachment?id=${secret?.id}&part=1`],
    ['GET', `mail?folder=${folder}`],
    ['POST', 'mail/setRead', { ids: [secret?.id], value: true }],
    ['POST', 'mail/destroy', { ids: [secret?.id] }],
    ['POST', 'mail/move', { ids: [secret?.id], folder }],
    ['POST', 'mail/read-all', { folder }],
    ['POST', 'mail/prefill', { id: secret?.id }],
    ['POST', 'mail/remote', { id: secret?.id, sender: true }],
    ['POST', 'mail/send/undo', { id }],
    ['POST', 'mail/send', draftOf({ forwarded: [{ id: secret?.id, part: '1' }] })],
  ]
  for (const [method, path, body] of asked)
    expect([(await chain.call(method, path, { by: person, body })).status, path]).toEqual([404, path])
  expect((await chain.call('POST', 'mail/send/now', { by: person, body: { id } })).code).toBe(1438)
  expect((await mail.get<{ data: QueuedMail[] }>('mail/scheduled')).data.data).toEqual([])
  expect((await theirs.list()).data[0]?.seen).toBe(false)
  await theirs.post('mail/send/undo', { id })
  expect((await fetch(`${chain.url}/api/mail/attachment?id=${secret?.id}&part=1`)).status).toBe(401)
})

test('no hostile mail runs, loads or hangs: each is shown bare, or said to be unreadable', async () => {
  for (const raw of Object.values(HOSTILE)) await servers.drop(MINH, raw)
  const wanted = Object.keys(HOSTILE).length
  let shown = 0
  for (let page = 1, more = true; more; page++) {
    const found = await theirs.list({ page: String(page), conversations: '0', perpage: '50' })
    for (const { id } of found.data) {
      const answer = await theirs.get<{ html: string | null; text: string }>(`mail/show?id=${id}`)
      expect([200, 422]).toContain(answer.status)
      if (answer.status !== 200) continue
      shown++
      expect([...tagsOf(answer.data.html ?? '')].filter(isHarmful)).toEqual([])
    }
    more = found.has_more
  }
  expect(shown).toBeGreaterThan(wanted * 0.9)
})

interface Tag {
  name: string
  attributes: Record<string, string>
}

/** As a browser reads them: what stands in a value is no tag. */
function tagsOf(html: string): Tag[] {
  const tags: Tag[] = []
  const onOpenTag = (name: string, attributes: Record<string, string>) => void tags.push({ name, attributes })
  sanitize(html, { allowedTags: false, allowedAttributes: false, allowVulnerableTags: true, onOpenTag })
  return tags
}

const RUNS =
  /^(script|style|iframe|object|embed|form|input|button|link|meta|base|svg|math|video|audio|template|noscript)$/
const LOADS = /^(on.*|src|srcset|background|poster|action|formaction|data|http-equiv|ping)$/
const isHarmful = ({ name, attributes }: Tag): boolean =>
  RUNS.test(name) ||
  Object.entries(attributes).some(
    ([attribute, value]) =>
      LOADS.test(attribute) ||
      (attribute === 'href' && !/^(https?|mailto|tel):/i.test(value)) ||
      (attribute === 'style' && /url|expression|@/i.test(value)),
  )

test('a mail of 30 MB is listed, read and its file saved without being held in memory', async () => {
  const content = Buffer.alloc(30 * 2 ** 20, 'x y z ')
  await servers.drop(
    MINH,
    mailWithFiles({ subject: 'Rất lớn' }, [{ name: 'to.bin', type: 'application/octet-stream', content }]),
  )
  const [big] = (await theirs.list({ perpage: '5' })).data
  expect(big?.subject).toBe('Rất lớn')
  const shown = await theirs.show(big?.id ?? '')
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = () => {
    collect()
    return process.memoryUsage().arrayBuffers
  }
  const before = held()
  let most = 0
  let bytes = 0
  let next = 0
  const answer = await fetch(`${chain.url}/api/mail/attachment?id=${big?.id}&part=${shown.files[0]?.part}`, {
    headers: { authorization: `Bearer ${other.token}` },
  })
  for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += part.length
    if (bytes >= next) {
      next += 2 ** 21
      most = Math.max(most, held() - before)
    }
  }
  expect(bytes).toBe(content.length)
  // Of both ends, as the reader is in this process too.
  expect(most).toBeLessThan(20 * 2 ** 20)
})

test('who only looks like a colleague is marked, and so is who is not of the chain', async () => {
  const from = (name: string, address: string) =>
    mailText({
      subject: `${name} ${address}`,
      from: `=?utf-8?B?${Buffer.from(name).toString('base64')}?= <${address}>`,
    })
  for (const [name, address] of [
    [person.name, 'ceo@evil.example'],
    ['Ai đó', 'x@chaln.example'],
    ['boss@chain.example', 'x@evil.example'],
    ['Khách', 'khach@gmail.com'],
    [person.name, person.email],
  ] as const)
    await servers.drop(STAFF, from(name, address))
  const marks = (await mail.list({ perpage: '5' })).data.map(({ mark }) => mark)
  expect(marks).toEqual([null, 'outside', 'imitates', 'imitates', 'imitates'])
})

test('a complaint takes over a mail, the two are linked, and the customer stands beside it', async () => {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await servers.drop(
    STAFF,
    mailWithFiles({ subject: 'Re: Sữa hết hạn', text: 'Sữa hết hạn, số tôi 0912 345 678' }, [
      { name: 'sua.png', type: 'image/png', content: picture },
      { name: 'hoa don.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.4') },
    ]),
  )
  const [row_] = (await mail.list()).data
  const taken = await mail.post<{
    title: string
    content: string
    attachments: { id: string }[]
    left_out: string[]
    phone: string
    email: string
    customer_name: string
  }>('mail/prefill', { id: row_?.id })
  expect(taken.data).toMatchObject({
    title: 'Sữa hết hạn',
    phone: '0912345678',
    email: LAN,
    customer_name: 'Lan',
    left_out: ['hoa don.pdf'],
  })
  const { title, content, phone, email, customer_name, attachments } = taken.data
  const ticket = await chain.ticket(person, {
    title,
    content,
    phone,
    email,
    customer_name,
    feedback_method: 'email',
    attachments: attachments.map(({ id }) => id),
  })
  const linked = await mail.post('mail/link', { id: row_?.id, kind: 'complaint', record: ticket.id })
  expect(linked.data).toEqual({ links: [{ kind: 'complaint', id: ticket.id, code: ticket.issue_number }] })
  expect((await mail.list()).data[0]?.links).toEqual([{ kind: 'complaint', id: ticket.id, code: ticket.issue_number }])
  expect((await mail.show(row_?.id ?? '')).customer).toEqual({
    name: 'Lan',
    phone: '0912345678',
    link: `/complaints/view/${ticket.id}`,
  })
  await mail.post('mail/move', { ids: [row_?.id], folder: (await mail.folder('archive')).id })
  const back = (await mail.get<{ data: { id: string; subject: string }[] }>(`mail/of?kind=complaint&id=${ticket.id}`))
    .data.data
  expect(back.map(({ subject }) => subject)).toEqual(['Re: Sữa hết hạn'])
  expect((await mail.show(back[0]?.id ?? '')).subject).toBe('Re: Sữa hết hạn')
  const attached = await mail.post('mail/attach', { id: back[0]?.id, ticket: ticket.id })
  expect(attached.status).toBe(200)
  const said = await row(
    db,
    { body: 'string', n: 'number' },
    sql`select min(body) as body, count(*)::int as n from ${sql.table(comments.table)} where complaint = ${ticket.id}`,
  )
  expect([said?.n, said?.body.includes('Sữa hết hạn')]).toEqual([1, true])
  const elsewhere = await chain.person({
    role: 'Customer service',
    scope: 'store',
    store: chain.stores[1],
    permissions: { complaints: { read: true, add: false, edit: false, delete: false, report: false, other: false } },
  })
  await connectMailbox(chain, elsewhere, connectionTo(servers, STAFF))
  const theirMail = ownMail(chain, elsewhere)
  const [first] = (await theirMail.list()).data
  expect((await theirMail.post('mail/link', { id: first?.id, kind: 'complaint', record: ticket.id })).status).toBe(404)
  expect((await theirMail.post('mail/attach', { id: first?.id, ticket: ticket.id })).status).toBe(404)
  expect((await theirMail.show(first?.id ?? '')).customer).toBeNull()
})

test('recipients are found by their names without diacritics', async () => {
  const found = await mail.get<{ data: { address: string; kind: string }[] }>(
    `mail/recipients?search=${encodeURIComponent(other.name.toUpperCase())}`,
  )
  expect(found.data.data).toContainEqual(expect.objectContaining({ address: other.email, kind: 'staff' }))
  expect((await mail.get<{ data: unknown[] }>('mail/recipients?search=%25')).data.data).toEqual([])
})

test('headers are kept sealed, for thirty days, and go with somebody who is erased and with the connection', async () => {
  const kept = await row(
    db,
    { said: 'string', n: 'number' },
    sql`select string_agg(h::text, ' ') as said, count(*)::int as n from mail_headers h`,
  )
  expect(kept?.n).toBeGreaterThan(5)
  expect(kept?.said).not.toMatch(/customer\.example|Chung|INBOX/)
  const keys = keysOf([SECRET])
  expect(
    (await subjectRecords(db, keys, { email: LAN })).find(({ module }) => module === 'mail-headers')?.record,
  ).toMatchObject({ mails: expect.any(Number) })
  expect((await eraseSubject(db, keys, { email: LAN }))['mail-headers']).toBeGreaterThan(0)
  expect(
    (await subjectRecords(db, keys, { email: LAN })).find(({ module }) => module === 'mail-headers'),
  ).toBeUndefined()
  await mail.list()
  await sql`update mail_headers set looked_at = now() - interval '31 days' where user_id = ${person.id}`.execute(db)
  await forgetPersonalMail(db)
  const left = () =>
    row(db, { n: 'number' }, sql`select count(*)::int as n from mail_headers where user_id = ${person.id}`)
  expect((await left())?.n).toBe(0)
  await mail.list()
  await rotateKeys(db, keysOf(['a newer key for tests, long enough too', SECRET]))
  expect((await left())?.n).toBe(0)
  await rotateKeys(db, keysOf([SECRET, 'a newer key for tests, long enough too']))
  await chain.call('DELETE', 'mail-connection', { by: person })
  expect((await left())?.n).toBe(0)
  expect((await mail.get('mail')).code).toBe(1431)
})

test('a mail that waits goes out once, though a server ends while it has it', async () => {
  await connectMailbox(chain, person, connectionTo(servers, STAFF))
  const before = (await servers.inbox(LAN)).length
  const { id } = (
    await mail.post<{ id: number }>(
      'mail/send',
      draftOf({ subject: 'Một lần thôi', at: new Date(Date.now() + 3_600_000).toISOString() }),
    )
  ).data
  // As a server left it that was killed before the fence, and after it.
  await sql`update personal_mails set state = 'sending', claim = gen_random_uuid(), claimed_until = now() - interval '1 second', next_at = now() where id = ${id}`.execute(
    db,
  )
  await arrived(servers, LAN, before + 1)
  const second = (
    await mail.post<{ id: number }>(
      'mail/send',
      draftOf({ subject: 'Có thể đã đến', at: new Date(Date.now() + 3_600_000).toISOString() }),
    )
  ).data
  await sql`update personal_mails set state = 'sending', claim = gen_random_uuid(), claimed_until = now() - interval '1 second', handed_at = now() where id = ${second.id}`.execute(
    db,
  )
  await until(
    async () => (await mail.get<{ data: QueuedMail[] }>('mail/scheduled')).data.data.map(({ state }) => state),
    (states) => states.join() === 'unknown',
  )
  await until(
    () => row(db, sql`select 1 as n from notifications where user_id = ${person.id} and kind = 'mail not sent'`),
    (found) => found !== undefined,
  )
  expect((await servers.inbox(LAN)).filter((raw) => raw.includes('Subject:')).length).toBe(before + 1)
  expect((await mail.post('mail/send/undo', { id: second.id })).status).toBe(200)
})
