import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freeSpace } from '../../../src/server/db/disk.ts'
import { claimFiles, filesOf, findFile, releaseFiles, saveUpload } from '../../../src/server/files/files.ts'
import { removeUnclaimed, settleFiles } from '../../../src/server/files/housekeeping.ts'
import { pathOf, thumbnailPathOf } from '../../../src/server/files/paths.ts'
import { type FileStore, localStore } from '../../../src/server/files/store.ts'
import { Refusal } from '../../../src/shared/refusals.ts'
import { newFolder } from '../../setup/at-the-end.ts'
import { openFresh } from '../../setup/database/database.ts'
import { jpeg } from '../../upload-corpus/parts.ts'

const NO_RESERVE = { bytes: 0, share: 0 }
const COMPLAINT = { module: 'complaints', recordId: 7, field: 'attachments' }

const { db } = await openFresh()
const folder = newFolder('files')
const store = localStore(folder, NO_RESERVE)

describe('uploaded files', () => {
  test('are on the disk, whole, before their row says so', async () => {
    const file = await upload(1)
    const row = await found(file.id)
    expect(row).toMatchObject({
      name: 'shelf.jpg',
      type: 'image/jpeg',
      area: 'temp',
      owner: 1,
      claimed_at: null,
      bytes: file.bytes,
    })
    expect(row.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(await store.size(pathOf(row))).toBe(file.bytes)
    expect(await store.size(thumbnailPathOf(row))).toBeGreaterThan(100)
  })

  test('go to the record that claims them, and move to its folder', async () => {
    const file = await upload(1)
    await claimFiles(db, COMPLAINT, [file.id], 1)
    expect(await settleFiles(db, store)).toBe(1)
    const row = await found(file.id)
    expect([row.area, pathOf(row)]).toEqual(['upload', `upload/ticket/${file.id.slice(0, 2)}/${file.id}`])
    expect(await store.size(pathOf(row))).toBe(file.bytes)
    expect(await settleFiles(db, store)).toBe(0)
  })

  test('may be claimed again by the same field of the same record only', async () => {
    const file = await upload(1)
    await claimFiles(db, COMPLAINT, [file.id], 1)
    await claimFiles(db, COMPLAINT, [file.id], 2)
    expect(await outcome(claimFiles(db, { ...COMPLAINT, recordId: 8 }, [file.id], 1))).toBe('invalid')
    expect(await outcome(claimFiles(db, { ...COMPLAINT, field: 'avatar' }, [file.id], 1))).toBe('invalid')
  })

  test('of someone else, of the public or of nobody are not to be claimed', async () => {
    const [own, foreign, open_] = [await upload(1), await upload(2), await upload(null)]
    expect(await outcome(claimFiles(db, COMPLAINT, [own.id, foreign.id], 1))).toBe('invalid')
    expect(await outcome(claimFiles(db, COMPLAINT, [own.id], null))).toBe('invalid')
    expect(await outcome(claimFiles(db, COMPLAINT, [open_.id], 1))).toBe('invalid')
    expect(await outcome(claimFiles(db, COMPLAINT, ['x'.repeat(32)], 1))).toBe('invalid')
    expect(await outcome(claimFiles(db, COMPLAINT, [open_.id, open_.id], null))).toBe('done')
  })

  test('keep the order they are asked for', async () => {
    const ids = [(await upload(1)).id, (await upload(1)).id, (await upload(1)).id].toReversed()
    expect((await filesOf(db, [...ids, 'unknown'])).map((file) => file.id)).toEqual(ids)
    expect(Object.keys((await filesOf(db, ids))[0] ?? {})).not.toContain('owner')
  })

  test('go after a day if nobody claimed them, with what a killed server left behind', async () => {
    const [kept, old, released] = [await upload(1), await upload(1), await upload(1)]
    await claimFiles(db, COMPLAINT, [kept.id, released.id], 1)
    await settleFiles(db, store)
    await releaseFiles(db, COMPLAINT, [kept.id])
    await sql`update stored_files set created_at = now() - interval '25 hours' where id = any(${[kept.id, old.id, released.id]})`.execute(
      db,
    )
    const rows = await Promise.all([kept.id, old.id, released.id].map(found))
    await store.put('temp/zz/zzStrayOfAKilledServer', Buffer.from('x'))
    await utimes(join(folder, 'temp/zz/zzStrayOfAKilledServer'), new Date(0), new Date(0))
    expect(await removeUnclaimed(db, store)).toBe(3)
    expect(await Promise.all(rows.map((row) => store.size(pathOf(row))))).toEqual([kept.bytes, null, null])
    expect((await filesOf(db, [kept.id, old.id, released.id])).map((file) => file.id)).toEqual([kept.id])
    expect(await store.size('temp/zz/zzStrayOfAKilledServer')).toBeNull()
  })

  test('leave neither row nor bytes when refused, cut off, or without room', async () => {
    const before = await state()
    const full = localStore(folder, { bytes: 0, share: 1.1 })
    expect(await outcome(saveUpload(db, full, await part(), { owner: 1 }))).toBe('no space')
    expect(
      await outcome(
        saveUpload(db, store, { filename: 'a.jpg', bytes: Readable.from([Buffer.from('no')]) }, { owner: 1 }),
      ),
    ).toBe('file not accepted')
    expect(await outcome(saveUpload(db, store, { filename: 'a.jpg', bytes: await cutOff() }, { owner: 1 }))).toBe(
      'cut off',
    )
    expect(await outcome(saveUpload(db, unwritable(), await part(), { owner: 1 }))).toBe('no space')
    expect(await state()).toEqual(before)
  })

  test('stop at two gigabytes a person', async () => {
    await sql`insert into stored_files (id, name, type, bytes, area, folder, owner, sha256)
              values ('quota-quota-quota-quota-quota-quo', 'q', 'video/mp4', ${2 * 2 ** 30}, 'temp', 'temp', 99, '')`.execute(
      db,
    )
    expect(await outcome(saveUpload(db, store, await part(), { owner: 99 }))).toBe('too large')
    expect(await outcome(saveUpload(db, store, await part(), { owner: 98 }))).toBe('done')
  })

  test('of public forms have a budget for an address and one for all, which a record that claims them gives back', async () => {
    const kept = (id: string, bytes: number, address: string) =>
      sql`insert into stored_files (id, name, type, bytes, area, folder, address, sha256)
          values (${id.padEnd(32, '-')}, 'q', 'video/mp4', ${bytes}, 'temp', 'temp', ${address}, '')`.execute(db)
    const from = async (address: string) => outcome(saveUpload(db, store, await part(), { address }))
    await kept('films', 2 ** 30 - 1, '192.0.2.7')
    expect([await from('192.0.2.7'), await from('192.0.2.8')]).toEqual(['too many', 'done'])
    await claimFiles(db, COMPLAINT, ['films'.padEnd(32, '-')], null)
    expect(await from('192.0.2.7')).toBe('done')
    await kept('others', 10 * 2 ** 30 - 1, '192.0.2.9')
    expect([await from('192.0.2.8'), await outcome(saveUpload(db, store, await part(), { owner: 1 }))]).toEqual([
      'no space',
      'done',
    ])
    expect(await outcome(saveUpload(db, store, await part(), 'mail'))).toBe('done')
    await sql`delete from stored_files where id = ${'others'.padEnd(32, '-')}`.execute(db)
  })

  test('of public forms leave staff a reserve of the disk', async () => {
    const free = await freeSpace(folder)
    const tight = localStore(folder, { bytes: Math.floor(free.bytes * 0.7), share: 0 })
    expect([
      await outcome(saveUpload(db, tight, await part(), { address: '192.0.2.1' })),
      await outcome(saveUpload(db, tight, await part(), { owner: 1 })),
    ]).toEqual(['no space', 'done'])
  })

  test('of public forms go after an hour', async () => {
    const [open_, own] = [await upload(null), await upload(1)]
    await sql`update stored_files set created_at = now() - interval '61 minutes' where id = any(${[open_.id, own.id]})`.execute(
      db,
    )
    await removeUnclaimed(db, store)
    expect((await filesOf(db, [open_.id, own.id])).map((file) => file.id)).toEqual([own.id])
  })

  test('never lie outside the store', async () => {
    for (const path of ['../outside', 'temp/../../outside', '..', 'a\0b'])
      await expect(store.put(path, Buffer.from('x'))).rejects.toThrow('out of the store')
  })

  test('are read in parts', async () => {
    await store.put('upload/x/text', Buffer.from('0123456789'))
    expect(await text((await store.get('upload/x/text', { start: 2, end: 4 })) ?? Readable.from([]))).toBe('234')
    expect(await store.get('upload/x/missing')).toBeNull()
  })
})

const part = async () => ({ filename: 'shelf.jpg', bytes: Readable.from([await jpeg()]) })
const upload = async (owner: number | null) =>
  saveUpload(db, store, await part(), owner === null ? { address: '192.0.2.1' } : { owner })

async function found(id: string) {
  const row = await findFile(db, id)
  if (!row) throw new Error(`no file ${id}`)
  return row
}

async function outcome(work: Promise<unknown>) {
  return work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.refusal : error instanceof Error ? error.message : error),
  )
}

async function cutOff() {
  const bytes = await jpeg()
  async function* half() {
    yield bytes.subarray(0, 500)
    throw new Error('cut off')
  }
  return Readable.from(half())
}

function unwritable(): FileStore {
  return { ...store, put: () => Promise.reject(new Refusal('no space')) }
}

async function state() {
  const rows = await sql<{ n: number }>`select count(*)::int as n from stored_files`.execute(db)
  return { rows: rows.rows[0]?.n, files: (await readdir(folder, { recursive: true })).length }
}
