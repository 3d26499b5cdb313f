import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { loadConfig } from '../src/server/config.ts'
import { StartError } from '../src/server/start-error.ts'

let isWithoutOwnDatabase = true
let stop: (() => Promise<void>) | undefined
const starting = begin()
onSignal(async () => {
  // A start that would leave no database running behind it is not waited for until a database comes.
  await (isWithoutOwnDatabase ? Promise.race([starting, pause(5000)]) : starting)
  await stop?.()
})
await starting

async function begin(): Promise<void> {
  try {
    const config = loadConfig(process.env)
    isWithoutOwnDatabase = config.databaseUrl !== undefined
    const { start } = await import('../src/server/main.ts')
    const server = await start(config)
    stop = server.stop
    flushCompileCache()
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exit(1)
  }
}

// A terminal and npm both hand on Ctrl+C, so only a signal that comes later means 'at once'.
function onSignal(stopAll: () => Promise<void>) {
  let asked: number | undefined
  const end = async () => {
    if (asked !== undefined && performance.now() - asked > 1_000) process.exit(1)
    if (asked !== undefined) return
    asked = performance.now()
    try {
      await stopAll()
      process.exit(0)
    } catch (error) {
      console.error(error)
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
}
