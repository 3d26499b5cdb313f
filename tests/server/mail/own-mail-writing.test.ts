import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import type { MailAttached, MailDraft, MailDraftShown, QueuedMail } from '../../../src/shared/mail.ts'
import { REFUSALS } from '../../../src/shared/refusals.ts'
import { startChain } from '../../setup/chain.ts'
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

const [STAFF, LAN, MINH] = ['staff@chain.example', 'lan@customer.example', 'minh@customer.example']
const servers = await startMailServers()
const chain = await startChain({ MAIL_INTERNAL_HOSTS: servers.internal })
const { db } = chain
const person = await chain.person({ role: 'Customer service' })
await connectMailbox(chain, person, connectionTo(servers, STAFF))
const mail = ownMail(chain, person)

interface Sent {
  id: number
  sends_at: string
}
const send = async (body: object): Promise<Sent> => {
  const answer = await mail.post<Sent>('mail/send', body)
  if (answer.status !== 201) throw new Error(`${answer.text} ${JSON.stringify(answer.data)}`)
  return answer.data
}
/** As if its ten seconds were over. */
const hurry = (id: number) =>
  sql`update personal_mails set next_at = now() where id = ${id} and state = 'waiting'`.execute(db)
const stateOf = async (id: number) =>
  (await row(
    db,
    { state: 'string', draft: 'string?' },
    sql`select state, draft from personal_mails where id = ${id}`,
  )) ?? { state: 'gone', draft: null }
const filed = (id: number) =>
  until(
    () => stateOf(id),
    ({ state }) => state === 'filed',
  )

test('an answer goes out after its ten seconds, names what it answers, and lies among the sent mails once', async () => {
  await servers.drop(STAFF, mailText({ subject: 'Hỏi giá', id: '<ask@customer.example>' }))
  const [asked] = (await mail.list()).data
  const before = Date.now()
  const sent = await send(
    draftOf({ subject: 'Re: Hỏi giá', in_reply_to: asked?.id, mode: 'reply', bcc: [{ name: '', address: MINH }] }),
  )
  const waits = Date.parse(sent.sends_at) - 10_000
  expect([waits >= before - 50, waits <= Date.now() + 50]).toEqual([true, true])
  expect(await servers.inbox(LAN)).toEqual([])
  await hurry(sent.id)
  const [raw = ''] = await arrived(servers, LAN)
  expect(raw).toContain('In-Reply-To: <ask@customer.example>')
  expect(raw).toContain('References: <ask@customer.example>')
  expect(raw).not.toMatch(/^Bcc:/m)
  await arrived(servers, MINH)
  expect((await filed(sent.id)).draft).toBeNull()
  const box = await mail.folder('sent')
  const kept = await mail.list({ folder: box.id })
  expect(kept.data.map(({ subject }) => subject)).toEqual(['Re: Hỏi giá'])
  expect((await mail.show(kept.data[0]?.id ?? '')).bcc).toEqual([{ name: '', address: MINH }])
  expect((await mail.list()).data.find(({ subject }) => subject === 'Hỏi giá')?.answered).toBe(true)
})

test('within its ten seconds a mail is taken back with all that was written, and never leaves', async () => {
  const before = (await servers.inbox(LAN)).length
  const draft = draftOf({ subject: 'Gửi nhầm', html: '<p>Chưa <b>xong</b></p>' })
  const { id } = await send(draft)
  const undone = await mail.post<{ draft: MailDraft }>('mail/send/undo', { id })
  expect(undone.data.draft).toMatchObject({ subject: 'Gửi nhầm', html: draft.html, to: draft.to })
  await hurry(id)
  expect(await stateOf(id)).toEqual({ state: 'undone', draft: null })
  expect((await mail.post('mail/send/undo', { id })).code).toBe(1438)
  const later = await send(draftOf({ subject: 'Đi rồi' }))
  await hurry(later.id)
  await arrived(servers, LAN, before + 1)
  expect((await mail.post('mail/send/undo', { id: later.id })).code).toBe(1438)
  expect((await servers.inbox(LAN)).join('\n')).not.toContain('Chưa')
})

