import { describe, expect, test } from 'vitest'
import { signFileKey } from '../../../src/server/files/key.ts'
import type { StoredFile } from '../../../src/shared/fields.ts'
import { type Answer, type Person, startChain, type Ticket } from '../../setup/chain.ts'
import { film, photo } from '../../setup/media.ts'
import { stopWatch } from '../../setup/process/stop-watch.ts'

const chain = await startChain()
const mine = await chain.person({ role: 'Store manager', store: chain.stores[0] })
const foreign = await chain.person({ role: 'Store manager', store: chain.stores[1] })

type Sent = { name: string; mimeType: string; buffer: Buffer }

function upload(by: Person | null, files: Sent[]): Promise<Answer<{ files: StoredFile[] }>> {
  const body = new FormData()
  for (const file of files)
    body.append('file', new Blob([new Uint8Array(file.buffer)], { type: file.mimeType }), file.name)
  return chain.call('POST', by ? 'upload' : 'public/upload', { ...(by && { by }), body })
}
async function stored(by: Person, file?: Sent): Promise<StoredFile> {
  const { status, data } = await upload(by, [file ?? (await photo())])
  expect(status).toBe(201)
  const [first] = data.files
  if (!first) throw new Error('Nothing was stored')
  return first
}
const keyOf = async (by: Person) => (await chain.call<{ key: string }>('POST', 'file-key', { by })).data.key
const read = (id: string, query: string, headers: Record<string, string> = {}) =>
  fetch(`${chain.url}/api/file/${id}${query}`, { headers })
const attach = (by: Person, ids: string[], more: object = {}) =>
  chain.call<Ticket & { attachments: StoredFile[] }>('POST', 'ticket', {
    by,
    body: chain.complaint({ attachments: ids, ...more }),
  })

