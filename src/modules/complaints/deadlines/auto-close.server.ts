import { sql } from 'kysely'
import { theServer } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { all, rows } from '#server/db/db.ts'
import type { ModuleOptions } from '#server/resource/module-options.ts'
import { takeStep } from '#server/resource/transitions.ts'
import { complaints } from '../complaints.ts'
import { costGuards } from '../cost/cost.server.ts'

/** Completed turns Closed by itself after the configured days, unless its cost holds it up. */
export const byTheClock = (serving: ModuleOptions, context: AppContext) => [
  {
    name: 'close-completed',
    cron: '*/10 * * * *',
    work: async () => {
      const held = costGuards('close').map(({ where }) => where)
      const due = await rows(
        context.db,
        { id: 'number' },
        sql`select b.id from complaints b
          where b.state = 'completed' and b.completed_at < now() - make_interval(days => ${context.config.autoCloseDays}::int)
            and (${all(held, sql` or `, sql`false`)}) is not true order by b.completed_at limit 500`,
      )
      for (const { id } of due)
        await takeStep(complaints, serving, 'close', {
          db: context.db,
          actor: theServer,
          id,
          context,
          body: {},
        }).catch(ignoreMoved)
    },
  },
]

/** Somebody else moved it meanwhile: then it is not for the clock to close. */
function ignoreMoved(error: unknown): void {
  if (!(error instanceof Error) || !('refusal' in error)) throw error
}
