import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { atTheEnd, newFolder } from '../../../tests/setup/at-the-end.ts'
import { Refusal } from '../../shared/refusals.ts'
import { readFileKey, signFileKey } from './key.ts'
import { readRange, type SendOptions, sendFile } from './serve.ts'
import { localStore } from './store.ts'

const FILE = {
  ...{ id: 'abcdefghijklmnopqrstuvwxyz012345', name: 'Kệ hàng "5" (2).mp4', type: 'video/mp4', bytes: 10 },
  ...{ width: null, height: null, has_thumbnail: false, area: 'temp' as const, folder: 'ticket' },
}
let asked: SendOptions = {}
let file: typeof FILE = FILE

const store = localStore(newFolder('serve'))
await store.put(`temp/ab/${FILE.id}`, Buffer.from('0123456789'))
const app = Fastify()
app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Refusal ? 404 : 500).send({}))
app.get('/file', (request, reply) => sendFile(reply, store, file, { ...asked, range: request.headers.range }))
atTheEnd(() => app.close())

const get = (options: SendOptions = {}, range?: string, of = FILE) => {
  asked = options
  file = of
  return app.inject({ url: '/file', headers: range ? { range } : {} })
}

describe('a served file', () => {
  test('can only be looked at', async () => {
    const { headers, statusCode, body } = await get()
    expect([statusCode, body, headers['content-length']]).toEqual([200, '0123456789', '10'])
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    })
    expect(headers['content-disposition']).toBe(
      "inline; filename*=UTF-8''K%E1%BB%87%20h%C3%A0ng%20%225%22%20%282%29.mp4",
    )
  })

  test('is a download when asked for, or when its type is none of ours', async () => {
    expect((await get({ download: true })).headers['content-disposition']).toMatch(/^attachment;/)
    expect((await get({}, undefined, { ...FILE, type: 'text/html' })).headers['content-disposition']).toMatch(
      /^attachment;/,
    )
  })

  test('comes in parts, so that a film can be wound', async () => {
    const part = await get({}, 'bytes=2-4')
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
    const rest = await get({}, 'bytes=7-')
    expect([rest.statusCode, rest.body, rest.headers['content-length']]).toEqual([206, '789', '3'])
    const beyond = await get({}, 'bytes=10-')
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */10'])
  })

  test('is found while it moves to the folder of its record', async () => {
    expect((await get({}, undefined, { ...FILE, area: 'upload' } as unknown as typeof FILE)).body).toBe('0123456789')
  })

  test('that is not there, or has no thumbnail, does not exist', async () => {
    expect((await get({ thumbnail: true })).statusCode).toBe(404)
    expect((await get({}, undefined, { ...FILE, id: 'zz'.repeat(16) })).statusCode).toBe(404)
  })

  test.each([
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-30', 10, { start: 0, end: 9 }],
    ['bytes=5-500', 10, { start: 5, end: 9 }],
    ['bytes=-0', 10, 'outside'],
    ['bytes=0-', 0, 'outside'],
    ['bytes=10-12', 10, 'outside'],
    ['bytes=4-2', 10, 'whole'],
    ['bytes=1-2,4-5', 10, 'whole'],
    ['lines=1-2', 10, 'whole'],
    ['bytes=-', 10, 'whole'],
    [undefined, 10, 'whole'],
  ])('reads the range %s of %i bytes', (header, size, range) => {
    expect(readRange(header, size)).toEqual(range)
  })
})

describe('a file key', () => {
  const now = new Date('2026-01-05T08:00:00Z')
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const key = signFileKey('secret-secret', 42, 'a-session_ID.1', now)

  test('opens for five minutes', () => {
    expect(readFileKey('secret-secret', key, later(299))).toEqual({ userId: 42, sid: 'a-session_ID.1' })
    expect(readFileKey('secret-secret', key, later(300))).toBeNull()
  })

  test('of another secret, or altered in any place, opens nothing', () => {
    expect(readFileKey('other-secret', key, now)).toBeNull()
    for (let at = 0; at < key.length; at += 1) {
      const altered = key.slice(0, at) + (key[at] === '1' ? '2' : '1') + key.slice(at + 1)
      expect(readFileKey('secret-secret', altered, now)).toBeNull()
    }
    for (const odd of ['', '.', key.slice(1), `${key}a`, key.repeat(9), '42.x.9999999999.'])
      expect(readFileKey('secret-secret', odd, now)).toBeNull()
  })
})
