import { inject } from 'vitest'
import { type OpenDb, openDb } from '../../../src/server/db/db.ts'
import { atTheEnd } from '../at-the-end.ts'
import { createDatabase } from './create-database.ts'
import '../global.ts'

/** A new database in the PostgreSQL of this run with every migration and no row, gone at the end; `template` names another (from here) to copy instead. */
export async function freshDatabase(template = inject('migratedUrl')): Promise<string> {
  const { url, drop } = await createDatabase(inject('databaseUrl'), template)
  atTheEnd(drop)
  return url
}

/** The same, open. */
export async function openFresh(size = 4): Promise<OpenDb & { url: string }> {
  const url = await freshDatabase()
  const open = openDb({ url, size, statementTimeout: 20_000, name: 'test' })
  atTheEnd(open.close)
  return { ...open, url }
}
