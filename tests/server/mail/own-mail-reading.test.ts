import { expect, test } from 'vitest'
import type { MailInConversation } from '../../../src/shared/mail.ts'
import { startChain } from '../../setup/chain.ts'
import { startMailServers } from '../../setup/mail/mail-servers.ts'
import { connectionTo, connectMailbox, mailText, mailWithFiles, ownMail } from '../../setup/mail/own-mail.ts'

const STAFF = 'staff@chain.example'
const servers = await startMailServers()
const chain = await startChain({ MAIL_INTERNAL_HOSTS: servers.internal })
const person = await chain.person({ role: 'Customer service' })
const mail = ownMail(chain, person)

test('without a connection the status says so, and all else leads to the settings', async () => {
  expect((await mail.get('mail/status')).data).toEqual({
    connected: false,
    address: '',
    signature: null,
    problem: null,
  })
  for (const path of ['mail', 'mail/folders', 'mail/scheduled', 'mail/show?id=x'])
    expect([(await mail.get(path)).code, path]).toEqual([1431, path])
  await connectMailbox(chain, person, connectionTo(servers, STAFF))
  expect((await mail.get('mail/status')).data).toMatchObject({ connected: true, address: STAFF, problem: null })
})

test('forty mails are read from the newest to the oldest, page by page', async () => {
  for (let n = 1; n <= 40; n++)
    await servers.drop(
      STAFF,
      mailText({ subject: `Thư số ${n}`, text: `Nội dung ${n}`, date: new Date(Date.now() - (41 - n) * 60_000) }),
    )
  const seen: string[] = []
  for (let page = 1, more = true; more; page++) {
    const found = await mail.list({ page: String(page), perpage: '15' })
    expect([found.total, found.count]).toEqual([40, 40])
    seen.push(...found.data.map(({ subject }) => subject))
    more = found.has_more
  }
  expect(seen).toEqual(Array.from({ length: 40 }, (_, at) => `Thư số ${40 - at}`))
  const first = (await mail.list()).data[0]
  expect(first).toMatchObject({
    subject: 'Thư số 40',
    preview: 'Nội dung 40',
    seen: false,
    from: { name: 'Lan', address: 'lan@customer.example' },
    count: 1,
  })
  expect((await mail.show(first?.id ?? '')).text.trim()).toBe('Nội dung 40')
})

test('marks are set and taken, several at once, and the unread count follows', async () => {
  const ids = (await mail.list({ perpage: '10' })).data.map(({ id }) => id)
  expect((await mail.post('mail/setRead', { ids, value: true })).data).toEqual({ changed: 10 })
  expect((await mail.post('mail/setStarred', { ids: ids.slice(0, 2), value: true })).data).toEqual({ changed: 2 })
  expect((await mail.post('mail/setImportant', { ids: ids.slice(1, 4), value: true })).data).toEqual({ changed: 3 })
  const found = await mail.list({ perpage: '5' })
  expect(found.total).toBe(30)
  expect(found.data.map(({ seen, starred, important }) => [seen, starred, important])).toEqual([
    [true, true, false],
    [true, true, true],
    [true, false, true],
    [true, false, true],
    [true, false, false],
  ])
  const filtered = await mail.post<{ data: unknown[]; total: number }>('mail/filter', { filter: 'important' })
  expect([filtered.data.data.length, filtered.data.total]).toEqual([3, 30])
  expect((await mail.list({ filter: 'unread' })).count).toBe(30)
  expect((await mail.list({ filter: 'starred' })).data.length).toBe(2)
  await mail.post('mail/setRead', { ids: ids.slice(0, 1), value: false })
  expect((await mail.list()).total).toBe(31)
})

