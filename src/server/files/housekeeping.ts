import { sql } from 'kysely'
import { DAY_MS } from '../../shared/time/units.ts'
import { type Db, rows, type Sql, type Tx } from '../db/db.ts'
import { FILE_ROW, type FileRow } from './files.ts'
import { idIn, otherPlaceOf, pathOf, thumbnailPathOf } from './paths.ts'
import type { FileStore } from './store.ts'

const AT_ONCE = 500

/**
 * Moves claimed files out of the temporary area. It may be killed anywhere and run again: a reader looks in both places,
 * and the row changes only after the bytes have moved.
 */
export async function settleFiles(db: Db, store: FileStore): Promise<number> {
  const claimed = await rows(
    db,
    FILE_ROW,
    sql`select * from stored_files where area = 'temp' and claimed_at is not null limit ${AT_ONCE}`,
  )
  for (const file of claimed) {
    const settled = otherPlaceOf(file)
    await moveIfThere(store, pathOf(file), pathOf(settled))
    if (file.has_thumbnail) await moveIfThere(store, thumbnailPathOf(file), thumbnailPathOf(settled))
    await sql`update stored_files set area = 'upload' where id = ${file.id}`.execute(db)
  }
  return claimed.length
}

/** Removes what nobody claimed for a day, of public forms for an hour: rows first, so that no row is ever without its file. */
export async function removeUnclaimed(db: Db, store: FileStore): Promise<number> {
  const gone = await rows(
    db,
    FILE_ROW,
    sql`delete from stored_files where claimed_at is null
        and created_at < now() - case when owner is null then interval '1 hour' else interval '24 hours' end returning *`,
  )
  for (const file of gone) await removeFile(store, file)
  return gone.length + (await removeStrays(db, store))
}

/**
 * Lets go of files so that the next removal takes them; `which` stands over the row `f`. In the transaction of what ends their use.
 * @returns their ids, for who does not wait for that
 */
export async function releaseForGood(tx: Tx | Db, which: Sql): Promise<string[]> {
  const gone = await rows(
    tx,
    { id: 'string' },
    sql`update stored_files f set module = null, record_id = null, field = null, claimed_at = null, created_at = now() - interval '25 hours'
        where ${which} returning f.id`,
  )
  return gone.map(({ id }) => id)
}

/** Removes released files now. */
export async function removeReleased(db: Db, store: FileStore, ids: readonly string[]): Promise<void> {
  const gone = await rows(
    db,
    FILE_ROW,
    sql`delete from stored_files where id = any(${[...ids]}::text[]) and claimed_at is null returning *`,
  )
  for (const file of gone) await removeFile(store, file)
}

/** Removes the bytes of a file whose row is gone. */
export async function removeFile(store: FileStore, file: Pick<FileRow, 'id' | 'area' | 'folder'>): Promise<void> {
  for (const place of [file, otherPlaceOf(file)]) {
    await store.remove(pathOf(place))
    await store.remove(thumbnailPathOf(place))
  }
}

// A server killed between writing a file and its row, or in the middle of writing, leaves bytes that no row knows.
async function removeStrays(db: Db, store: FileStore): Promise<number> {
  const dayAgo = Date.now() - DAY_MS
  let batch: string[] = []
  let removed = 0
  for await (const { path, written_at } of store.list('temp')) {
    if (written_at.getTime() < dayAgo) batch.push(path)
    if (batch.length < AT_ONCE) continue
    removed += await removeUnknown(db, store, batch)
    batch = []
  }
  return removed + (await removeUnknown(db, store, batch))
}

async function removeUnknown(db: Db, store: FileStore, paths: string[]): Promise<number> {
  if (paths.length === 0) return 0
  const known = await rows(
    db,
    { id: 'string' },
    sql`select id from stored_files where id = any(${paths.map(idIn)}::text[])`,
  )
  const ids = new Set(known.map((one) => one.id))
  const strays = paths.filter((path) => !ids.has(idIn(path)))
  for (const path of strays) await store.remove(path)
  return strays.length
}

async function moveIfThere(store: FileStore, from: string, to: string) {
  if ((await store.size(from)) !== null) await store.move(from, to)
}
