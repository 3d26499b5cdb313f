import { flushCompileCache } from 'node:module'
import { ConfigError, loadConfig } from '../src/server/config.ts'

try {
  const config = loadConfig(process.env)
  const { start } = await import('../src/server/main.ts')
  const server = await start(config)
  flushCompileCache()
  stopOnSignal(server.stop)
} catch (error) {
  console.error(reason(error))
  process.exit(1)
}

// A terminal and npm both hand on Ctrl+C, so only a signal that comes later means 'at once'.
function stopOnSignal(stop: () => Promise<void>) {
  let asked: number | undefined
  const end = async () => {
    if (asked !== undefined && performance.now() - asked > 1_000) process.exit(1)
    if (asked !== undefined) return
    asked = performance.now()
    try {
      await stop()
      process.exit(0)
    } catch (error) {
      console.error(error)
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
}

function reason(error: unknown) {
  if (error instanceof ConfigError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `${error.message}. Another program listens there: stop it, or choose another PORT.`
  return error
}
