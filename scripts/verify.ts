import './env.mjs'
import { loadConfig } from '../src/server/config.ts'
import { verifyFigures } from '../src/server/counters/counters.ts'
import { openDb } from '../src/server/db/db.ts'
import { startEmbedded } from '../src/server/db/embedded.ts'
import { loadModules } from '../src/server/module-registry.ts'

/**
 * npm run verify: proves every figure that is kept ahead against a full count of the rows, in one snapshot, while servers go on.
 * Ends with 1 where one is wrong; --repair makes the counts anew.
 */
const { servers } = await loadModules()
const config = loadConfig(process.env)
const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log: console })
const { db, close } = openDb({
  url: config.databaseUrl ?? embedded?.url ?? '',
  size: 2,
  statementTimeout: 0,
  isAlone: true,
  name: 'verify',
})
try {
  const isRight = await verifyFigures(db, {
    checks: servers.flatMap(({ server }) => server.verify ?? []),
    isRepairing: process.argv.includes('--repair'),
    print: console.log,
  })
  if (!isRight) process.exitCode = 1
} finally {
  await close()
  await embedded?.stop()
}
