import type { Config } from '../config.ts'
import { type OpenDb, openDb, sessionSettings } from './db.ts'
import { migrate } from './migrate.ts'
import { preparePooler } from './pooler.ts'
import { reach } from './reach.ts'
import { takeStartTurn } from './start-turn.ts'

/** Connections that short readings share. */
const SHARED = 4
/** Connections of the counters: a few, as each call there is short. */
const COUNTER = 4
/** A screen waits no longer for a statement, ms. */
const FRONT = { statementTimeout: 5000 }

export interface OpenDatabases {
  /** For what answers requests; by PgBouncer where there is one. */
  front: OpenDb
  /** The same for calls that somebody waits for at a counter (`Route.atCounter`): they stand in no line with the others. */
  counter: OpenDb
  /** For all that goes on beside, on connections of its own to PostgreSQL itself. */
  background: OpenDb
  /** Lets the next server that starts go on: to be called once the database is as this one needs it. */
  prepared(): Promise<void>
}

/**
 * Waits for the database, and for other servers that start; brings it forward and opens it.
 * @param url PostgreSQL itself
 */
export async function openDatabases(
  { databaseUrl, poolerUrl, databasePool }: Config,
  url: string,
  print: (text: string) => void,
): Promise<OpenDatabases> {
  const direct = poolerUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL (or DATABASE_HOST)'
  if (databaseUrl) await reach(url, { setting: direct, isDirect: true }, print)
  const prepared = await takeStartTurn(url, print)
  try {
    await migrate(url, print)
    const pooler = poolerUrl ? await preparePooler(url, poolerUrl, sessionSettings(FRONT), print) : undefined
    if (pooler && !pooler.keepsStatements)
      print(
        'PgBouncer keeps no prepared statements (1.21 or later does, with max_prepared_statements): calls take longer',
      )
    const settings = { ...FRONT, url: poolerUrl ?? url, ...(pooler && { pooler }) }
    return {
      front: openDb({ ...settings, size: databasePool, shared: SHARED, name: 'app' }),
      counter: openDb({ ...settings, size: COUNTER, name: 'counter' }),
      background: openDb({ url, size: 8, statementTimeout: 60_000, name: 'background' }),
      prepared,
    }
  } catch (error) {
    await prepared()
    throw error
  }
}