test('a mail waits for its moment, is told among those that wait, and can be changed or sent at once', async () => {
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const { id, sends_at } = await send(draftOf({ subject: 'Sáng mai', at }))
  expect(Date.parse(sends_at)).toBe(Date.parse(at))
  const waiting = (await mail.get<{ data: QueuedMail[] }>('mail/scheduled')).data.data
  expect(waiting.map(({ subject, state }) => [subject, state])).toEqual([['Sáng mai', 'waiting']])
  const sealed = await row(db, { draft: 'string' }, sql`select draft from personal_mails where id = ${id}`)
  expect(sealed?.draft).not.toContain('Sáng mai')
  const before = (await servers.inbox(LAN)).length
  expect((await mail.post('mail/send/now', { id })).status).toBe(200)
  await arrived(servers, LAN, before + 1)
  await filed(id)
  expect((await mail.get<{ data: QueuedMail[] }>('mail/scheduled')).data.data).toEqual([])
  const far = await mail.post('mail/send', draftOf({ at: new Date(Date.now() + 800 * 86_400_000).toISOString() }))
  expect(far.status).toBe(422)
})

test('a draft lies in the mailbox once, however often it is saved, and goes when it is sent', async () => {
  const drafts = await mail.folder('drafts')
  const key = 'draft-key-1'
  const save = async (more: object) => (await mail.post<{ id: string }>('mail/draft', draftOf({ key, ...more }))).data
  const first = await save({ subject: 'Nháp 1' })
  // The answer to the first was lost: it comes again without an id.
  const again = await save({ subject: 'Nháp 1' })
  const second = await save({ subject: 'Nháp 2', id: again.id, to: [{ name: '', address: 'dở dang' }] })
  expect(new Set([first.id, again.id, second.id]).size).toBe(3)
  const listed = await mail.list({ folder: drafts.id })
  expect(listed.data.map(({ subject, draft }) => [subject, draft])).toEqual([['Nháp 2', true]])
  const opened = (await mail.get<MailDraft & { id: string }>(`mail/draft?id=${second.id}`)).data
  expect(opened).toMatchObject({ id: second.id, subject: 'Nháp 2', mode: 'new' })
  const sent = await send(draftOf({ subject: 'Nháp 2', draft: second.id }))
  await hurry(sent.id)
  await filed(sent.id)
  expect((await mail.list({ folder: drafts.id })).count).toBe(0)
})

test('a draft that goes out at its time says so among the drafts, until it is taken back', async () => {
  const drafts = await mail.folder('drafts')
  const listed = async () => (await mail.list({ folder: drafts.id })).data.map((one) => [one.subject, one.scheduled])
  const kept = (await mail.post<{ id: string }>('mail/draft', draftOf({ key: 'later-key-1', subject: 'Mai gửi' }))).data
  expect(await listed()).toEqual([['Mai gửi', false]])
  const at = new Date(Date.now() + 86_400_000).toISOString()
  const { id } = await send(draftOf({ subject: 'Mai gửi', draft: kept.id, at }))
  expect(await listed()).toEqual([['Mai gửi', true]])
  expect((await mail.post('mail/send/undo', { id })).status).toBe(200)
  expect(await listed()).toEqual([['Mai gửi', false]])
  await mail.post('mail/destroy', { ids: [kept.id] })
})

