import { sql } from 'kysely'
import { type Db, rows } from '../db/db.ts'
import { narrowed } from '../db/shape.ts'
import { idIn, isThumbnail, otherPlaceOf, pathOf } from '../files/paths.ts'
import type { Entry } from './manifest.ts'

const AT_ONCE = 5000
/** What rows of uploads stand for; the mails as they came have rows of another kind. */
const UPLOAD = /^(temp|upload\/(?!mail\/))/

/** A file of the backup, and where its row says that it lies; below `files/`. */
export interface Misplaced {
  path: string
  to: string
}

/**
 * Compares the rows of uploads with the files of a backup.
 * @param before leaves out rows made later: their files may be too late for it
 * @returns the rows whose file is missing or holds something else, the uploads that no row knows, and the files that a record was given
 * after the moment of the rows: files are copied after them, and such a file has moved to a folder that its row does not name yet
 */
export async function compareFiles(
  db: Db,
  files: readonly Entry[],
  before: string = 'infinity',
): Promise<{ missing: string[]; changed: string[]; strays: string[]; misplaced: Misplaced[] }> {
  const uploads = files
    .map(({ path, sha256 }) => ({ path: path.replace(/^files\//, ''), sha256 }))
    .filter(({ path }) => UPLOAD.test(path))
  const byId = Map.groupBy(
    uploads.filter(({ path }) => !isThumbnail(path)),
    ({ path }) => idIn(path),
  )
  const misplaced: Misplaced[] = []
  const missing: string[] = []
  const changed: string[] = []
  const known = new Set<string>()
  for (let after = ''; ; ) {
    const some = await rows(
      db,
      {
        id: 'string',
        area: narrowed<'temp' | 'upload'>('string'),
        folder: 'string',
        sha256: 'string',
      },
      sql`select id, area, folder, sha256 from stored_files where id > ${after} and created_at < ${before}::timestamptz
          order by id limit ${AT_ONCE}`,
    )
    for (const row of some) {
      known.add(row.id)
      const copies = byId.get(row.id) ?? []
      const places = [pathOf(row), pathOf(otherPlaceOf(row))]
      if (copies.length === 0) missing.push(row.id)
      else if (!copies.some(({ sha256 }) => sha256 === row.sha256)) changed.push(row.id)
      else if (!copies.some(({ path }) => places.includes(path)))
        misplaced.push(...copies.slice(0, 1).map(({ path }) => ({ path, to: pathOf(row) })))
    }
    if (some.length < AT_ONCE) break
    after = some.at(-1)?.id ?? ''
  }
  const strays = uploads.map(({ path }) => path).filter((path) => !known.has(idIn(path)))
  return { missing, changed, strays, misplaced }
}
