import { sql } from 'kysely'
import { theServer } from '#server/actor.ts'
import { rows } from '#server/db/db.ts'
import type { House } from '#server/house.ts'
import type { Serving } from '#server/resource/serving.ts'
import { takeStep } from '#server/resource/steps.ts'
import { complaints } from './complaints.ts'
import { complaintFlow } from './flow.ts'

/** Completed turns Closed by itself after the configured days. */
export const byTheClock = (serving: Serving, house: House) => [
  {
    name: 'close-completed',
    cron: '*/10 * * * *',
    work: async () => {
      // Those that a cost holds up stay as they are: each look goes on behind the last.
      let last: Due | undefined = { id: 0, since: '-infinity' }
      while (last) {
        const due = await completedAfter(house, last)
        for (const { id } of due)
          await takeStep(complaints, serving, complaintFlow, 'close', {
            db: house.db,
            actor: theServer,
            id,
            house,
            body: {},
          }).catch(ignoreRefused)
        last = due.at(-1)
      }
    },
  },
]

interface Due {
  id: number
  /** When it was completed, as the database writes it. */
  since: string
}

const completedAfter = ({ db, config }: House, { id, since }: Due): Promise<Due[]> =>
  rows<Due>(
    db,
    sql`select id, completed_at::text as since from complaints
      where state = 'completed' and completed_at < now() - make_interval(days => ${config.autoCloseDays}::int)
        and completed_at >= ${since}::timestamptz and (completed_at, id) > (${since}::timestamptz, ${id}::bigint)
      order by completed_at, id limit 500`,
  )

/** Somebody else moved it meanwhile, or its cost waits: then it is not for the clock to close. */
function ignoreRefused(error: unknown): void {
  if (!(error instanceof Error) || !('refusal' in error)) throw error
}
