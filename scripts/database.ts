import type { Config } from '../src/server/config.ts'
import { openDb } from '../src/server/db/db.ts'
import { startEmbedded } from '../src/server/db/embedded.ts'

/** Standard output is the command's answer; what the database says on its way goes beside it. */
const BESIDE = { ...console, info: console.error }

interface Opening {
  /** Of the connections, as the database lists them. */
  name: string
  /** ms; 0: statements may take as long as they need. */
  statementTimeout?: number
  isAlone?: boolean
  /** What is done to it before it is opened. */
  prepare?: (url: string) => Promise<unknown>
}

/** The product's database for the length of a command: that of DATABASE_URL, else the embedded one, joined where a server runs it. */
export async function openDatabase(config: Config, { prepare, statementTimeout = 0, ...more }: Opening) {
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log: BESIDE })
  const url = config.databaseUrl ?? embedded?.url ?? ''
  await prepare?.(url)
  const { db, close } = openDb({ url, size: 2, statementTimeout, ...more })
  return {
    db,
    async end(): Promise<void> {
      await close()
      await embedded?.stop()
    },
  }
}
