import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { freeSpace } from './disk.ts'
import { type Cluster, lastWords, launch, wordsSince, wordsSoFar } from './embedded-cluster.ts'
import { clearStalePid, clearStaleSocket, endPostmaster, findPostmaster, isAlive } from './embedded-process.ts'
import { damageIn, disown, homeOf, isOwnedByAnother, own } from './embedded-state.ts'

export type Log = { info(text: string): void; warn(text: string): void; error(text: string): void }

export const user = 'postgres'
export const database = 'backoffice'

/** So little space that PostgreSQL itself is in danger. */
export async function isAlmostFull(folder: string) {
  return (await freeSpace(folder)).bytes < 48 * 2 ** 20
}

/** Ends the cluster that this process owns, and clears what only a running one needs. */
export async function shutDown(cluster: Cluster) {
  const running = findPostmaster(cluster.folder)
  if (running) await endPostmaster(running.pid)
  disown(homeOf(cluster.folder))
  rmSync(cluster.sockets, { recursive: true, force: true })
}

const tries = 10
const patience = 10_000

/** Gets the cluster to answer, by whatever its state asks for; the pid that serves it is the result. */
export async function bringUp(cluster: Cluster, log: Log, onEnd: (pid: number) => void): Promise<number> {
  const end = performance.now() + patience
  const since = wordsSoFar(cluster)
  let reason = ''
  for (let attempt = 1; attempt <= tries && performance.now() < end; attempt += 1) {
    if (attempt > 1) await pause(Math.min(100 * attempt, 1_000))
    const running = findPostmaster(cluster.folder)
    const isShared = isOwnedByAnother(homeOf(cluster.folder))
    if (!running && isShared) {
      reason = 'Another server that uses the same DATA_DIR is about to start it.'
      continue
    }
    const serving = running ? await takeOver(cluster, running, log) : startFresh(cluster, onEnd)
    if (!serving) continue
    reason = await untilReady(cluster, serving)
    if (reason !== 'ready') {
      refuseDamage(cluster, since)
      continue
    }
    if (!isShared) own(homeOf(cluster.folder))
    return serving.pid
  }
  const full = (await isAlmostFull(resolve(cluster.folder, '..'))) ? 'The disk is full: free some space. ' : ''
  throw new StartError(
    `${full}PostgreSQL did not start (${tries} tries in ${patience / 1000} s). ${reason}\n${lastWords(cluster, since)}\nThe full story is in ${cluster.log}`,
  )
}

/** A folder that is beyond help is told of at once: what PostgreSQL cannot find, it does not find at the tenth try. */
function refuseDamage(cluster: Cluster, since: number) {
  const damage = damageIn(cluster.folder, wordsSince(cluster, since))
  if (damage) throw new StartError(`${damage} The full story is in ${cluster.log}.`)
}

type Serving = { pid: number; hasEnded(): boolean }

/** A postmaster is already there: shared when its server lives, adopted when it was left behind as we would start it, else ended. */
async function takeOver(
  cluster: Cluster,
  running: { pid: number; arguments: string[] },
  log: Log,
): Promise<Serving | undefined> {
  const serving = { pid: running.pid, hasEnded: () => !isAlive(running.pid) }
  if (isOwnedByAnother(homeOf(cluster.folder))) return serving
  if (isAsWeStartIt(cluster, running)) {
    log.info(`PostgreSQL was still running from before (process ${running.pid}); it is used again.`)
    return serving
  }
  log.info(`PostgreSQL was left running with other settings (process ${running.pid}); it is started anew.`)
  await endPostmaster(running.pid)
  return undefined
}

function startFresh(cluster: Cluster, onEnd: (pid: number) => void): Serving {
  clearStalePid(cluster.folder)
  clearStaleSocket(cluster.sockets)
  const child = launch(cluster)
  const pid = child.pid ?? 0
  let hasEnded = false
  child.once('error', () => {
    hasEnded = true
  })
  child.once('exit', () => {
    hasEnded = true
    onEnd(pid)
  })
  return { pid, hasEnded: () => hasEnded }
}

// A long crash recovery is waited for as long as the process lives.
async function untilReady(cluster: Cluster, serving: Serving): Promise<string> {
  for (;;) {
    if (serving.hasEnded()) return 'Its process ended at once.'
    try {
      await prove(cluster)
      return 'ready'
    } catch (error) {
      if (error instanceof Unusable) throw error
    }
    await pause(15)
  }
}

class Unusable extends StartError {}

async function prove(cluster: Cluster) {
  const missingDatabase = '3D000'
  try {
    await ask(cluster, database, checkEncoding)
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    if (code === '28P01')
      throw new Unusable(
        `The password in ${resolve(cluster.folder, '../postgres-password')} does not open the database.`,
      )
    if (code !== missingDatabase) throw error
    await ask(cluster, 'postgres', (client) => client.query(`create database ${database}`))
    await ask(cluster, database, checkEncoding)
  }
}

async function ask(cluster: Cluster, name: string, question: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({
    host: cluster.sockets,
    port: 5432,
    user,
    password: cluster.password,
    database: name,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await question(client)
  } finally {
    // A connection that the server cut while it was starting may never say that it has ended.
    await Promise.race([client.end().catch(() => undefined), pause(500)])
  }
}

async function checkEncoding(client: pg.Client) {
  const { rows } = await client.query<{ encoding: string }>("select current_setting('server_encoding') as encoding")
  const encoding = rows[0]?.encoding
  if (encoding !== 'UTF8')
    throw new Unusable(`The database is encoded as ${encoding}; only UTF8 keeps Vietnamese and Korean text.`)
}

function isAsWeStartIt(cluster: Cluster, running: { pid: number; arguments: string[] }) {
  return running.arguments.join('\n') === cluster.arguments.join('\n')
}
