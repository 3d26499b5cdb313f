import { sql } from 'kysely'
import type { AppContext } from '#server/app-context.ts'
import { calendarsOf } from '#server/calendars.ts'
import { type Db, inTransaction, json, row, rows, type Tx } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { placeSql } from '#server/resource/scope.ts'
import { formatMoment } from '../../../shared/format.ts'
import type { DeadlineKind } from '../../escalation-rungs/escalation-rungs.ts'
import { holidays } from '../../holidays/holidays.ts'
import { complaints } from '../complaints.ts'
import {
  type Calendars,
  type Coming,
  dueOf,
  type EscalationLevel,
  missedBy,
  nextCheckAt,
  upcomingEscalations,
} from '../escalation/policy.ts'
import { type Candidate, candidatesOf, recipientsOf } from '../escalation/recipients.server.ts'
import { type ComplaintSnapshot, escalationLevels, snapshotsOf } from '../escalation/snapshot.server.ts'

const ESCALATION_EVENT = {
  id: 'number',
  user_id: 'number?',
} as const
type EscalationEvent = RowOf<typeof ESCALATION_EVENT>

/** The ladder and the calendars, read once for many complaints. */
interface Rules {
  rungs: readonly EscalationLevel[]
  calendars: Calendars
  zone: string
}
export const rulesOf = async (tx: Tx | Db, { timezone }: Pick<AppContext['config'], 'timezone'>): Promise<Rules> => ({
  rungs: await escalationLevels(tx),
  calendars: await calendarsOf(tx, holidays, timezone),
  zone: timezone,
})

const AT_ONCE = 200
const NEVER = 'infinity'

/** Sets down when each of these complaints has to be looked at next; harmless however often. */
export async function planAlarms(tx: Tx | Db, ids: readonly number[], rules: Rules, now = Date.now()): Promise<void> {
  const planned = (await snapshotsOf(tx, ids)).filter(({ isOpen }) => isOpen).map((one) => planOf(one, rules, now))
  // Also of those that are gone for good: their moment would stay the first, and those of all others wait behind them.
  const open = new Set(planned.map(({ id }) => id))
  const done = ids.filter((id) => !open.has(id))
  if (done.length > 0) await sql`delete from complaint_alarms where complaint = any(${done}::bigint[])`.execute(tx)
  if (planned.length > 0)
    await sql`insert into complaint_alarms (complaint, at, since) select id, at, since from jsonb_to_recordset(${json(planned)}) p(id bigint, at timestamptz, since timestamptz) order by id
      on conflict (complaint) do update set at = excluded.at`.execute(tx)
}

function planOf(watched: ComplaintSnapshot, { rungs, calendars }: Rules, now: number) {
  const at = nextCheckAt(watched, upcomingEscalations(watched, rungs, calendars, now))
  return {
    id: watched.id,
    at: at === null ? NEVER : new Date(Math.ceil(at)).toISOString(),
    since: new Date(watched.since).toISOString(),
  }
}

/** Looks at every complaint whose moment has come; answers how many. Any server may, each complaint is looked at by one. */
export async function lookAtAlarms(
  context: Pick<AppContext, 'log' | 'config' | 'feed'>,
  db: Db,
  now = Date.now(),
): Promise<number> {
  const due = await rows(
    db,
    { complaint: 'number' },
    sql`select complaint from complaint_alarms where at <= ${new Date(now).toISOString()}::timestamptz order by at limit ${AT_ONCE}`,
  )
  if (due.length === 0) return 0
  const rules = await rulesOf(db, context.config)
  for (const { complaint } of due)
    await inTransaction(db, (tx) => look(tx, complaint, rules, now)).catch(async (error: unknown) => {
      context.log.error({ err: error, complaint }, 'a deadline could not be told; trying again in a minute')
      await sql`update complaint_alarms set at = now() + interval '1 minute' where complaint = ${complaint}`.execute(db)
    })
  context.feed.nudge()
  return due.length
}

