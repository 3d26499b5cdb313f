import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { theServer } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { calendarsOf } from '#server/calendars.ts'
import { type Db, inTransaction, row } from '#server/db/db.ts'
import type { Timed } from '#server/jobs/jobs.ts'
import { placeSql } from '#server/resource/scope.ts'
import { wallClock } from '../../../shared/format.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import { holidays } from '../../holidays/holidays.ts'
import { MORNING } from '../morning.ts'
import { isOneOf, WORKING_STATES } from '../states.ts'
import { tasks } from '../task-management.ts'

const AT_ONCE = 1000
const FROM_HOUR = 7

export const lateTimes = (context: AppContext): readonly Timed[] => [
  { name: 'mark-late-tasks', cron: '* * * * *', work: () => markLate(context) },
  { name: 'remind-of-tasks', cron: '*/5 * * * *', work: () => announceTasks(context, new Date()) },
]

/** Marks what its end has passed while somebody still works on it, once; its processors hear of it by the line. The version does not move, so that nobody's open form turns stale. */
export async function markLate({ db, feed }: Pick<AppContext, 'db' | 'feed'>): Promise<void> {
  for (;;) {
    const marked = await row(
      db,
      { n: 'number' },
      sql`with due as materialized (
            select r.id from task_management r where r.date_end < now() and r.late_since is null and r.deleted_at is null
              and ${sql.raw(isOneOf('r.state', WORKING_STATES))} order by r.date_end limit ${sql.lit(AT_ONCE)} for update skip locked
          ), late as (
            update task_management r set late_since = r.date_end from due where r.id = due.id returning r.*
          ), told as (
            insert into activity (action, module, record_id, record_title, place, changes)
            select 'late', ${tasks.name}, l.id, left(l.title, 191), ${placeSql(tasks, 'l')}, jsonb_build_object('date_end', jsonb_build_array(null, l.date_end))
            from late l order by l.id
          ) select count(*)::int as n from late`,
    )
    if (marked?.n) feed.nudge()
    if ((marked?.n ?? 0) < AT_ONCE) return
  }
}

/**
 * Once each working morning a line of the activity, from which everybody is told how many of their tasks end by the next working day and
 * how many are late. It holds the working days that tell how late is how late.
 */
export async function announceTasks(context: Pick<AppContext, 'db' | 'feed' | 'config'>, now: Date): Promise<void> {
  const { day, time } = wallClock(now, context.config.timezone)
  if (Number(time.slice(0, 2)) < FROM_HOUR) return
  const { chain } = await calendarsOf(context.db, holidays, context.config.timezone)
  const today = Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
  const isWorked = (at: number) => chain.spanOf(at) !== null
  if (!isWorked(today)) return
  const days = workingDaysBefore(today, isWorked)
  const isNew = await inTransaction(context.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${MORNING}))`.execute(tx)
    if (await isTold(tx, day)) return false
    const changes = { days: [null, days.map(dayText)] }
    await record(tx, theServer, { action: MORNING, module: tasks.name, title: day, changes })
    return true
  })
  if (isNew) context.feed.nudge()
}

const isTold = async (db: Db, day: string): Promise<boolean> =>
  (await row(
    db,
    sql`select 1 as n from activity where module = ${tasks.name} and record_id is null and action = ${MORNING} and record_title = ${day} limit 1`,
  )) !== undefined

/** Today and the two working days before: who became late on the last of them is told today with the approver, before it with those above. */
function workingDaysBefore(today: number, isWorked: (day: number) => boolean): number[] {
  const found = [today]
  for (let day = today - 1; found.length < 3 && day > today - 60; day -= 1) if (isWorked(day)) found.push(day)
  return found
}

const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
