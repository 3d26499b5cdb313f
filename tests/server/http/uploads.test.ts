import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { startChain } from '../../setup/chain.ts'
import { FORM_TYPE, formOf, headOf, openConnection } from '../../setup/http/raw.ts'
import { photo } from '../../setup/media.ts'
import { mp4 } from '../../upload-corpus/parts.ts'

const MB = 2 ** 20
const chain = await startChain()
const admin = await chain.person()
const picture = new Uint8Array((await photo()).buffer)
function fill(bytes: number): Uint8Array {
  const block = randomBytes(MB)
  return Buffer.concat(Array.from({ length: Math.ceil(bytes / MB) }, () => block)).subarray(0, bytes)
}
/** Begins as the picture it says it is, and goes on too long. */
const tooLarge = (bytes: number) => Buffer.concat([picture, fill(bytes - picture.length)])
/** A film whose boxes are none, known only to a reader who goes on. */
const wrongFilm = (bytes: number) => Buffer.concat([mp4('vide', 'soun'), fill(bytes)])

const WAYS = { upload: admin.token, 'public/upload': undefined, 'ticket/import': admin.token } as const
const WITHOUT = { file: 'a.txt', content: Buffer.from('no') }
const REFUSED: [string, keyof typeof WAYS, Buffer][] = [
  ['a picture of 30 MB', 'upload', formOf([{ content: tooLarge(30 * MB) }])],
  ['a picture of 30 MB', 'public/upload', formOf([{ content: tooLarge(30 * MB) }])],
  ['a film of 40 MB that is none', 'upload', formOf([{ file: 'a.mp4', content: wrongFilm(40 * MB) }])],
  ['a film of 40 MB that is none', 'public/upload', formOf([{ file: 'a.mp4', content: wrongFilm(40 * MB) }])],
  ['noise by a wrong name', 'public/upload', formOf([{ file: 'a.exe', content: fill(11 * MB) }])],
  ['noise by a right name', 'upload', formOf([{ content: fill(11 * MB) }])],
  ['another field', 'public/upload', formOf([{ name: 'other', content: tooLarge(11 * MB) }])],
  ['six files', 'public/upload', formOf(Array.from({ length: 6 }, () => ({ content: picture })))],
  ['eleven files', 'upload', formOf(Array.from({ length: 11 }, () => ({ content: picture })))],
  ['no workbook', 'ticket/import', formOf([{ file: 'a.xlsx', content: fill(12 * MB) }])],
  [
    'a workbook of 60 MB',
    'ticket/import',
    formOf([{ file: 'a.xlsx', content: Buffer.concat([Buffer.from('PK\x03\x04'), fill(60 * MB)]) }]),
  ],
  ['a workbook by a wrong name', 'ticket/import', formOf([{ ...WITHOUT, content: fill(12 * MB) }])],
]

test.each(REFUSED)('%s sent to %s is refused, and the connection goes on or ends', async (_what, path, body) => {
  const connection = await openConnection(chain.url)
  void connection
    .send(headOf('POST', `/api/${path}`, { length: body.length, token: WAYS[path] }))
    .then(() => connection.send(body))
  const answer = await connection.answer(10_000)
  expect(answer?.status).toBeGreaterThanOrEqual(400)
  expect(answer?.status).toBeLessThan(500)
  if (answer?.headers.connection === 'close') return expect(await connection.ended(5000)).toBe(true)
  await connection.send(headOf('GET', '/healthz'))
  expect((await connection.answer(5000))?.status).toBe(200)
})

test('a sixth file says how many may be sent at once', async () => {
  const body = new FormData()
  for (let n = 0; n < 6; n += 1) body.append('file', new Blob([picture], { type: 'image/jpeg' }), 'a.jpg')
  const answer = await chain.call('POST', 'public/upload', { body })
  expect([answer.status, answer.text]).toEqual([413, 'At most 5 files can be sent at once.'])
})

