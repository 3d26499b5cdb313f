import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { type Db, openDb } from './db.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Brings the database forward under Kysely's lock, so that several servers may start together. */
export async function migrate(url: string): Promise<string[]> {
  // Long DDL needs more time than a request; a pool of its own has it.
  const { db, close } = openDb({ url, size: 2, statementTimeout: 0, name: 'migrate' })
  try {
    await refuseOddEncoding(db)
    await refuseWithoutAlphabet(db)
    // Modules grow side by side: what lands later may carry an earlier number.
    const { error, results } = await new Migrator({
      db,
      provider: sqlFiles,
      allowUnorderedMigrations: true,
    }).migrateToLatest()
    if (error) throw error
    return (results ?? []).map((result) => result.migrationName)
  } finally {
    await close()
  }
}

async function refuseOddEncoding(db: Db): Promise<void> {
  const found = await sql<{ server_encoding: string }>`show server_encoding`.execute(db)
  const encoding = found.rows[0]?.server_encoding
  if (encoding !== 'UTF8')
    throw new Error(
      `The database must be encoded in UTF8; this one is ${encoding}. Create it with: createdb --encoding=UTF8 --template=template0 …`,
    )
}

/** Lists are in the order of the Vietnamese alphabet (server/resource/order.ts). */
async function refuseWithoutAlphabet(db: Db): Promise<void> {
  const found = await sql`select 1 from pg_collation where collname = 'vi-x-icu'`.execute(db)
  if (found.rows.length === 0)
    throw new Error(
      'PostgreSQL must know the Vietnamese alphabet (the collation vi-x-icu): take a server built with ICU.',
    )
}

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
    const entries = files.map((name): [string, Migration] => [
      name.slice(0, -'.sql'.length),
      { up: async (db) => void (await sql.raw(await readFile(new URL(name, FOLDER), 'utf8')).execute(db)) },
    ])
    return Object.fromEntries(entries)
  },
}
