import './env.mjs'
import { verifyLog } from '../src/server/activity/checkpoints.ts'
import { loadConfig } from '../src/server/config.ts'
import { verifyFigures } from '../src/server/counters/counters.ts'
import { loadModules } from '../src/server/module-registry.ts'
import { openDatabase } from './database.ts'

/**
 * npm run verify: proves every figure that is kept ahead against a full count of the rows, in one snapshot, while servers go on, and every
 * line of the log against its checkpoint. Ends with 1 where one is wrong; --repair makes the counts anew.
 */
const { servers } = await loadModules()
const config = loadConfig(process.env)
const { db, end } = await openDatabase(config, { name: 'verify', isAlone: true })
try {
  const isRight = await verifyFigures(db, {
    checks: servers.flatMap(({ server }) => server.verify ?? []),
    isRepairing: process.argv.includes('--repair'),
    print: console.log,
  })
  const faults = await verifyLog(db, config.keys, config.dataDir)
  for (const fault of faults) console.log(fault)
  if (faults.length === 0) console.log('The log: every line is as it was written')
  if (!isRight || faults.length > 0) process.exitCode = 1
} finally {
  await end()
}
