import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { StartError } from '../start-error.ts'
import { codeOf, type Db, openDb, row, rows } from './db.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/**
 * Brings the database forward; servers that start together wait for each other before (`takeStartTurn`).
 * @param print hears what is about to be done, where something is
 * @throws StartError where the database or the role is not fit for it
 */
export async function migrate(url: string, print: (text: string) => void = () => {}): Promise<string[]> {
  // Long DDL needs more time than a request; a pool of its own has it.
  const { db, close } = openDb({ url, size: 2, statementTimeout: 0, name: 'migrate' })
  try {
    await refuseOddEncoding(db)
    await refuseWithoutAlphabet(db)
    const applied = await appliedMigrations(db)
    refuseUnknownMigrations(applied)
    const waiting = knownMigrations().filter((name) => !applied.includes(name))
    // Kysely's migrator reads the whole catalog, several times, before it finds that there is nothing to do.
    if (waiting.length === 0) return []
    print(`${waiting.length} migrations are to be made, up to ${waiting.at(-1)}`)
    // Branches grow side by side: what is merged later may carry an earlier time.
    const migrator = new Migrator({ db, provider: sqlFiles, allowUnorderedMigrations: true })
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw explained(error)
    return (results ?? []).map((result) => result.migrationName)
  } finally {
    await close()
  }
}

async function refuseOddEncoding(db: Db): Promise<void> {
  const encoding = (await row(db, { server_encoding: 'string' }, sql`show server_encoding`))?.server_encoding
  if (encoding !== 'UTF8')
    throw new StartError(
      `The database must be encoded in UTF8; this one is ${encoding}. Create it with: createdb --encoding=UTF8 --template=template0 …`,
    )
}

/** Lists are in the order of the Vietnamese alphabet (server/resource/query/order.ts). */
async function refuseWithoutAlphabet(db: Db): Promise<void> {
  const found = await sql`select 1 from pg_collation where collname = 'vi-x-icu'`.execute(db)
  if (found.rows.length === 0)
    throw new StartError(
      'PostgreSQL must know the Vietnamese alphabet (the collation vi-x-icu): take a server built with ICU.',
    )
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const table = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db)
  if (table.rows.length === 0) return []
  const applied = await rows(db, { name: 'string' }, sql`select name from kysely_migration order by name`)
  return applied.map(({ name }) => name)
}

function refuseUnknownMigrations(applied: readonly string[]): void {
  const [unknown] = unknownMigrations(applied)
  if (unknown)
    throw new StartError(
      isBeforeStart(unknown)
        ? `The database was made before the first release (migration ${unknown}), and nothing leads from there to this version: begin with an empty database or another DATA_DIR.`
        : `The database was brought forward by a later version of the product (migration ${unknown}): start that version, or restore a backup from before.`,
    )
}

/** What the operator can mend is said in a sentence. */
function explained(error: unknown): unknown {
  const { message } = error instanceof Error ? error : { message: String(error) }
  if (codeOf(error) === '42501')
    return new StartError(
      `The role may not change the database (${message}): make it the owner with alter database … owner to …`,
    )
  if (/extension ".*" is not available|extension control file/.test(message))
    return new StartError(
      `PostgreSQL lacks its own extras (${message}): install its contrib package, which brings unaccent and pg_trgm.`,
    )
  return error
}

/** Of migrations that a database has, those that this version does not know. */
export function unknownMigrations(applied: readonly string[]): string[] {
  const known = new Set(knownMigrations())
  return applied.filter((name) => !known.has(name))
}

/** Whether a migration is one of the numbered ones that the start replaced (docs/decisions/migrations.md). */
export const isBeforeStart = (name: string): boolean => /^\d{4}_/.test(name)

/** The names of all migrations that this version has, in their order. */
const knownMigrations = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length))
    .toSorted()

const ENDING = '.sql'

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const entries = knownMigrations().map((name): [string, Migration] => [
      name,
      {
        up: async (db) => void (await sql.raw(await readFile(new URL(`${name}${ENDING}`, FOLDER), 'utf8')).execute(db)),
      },
    ])
    return Object.fromEntries(entries)
  },
}