test('a conversation is one row, and opens with all of its mails, our own answer among them', async () => {
  const id = '<thread-1@customer.example>'
  await servers.drop(
    STAFF,
    mailText({ subject: 'Hợp đồng', id, text: 'Câu hỏi đầu', date: new Date(Date.now() - 9000) }),
  )
  const [row] = (await mail.list()).data
  const sent = await mail.post('mail/send', {
    to: [{ name: 'Lan', address: 'lan@customer.example' }],
    subject: 'Re: Hợp đồng',
    html: '<p>Trả lời</p>',
    in_reply_to: row?.id,
    mode: 'reply',
  })
  expect(sent.status, JSON.stringify(sent.data)).toBe(201)
  await servers.drop(STAFF, mailText({ subject: 'Re: Hợp đồng', answers: id, text: 'Câu hỏi hai' }))
  const [head] = (await mail.list()).data
  expect(head).toMatchObject({ subject: 'Re: Hợp đồng', count: 2, seen: false })
  expect((await mail.list({ conversations: '0' })).data[0]?.count).toBe(1)
  await expect
    .poll(
      async () =>
        (await mail.get<{ mails: MailInConversation[] }>(`mail/conversation?id=${head?.id}`)).data.mails.length,
    )
    .toBe(3)
  const { mails } = (await mail.get<{ mails: MailInConversation[] }>(`mail/conversation?id=${head?.id}`)).data
  expect(mails.map(({ from }) => from.address)).toEqual(
    ['lan@customer.example', STAFF, 'lan@customer.example'].toSorted((a) => (a === STAFF ? -1 : 1)),
  )
  expect(mails.at(-1)).toMatchObject({ subject: 'Hợp đồng', answered: true })
})

test('a search finds words of the text, in any order, and people and days', async () => {
  await servers.drop(
    STAFF,
    mailText({ subject: 'Bảng giá', text: 'Hợp đồng mùa xuân với nhà cung cấp', from: 'Minh <minh@customer.example>' }),
  )
  for (const search of [
    'mùa xuân',
    'cấp xuân',
    'from:minh',
    '"mùa xuân với"',
    'subject:"Bảng giá" xuân',
    `after:${new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)} xuân`,
  ])
    expect([(await mail.list({ search })).data.map(({ subject }) => subject), search]).toEqual([['Bảng giá'], search])
  expect((await mail.list({ search: 'không có ở đâu' })).count).toBe(0)
  expect((await mail.list({ search: 'xuân before:2020-01-01' })).count).toBe(0)
})

