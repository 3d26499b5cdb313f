import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { moduleOf } from '../../modules/index.ts'
import type { StoredFile } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { type Db, inTransaction, row, rows, type Tx } from '../db/db.ts'
import { narrowed, type RowOf } from '../db/shape.ts'
import { type Accepted, acceptUpload, UPLOAD_LIMITS } from './accept.ts'
import { addressOf, meter, ownerOf, refuseAboveBudget, type Sender } from './budgets.ts'
import { mailFileName, typeByName } from './names.ts'
import { pathOf, thumbnailPathOf } from './paths.ts'
import type { Content, FileStore } from './store.ts'

/** All columns of a stored file. */
export const FILE_ROW = {
  id: 'string',
  name: 'string',
  type: 'string',
  bytes: 'number',
  width: 'number?',
  height: 'number?',
  has_thumbnail: 'boolean',
  area: narrowed<'temp' | 'upload'>('string'),
  folder: 'string',
  owner: 'number?',
  module: 'string?',
  record_id: 'number?',
  field: 'string?',
  created_at: 'date',
  claimed_at: 'date?',
  sha256: 'string',
} as const
export type FileRow = RowOf<typeof FILE_ROW>

/** Where a file belongs: a field of a record. */
export interface FileSlot {
  module: string
  recordId: number
  field: string
}

/** Stores a picture or video in the temporary area, within the budgets of its sender; where a form sends it, above the reserve that staff keep. */
export async function saveUpload(
  db: Db,
  store: FileStore,
  { filename, bytes }: { filename: string; bytes: AsyncIterable<Uint8Array> },
  sender: Sender,
): Promise<StoredFile> {
  if (!(await store.hasRoom(addressOf(sender) === null ? 'staff' : 'public'))) refuse('no space')
  const { count, end } = await meter(db, sender)
  try {
    const accepted = await acceptUpload(counted(bytes, count), filename, UPLOAD_LIMITS, store)
    return await keep(db, store, accepted, sender)
  } finally {
    end()
  }
}

/** Stores a file of any kind that goes out with a mail; it is looked into by nobody here, and shown to nobody but its owner, as bytes to keep. */
export async function saveMailFile(
  db: Db,
  store: FileStore,
  { filename, bytes }: { filename: string; bytes: AsyncIterable<Uint8Array> },
  sender: { owner: number },
): Promise<StoredFile> {
  if (!(await store.hasRoom('staff'))) refuse('no space')
  const { count, end } = await meter(db, sender)
  try {
    const name = mailFileName(filename)
    const accepted: Accepted = {
      name,
      type: typeByName(name),
      content: counted(bytes, count),
      width: null,
      height: null,
      thumbnail: null,
    }
    return await keep(db, store, accepted, sender)
  } finally {
    end()
  }
}

/**
 * Gives files to a record: unclaimed ones of the same owner, or ones that are this record's already.
 * With a public form the owner is null, and knowing the random id is what counts.
 */
export async function claimFiles(db: Db, place: FileSlot, ids: readonly string[], owner: number | null): Promise<void> {
  if (ids.length > 0) await inTransaction(db, (tx) => claim(tx, place, ids, owner))
}

/** Lets go of a record's files in one field, but for those named; they go with the unclaimed ones. */
export async function releaseFiles(db: Db, place: FileSlot, keep: readonly string[] = []): Promise<void> {
  await sql`update stored_files set module = null, record_id = null, field = null, claimed_at = null
            where module = ${place.module} and record_id = ${place.recordId} and field = ${place.field}
              and id <> all(${[...keep]}::text[])`.execute(db)
}

/** The files of these ids, in the same order; unknown ones are left out. */
export async function filesOf(db: Db, ids: readonly string[]): Promise<StoredFile[]> {
  if (ids.length === 0) return []
  return rows(
    db,
    {
      id: 'string',
      name: 'string',
      type: 'string',
      bytes: 'number',
      width: 'number?',
      height: 'number?',
      has_thumbnail: 'boolean',
    },
    sql`select id, name, type, bytes, width, height, has_thumbnail from stored_files
        where id = any(${[...ids]}::text[]) order by array_position(${[...ids]}::text[], id)`,
  )
}

/** All that is known of one file: what decides who may read it. */
export async function findFile(db: Db, id: string): Promise<FileRow | undefined> {
  return row(db, FILE_ROW, sql`select * from stored_files where id = ${id}`)
}

async function claim(tx: Tx, place: FileSlot, ids: readonly string[], owner: number | null): Promise<void> {
  const definition = moduleOf(place.module)
  const folder = definition?.wire ?? place.module
  const claimed = await rows(
    tx,
    sql`update stored_files
        set module = ${place.module}, record_id = ${place.recordId}, field = ${place.field},
            folder = case area when 'temp' then ${folder} else folder end, claimed_at = coalesce(claimed_at, now()), address = null
        where id = any(${[...ids]}::text[])
          and ((claimed_at is null and owner is not distinct from ${owner}::bigint)
            or (module = ${place.module} and record_id = ${place.recordId} and field = ${place.field}))
        returning id`,
  )
  if (claimed.length !== new Set(ids).size) {
    const field = definition?.fields[place.field]?.label ?? place.field
    refuse('invalid', { fields: { [place.field]: pack('{{field}} is not valid', { field }) } })
  }
}

/** Writes a file, and says how long it is and what it holds. */
export async function putHashed(
  store: FileStore,
  path: string,
  content: Content,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  const bytes = await store.put(path, hashed(content, hash))
  return { bytes, sha256: hash.digest('hex') }
}

async function keep(db: Db, store: FileStore, accepted: Accepted, sender: Sender): Promise<StoredFile> {
  const id = randomBytes(24).toString('base64url')
  const place = { id, area: 'temp', folder: 'temp' } as const
  try {
    const { bytes, sha256 } = await putHashed(store, pathOf(place), accepted.content)
    if (accepted.thumbnail) await store.put(thumbnailPathOf(place), accepted.thumbnail)
    const { name, type, width, height } = accepted
    const file: StoredFile = { id, name, type, bytes, width, height, has_thumbnail: accepted.thumbnail !== null }
    await inTransaction(db, async (tx) => {
      await refuseAboveBudget(tx, sender, bytes)
      await sql`insert into stored_files (id, name, type, bytes, width, height, has_thumbnail, area, folder, owner, address, sha256)
                values (${id}, ${name}, ${type}, ${bytes}, ${width}, ${height}, ${file.has_thumbnail}, 'temp', 'temp',
                        ${ownerOf(sender)}, ${addressOf(sender)}, ${sha256})`.execute(tx)
    })
    return file
  } catch (error) {
    await Promise.allSettled([store.remove(pathOf(place)), store.remove(thumbnailPathOf(place))])
    throw error
  }
}

/** Passes bytes on, and tells how many. */
export async function* counted(bytes: AsyncIterable<Uint8Array>, count: (bytes: number) => void) {
  for await (const chunk of bytes) {
    count(chunk.length)
    yield chunk
  }
}

async function* hashed(content: Content, hash: { update(chunk: Uint8Array): unknown }) {
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    hash.update(chunk)
    yield chunk
  }
}
