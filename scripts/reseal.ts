import './env.mjs'
import { loadConfig } from '../src/server/config.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { rotateKeys } from '../src/server/private/rotate-keys.ts'
import { openDatabase } from './database.ts'

/** npm run reseal: seals all private data with the newest key, while servers go on. */
const config = loadConfig(process.env)
const { db, end } = await openDatabase(config, { name: 'reseal', prepare: migrate })
try {
  console.log(`${await rotateKeys(db, config.keys)} values were sealed with the newest key.`)
} finally {
  await end()
}
