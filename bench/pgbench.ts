import { spawn, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Statement } from './capture.ts'
import type { Ground } from './fixture-db.ts'

export interface Script {
  /** pgbench's own lines, such as `\set id random(1, 1000000)`. */
  set: readonly string[]
  statements: readonly Statement[]
  /** Values that vary from run to run, with the name that stands for each. */
  vary: readonly { value: unknown; name: string }[]
}

/** Debian's pgbench, installed when it is missing and this machine lets us. */
export function needPgbench(): void {
  if (spawnSync('pgbench', ['--version']).status === 0) return
  console.error('Installing pgbench from Debian …')
  spawnSync('apt-get', ['update', '-qq'])
  const done = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql-contrib'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (done.status !== 0) throw new Error('pgbench is needed: apt-get install postgresql-contrib')
}

/** Transactions per second of the same statements, prepared, straight on the database. */
export async function pgbench(
  ground: Ground,
  scripts: readonly Script[],
  connections: number,
  seconds: number,
): Promise<number> {
  const files = scripts.map((_, at) => join(ground.dataDir, `pgbench-${at}.sql`))
  await Promise.all(scripts.map((script, at) => writeFile(files[at] ?? '', written(script))))
  const { host, port, user, password, database } = ground.embedded.connection
  // -n: without it pgbench would vacuum tables of its own, which are not here.
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(connections),
    '-j',
    String(Math.min(2, connections)),
    '-T',
    String(seconds),
    ...files.flatMap((file) => ['-f', file]),
  ]
  const env = {
    ...process.env,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
    PGOPTIONS: '-c TimeZone=UTC',
  }
  const said = await outputOf('pgbench', args, env)
  const perSecond = /^tps = ([\d.]+)/m.exec(said)?.[1]
  if (!perSecond || /aborted|ERROR/.test(said))
    throw new Error(`pgbench failed on\n${scripts.map(written).join('\n').slice(0, 20_000)}\n${said}`)
  return Number(perSecond)
}

function outputOf(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, timeout: 60_000 })
    let said = ''
    child.stdout.on('data', (part: Buffer) => (said += part.toString()))
    child.stderr.on('data', (part: Buffer) => (said += part.toString()))
    child.once('error', reject)
    child.once('close', () => resolve(said))
  })
}

function written({ set, statements, vary }: Script): string {
  const literal = (value: unknown) => {
    const varied = vary.find((one) => String(one.value) === String(value))
    if (!varied) return quoted(value)
    return Array.isArray(value) ? `array[:${varied.name}]` : `:${varied.name}`
  }
  const texts = statements.map(
    ({ text, values }) => `${text.trim().replace(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]))};`,
  )
  return `${[...set, ...texts].join('\n')}\n`
}

/** Without a type, as a bound value is; a colon would be read as a name of pgbench's. */
function quoted(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  const text = Array.isArray(value)
    ? arrayText(value)
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
  return `E'${text.replace(/[\\':]/g, (c) => (c === ':' ? '\\x3a' : `\\${c}`))}'`
}

const arrayText = (values: unknown[]): string =>
  `{${values.map((value) => (value === null ? 'null' : `"${String(value).replace(/["\\]/g, '\\$&')}"`)).join(',')}}`
