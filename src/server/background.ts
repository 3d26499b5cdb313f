import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { tableModules } from '../modules/index.ts'
import { fileAudit } from './activity/audit.ts'
import { noteCheckpoint, sealLog, tellOfLog, verifyLog } from './activity/checkpoints.ts'
import { type ActivityConsumer, startConsumers } from './activity/readers.ts'
import type { AppContext } from './app-context.ts'
import { compactDeltas, PIECE, sweepCounts, uncompacted } from './counters/counters.ts'
import type { Db, OpenDb } from './db/db.ts'
import { sweepDrafts } from './discussion/drafts.ts'
import { removeUnclaimed, settleFiles } from './files/housekeeping.ts'
import { type Job, queueJob } from './jobs/jobs.ts'
import { besideOf, findBulkAction, findImports, type ModuleRegistry } from './module-registry.ts'
import { forgetOld } from './private/retention.ts'
import { rotateKeys } from './private/rotate-keys.ts'
import { bulkJob, resumeBulks } from './resource/bulk/bulk.ts'
import { indexPending } from './search/search.ts'
import { importJob, isImportWriting, sweepImports, watchImports } from './sheets/sheets.ts'

const TURN_MS = 1000
/** Changes folded first; of a backlog ever more, which takes less time for each. Those of an import share most of their counts. */
const SMALL_PIECE = 500

export const readersOf = ({ servers }: ModuleRegistry): readonly ActivityConsumer[] =>
  servers.flatMap(({ server }) => server.reader ?? [])

/** Everything that goes on beside requests: readers of the activity, jobs, the tallies. Answers how to stop it. */
export async function startBackground(
  context: AppContext,
  background: OpenDb,
  composition: ModuleRegistry,
): Promise<() => Promise<void>> {
  const stopReaders = startConsumers({ ...context, db: background.db }, readersOf(composition))
  const timed = [
    {
      name: 'sweep-files',
      cron: '*/10 * * * *',
      work: async () => void (await removeUnclaimed(background.db, context.files)),
    },
    {
      name: 'settle-files',
      cron: '* * * * *',
      work: async () => void (await settleFiles(background.db, context.files)),
    },
    { name: 'sweep-rows', cron: '23 3 * * *', work: () => sweepRows(background.db) },
    { name: 'sweep-drafts', cron: '43 3 * * *', work: () => sweepDrafts(background.db) },
    {
      name: 'reseal',
      cron: '47 2 * * *',
      work: async () => void (await rotateKeys(background.db, context.config.keys)),
    },
    { name: 'retention', cron: '7 2 * * *', work: () => keepRetention({ ...context, db: background.db }, composition) },
    { name: 'seal-log', cron: '* * * * *', work: async () => void (await sealLog(background.db, context.config.keys)) },
    { name: 'verify-log', cron: '17 4 * * *', work: () => proveLog({ ...context, db: background.db }) },
    resumeBulks(background.db),
    sweepImports(background.db),
    ...composition.servers.flatMap(({ server }) => server.timed?.(context) ?? []),
  ]
  await context.jobs.start(background, namedJobs(context, { ...context, db: background.db }, composition), timed)
  await queueJob(background.db, 'reseal', {}, { key: 'reseal', isAlone: true })
  const stopFolding = startFolding(context, background.db)
  const stopFiling = startFiling(context, background.db)
  const stopWatching = watchImports({ ...context, db: background.db })
  const stopRunning = composition.servers.flatMap(
    ({ server }) => server.running?.({ ...context, db: background.db }) ?? [],
  )
  return async () => {
    await Promise.all(stopRunning.map((stop) => stop()))
    await stopWatching()
    await stopFiling()
    await stopFolding()
    await stopReaders()
    await context.jobs.stop()
  }
}

