import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type Runner, run, type TaskList, type WorkerEvents, type Logger as WorkerLog } from 'graphile-worker'
import { sql } from 'kysely'
import type { Logger as Log } from 'pino'
import { type Db, json, type OpenDb, row, rows, type Tx } from '../db/db.ts'
import { jsonOf, type RowOf } from '../db/shape.ts'
import { safeMessage } from '../log.ts'
import { Repeats } from '../repeats.ts'
import { keepLeases, LEASE, type Lease } from './leases.ts'

/** Work in the background; the same one must be harmless when it runs twice (delivery is at least once). */
export type Job = (payload: Record<string, unknown>) => Promise<void>

/** name, when (cron), work; it never runs beside itself, on whatever server. */
export interface Timed {
  name: string
  cron: string
  work: Job
}

export const TRIES_MOST = 5
const STOP_MS = 10_000
/** Only in batches does the library end its runner where it cannot tell the end of a job; else a rejection nobody hears ends the server. */
const SAFE = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }
/** After the runner gave up, e.g. because the database let it wait too long. */
const AGAIN_MS = 1000

/** Jobs in PostgreSQL, shared by all servers: retried with back-off, and listed when they give up. */
export class Jobs {
  readonly #log: Log
  readonly #lease: Lease
  readonly #repeats = new Repeats()
  #runner: Runner | undefined
  #stopLeases: (() => Promise<void>) | undefined
  #restartTimer: NodeJS.Timeout | undefined
  #isStopping = false
  isRunning = false

  constructor(log: Log, lease = LEASE) {
    this.#log = log
    this.#lease = lease
  }

  async start({ db, pool }: OpenDb, named: Record<string, Job>, timed: readonly Timed[]): Promise<void> {
    const work: Record<string, Job> = { ...named, ...Object.fromEntries(timed.map((one) => [one.name, one.work])) }
    const taskList: TaskList = Object.fromEntries(
      Object.entries(work).map(([name, job]) => [
        name,
        (payload: unknown) => quietly(job((payload ?? {}) as Record<string, unknown>)), // payloads are ours
      ]),
    )
    // Jobs are held in the name of the pool that all workers of a runner are in.
    const holders = new Set<string>()
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => {
      // What an earlier runner of this server still holds is given back like that of any other that is gone.
      holders.clear()
      holders.add(workerPool.id)
    })
    const begin = () =>
      run({
        pgPool: pool,
        events,
        concurrency: 2,
        noHandleSignals: true,
        pollInterval: 1000,
        taskList,
        crontab: timed.map((one) => `${one.cron} ${one.name} ?max=${TRIES_MOST}&queue=${one.name}`).join('\n'),
        logger: workerLog(this.#log),
        preset: SAFE,
      })
    await this.#keepRunning(begin)
    this.#stopLeases = keepLeases(db, this.#log, holders, this.#lease)
  }

  /** The library's runner ends for good when the database fails it at a bad moment; the jobs must not end with it. */
  async #keepRunning(begin: () => Promise<Runner>): Promise<void> {
    this.#runner = await begin()
    if (this.#isStopping) return this.#runner.stop()
    this.isRunning = true
    const restart = (error?: unknown) => {
      if (this.#isStopping) return
      this.isRunning = false
      if (this.#repeats.pass('stopped') !== null)
        this.#log.error({ err: error }, 'the jobs stopped; starting them again')
      this.#restartTimer = setTimeout(() => void this.#keepRunning(begin).catch(restart), AGAIN_MS)
    }
    this.#runner.promise.then(() => restart(), restart)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.isRunning = false
    clearTimeout(this.#restartTimer)
    // A job that does not end is taken up by another server; this one does not wait for it for ever.
    await this.#stopLeases?.()
    await Promise.race([this.#runner?.stop().catch(() => {}), pause(STOP_MS, undefined, { ref: false })])
  }
}

/** The queue keeps the last error of a job as it stands: nobody is to be recognised in it. */
async function quietly(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (error instanceof Error) error.message = safeMessage(error)
    throw error
  }
}

/**
 * Queues a job in the transaction of what caused it; one with the same key replaces the one waiting. Of those alone, one of each
 * name runs at a time; the others wait without taking the place of other work.
 * @public for modules
 */
export async function queueJob(
  tx: Tx | Db,
  name: string,
  payload: Record<string, unknown>,
  options: { at?: Date; key?: string; isAlone?: boolean } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${json(payload)}::json, queue_name => ${options.isAlone ? name : null}::text, run_at => ${options.at ?? null}::timestamptz, job_key => ${options.key ?? null}, max_attempts => ${TRIES_MOST}::int)`.execute(
    tx,
  )
}

export const GIVEN_UP = {
  id: 'number',
  task: 'string',
  payload: jsonOf<unknown>(),
  attempts: 'number',
  last_error: 'string?',
  created_at: 'date',
} as const
export type GivenUp = RowOf<typeof GIVEN_UP>

const GAVE_UP = sql`j.attempts >= j.max_attempts and j.locked_at is null`

export async function givenUp(
  db: Db,
  page: number,
  perpage: number,
): Promise<{ data: GivenUp[]; total: number; page: number; perpage: number }> {
  const data = await rows(
    db,
    GIVEN_UP,
    sql`select j.id, t.identifier as task, j.payload, j.attempts, j.last_error, j.created_at
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where ${GAVE_UP} order by j.id desc limit ${perpage} offset ${(page - 1) * perpage}`,
  )
  const counted = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from graphile_worker._private_jobs j where ${GAVE_UP}`,
  )
  return { data, total: counted?.n ?? 0, page, perpage }
}

/** Lets one that gave up try again from the start; false where there is none. */
export async function runAgain(db: Db, id: number): Promise<boolean> {
  const found = await row(
    db,
    sql`select id from graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => now(), attempts => 0)`,
  )
  return found !== undefined
}

export async function dropJob(db: Db, id: number): Promise<boolean> {
  const found = await row(db, sql`select id from graphile_worker.complete_jobs(array[${id}]::bigint[])`)
  return found !== undefined
}

const workerLog = (log: Log): WorkerLog =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error' && meta?.error instanceof Error) log.error({ err: meta.error }, message)
    else if (level === 'error') log.error(message)
    // That it begins again is said once a minute.
    else if (level === 'warning' && !message.startsWith('Runner stopping')) log.warn(message)
    else log.debug(message)
  })