describe('A mail that waits for its time', () => {
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const told = async (id: number) =>
    (await mail.get<{ data: QueuedMail[] }>('mail/scheduled')).data.data.find((one) => one.id === id)
  const failed = (id: number) =>
    until(
      () => told(id),
      (found) => found?.state === 'failed',
    )

  test('stops where another program threw its draft away, and goes out once its writer says so', async () => {
    const before = (await servers.inbox(LAN)).length
    const kept = (await mail.post<{ id: string }>('mail/draft', draftOf({ key: 'thrown-away' }))).data.id
    const { id } = await send(draftOf({ subject: 'Bỏ trên điện thoại', draft: kept, at }))
    const phone = await anotherProgram(servers, STAFF)
    await phone.mailboxOpen('Drafts')
    await phone.messageDelete('*')
    await phone.logout()
    await hurry(id)
    expect((await failed(id))?.reason).toBe(REFUSALS['draft gone'].text)
    expect((await servers.inbox(LAN)).length).toBe(before)
    expect((await mail.post('mail/send/now', { id })).status).toBe(200)
    await arrived(servers, LAN, before + 1)
    await filed(id)
  })

  test('is left to its writer where they were blocked for more than a day behind it', async () => {
    const before = (await servers.inbox(LAN)).length
    const { id } = await send(draftOf({ subject: 'Trễ hẹn', at }))
    const block = (isBlocked: boolean) =>
      sql`update users set blocked = ${isBlocked} where id = ${person.id}`.execute(db)
    await block(true)
    await sql`update personal_mails set sends_at = now() - interval '25 hours', next_at = now() where id = ${id}`.execute(
      db,
    )
    await block(false)
    expect((await failed(id))?.reason).toBe('Its time passed more than a day ago.')
    expect((await servers.inbox(LAN)).length).toBe(before)
    expect((await mail.post('mail/send/undo', { id })).status).toBe(200)
  })
})

test('a recipient that is no address yet comes back as it was typed', async () => {
  const to = ['khong-phai-email', '@chain.example', 'lan@customer.example'].map((address) => ({ name: '', address }))
  const { id } = (await mail.post<{ id: string }>('mail/draft', draftOf({ to, key: 'typed-so-far' }))).data
  expect((await mail.get<MailDraft>(`mail/draft?id=${id}`)).data.to).toEqual(to)
  await mail.post('mail/destroy', { ids: [id] })
})

test('a draft of bare text that another program began is shown as it was written, and stays the answer that it was', async () => {
  await servers.drop(STAFF, mailText({ subject: 'Hỏi chiết khấu', id: '<discount@customer.example>' }))
  const text = 'Chị Lan ơi,\nGiá <dưới 5%> & không hơn.\n\nThân'
  const begun = mailText({
    from: STAFF,
    to: LAN,
    subject: 'Re: Hỏi chiết khấu',
    text,
    answers: '<discount@customer.example>',
  })
  const phone = await anotherProgram(servers, STAFF)
  await phone.append('Drafts', begun, ['\\Draft'])
  await phone.logout()
  const [listed] = (await mail.list({ folder: (await mail.folder('drafts')).id })).data
  const { attached: _, ...draft } = (await mail.get<MailDraftShown>(`mail/draft?id=${listed?.id}`)).data
  expect(draft.html).toBe('<p>Chị Lan ơi,</p><p>Giá &#60;dưới 5%&#62; &#38; không hơn.</p><p></p><p>Thân</p>')
  const kept = await mail.post<{ id: string }>('mail/draft', { ...draft, key: 'begun-elsewhere' })
  const opened = (await mail.get<MailDraftShown>(`mail/draft?id=${kept.data.id}`)).data
  const before = (await servers.inbox(LAN)).length
  const { id, attached: __, ...words } = opened
  const sent = await send({ ...words, draft: id })
  await hurry(sent.id)
  const raw = (await arrived(servers, LAN, before + 1)).at(-1) ?? ''
  expect(raw).toContain('In-Reply-To: <discount@customer.example>')
  await filed(sent.id)
  expect((await mail.list()).data.find(({ subject }) => subject === 'Hỏi chiết khấu')?.answered).toBe(true)
})

