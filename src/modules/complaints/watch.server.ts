import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import { type Db, row, rows, type Tx } from '#server/db/db.ts'
import type { House } from '#server/house.ts'
import { type Job, queueJob } from '#server/jobs/jobs.ts'
import { placeSql } from '#server/resource/scope.ts'
import { lookAtAlarms, planAlarms, rulesOf } from './alarms.server.ts'
import { complaints } from './complaints.ts'
import { markAll } from './marks.server.ts'

const CATCH_UP = 'catch-up'
const LOOK_MS = 1000
const AT_ONCE = 500
const WATCHED_MOST = 10_000
/** Longer ago than this nothing that was written may still be unwatched. */
const LATE = '15 minutes'
const DUE = sql`ticket_deadline(r.feedback_type, r.priority, coalesce(r.due_since, r.created_at), r.paused_work)`
const LAW_DUE = sql`law_deadline(coalesce(due_since, created_at), law_paused_work)`
const OPEN = sql`r.state in ('new', 'processing', 'reopened') and r.deleted_at is null`
/** What every deadline is made of. */
const CALENDAR = ['holidays', 'working-time']

/** Whatever happens to a complaint moves its next alarm; the change itself waits for none of it. */
export const deadlineReader = {
  name: 'deadlines',
  async read(tx: Tx, happened: readonly Happened[], house: House): Promise<void> {
    const ids = new Set(happened.flatMap((one) => (one.module === 'complaints' ? (one.record_id ?? []) : [])))
    if (ids.size > 0) {
      const rules = await rulesOf(tx, house.config)
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
export function startWatch(house: House): () => Promise<void> {
  let looking: Promise<unknown> | undefined = queueJob(house.db, CATCH_UP, {}, { key: CATCH_UP, isAlone: true })
    .catch((error: unknown) => house.log.warn({ err: error }, 'not every complaint is watched before the next turn'))
    .finally(() => {
      looking = undefined
    })
  const timer = setInterval(() => {
    looking ??= lookAtAlarms(house, house.db)
      .catch((error: unknown) => house.log.warn({ err: error }, 'the deadlines could not be looked at; trying again'))
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
export const deadlineTimes = (house: House) => [
  {
    name: CATCH_UP,
    cron: '*/10 * * * *',
    work: async () => {
      await watchAll(house)
      await markAll(house.db)
    },
  },
]

export const deadlineJobs = (house: House): Record<string, Job> => ({
  'plan-deadlines': () => planAll(house),
  'recount-deadlines': async () => {
    await recountAll(house)
    await planAll(house)
  },
})

const IS_UNWATCHED = sql`${OPEN} and not exists (select 1 from complaint_alarms a where a.complaint = r.id)`

/** Open complaints without an alarm get one, so many at a time that nobody notices. What they missed before is told to nobody. */
export async function watchAll(house: Watching): Promise<void> {
  let found = WATCHED_MOST
  while (found === WATCHED_MOST) found = await watchSome(house)
}

/** Open complaints that should be watched by now; watches them where asked. */
export async function unwatched(db: Db, isRepairing: boolean): Promise<string[]> {
  const count = async () =>
    (
      await row<{ n: number }>(
        db,
        sql`select count(*)::int as n from complaints r where ${IS_UNWATCHED} and r.updated_at < now() - ${sql.lit(LATE)}::interval`,
      )
    )?.n ?? 0
  if (isRepairing && (await count()) > 0) await watchAll({ db, config: { timezone: await zoneOf(db) } })
  const n = await count()
  return n > 0 ? [`complaints: ${n} open ones would be late without anybody being told; --repair watches them`] : []
}

const zoneOf = async (db: Db): Promise<string> =>
  (await row<{ zone: string }>(db, sql`select chain_zone() as zone`))?.zone ?? 'UTC'

interface Watching {
  db: Db
  config: Pick<House['config'], 'timezone'>
}

async function watchSome({ db, config }: Watching): Promise<number> {
  const found = await rows<{ id: number }>(
    db,
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
async function planAll({ db, config }: House): Promise<void> {
  const rules = await rulesOf(db, config)
  for (let last = 0; ; ) {
    const found = await rows<{ id: number }>(
      db,
      sql`select complaint as id from complaint_alarms where complaint > ${last} order by complaint limit ${AT_ONCE}`,
    )
    const ids = found.map(({ id }) => id)
    await planAlarms(db, ids, rules)
    last = ids.at(-1) ?? last
    if (found.length < AT_ONCE) return
  }
}

/**
 * A day off or other working hours move the deadlines that are still to come; one that a person named, or that has passed, stays. Each
 * is locked as it is read, in order of the ids: whoever pauses or extends it meanwhile is not undone.
 */
async function recountAll({ db, feed }: House): Promise<void> {
  for (let last = 0; ; ) {
    const found = await rows<{ id: number }>(
      db,
      sql`with chosen as (select r.*, ${DUE} as counted from complaints r where ${OPEN} and r.id > ${last} order by r.id limit ${AT_ONCE} for update of r),
          meant as (
            select id, case when due_at > now() and not is_extended then greatest(counted, now()) else due_at end as due_at,
              case when paused_due_at is not null and not is_extended then counted else paused_due_at end as paused_due_at,
              case when handle_date is null and handle_due_at > now() then handling_deadline(feedback_type, priority, coalesce(due_since, created_at)) else handle_due_at end as handle_due_at,
              case when law_due_at > coalesce(paused_at, now()) then greatest(${LAW_DUE}, coalesce(paused_at, now())) else law_due_at end as law_due_at
            from chosen),
          moved as (
            update complaints r set due_at = m.due_at, paused_due_at = m.paused_due_at, handle_due_at = m.handle_due_at, law_due_at = m.law_due_at
            from meant m, chosen was where r.id = m.id and was.id = m.id
              and (r.due_at, r.paused_due_at, r.handle_due_at, r.law_due_at) is distinct from (m.due_at, m.paused_due_at, m.handle_due_at, m.law_due_at)
            returning r.*, was.due_at as due_was, was.law_due_at as law_was),
          told as (
            insert into activity (action, module, record_id, record_title, place, changes)
            select 'deadline', 'complaints', m.id, left(m.title, 191), ${placeSql(complaints, 'm')},
              jsonb_build_object('due_at', jsonb_build_array(m.due_was, m.due_at), 'law_due_at', jsonb_build_array(m.law_was, m.law_due_at)) from moved m)
          select id from chosen order by id`,
    )
    last = found.at(-1)?.id ?? last
    if (found.length < AT_ONCE) break
  }
  feed.nudge()
}

function* chunks(ids: readonly number[]): Generator<number[]> {
  for (let at = 0; at < ids.length; at += AT_ONCE) yield ids.slice(at, at + AT_ONCE)
}