test('what a refused call brought goes at once', async () => {
  const before = await kept()
  const body = new FormData()
  for (let n = 0; n < 3; n += 1) body.append('file', new Blob([picture], { type: 'image/jpeg' }), 'a.jpg')
  body.append('file', new Blob(['no']), 'a.exe')
  expect((await chain.call('POST', 'public/upload', { body })).status).toBe(415)
  expect((await chain.call('POST', 'upload', { by: admin, body })).status).toBe(415)
  expect(await kept()).toEqual(before)
})

test('what a caller brought who left before the end goes at once', async () => {
  const before = await kept()
  const body = formOf([{ content: picture }, { content: picture }])
  const connection = await openConnection(chain.url)
  await connection.send(headOf('POST', '/api/public/upload', { length: body.length }))
  await connection.send(body.subarray(0, body.length - 1000))
  await expect.poll(async () => (await kept()).rows).toBe(before.rows + 1)
  connection.socket.destroy()
  await expect.poll(kept).toEqual(before)
})

test('a form that ends too early, or does not say where its parts end, could not be read', async () => {
  const before = await kept()
  const whole = formOf([{ content: picture }])
  const cases: [string, Buffer, string][] = [
    ['no last line', formOf([{ content: picture }], { isWhole: false }), FORM_TYPE],
    ['half a file', whole.subarray(0, whole.length / 2), FORM_TYPE],
    ['no boundary', whole, 'multipart/form-data'],
    ['an empty boundary', whole, 'multipart/form-data; boundary='],
    ['another boundary', whole, 'multipart/form-data; boundary=other'],
    ['nothing', Buffer.alloc(0), FORM_TYPE],
  ]
  for (const path of Object.keys(WAYS) as (keyof typeof WAYS)[])
    for (const [what, body, type] of cases) {
      const connection = await openConnection(chain.url)
      await connection.send(headOf('POST', `/api/${path}`, { length: body.length, type, token: WAYS[path] }))
      await connection.send(body)
      const answer = await connection.answer(10_000)
      expect([400, 415], `${path}: ${what}`).toContain(answer?.status)
      connection.socket.destroy()
    }
  expect(await kept()).toEqual(before)
})

test('two gigabytes a person are two gigabytes, however many come at once', async () => {
  const eager = await chain.person()
  const film = Buffer.concat([mp4('vide', 'soun'), free(2 * MB)])
  const room = 3 * film.length - 1
  await sql`insert into stored_files (id, name, type, bytes, area, folder, owner, sha256)
    values ('almost-two-gigabytes-of-one-person', 'q', 'video/mp4', ${2 * 2 ** 30 - room}, 'temp', 'temp', ${eager.id}, '')`.execute(
    chain.db,
  )
  const send = async () => {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(film)]), 'a.mp4')
    return (await chain.call('POST', 'upload', { by: eager, body })).status
  }
  const statuses = await Promise.all(Array.from({ length: 8 }, send))
  expect(statuses.toSorted()).toEqual([201, 201, 413, 413, 413, 413, 413, 413])
})

test('a path that leads nowhere among the assets is not there', async () => {
  for (const path of [
    '/assets/',
    '/assets/%2e%2e/',
    '/assets/%2e%2e/index.html',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%',
    '/assets/%00',
    '/assets//',
    '/assets/./x.js',
    '/assets/nope.js',
    '/assets',
  ]) {
    const connection = await openConnection(chain.url)
    await connection.send(headOf('GET', path, { headers: { connection: 'close' } }))
    expect((await connection.answer())?.status, path).toBe(404)
  }
})

async function kept(): Promise<{ rows: number; files: number }> {
  const found = await row(chain.db, { n: 'number' }, sql`select count(*)::int as n from stored_files`)
  const folder = join(chain.running.context.config.dataDir, 'files')
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const isFile = await Promise.all(
    names.map(async (name) =>
      stat(join(folder, name)).then(
        (entry) => entry.isFile(),
        () => false,
      ),
    ),
  )
  return { rows: found?.n ?? 0, files: isFile.filter(Boolean).length }
}

/** A box of a film that holds nothing. */
function free(bytes: number): Buffer {
  const box = Buffer.alloc(bytes)
  box.writeUInt32BE(bytes, 0)
  box.write('free', 4)
  return box
}
