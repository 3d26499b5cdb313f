import './env.mjs'
import { join } from 'node:path'
import { loadDemo } from '../src/demo/demo.ts'
import { prepare } from '../src/modules/user-roles/user-roles.server.ts'
import { loadConfig } from '../src/server/config.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { localStore } from '../src/server/files/store.ts'
import { openDatabase } from './database.ts'

/** Loads the demo chain into a database that has no users yet. */
const config = loadConfig(process.env)
const { db, end } = await openDatabase(config, { name: 'demo', statementTimeout: 60_000, prepare: migrate })
await prepare(db)
const files = localStore(join(config.dataDir, 'files'), config.diskReserve)
await loadDemo(db, files, { now: new Date(), keys: config.keys })
await end()
console.log('The demo chain is loaded.')