/** The work that the modules bring, by name; `patient` is the house whose statements may take long. */
function namedJobs(context: AppContext, patient: AppContext, composition: ModuleRegistry): Record<string, Job> {
  const named: Record<string, Job> = {
    // What an earlier version kept as it was, and what another key sealed, does not wait for the night.
    reseal: async () => void (await rotateKeys(patient.db, context.config.keys)),
    bulk: bulkJob(context, findBulkAction(composition)),
    import: importJob(patient, findImports(composition)),
  }
  for (const { name, server } of composition.servers)
    for (const [job, work] of Object.entries(server.jobs?.(context) ?? {})) {
      if (named[job]) throw new Error(`${name} brings a job ${job} that another module brings already`)
      named[job] = work
    }
  return named
}

/** Erases what was kept long enough, and its files with it. */
async function keepRetention({ db, log, files, config }: AppContext, composition: ModuleRegistry): Promise<void> {
  await forgetOld({ db, keys: config.keys, log, beside: besideOf(composition), days: config.retention })
  await removeUnclaimed(db, files)
}

/** Seals what there is, says what of the log is not as it was sealed, and notes how far it is; more than the night before rings the bell of those who watch. */
async function proveLog({ db, log, config }: AppContext): Promise<void> {
  await sealLog(db, config.keys)
  const faults = await verifyLog(db, config.keys, config.dataDir)
  for (const fault of faults) log.error(fault)
  await tellOfLog(db, faults.length)
  await noteCheckpoint(db, config.keys, config.dataDir)
}

/** Keeps the tallies' deltas few, so that reading them stays cheap; unless there are very many, calls have every other moment for themselves. */
function startFolding(context: AppContext, db: Db): () => Promise<void> {
  let sinceVacuum = 0
  return everySecond(context, 'the tallies could not be folded; trying again', async (isStopped) => {
    const waiting = await uncompacted(db, tableModules)
    const first = waiting.length > 0 && (await isImportWriting(db)) ? PIECE : SMALL_PIECE
    for (const module of waiting)
      for (let most = first, isMore = true; isMore && !isStopped(); most = Math.min(most * 2, PIECE)) {
        const began = performance.now()
        const moved = await compactDeltas(db, module, most)
        isMore = moved === most
        sinceVacuum += moved
        if (sinceVacuum >= PIECE) {
          sinceVacuum = 0
          await sql.raw(`vacuum ${module.table}_delta`).execute(db)
        }
        if (isMore && most < PIECE) await pause(performance.now() - began)
      }
  })
}

/** Puts new words where a search finds them quickly. */
const startFiling = (context: AppContext, db: Db): (() => Promise<void>) =>
  everySecond(context, 'new words could not be filed; trying again', async (isStopped) => {
    let isHeld = await isImportWriting(db)
    for (const module of tableModules.filter((one) => one.separateSearchIndex))
      while ((await indexPending(db, module, isHeld)) && !isStopped()) isHeld = await isImportWriting(db)
    if (!isHeld) await fileAudit(db, isStopped)
  })

function everySecond(
  context: AppContext,
  problem: string,
  turn: (isStopped: () => boolean) => Promise<void>,
): () => Promise<void> {
  let running: Promise<unknown> | undefined
  let isStopped = false
  const timer = setInterval(() => {
    running ??= turn(() => isStopped)
      .catch((error: unknown) => context.log.warn({ err: error }, problem))
      .finally(() => {
        running = undefined
      })
  }, TURN_MS)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}

/** Rows that only serve a while. */
async function sweepRows(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where at < now() - interval '30 days'`.execute(db)
  await sql`delete from sessions where expires_at < now() - interval '90 days'`.execute(db)
  await sql`delete from invitations where expires_at < now() - interval '30 days'`.execute(db)
  await sql`delete from limits where since < now() - interval '2 days' and (blocked_until is null or blocked_until < now())`.execute(
    db,
  )
  await sql`delete from mails where complaint is null and created_at < now() - interval '90 days' and state not in ('waiting', 'sending')`.execute(
    db,
  )
  await sql`delete from api_key_uses where day < now() - interval '400 days'`.execute(db)
  await sql`delete from presence where seen_at < now() - interval '1 hour'`.execute(db)
  for (const module of tableModules) await sweepCounts(db, module)
}