/** One complaint in one transaction: what a killed server left undone is done by the next. */
async function look(tx: Tx, id: number, rules: Rules, now: number): Promise<void> {
  const mine = await row(
    tx,
    sql`select 1 as n from complaint_alarms where complaint = ${id} and at <= ${new Date(now).toISOString()}::timestamptz for update skip locked`,
  )
  if (!mine) return
  // Whoever moves its deadline, pauses or ends it at this moment comes before or after: what is told is of how it stands.
  await sql`select 1 from complaints where id = ${id} for no key update`.execute(tx)
  const [watched] = await snapshotsOf(tx, [id])
  if (watched) {
    for (const clock of missedBy(watched, now)) await markMissed(tx, id, clock)
    const due = upcomingEscalations(watched, rules.rungs, rules.calendars, now).filter(({ at }) => at <= now)
    if (due.length > 0) await fireAll(tx, watched, due, rules, now)
  }
  await planAlarms(tx, [id], rules, now)
}

const MARKS: Record<DeadlineKind, { due: string; breached: string }> = {
  first: { due: 'handle_due_at', breached: 'handle_breached_at' },
  completion: { due: 'due_at', breached: 'breached_at' },
  law: { due: 'law_due_at', breached: 'law_breached_at' },
}

/** The breach stays on the complaint whatever happens later; its version does not move, so nobody's open form turns stale. */
async function markMissed(tx: Tx, id: number, clock: DeadlineKind): Promise<void> {
  const { due, breached } = MARKS[clock]
  await sql`with late as (
      update complaints r set ${sql.ref(breached)} = r.${sql.ref(due)} where r.id = ${id} and r.${sql.ref(breached)} is null returning r.*
    ) insert into activity (action, module, record_id, record_title, place, changes)
      select 'overdue', 'complaints', l.id, left(l.title, 191), ${placeSql(complaints, 'l')}, jsonb_build_object(${sql.lit(due)}::text, jsonb_build_array(null, l.${sql.ref(due)})) from late l`.execute(
    tx,
  )
}

async function fireAll(
  tx: Tx,
  watched: ComplaintSnapshot,
  due: readonly Coming[],
  rules: Rules,
  now: number,
): Promise<void> {
  const candidates = await candidatesOf(tx, watched.id, rules.rungs)
  for (const coming of due) {
    const { people, as_whom } = recipientsOf(coming.rung, candidates, rules.rungs)
    const fired = await keepFirings(tx, watched.id, coming, people, as_whom, now)
    if (fired.length === 0) continue
    const activity = await logAlarm(tx, watched, coming, people, rules.zone)
    await sql`update escalation_events set activity = ${activity} where id = any(${fired.map(({ id }) => id)}::bigint[])`.execute(
      tx,
    )
  }
}

/** A row for each person, or one that says that there was nobody; answers those that are new. */
async function keepFirings(
  tx: Tx,
  complaint: number,
  { rung, at, round, again_on }: Coming,
  people: readonly Candidate[],
  as_whom: string,
  now: number,
): Promise<EscalationEvent[]> {
  const moment = (value: number) => sql`${new Date(value).toISOString()}::timestamptz`
  return rows(
    tx,
    ESCALATION_EVENT,
    sql`insert into escalation_events (complaint, clock, round, rung, rung_name, again_on, planned_at, fired_at, user_id, as_whom, channels)
        select ${complaint}, ${rung.clock}, ${round}, ${rung.id}, ${rung.name}, ${again_on}::date, ${moment(at)}, ${moment(now)}, u.id, ${as_whom}, ${[...rung.channels]}::text[]
        from unnest(${people.length > 0 ? people.map(({ id }) => id) : [null]}::bigint[]) u(id)
        on conflict do nothing returning id, user_id`,
  )
}

/** The line of the history, from which those it names are told, by the rung's channels. */
async function logAlarm(
  tx: Tx,
  watched: ComplaintSnapshot,
  { rung }: Coming,
  people: readonly Candidate[],
  zone: string,
): Promise<number | null> {
  const deadline = dueOf(watched, rung.clock)
  const changes = {
    rung: [null, rung.name],
    told_names: [null, people.map(({ name }) => name).join(', ')],
    told: [null, people.map(({ id }) => id)],
    channels: [null, rung.channels],
    clock: [null, rung.clock],
    deadline: [null, deadline === null ? '' : formatMoment(new Date(deadline), zone)],
  }
  const made = await row(
    tx,
    { id: 'number' },
    sql`insert into activity (action, module, record_id, record_title, place, changes)
        select ${rung.timing === 'share' ? 'remind' : 'escalate'}, 'complaints', r.id, left(r.title, 191), ${placeSql(complaints, 'r')}, ${json(changes)}
        from complaints r where r.id = ${watched.id} returning id`,
  )
  return made?.id ?? null
}
