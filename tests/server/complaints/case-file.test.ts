import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../../setup/at-the-end.ts'
import { startChain, type Ticket } from '../../setup/chain.ts'
import { film, type Media, photo, uploaded } from '../../setup/media.ts'
import { stopWatch } from '../../setup/process/stop-watch.ts'

const folder = newFolder('case-file')
const chain = await startChain({ CHAIN_NAME: 'Siêu thị An Nhiên' })
const admin = await chain.person()

const fetchFile = (one: Ticket, { query = '', lang = 'vi', by = admin } = {}) =>
  fetch(`${chain.url}/api/ticket/${one.id}/case-file${query}`, {
    headers: { authorization: `Bearer ${by.token}`, 'accept-language': lang },
  })

const poppler = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' })

async function read(response: Response, name: string): Promise<{ text: string; pages: number; bytes: number }> {
  expect(response.status).toBe(200)
  const path = join(folder, name)
  const bytes = Buffer.from(await response.arrayBuffer())
  writeFileSync(path, bytes)
  expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
  const pages = Number(/Pages:\s+(\d+)/.exec(poppler('pdfinfo', path))?.[1])
  return { text: poppler('pdftotext', '-layout', path, '-'), pages, bytes: bytes.length }
}

const canRead = existsSync('/usr/bin/pdftotext')

