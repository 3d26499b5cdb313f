import './env.mjs'
import { loadConfig } from '../src/server/config.ts'
import { openDb } from '../src/server/db/db.ts'
import { startEmbedded } from '../src/server/db/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { rotateKeys } from '../src/server/private/rotate-keys.ts'

/** npm run reseal: seals all private data with the newest key, while servers go on. */
const config = loadConfig(process.env)
const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log: console })
const url = config.databaseUrl ?? embedded?.url ?? ''
await migrate(url)
const { db, close } = openDb({ url, size: 2, statementTimeout: 0, name: 'reseal' })
try {
  console.log(`${await rotateKeys(db, config.keys)} values were sealed with the newest key.`)
} finally {
  await close()
  await embedded?.stop()
}
