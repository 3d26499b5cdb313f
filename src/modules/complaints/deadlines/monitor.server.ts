import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import type { AppContext } from '#server/app-context.ts'
import { type Db, row, rows, type Tx } from '#server/db/db.ts'
import { type Job, queueJob } from '#server/jobs/jobs.ts'
import { complaints } from '../complaints.ts'
import { writeFingerprints } from '../related/fingerprints.server.ts'
import { lookAtAlarms, planAlarms, rulesOf } from './alarms.server.ts'
import { IS_OPEN, recount } from './recount.server.ts'

const CATCH_UP = 'catch-up'
const LOOK_MS = 1000
const AT_ONCE = 500
const WATCHED_MOST = 10_000
/** Longer ago than this nothing that was written may still be unwatched. */
const LATE = '15 minutes'
/** What every deadline is made of. */
const CALENDAR = ['holidays', 'working-time']

/** Whatever happens to a complaint moves its next alarm; the change itself waits for none of it. */
export const deadlineReader = {
  name: 'deadlines',
  async read(tx: Tx, happened: readonly Happened[], context: AppContext): Promise<void> {
    const ids = new Set(happened.flatMap((one) => (one.module === 'complaints' ? (one.record_id ?? []) : [])))
    if (ids.size > 0) {
      const rules = await rulesOf(tx, context.config)
      for (const part of chunks([...ids])) await planAlarms(tx, part, rules)
    }
    if (happened.some(({ module }) => CALENDAR.includes(module)))
      await queueJob(tx, 'recount-deadlines', {}, { key: 'recount-deadlines', isAlone: true })
    else if (happened.some(({ module }) => module === 'escalation-rungs'))
      await queueJob(tx, 'plan-deadlines', {}, { key: 'plan-deadlines', isAlone: true })
    if (happened.some(({ module, action }) => module === complaints.name && action === 'import file'))
      await queueJob(tx, CATCH_UP, {}, { key: CATCH_UP, isAlone: true })
  },
}

/** Looks every second, on every server, whether a moment has come; answers how to stop it. */
export function startDeadlineMonitor(context: AppContext): () => Promise<void> {
  let looking: Promise<unknown> | undefined = queueJob(context.db, CATCH_UP, {}, { key: CATCH_UP, isAlone: true })
    .catch((error: unknown) => context.log.warn({ err: error }, 'not every complaint is watched before the next turn'))
    .finally(() => {
      looking = undefined
    })
  const timer = setInterval(() => {
    looking ??= lookAtAlarms(context, context.db)
      .catch((error: unknown) => context.log.warn({ err: error }, 'the deadlines could not be looked at; trying again'))
      .finally(() => {
        looking = undefined
      })
  }, LOOK_MS)
  return async () => {
    clearInterval(timer)
    await looking
  }
}

/** Complaints that no activity told of, such as those loaded by SQL, are watched and compared from now on. */
export const deadlineTimes = (context: AppContext) => [
  {
    name: CATCH_UP,
    cron: '*/10 * * * *',
    work: async () => {
      await watchAll(context)
      await writeFingerprints(context.db)
    },
  },
]

export const deadlineJobs = (context: AppContext): Record<string, Job> => ({
  'plan-deadlines': () => planAll(context),
  'recount-deadlines': () => recount(context, () => planAll(context)),
})

const IS_UNWATCHED = sql`${IS_OPEN} and not exists (select 1 from complaint_alarms a where a.complaint = r.id)`

/** Open complaints without an alarm get one, so many at a time that nobody notices. What they missed before is told to nobody. */
export async function watchAll(context: Watching): Promise<void> {
  let found = WATCHED_MOST
  while (found === WATCHED_MOST) found = await watchSome(context)
}

/** Open complaints that should be watched by now; watches them where asked. */
export async function unwatched(db: Db, isRepairing: boolean): Promise<string[]> {
  const count = async () =>
    (
      await row(
        db,
        { n: 'number' },
        sql`select count(*)::int as n from complaints r where ${IS_UNWATCHED} and r.updated_at < now() - ${sql.lit(LATE)}::interval`,
      )
    )?.n ?? 0
  if (isRepairing && (await count()) > 0) await watchAll({ db, config: { timezone: await zoneOf(db) } })
  const n = await count()
  return n > 0 ? [`complaints: ${n} open ones would be late without anybody being told; --repair watches them`] : []
}

const zoneOf = async (db: Db): Promise<string> =>
  (await row(db, { zone: 'string' }, sql`select chain_zone() as zone`))?.zone ?? 'UTC'

interface Watching {
  db: Db
  config: Pick<AppContext['config'], 'timezone'>
}

async function watchSome({ db, config }: Watching): Promise<number> {
  const found = await rows(
    db,
    { id: 'number' },
    sql`select r.id from complaints r where ${IS_UNWATCHED} limit ${sql.lit(WATCHED_MOST)}`,
  )
  if (found.length === 0) return 0
  const rules = await rulesOf(db, config)
  for (const ids of chunks(found.map(({ id }) => id))) {
    await sql`update complaints r set breached_at = case when r.due_at <= now() then coalesce(r.breached_at, r.due_at) else r.breached_at end,
        handle_breached_at = case when r.handle_date is null and r.handle_due_at <= now() then coalesce(r.handle_breached_at, r.handle_due_at) else r.handle_breached_at end,
        law_breached_at = case when r.paused_at is null and r.law_due_at <= now() then coalesce(r.law_breached_at, r.law_due_at) else r.law_breached_at end
      where r.id = any(${ids}::bigint[]) and least(r.due_at, r.handle_due_at, r.law_due_at) <= now()`.execute(db)
    await planAlarms(db, ids, rules)
  }
  return found.length
}

/** The ladder or the calendar is another one: every alarm anew. */
async function planAll({ db, config }: AppContext): Promise<void> {
  const rules = await rulesOf(db, config)
  for (let last = 0; ; ) {
    const found = await rows(
      db,
      { id: 'number' },
      sql`select complaint as id from complaint_alarms where complaint > ${last} order by complaint limit ${AT_ONCE}`,
    )
    const ids = found.map(({ id }) => id)
    await planAlarms(db, ids, rules)
    last = ids.at(-1) ?? last
    if (found.length < AT_ONCE) return
  }
}

function* chunks(ids: readonly number[]): Generator<number[]> {
  for (let at = 0; at < ids.length; at += AT_ONCE) yield ids.slice(at, at + AT_ONCE)
}