describe('A file', () => {
  test('belongs to whoever sent it until a record is saved with it, and then to who may see the record', async () => {
    const file = await stored(mine)
    const colleague = await chain.person({ role: 'Staff', store: chain.stores[0] })
    const keys = { mine: await keyOf(mine), foreign: await keyOf(foreign), colleague: await keyOf(colleague) }
    const statuses = async () =>
      Promise.all(Object.values(keys).map(async (key) => (await read(file.id, `?key=${key}`)).status))
    expect(await statuses()).toEqual([200, 404, 404])
    const saved = await attach(mine, [file.id])
    expect(saved.status).toBe(201)
    expect(saved.data.attachments.map(({ id }) => id)).toEqual([file.id])
    expect(await statuses()).toEqual([200, 404, 200])
  })

  test('that is a face opens to whom it is of, also where they read no accounts, and else to who reads theirs', async () => {
    const person = await chain.person({ permissions: {}, store: chain.stores[0] })
    const other = await chain.person({ permissions: {}, store: chain.stores[0] })
    const file = await stored(person)
    expect((await chain.call('POST', 'change-avatar', { by: person, body: { file: file.id } })).status).toBe(200)
    const open = async (by: Person) => (await read(`${file.id}/thumbnail`, `?key=${await keyOf(by)}`)).status
    expect([await open(person), await open(other), await open(await chain.person())]).toEqual([200, 404, 200])
  })

  test('cannot be taken into a record by anyone else, before or after it was claimed', async () => {
    const file = await stored(mine)
    expect((await attach(foreign, [file.id], { store: chain.stores[1] })).status).toBe(422)
    expect((await attach(mine, [file.id])).status).toBe(201)
    expect((await attach(mine, [file.id])).status).toBe(422)
    expect((await attach(foreign, [file.id], { store: chain.stores[1] })).status).toBe(422)
    const other = await chain.ticket(foreign, { store: chain.stores[1] })
    const comment = await chain.call('POST', `ticket/${other.id}/comment`, {
      by: foreign,
      body: { body: '<p>x</p>', attachments: [file.id] },
    })
    expect(comment.status).toBe(422)
  })

  test('can be destroyed by its sender alone, and only while no record holds it', async () => {
    const [free, held] = [await stored(mine), await stored(mine)]
    await attach(mine, [held.id])
    const destroy = (id: string, by: Person) => chain.call('POST', 'destroy-file', { by, body: { id } })
    expect((await destroy(free.id, foreign)).status).toBe(404)
    expect((await destroy(held.id, mine)).status).toBe(404)
    expect((await destroy(free.id, mine)).status).toBe(200)
    expect((await destroy(free.id, mine)).status).toBe(404)
    expect((await read(free.id, `?key=${await keyOf(mine)}`)).status).toBe(404)
    expect((await read(held.id, `?key=${await keyOf(mine)}`)).status).toBe(200)
  })

  test('is given with a small picture, in parts, and never as something a browser would run', async () => {
    const key = await keyOf(mine)
    const picture = await stored(mine)
    const small = await read(picture.id, `/thumbnail?key=${key}`)
    expect([small.status, small.headers.get('content-type')?.startsWith('image/')]).toEqual([200, true])
    const clip = await stored(mine, film())
    const part = await read(clip.id, `?key=${key}`, { range: 'bytes=10-19' })
    expect([part.status, part.headers.get('content-range'), (await part.arrayBuffer()).byteLength]).toEqual([
      206,
      `bytes 10-19/${clip.bytes}`,
      10,
    ])
    expect((await read(clip.id, `?key=${key}`, { range: `bytes=${clip.bytes}-` })).status).toBe(416)
    const taken = await read(picture.id, `?key=${key}&download=1`)
    expect(taken.headers.get('content-disposition')).toMatch(/^attachment/)
    for (const answer of [small, part, taken]) {
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })
})

describe('A key to files', () => {
  test('opens nothing once it is altered, another one’s, or its session has ended', async () => {
    const file = await stored(mine)
    const key = await keyOf(mine)
    const wrong = [
      '',
      'x',
      key.slice(0, -1),
      `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
      key.toUpperCase(),
      `${key}.`,
      key.replace('.', '..'),
    ]
    for (const one of wrong.filter((one) => one !== key))
      expect((await read(file.id, `?key=${encodeURIComponent(one)}`)).status, one).toBe(404)
    expect((await read(file.id, '')).status).toBe(404)
    const leaver = await chain.person({ role: 'Store manager', store: chain.stores[0] })
    const own = await stored(leaver)
    const last = await keyOf(leaver)
    expect((await read(own.id, `?key=${last}`)).status).toBe(200)
    await chain.call('POST', 'logout', { by: leaver })
    const passed = stopWatch()
    await expect.poll(async () => (await read(own.id, `?key=${last}`)).status).toBe(401)
    expect(passed()).toBeLessThan(1000)
  })

  test('ends after five minutes', async () => {
    const file = await stored(mine)
    const session = JSON.parse(Buffer.from(mine.token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string } // our own token
    const { secret } = chain.running.context.config
    const signed = (ageSeconds: number) =>
      signFileKey(secret, mine.id, session.sid, new Date(Date.now() - ageSeconds * 1000))
    expect((await read(file.id, `?key=${signed(240)}`)).status).toBe(200)
    expect((await read(file.id, `?key=${signed(301)}`)).status).toBe(404)
  })
})

describe('An upload', () => {
  test('is refused where a file is not what it says, and keeps nothing', async () => {
    const page = {
      name: 'anh.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
    }
    for (const by of [mine, null]) {
      const refused = await upload(by, [page])
      expect([refused.status, refused.code]).toEqual([415, 1502])
    }
  })

  test('of more than ten files to a record, or more than the public may at once, is refused', async () => {
    const one = await photo()
    const ids: string[] = []
    for (let n = 0; n < 11; n++) ids.push((await stored(mine, one)).id)
    const refused = await attach(mine, ids)
    expect(refused.status).toBe(422)
    expect(refused.data).toMatchObject({ fields: { attachments: expect.any(String) } })
    expect((await attach(mine, ids.slice(0, 10))).status).toBe(201)
    const many = await upload(
      null,
      Array.from({ length: 11 }, () => one),
    )
    expect(many.status).toBeGreaterThanOrEqual(400)
    expect(many.status).toBeLessThan(500)
  })

  test('without a file, or of another kind of content, gets its answer', async () => {
    expect((await chain.call('POST', 'upload', { by: mine, body: new FormData() })).status).toBe(400)
    expect((await chain.call('POST', 'upload', { by: mine, body: {} })).status).toBe(415)
  })
})
