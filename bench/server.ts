import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Ground } from './fixture-db.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PORT = Number(process.env.BENCH_PORT ?? 4817)

export interface Served {
  url: string
  pid: number
  /** From the start of its process to the first answered call. */
  startMs: number
  said: string
  stop(): Promise<void>
}

/** The real server as a process of its own, in the words of `npm start` without the setup before it, limits wide open. */
export const serveGround = (ground: Pick<Ground, 'dataDir'>, at = 0): Promise<Served> =>
  launch(ground, 'sh', ['-c', startCommand()], PORT + at)

function startCommand(): string {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } } // ours
  const command = scripts.start.split('&& ').at(-1) ?? ''
  const profile = process.env.BENCH_PROFILE
  return profile ? command.replace('bin/node', `$& --cpu-prof --cpu-prof-dir=${profile}`) : command
}

/** As a person starts it: everything is installed and built, so only the server remains to start. */
export const npmStart = (ground: Pick<Ground, 'dataDir'>): Promise<Served> => launch(ground, 'npm', ['start'])

async function launch(
  { dataDir }: Pick<Ground, 'dataDir'>,
  command: string,
  args: string[],
  port = PORT,
): Promise<Served> {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: '0',
    RATE_LIMITS: '100000',
    // The ears of the measurement stand on this machine.
    WEBHOOK_PRIVATE: '1',
    EMBEDDED_BALLAST_MB: '0',
    LOG_LEVEL: 'info',
  }
  const url = `http://127.0.0.1:${port}`
  if (await answers(url))
    throw new Error(`A server answers at ${url} already, left by an earlier run: it would be measured`)
  const began = performance.now()
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const log = createWriteStream(join(dataDir, `server-${port}.log`))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      if (said.length < 10_000) said += part.toString()
      log.write(part)
    })
  await firstAnswer(url, child, () => said)
  const startMs = performance.now() - began
  return { url, pid: nodeBelow(child.pid ?? 0), startMs, said, stop: () => end(child) }
}

/** The answer must come from the database, not only from an open port. */
async function firstAnswer(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server did not start:\n${said()}`)
    if (await answers(url)) return
    await pause(5)
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/api/public/store`).then(
    (answer) => answer.ok,
    () => false,
  )

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  // The whole group: npm hands a signal on, but not always before it is gone itself.
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await ended
  await pause(200)
}

/** npm runs the server as a child of its own. */
function nodeBelow(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
  const server = [pid, ...children].find((one) =>
    readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('scripts/start.mjs'),
  )
  if (server) return server
  for (const one of children) {
    const found = nodeBelow(one)
    if (found) return found
  }
  return 0
}

/** Proportional set size: what this process costs the machine, MB. */
export function memoryOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  return (Number(kilobytes) * 1024) / 1e6
}
