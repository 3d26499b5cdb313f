import { sql } from 'kysely'
import type { Sql } from '#server/db/db.ts'
import type { Columns } from '#server/resource/statements.ts'

/** When it first left New, and how long that took. */
export const handled = (isHandled: Sql): Columns => ({
  handle_date: sql`case when ${isHandled} then coalesce(b.handle_date, clock_timestamp()) else b.handle_date end`,
  wait_minutes: sql`case when ${isHandled} then coalesce(b.wait_minutes, (extract(epoch from clock_timestamp() - b.created_at) / 60)::int) else b.wait_minutes end`,
  handle_breached_at: sql`case when ${isHandled} then ${HANDLE_BREACH} else b.handle_breached_at end`,
})

const HANDLE_BREACH = sql`coalesce(b.handle_breached_at, case when b.handle_date is null and b.handle_due_at < clock_timestamp() then b.handle_due_at end)`

/** What was missed by now stays in the figures, whatever happens to the complaint later. */
export const BREACHES: Columns = {
  breached_at: sql`coalesce(b.breached_at, case when b.due_at < clock_timestamp() then b.due_at end)`,
  handle_breached_at: HANDLE_BREACH,
  law_breached_at: sql`coalesce(b.law_breached_at, case when b.law_due_at < coalesce(b.paused_at, clock_timestamp()) then b.law_due_at end)`,
}

/** One moment for all that an update adds up: what is added to a deadline is what is remembered of it, to the microsecond. */
const NOW = sql`statement_timestamp()`
const PAUSED_TIME = sql`(worked('chain', ${NOW}) - worked('chain', b.paused_at))`
const LAW_STOOD_STILL = sql`case when b.paused_at < b.law_due_at then worked('law', ${NOW})
  - worked('law', least(${NOW}, greatest(b.paused_at, law_begins(coalesce(b.due_since, b.created_at))))) else 0 end`

/** The clocks run on: what was worked meanwhile is added to both deadlines. Harmless where nothing stood still. */
export const RESUMED: Columns = {
  due_at: sql`case when b.paused_due_at is null then b.due_at else work_on('chain', b.paused_due_at, ${PAUSED_TIME}) end`,
  law_due_at: sql`work_on('law', b.law_due_at, ${LAW_STOOD_STILL})`,
  paused_work: sql`b.paused_work + case when b.paused_at is null then 0 else ${PAUSED_TIME} end`,
  law_paused_work: sql`b.law_paused_work + ${LAW_STOOD_STILL}`,
  paused_at: null,
  paused_due_at: null,
  pause_reason: null,
}
