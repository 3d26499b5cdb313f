import { sql } from 'kysely'
import type { AppContext } from '#server/app-context.ts'
import { type Db, inTransaction, row, rows } from '#server/db/db.ts'
import { placeSql } from '#server/resource/scope.ts'
import { complaints } from '../complaints.ts'
import { isOpenState } from '../states.ts'

const AT_ONCE = 500
const DUE = sql`ticket_deadline(r.feedback_type, r.priority, coalesce(r.due_since, r.created_at), r.paused_work)`
const LAW_DUE = sql`law_deadline(coalesce(due_since, created_at), law_paused_work)`
export const IS_OPEN = sql`${sql.raw(isOpenState('r.state'))} and r.deleted_at is null`

/**
 * Counts the deadlines of open complaints anew by the calendar as it is now, and has it known how far that is. Whatever changes
 * meanwhile is counted by the next one; begun anew after a failure it comes to the same.
 */
export async function recount(context: AppContext, then: () => Promise<void>): Promise<void> {
  const { db } = context
  await sql`update deadline_recount set started_at = now(), done = 0, total = (select count(*) from complaints r where ${IS_OPEN})`.execute(
    db,
  )
  await countWeek(db)
  await recountAll(context)
  await then()
  await sql`update deadline_recount set counted_to = started_at, started_at = null`.execute(db)
}

/** Other hours of the week move every working day of the years to come. */
async function countWeek(db: Db): Promise<void> {
  const changed = await row(
    db,
    { at: 'string' },
    sql`select week_changed_at::text as at from deadline_recount where week_changed_at > week_counted_at`,
  )
  if (!changed) return
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = '60s'`.execute(tx)
    await sql`select rebuild_working_spans()`.execute(tx)
  })
  await sql`update deadline_recount set week_counted_at = ${changed.at}::timestamptz`.execute(db)
}

/**
 * A day off or other working hours move the deadlines that are still to come; one that a person named, or that has passed, stays. Each
 * is locked as it is read, in order of the ids: whoever pauses or extends it meanwhile is not undone.
 */
async function recountAll({ db, feed }: AppContext): Promise<void> {
  for (let last = 0; ; ) {
    const found = await rows(
      db,
      { id: 'number' },
      sql`with chosen as (select r.*, ${DUE} as counted from complaints r where ${IS_OPEN} and r.id > ${last} order by r.id limit ${AT_ONCE} for update of r),
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
            returning r.*, to_jsonb(was) as before),
          logged as (
            insert into activity (action, module, record_id, record_title, place, changes)
            select 'deadline', 'complaints', m.id, left(m.title, 191), ${placeSql(complaints, 'm')},
              changes_between(m.before, to_jsonb(m), '{due_at,paused_due_at,handle_due_at,law_due_at}') from moved m)
          select id from chosen order by id`,
    )
    last = found.at(-1)?.id ?? last
    await sql`update deadline_recount set done = done + ${found.length}`.execute(db)
    if (found.length < AT_ONCE) break
  }
  feed.nudge()
}
