import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Ballast, ballast } from './disk.ts'
import { type Cluster, type ClusterOptions, openCluster } from './embedded-cluster.ts'
import { isAlive } from './embedded-process.ts'
import { bringUp, database, isAlmostFull, type Log, shutDown, user } from './embedded-start.ts'
import { homeOf, isOwnedByAnother, judgeCopy } from './embedded-state.ts'

export type Embedded = {
  /** For pg, Kysely, graphile-worker and libpq alike: the host is the private socket folder. */
  url: string
  connection: { host: string; port: number; user: string; password: string; database: string }
  /** Called each time the database is back after it died; returns the way to stop listening. */
  onRestart(listener: () => void): () => void
  /** Stops the database, unless another running server of the same DATA_DIR started it. */
  stop(): Promise<void>
}

export type EmbeddedOptions = ClusterOptions & {
  dataDir: string
  log: Log
  ballastMegabytes?: number
}

/** Starts or takes over the PostgreSQL of DATA_DIR, and keeps it running until `stop`. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const cluster = openCluster(resolve(options.dataDir), options)
  const warning = judgeCopy(homeOf(cluster.folder))
  if (warning) options.log.warn(warning)
  const supervisor = new Supervisor(cluster, options.log, options.ballastMegabytes ?? 0)
  await supervisor.begin()
  const { password, sockets: host } = cluster
  return {
    url: `postgresql://${user}:${password}@${encodeURIComponent(host)}/${database}`,
    connection: { host, port: 5432, user, password, database },
    onRestart: (listener) => supervisor.onRestart(listener),
    stop: () => supervisor.stop(),
  }
}

class Supervisor {
  readonly #cluster: Cluster
  readonly #log: Log
  readonly #home: string
  readonly #reserve: Ballast
  readonly #listeners = new Set<() => void>()
  #pid = 0
  /** Another server started it, and may stop it. */
  #isGuest = false
  #isStopping = false
  #revival: Promise<void> | undefined
  #watch: NodeJS.Timeout | undefined

  constructor(cluster: Cluster, log: Log, ballastMegabytes: number) {
    this.#cluster = cluster
    this.#log = log
    this.#home = resolve(cluster.folder, '..')
    this.#reserve = ballast(this.#home, ballastMegabytes)
  }

  async begin() {
    await this.#start()
    this.#watch = setInterval(() => this.#look(), 1_000)
    this.#watch.unref()
  }

  onRestart(listener: () => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async stop() {
    this.#isStopping = true
    clearInterval(this.#watch)
    await this.#revival
    if (!isOwnedByAnother(this.#home)) await shutDown(this.#cluster)
  }

  async #start() {
    if (await isAlmostFull(this.#home)) await this.#mindTheDisk()
    this.#pid = await bringUp(this.#cluster, this.#log, (pid) => {
      if (pid === this.#pid) this.#revive()
    })
    this.#isGuest = isOwnedByAnother(this.#home)
  }

  // A child reports its own end; an adopted or shared postmaster has to be looked after.
  #look() {
    if (this.#pid && !isAlive(this.#pid)) this.#revive()
    void this.#mindTheDisk().catch(() => undefined)
  }

  async #mindTheDisk() {
    if (!(await isAlmostFull(this.#home))) await this.#reserve.restore()
    else if (await this.#reserve.release())
      this.#log.warn('The disk is full: the ballast file is released, please free some space.')
  }

  #revive() {
    if (this.#isStopping || this.#revival) return
    this.#pid = 0
    if (this.#isGuest) this.#log.info('The server that ran PostgreSQL has stopped it; this one starts it now.')
    else this.#log.error('PostgreSQL ended unexpectedly; starting it again.')
    this.#revival = this.#startUntilUp().finally(() => {
      this.#revival = undefined
    })
  }

  async #startUntilUp() {
    const since = performance.now()
    for (let wait = 250; !this.#isStopping; wait = Math.min(wait * 2, 5_000)) {
      try {
        await this.#start()
        this.#log.info(`PostgreSQL is back after ${Math.round(performance.now() - since)} ms.`)
        for (const listener of this.#listeners) listener()
        return
      } catch (error) {
        this.#log.error(error instanceof Error ? error.message : String(error))
        // What the dead one left behind is mostly gone in a moment.
        await pause(wait)
      }
    }
  }
}
