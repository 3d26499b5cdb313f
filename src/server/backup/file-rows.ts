import { sql } from 'kysely'
import { type Db, rows } from '../db/db.ts'
import { idIn, otherPlaceOf, pathOf } from '../files/paths.ts'
import type { Entry } from './manifest.ts'

const AT_ONCE = 5000
/** What rows of uploads stand for; the mails as they came have rows of another kind. */
const UPLOAD = /^(temp|upload\/(?!mail\/))/

interface Row {
  id: string
  area: 'temp' | 'upload'
  folder: string
  sha256: string
}

/**
 * Compares the rows of uploads with the files of a backup.
 * @param before leaves out rows made later: their files may be too late for it
 * @returns the rows whose file is missing or holds something else, and the uploads that no row knows
 */
export async function compareFiles(
  db: Db,
  files: readonly Entry[],
  before: string = 'infinity',
): Promise<{ missing: string[]; changed: string[]; strays: string[] }> {
  const sums = new Map(
    files.flatMap(({ path, sha256 }) => (path.startsWith('files/') ? [[path.slice('files/'.length), sha256]] : [])),
  )
  const missing: string[] = []
  const changed: string[] = []
  const known = new Set<string>()
  for (let after = ''; ; ) {
    const some = await rows<Row>(
      db,
      sql`select id, area, folder, sha256 from stored_files where id > ${after} and created_at < ${before}::timestamptz
          order by id limit ${AT_ONCE}`,
    )
    for (const row of some) {
      known.add(row.id)
      const found = [sums.get(pathOf(row)), sums.get(pathOf(otherPlaceOf(row)))].filter((sum) => sum !== undefined)
      if (found.length === 0) missing.push(row.id)
      else if (!found.includes(row.sha256)) changed.push(row.id)
    }
    if (some.length < AT_ONCE) break
    after = some.at(-1)?.id ?? ''
  }
  const strays = [...sums.keys()].filter((path) => UPLOAD.test(path) && !known.has(idIn(path)))
  return { missing, changed, strays }
}
