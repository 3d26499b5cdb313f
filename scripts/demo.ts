import './env.mjs'
import { join } from 'node:path'
import { loadDemo } from '../src/demo/demo.ts'
import { prepare } from '../src/modules/user-roles/user-roles.server.ts'
import { loadConfig } from '../src/server/config.ts'
import { openDb } from '../src/server/db/db.ts'
import { startEmbedded } from '../src/server/db/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { localStore } from '../src/server/files/store.ts'

/** Loads the demo chain into a database that has no users yet. */
const config = loadConfig(process.env)
const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log: console })
const url = config.databaseUrl ?? embedded?.url ?? ''
await migrate(url)
const { db, close } = openDb({ url, size: 2, statementTimeout: 60_000, name: 'demo' })
await prepare(db)
const files = localStore(join(config.dataDir, 'files'), config.diskReserve)
await loadDemo(db, files, { now: new Date(), keys: config.keys })
await close()
await embedded?.stop()
console.log('The demo chain is loaded.')
