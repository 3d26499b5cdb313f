import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import type { Pooler } from './db.ts'
import { reach } from './reach.ts'

/**
 * Settings of a session cannot go through PgBouncer with the connection, as it hands each transaction another one. They become those of
 * the role in this database, which every connection begins with; a direct connection still says its own.
 * @param directUrl PostgreSQL itself
 * @param poolerUrl PgBouncer, for the same role and database
 * @returns what it keeps of a connection
 * @throws StartError where PgBouncer leads elsewhere, or still holds connections from before the settings
 */
export async function preparePooler(
  directUrl: string,
  poolerUrl: string,
  settings: ReadonlyMap<string, string>,
  print: (text: string) => void,
): Promise<Pooler> {
  const era = await asked(directUrl, async (client) => {
    await keepForRole(client, settings)
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from kysely_migration')
    return String(rows[0]?.n)
  })
  // Only now, as the connection that PgBouncer opens for the first look stays.
  await reach(poolerUrl, { setting: 'DATABASE_URL (or DATABASE_HOST)', isDirect: false }, print)
  return asked(poolerUrl, async (client) => {
    await refuseOtherSettings(client, settings)
    return { keepsStatements: await keepsStatements(client), era }
  })
}

async function asked<R>(connectionString: string, question: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ connectionString, application_name: 'start', connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await question(client)
  } finally {
    await client.end()
  }
}

async function keepForRole(client: pg.Client, settings: ReadonlyMap<string, string>): Promise<void> {
  const { rows } = await client.query<{ database: string; kept: string[] | null }>(
    `select current_database() as database, (select setconfig from pg_db_role_setting
       where setrole = current_user::regrole and setdatabase = (select oid from pg_database where datname = current_database())) as kept`,
  )
  const { database = '', kept } = rows[0] ?? {}
  for (const [name, value] of settings)
    if (!kept?.includes(`${name}=${value}`))
      await client.query(
        `alter role current_user in database ${pg.escapeIdentifier(database)} set ${pg.escapeIdentifier(name)} = ${pg.escapeLiteral(value)}`,
      )
}

async function refuseOtherSettings(client: pg.Client, settings: ReadonlyMap<string, string>): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [[...settings.keys()]],
  )
  const wrong = rows.filter(({ name, setting }) => settings.get(name) !== setting).map(({ name }) => name)
  if (wrong.length > 0)
    throw new StartError(
      `PgBouncer hands out connections with other settings (${wrong.join(', ')}): it must lead to the database and role of DATABASE_DIRECT_URL, and those opened before must go: RECONNECT in its console, or restart it.`,
    )
}

/** PgBouncer gives the statements it keeps names of its own; one under ours went to whichever connection was free. */
async function keepsStatements(client: pg.Client): Promise<boolean> {
  const name = `probe_${randomBytes(6).toString('hex')}`
  await client.query('begin')
  const { rows } = await client.query<{ is_ours: boolean }>({
    name,
    text: `select exists(select from pg_prepared_statements where name = '${name}') as is_ours`,
  })
  const isOurs = rows[0]?.is_ours === true
  if (isOurs) await client.query(`deallocate ${name}`)
  await client.query('commit')
  return !isOurs
}
