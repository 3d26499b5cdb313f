import './env.mjs'
import { spawn } from 'node:child_process'
import { createServer } from 'vite'
import { loadConfig } from '../src/server/config.ts'

/** The web pages with hot reload on PORT; behind them the server on PORT + 1, started anew when one of its files changes. */
const { host, port } = loadConfig(process.env)
const api = String(port + 1)
const env = { ...process.env, HOST: '127.0.0.1', PORT: api, PUBLIC_URL: `http://${host}:${port}` }
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'scripts/start.mjs'], {
  env,
  stdio: 'inherit',
})
process.env.API_PORT = api
const web = await createServer({ server: { host, port, strictPort: true } })
await web.listen()
web.printUrls()

const stop = async () => {
  server.kill('SIGTERM')
  await web.close()
}
server.once('exit', (code) => process.exit(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
