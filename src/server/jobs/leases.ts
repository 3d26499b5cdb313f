import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Db, row } from '../db/db.ts'

export interface Lease {
  /** How often a server tells that its workers live, ms. */
  beatMs: number
  /** Whoever is silent for longer is gone: killed, or cut off (design/security.md F17: taken up again within 60 s). */
  silentSeconds: number
}
export const LEASE: Lease = { beatMs: 10_000, silentSeconds: 35 }

/**
 * Tells that these workers live, and gives back what silent ones hold. The job library itself waits four hours for a worker that
 * was killed. One that was only stopped for a while may find its job done by another: a job is harmless when it runs twice.
 */
export function keepLeases(db: Db, log: Logger, workers: ReadonlySet<string>, lease: Lease): () => Promise<void> {
  let running = Promise.resolve()
  const turn = () => {
    running = running
      .then(() => beat(db, log, [...workers], lease.silentSeconds))
      .catch((error: unknown) => log.warn({ err: error }, 'the workers could not tell that they live; trying again'))
  }
  const timer = setInterval(turn, lease.beatMs)
  turn()
  return async () => {
    clearInterval(timer)
    await running
  }
}

async function beat(db: Db, log: Logger, workers: readonly string[], silentSeconds: number): Promise<void> {
  await sql`insert into job_workers (worker, seen_at) select w, now() from unnest(${[...workers]}::text[]) w
    on conflict (worker) do update set seen_at = now()`.execute(db)
  const since = sql`now() - make_interval(secs => ${silentSeconds}::double precision)`
  // One that has just begun may hold a job before it has told anything: its job is young.
  const found = await row(
    db,
    { gone: 'string[]' },
    sql`select coalesce(array_agg(distinct j.locked_by), '{}') as gone from graphile_worker._private_jobs j
        where j.locked_at < ${since} and not exists (select 1 from job_workers w where w.worker = j.locked_by and w.seen_at >= ${since})`,
  )
  const gone = found?.gone ?? []
  if (gone.length === 0) return
  await sql`select graphile_worker.force_unlock_workers(${gone}::text[])`.execute(db)
  log.warn({ workers: gone }, 'workers fell silent; their jobs are taken up again')
  await sql`delete from job_workers where seen_at < now() - interval '1 day'`.execute(db)
}
