import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newFolder } from '../../../tests/setup/at-the-end.ts'
import { freshDatabase } from '../../../tests/setup/database/database.ts'
import { openDb } from '../db/db.ts'
import { compareFiles } from './file-rows.ts'
import { putBack } from './inspect.ts'

const root = newFolder('files')
const sha256 = createHash('sha256').update('bytes').digest('hex')

test('a file that a record was given after the moment of the database is put back where its row looks for it', async () => {
  const { db, close } = openDb({ url: await freshDatabase(), size: 1, statementTimeout: 0, name: 'test' })
  try {
    for (const id of ['claimed', 'settled', 'changed', 'gone'])
      await sql`insert into stored_files (id, name, type, bytes, has_thumbnail, area, folder, sha256)
        values (${id}, 'a.jpg', 'image/jpeg', 5, true, 'temp', ${id === 'settled' ? 'ticket' : 'temp'}, ${id === 'changed' ? 'else' : sha256})`.execute(
        db,
      )
    const paths = ['claimed', 'settled', 'changed', 'unknown'].flatMap((id) => {
      const path = `upload/ticket/${id.slice(0, 2)}/${id}`
      return [path, `${path}.thumbnail`]
    })
    for (const path of paths) put(path, path.endsWith('.thumbnail') ? 'small' : 'bytes')
    const found = await compareFiles(
      db,
      paths.map((path) => ({ path: `files/${path}`, bytes: 5, sha256 })),
    )
    expect(found).toEqual({
      missing: ['gone'],
      changed: ['changed'],
      strays: ['upload/ticket/un/unknown', 'upload/ticket/un/unknown.thumbnail'],
      misplaced: [{ path: 'upload/ticket/cl/claimed', to: 'temp/cl/claimed' }],
    })
    await putBack(root, found.misplaced)
    expect(readFileSync(join(root, 'temp/cl/claimed'), 'utf8')).toBe('bytes')
    expect(readFileSync(join(root, 'temp/cl/claimed.thumbnail'), 'utf8')).toBe('small')
    expect(existsSync(join(root, 'upload/ticket/cl/claimed'))).toBe(false)
  } finally {
    await close()
  }
})

function put(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}
