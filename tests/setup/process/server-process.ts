import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { atTheEnd, newFolder } from '../at-the-end.ts'
import { freePort } from '../mail/real-servers.ts'

/** The product in a process of its own, started as a person would, for a test to kill and start again. */
export interface ServerProcess {
  url: string
  dataDir: string
  /** Of the database that it brings along, by its socket, as its own files tell. */
  databaseUrl(): string
  /** All it has printed since it was started last. */
  printed(): string
  /** Starts it and waits until it answers. */
  start(): Promise<void>
  /** Ends it at once, whatever it is doing. */
  kill(): Promise<void>
  /** Ends it in order. */
  stop(): Promise<void>
  /** The token of its first person, who is invited by what it prints. */
  firstPerson(): Promise<string>
}

/** Not started yet; ended at the end. */
export async function serverProcess(env: Record<string, string>): Promise<ServerProcess> {
  const dataDir = env.DATA_DIR ?? newFolder('server')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let printed = ''
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((ended) => child?.once('exit', ended))
    child.kill(signal)
    await gone
  }
  atTheEnd(() => end('SIGTERM'))
  return {
    url,
    dataDir,
    databaseUrl() {
      const [, , , , sockets] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
      const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
      return `postgresql://postgres:${password}@${encodeURIComponent(sockets ?? '')}/backoffice`
    },
    printed: () => printed,
    async start() {
      printed = ''
      child = spawn(process.execPath, ['scripts/start.mjs'], {
        env: { ...process.env, ...USUAL, DATA_DIR: dataDir, PORT: String(port), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (part: Buffer) => {
          printed += part.toString()
        })
      while (!(await isReady(url))) {
        if (child.exitCode !== null) throw new Error(`The server ended:\n${printed}`)
        await pause(50)
      }
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async firstPerson() {
      // It answers before its jobs are set up, and says how to get in after.
      const invitation = () => /\/backoffice\/invitation\/(\S+)\s/.exec(printed)?.[1]
      while (!invitation()) await pause(50)
      const answer = await fetch(`${url}/api/public/invitation/${invitation()}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user_name: 'Người trực', email: 'first@chain.example', password: 'Correct-horse-88' }),
      })
      const { Data } = (await answer.json()) as { Data: { access_token: string } } // the product's one shape
      return Data.access_token
    },
  }
}

/** Whether a server takes requests. */
export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

const USUAL = {
  NODE_ENV: 'development',
  DEMO: '0',
  LOG_LEVEL: 'error',
  RATE_LIMITS: '100000',
  EMBEDDED_BALLAST_MB: '0',
  DISK_RESERVE_MB: '0',
  DISK_RESERVE_PERCENT: '0',
}
