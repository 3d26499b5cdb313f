import { sql } from 'kysely'
import { theServer } from '#server/actor.ts'
import { rows } from '#server/db/db.ts'
import type { House } from '#server/house.ts'
import { placeSql } from '#server/resource/scope.ts'
import type { Serving } from '#server/resource/serving.ts'
import { takeStep } from '#server/resource/steps.ts'
import { complaints } from './complaints.ts'
import { complaintFlow } from './flow.ts'

/** Completed turns Closed by itself after the configured days; a deadline that passes is marked and told. */
export const byTheClock = (serving: Serving, house: House) => [
  { name: 'mark-overdue', cron: '* * * * *', work: () => markOverdue(house) },
  {
    name: 'close-completed',
    cron: '*/10 * * * *',
    work: async () => {
      const due = await rows<{ id: number }>(
        house.db,
        sql`select id from complaints where state = 'completed' and completed_at < now() - make_interval(days => ${house.config.autoCloseDays}::int) order by id limit 500`,
      )
      for (const { id } of due)
        await takeStep(complaints, serving, complaintFlow, 'close', {
          db: house.db,
          actor: theServer,
          id,
          house,
          body: {},
        }).catch(ignoreMoved)
    },
  },
]

/** The breach stays on the complaint whatever happens later; its version does not move, so nobody's open form turns stale. */
async function markOverdue(house: House): Promise<void> {
  await sql`with late as (
      update complaints r set breached_at = r.due_at where r.state in ('new', 'processing', 'reopened') and r.due_at < now() and r.breached_at is null and r.deleted_at is null
      returning r.*
    ) insert into activity (action, module, record_id, record_title, place, changes)
      select 'overdue', 'complaints', l.id, left(l.title, 191), ${placeSql(complaints, 'l')}, jsonb_build_object('due_at', jsonb_build_array(null, l.due_at)) from late l`.execute(
    house.db,
  )
  house.feed.nudge()
}

/** Somebody else moved it meanwhile: then it is not for the clock to close. */
function ignoreMoved(error: unknown): void {
  if (!(error instanceof Error) || !('refusal' in error)) throw error
}