describe.runIf(canRead)('the case file', () => {
  test('tells the whole case in the reader’s language, with every file’s fingerprint and page numbers', async () => {
    const one = await chain.ticket(admin, {
      title: 'Giá trên kệ khác giá tại quầy – 가격이 달라요',
      content: '<p>Giá trên kệ là <strong>32.000</strong> nhưng quầy tính 38.500 &amp; không giải thích 😡.</p>',
      attachments: await uploaded(chain, admin, [await photo('kệ hàng.jpg'), film('quầy.mp4')]),
      tags: [],
    })
    await chain.call('POST', `ticket/${one.id}/comment`, {
      by: admin,
      body: { body: '<p>Ghi chú chỉ nội bộ thấy</p>' },
    })
    await chain.call('POST', `ticket/${one.id}/comment`, {
      by: admin,
      body: { kind: 'call', body: '<p>Đã gọi, khách rất giận</p>' },
    })
    const { version } = (
      await chain.call<Ticket>('POST', `ticket/${one.id}/start`, { by: admin, body: { version: 1 } })
    ).data
    await chain.call('POST', `ticket/${one.id}/complete`, {
      by: admin,
      body: { version, solution: 'apology', origin: 'Tem giá cũ', comment: 'Đã xin lỗi và hoàn tiền chênh lệch' },
    })
    await sql`insert into mails (key, state, kind, complaint, recipient, subject, body_text, body_html)
      values ('case file', 'sent', 'reply', ${one.id}, 'khach@mail.example', 'Về phản ánh của Quý khách', '', '<p>Kính gửi chị Hà</p>')`.execute(
      chain.db,
    )
    const { text, pages } = await read(await fetchFile(one), 'vi.pdf')
    for (const said of [
      'Siêu thị An Nhiên',
      `Hồ sơ vụ việc ${one.issue_number}`,
      'Giá trên kệ khác giá tại quầy – 가격이 달라요',
      'Giá trên kệ là 32.000 nhưng quầy tính 38.500 & không giải thích [U+1F621]',
      'Trần Thu Hà',
      'Tem giá cũ',
      'khach@mail.example',
      'Kính gửi chị Hà',
      'đã bắt đầu xử lý',
      'Đã xin lỗi và hoàn tiền chênh lệch',
      'kệ hàng.jpg',
      'quầy.mp4',
      `Trang 1 / ${pages}`,
    ])
      expect(text.replace(/\s+/g, ' ')).toContain(said)
    expect(text).not.toContain('Ghi chú chỉ nội bộ thấy')
    expect(text, 'what staff wrote down of a call').not.toContain('Đã gọi')
    expect(text.match(/\b[\da-f]{64}\b/g)).toHaveLength(2)
    const whole = await read(await fetchFile(one, { query: '?internal=1', lang: 'ko' }), 'ko.pdf')
    expect(whole.text).toMatch(/내부 메모\s+Ghi chú chỉ nội bộ thấy/)
    expect(whole.text).toMatch(/전화\s+Đã gọi, khách rất giận/)
    expect(whole.text).toMatch(/사건 기록/)
  })

  test('leaves nothing out, however long the list of files or the first words of the story', async () => {
    const one = await chain.ticket(admin)
    const numbers = Array.from({ length: 60 }, (_, at) => String(at + 1))
    await sql`with made as (
        insert into stored_files (id, name, type, bytes, area, folder, module, record_id, field, claimed_at, sha256)
        select 'quay-' || n, 'quay-' || n || '.mov', 'video/quicktime', 1000, 'upload', 'complaints', 'complaints', ${one.id}, 'attachments', now(), encode(sha256(n::bytea), 'hex')
        from unnest(${numbers}::text[]) n returning id)
      update complaints set attachments = (select array_agg(id) from made) where id = ${one.id}`.execute(chain.db)
    const body = Array.from({ length: 90 }, (_, at) => `<p>Đoạn ${at + 1}.</p>`).join('')
    await chain.call('POST', `ticket/${one.id}/comment`, { by: admin, body: { body } })
    // As of a complaint that was merged into it and came before it.
    await sql`update complaint_comments set created_at = now() - interval '1 day' where complaint = ${one.id}`.execute(
      chain.db,
    )
    const { text } = await read(await fetchFile(one, { query: '?internal=1' }), 'long.pdf')
    const sums = numbers.map((n) => createHash('sha256').update(n).digest('hex'))
    expect(text.match(/\b[\da-f]{64}\b/g)?.toSorted()).toEqual(sums.toSorted())
    expect(text).toContain('Đoạn 90.')
  })

  test('is made for who may take it out of the house, of what they may see, and leaves a trace', async () => {
    const one = await chain.ticket(admin)
    const reader = await chain.person({ permissions: { complaints: { read: true, edit: true, other: true } } })
    const elsewhere = await chain.person({
      permissions: { complaints: { read: true, report: true } },
      scope: 'store',
      store: chain.stores[1],
    })
    expect((await fetchFile(one, { by: reader })).status).toBe(403)
    expect((await fetchFile(one, { by: elsewhere })).status).toBe(404)
    expect((await fetchFile(one)).status).toBe(200)
    const history = await chain.call<{ data: { action: string }[] }>('GET', `ticket/${one.id}/history`, { by: admin })
    expect(history.data.data.map(({ action }) => action)).toEqual(['case file', 'create'])
  })

  test('stays small with many large pictures, and others are answered meanwhile', async () => {
    const large = async (at: number): Promise<Media> => ({
      name: `anh-${at}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await sharp(Buffer.from(Array.from({ length: 64 * 48 * 3 }, (_, n) => (n * 37 * (at + 3)) % 251)), {
        raw: { width: 64, height: 48, channels: 3 },
      })
        .resize(1800, 1350)
        .jpeg({ quality: 90 })
        .toBuffer(),
    })
    const one = await chain.ticket(admin, {
      attachments: await uploaded(chain, admin, [await large(1), await large(2)]),
    })
    for (let at = 0; at < 3; at += 1)
      await chain.call('POST', `ticket/${one.id}/comment`, {
        by: admin,
        body: {
          body: `<p>${'Ảnh chụp tại quầy. '.repeat(60)}</p>`,
          attachments: await uploaded(chain, admin, [await large(at + 5), await large(at + 11)]),
        },
      })
    const passed = stopWatch()
    const making = fetchFile(one, { query: '?internal=1' })
    let slowest = 0
    let isDone = false
    void making.then(() => (isDone = true))
    while (!isDone) {
      const took = stopWatch()
      await chain.call('GET', 'ticket?perpage=10', { by: admin })
      slowest = Math.max(slowest, took())
    }
    const { bytes, pages } = await read(await making, 'many.pdf')
    expect(bytes).toBeLessThan(3_000_000)
    expect(pages).toBeGreaterThan(2)
    expect(slowest).toBeLessThan(1000)
    expect(passed()).toBeLessThan(20_000)
  })
})