test('files are saved as they were, and a picture inside the text is one of our addresses', async () => {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const book = Buffer.from(Array.from({ length: 100_003 }, (_, at) => at % 251))
  await servers.drop(
    STAFF,
    mailWithFiles(
      { subject: 'Tệp', html: '<p>Ảnh <img src="cid:pic@1"> và <img src="https://evil.example/x.png"></p>' },
      [
        { name: 'anh.png', type: 'image/png', content: picture, cid: 'pic@1' },
        { name: 'bang gia.xlsx', type: 'application/octet-stream', content: book },
      ],
    ),
  )
  const [row] = (await mail.list({ perpage: '1' })).data
  expect(row).toMatchObject({ subject: 'Tệp', attachments: true })
  const shown = await mail.show(row?.id ?? '')
  expect(shown.files.map(({ name, inline }) => [name, inline])).toEqual([
    ['anh.png', true],
    ['bang gia.xlsx', false],
  ])
  expect(Math.abs((shown.files[1]?.size ?? 0) - book.length)).toBeLessThan(100)
  expect([shown.remote, shown.remote_allowed]).toEqual([1, false])
  expect(shown.html).toContain('data-remote="https://evil.example/x.png"')
  expect(shown.html).not.toMatch(/<img[^>]* src=/)
  const address = /data-inline="([^"]+)"/.exec(shown.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? ''
  const inline = await fetch(`${chain.url}/api/${address}`, { headers: { authorization: `Bearer ${person.token}` } })
  expect([inline.status, inline.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(Buffer.from(await inline.arrayBuffer()).equals(picture)).toBe(true)
  const { key } = (await chain.call<{ key: string }>('POST', 'file-key', { by: person, body: {} })).data
  const saved = await fetch(`${chain.url}/api/mail/attachment?id=${row?.id}&part=${shown.files[1]?.part}&key=${key}`)
  expect([saved.status, saved.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
  expect(saved.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''bang%20gia.xlsx")
  expect(Buffer.from(await saved.arrayBuffer()).equals(book)).toBe(true)
  await mail.post('mail/remote', { id: row?.id, sender: true })
  expect((await mail.show(row?.id ?? '')).remote_allowed).toBe(true)
  const other = (await mail.list({ search: 'xuân' })).data[0]?.id ?? ''
  expect((await mail.show(other)).remote_allowed).toBe(false)
})

test('mails are moved, deleted and reported as junk, and all of it is taken back', async () => {
  const [first, second, third] = (await mail.list({ conversations: '0' })).data
  const archive = await mail.folder('archive')
  const before = (await mail.list()).count
  const moved = await mail.post<{ moved: number; undo: string }>('mail/move', {
    ids: [first?.id, second?.id],
    folder: archive.id,
  })
  expect(moved.data.moved).toBe(2)
  expect((await mail.list()).count).toBe(before - 2)
  expect((await mail.list({ folder: archive.id })).data.map(({ subject }) => subject)).toContain(first?.subject)
  const gone = await mail.get(`mail/show?id=${first?.id}`)
  expect([gone.status, gone.code]).toEqual([404, 1437])
  expect((await mail.post('mail/undo', { undo: moved.data.undo })).status).toBe(200)
  expect((await mail.list()).count).toBe(before)
  const deleted = await mail.post<{ undo: string }>('mail/destroy', { ids: [third?.id] })
  const trash = await mail.folder('trash')
  const [inTrash] = (await mail.list({ folder: trash.id })).data
  expect(inTrash?.subject).toBe(third?.subject)
  expect((await mail.post('mail/undo', { undo: deleted.data.undo })).status).toBe(200)
  expect((await mail.post('mail/undo', { undo: deleted.data.undo })).code).toBe(1439)
  const again = (await mail.list({ conversations: '0' })).data.find(({ subject }) => subject === third?.subject)
  const junk = await mail.post<{ undo: string }>('mail/junk', { ids: [again?.id], value: true })
  expect((await mail.folder('junk')).total).toBe(1)
  await mail.post('mail/undo', { undo: junk.data.undo })
  expect((await mail.folder('junk')).total).toBe(0)
  const last = (await mail.list({ conversations: '0' })).data.find(({ subject }) => subject === third?.subject)
  await mail.post('mail/destroy', { ids: [last?.id] })
  const [there] = (await mail.list({ folder: trash.id })).data
  expect((await mail.post('mail/destroy', { ids: [there?.id] })).data).toEqual({ undo: null })
  expect((await mail.list({ folder: trash.id })).count).toBe(0)
  expect((await mail.post('mail/read-all', { folder: (await mail.folder('inbox')).id })).status).toBe(200)
  expect((await mail.list()).total).toBe(0)
})

test.each([
  ['was open before', false],
  ['is opened meanwhile', true],
])(
  'a mail of a folder that cannot be written to and %s is not told to be gone, and is deleted once it can',
  async (_, isOpenedAnew) => {
    await servers.drop(STAFF, mailText({ subject: 'Bị giữ lại' }))
    const trash = await mail.folder('trash')
    const [kept] = (await mail.list({ search: 'Bị giữ lại' })).data
    await mail.post('mail/destroy', { ids: [kept?.id] })
    const [there] = (await mail.list({ folder: trash.id })).data
    const destroy = () => mail.post('mail/destroy', { ids: [there?.id] })
    const thaw = servers.freeze(STAFF, 'Trash')
    if (isOpenedAnew) await mail.list()
    expect(await destroy()).toMatchObject({ status: 409, code: 1435 })
    expect((await mail.list({ folder: trash.id })).count).toBe(1)
    thaw()
    expect((await destroy()).status).toBe(200)
    expect((await mail.list({ folder: trash.id })).count).toBe(0)
  },
)
