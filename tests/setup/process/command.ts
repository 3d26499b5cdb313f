import { type ChildProcess, spawn } from 'node:child_process'
import { atTheEnd } from '../at-the-end.ts'

export interface Command {
  child: ChildProcess
  /** How it ended, and all it printed. */
  ended: Promise<{ code: number | null; printed: string }>
}

/** What `npm run <name> -- …` runs, in a process of its own. */
export function begin(name: string, args: readonly string[], env: Record<string, string>): Command {
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...args], {
    env: { ...process.env, NODE_ENV: 'development', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      printed += part.toString()
    })
  const ended = new Promise<{ code: number | null; printed: string }>((done) =>
    child.once('close', (code) => done({ code, printed })),
  )
  atTheEnd(() => child.kill('SIGKILL'))
  return { child, ended }
}

export const run = (name: string, args: readonly string[], env: Record<string, string>) => begin(name, args, env).ended