describe('A draft that is open in two tabs', () => {
  const listed = async () =>
    (await mail.list({ folder: (await mail.folder('drafts')).id })).data.map((one) => one.subject)
  const save = (more: object) => mail.post<{ id: string }>('mail/draft', draftOf(more))
  const begun = async () => (await save({ subject: 'Mở ở hai thẻ', key: 'first-opened' })).data.id

  test('stays one draft: who saves second is told, and keeps the words', async () => {
    const id = await begun()
    const one = await save({ subject: 'Thẻ một', id, key: 'tab-one-key' })
    expect(one.status).toBe(200)
    const other = await save({ subject: 'Thẻ hai', id, key: 'tab-two-key' })
    expect([other.status, other.code]).toEqual([409, 1459])
    expect(await listed()).toEqual(['Thẻ một'])
    // The answer to a saving was lost: its own tab saves on behind the version that it does not know of.
    const again = await save({ subject: 'Thẻ một, viết tiếp', id, key: 'tab-one-key' })
    expect(again.status).toBe(200)
    expect(await listed()).toEqual(['Thẻ một, viết tiếp'])
    await mail.post('mail/destroy', { ids: [again.data.id] })
  })

  test('does not outlive its sending, and goes out once', async () => {
    const id = await begun()
    const sent = await send(draftOf({ subject: 'Gửi một lần', draft: id }))
    // Also while the mail waits for its ten seconds.
    for (const when of ['waiting', 'filed']) {
      expect((await save({ subject: 'Thẻ hai', id, key: 'tab-two-key' })).code, when).toBe(1459)
      expect((await mail.post('mail/send', draftOf({ subject: 'Gửi hai lần', draft: id }))).code, when).toBe(1459)
      await hurry(sent.id)
      await filed(sent.id)
    }
    expect(await listed()).toEqual([])
  })
})

test('files go along: uploaded ones of any kind, and those of a mail that is passed on', async () => {
  const contract = Buffer.from('%PDF-1.4 hợp đồng '.repeat(2000))
  const form = new FormData()
  form.append('file', new Blob([contract]), 'hợp đồng.pdf')
  const uploaded = await mail.post<{ files: { id: string; name: string }[] }>('mail/attachment/upload', form)
  expect([uploaded.status, uploaded.data.files[0]?.name]).toEqual([201, 'hợp đồng.pdf'])
  const table = Buffer.from('a;b;c\n'.repeat(500))
  await servers.drop(
    STAFF,
    mailWithFiles({ subject: 'Bảng' }, [{ name: 'bang.csv', type: 'text/csv', content: table }]),
  )
  const [row_] = (await mail.list()).data
  const shown = await mail.show(row_?.id ?? '')
  const before = (await servers.inbox(LAN)).length
  const { id } = await send(
    draftOf({
      subject: 'Fwd: Bảng',
      mode: 'forward',
      in_reply_to: row_?.id,
      files: uploaded.data.files.map((file) => file.id),
      forwarded: [{ id: row_?.id, part: shown.files[0]?.part }],
    }),
  )
  await hurry(id)
  const raw = (await arrived(servers, LAN, before + 1)).at(-1) ?? ''
  const bytes = raw.replace(/\r?\n/g, '')
  expect(bytes).toContain(contract.toString('base64').slice(0, 500))
  expect(bytes).toContain(table.toString('base64').slice(0, 500))
  await filed(id)
  expect((await mail.list()).data.find(({ subject }) => subject === 'Bảng')?.forwarded).toBe(true)
  const left = await row(db, { n: 'number' }, sql`select count(*)::int as n from stored_files where module = 'mail'`)
  expect(left?.n).toBe(0)
  // Somebody else's upload is nobody's to send.
  const other = await chain.person({ role: 'Customer service' })
  const theirs = await chain.call<{ files: { id: string }[] }>('POST', 'mail/attachment/upload', {
    by: other,
    body: newForm(),
  })
  const refused = await mail.post('mail/send', draftOf({ files: theirs.data.files.map((file) => file.id) }))
  expect(refused.status).toBe(422)
})

test('files that lie in the draft, or in the mail that is passed on, come back with a mail that is taken back', async () => {
  await servers.drop(
    STAFF,
    mailWithFiles({ subject: 'Mẫu đơn' }, [{ name: 'mau.csv', type: 'text/csv', content: Buffer.from('a;b') }]),
  )
  const passedOn = (await mail.list()).data[0]?.id ?? ''
  const [file] = (await mail.show(passedOn)).files
  const uploaded = await mail.post<{ files: { id: string }[] }>('mail/attachment/upload', newForm())
  const kept = await mail.post<{ id: string; attached: MailAttached[] }>(
    'mail/draft',
    draftOf({ key: 'taken-back-1', files: uploaded.data.files.map(({ id }) => id) }),
  )
  const inDraft = kept.data.attached.map(({ id, part: at }) => ({ id, part: at }))
  const forwarded = [...inDraft, { id: passedOn, part: file?.part }]
  const { id } = await send(draftOf({ subject: 'Gửi lại', draft: kept.data.id, forwarded }))
  const { draft } = (await mail.post<{ draft: MailDraftShown }>('mail/send/undo', { id })).data
  expect(draft.attached).toEqual([
    ...kept.data.attached,
    { file: null, id: passedOn, part: file?.part, name: 'mau.csv', type: 'text/csv', size: file?.size },
  ])
  expect(draft.forwarded).toEqual(forwarded)
  const before = (await servers.inbox(LAN)).length
  const again = await send(draftOf({ subject: 'Gửi lại', draft: draft.id, forwarded: draft.forwarded }))
  await hurry(again.id)
  const raw = (await arrived(servers, LAN, before + 1)).at(-1) ?? ''
  expect([...raw.matchAll(/filename=(\S+)/g)].map(([, name]) => name)).toEqual(['x.txt', 'mau.csv'])
  await filed(again.id)
})

test('what a mail may not hold is refused by name, and nothing waits', async () => {
  const bodies: [object, string][] = [
    [{ to: [] }, 'to'],
    [{ to: [{ name: 'x', address: 'no address' }] }, 'to'],
    [{ cc: [{ name: 'x', address: 'a@b.example\r\nBcc: evil@x.example' }] }, 'cc'],
    [{ html: 7 }, 'html'],
    [{ files: 'x' }, 'files'],
    [{ forwarded: [{ id: 1 }] }, 'forwarded'],
  ]
  for (const [more, field] of bodies) {
    const answer = await mail.post<{ fields: object }>('mail/send', draftOf(more))
    expect([answer.status, Object.keys(answer.data.fields)]).toEqual([422, [field]])
  }
  const foreign = await mail.post('mail/send', draftOf({ in_reply_to: 'AAAA', mode: 'reply' }))
  expect(foreign.code).toBe(1437)
  const waiting = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from personal_mails where state = 'waiting'`,
  )
  expect(waiting?.n).toBe(0)
})

test('words that are sent run nothing at the other end, and one address that is refused is told', async () => {
  const before = (await servers.inbox(LAN)).length
  const html = '<p onclick="x()">Chào <script>alert(1)</script><a href="javascript:x">a</a></p>'
  const to = [
    { name: 'Lan', address: LAN },
    { name: '', address: 'nobody@chain.example' },
  ]
  const { id } = await send(draftOf({ html, to }))
  await hurry(id)
  const raw = (await arrived(servers, LAN, before + 1)).at(-1) ?? ''
  expect(raw).not.toMatch(/script|onclick/)
  await filed(id)
  const kept = await row(db, { reason: 'string?' }, sql`select reason from personal_mails where id = ${id}`)
  expect(kept?.reason).toContain('nobody@chain.example')
})

test('a signature is kept clean', async () => {
  const kept = await mail.post<{ signature: string }>('mail/signature', { html: '<b>Hà</b><script>x</script>' })
  expect(kept.data.signature).toBe('<b>Hà</b>')
  expect((await mail.get<{ signature: string }>('mail/status')).data.signature).toBe('<b>Hà</b>')
})

function newForm(): FormData {
  const form = new FormData()
  form.append('file', new Blob(['x']), 'x.txt')
  return form
}
