import { sql } from 'kysely'
import type { Guard } from '#server/resource/module-options.ts'
import { isOneOf, OPEN_STATES } from '../../task-management/states.ts'
import { withMerged } from '../merged.ts'

/** Also of what was merged into it: nobody works there any more. */
const OPEN_TASKS = sql`from task_management t where t.complaint in ${sql.raw(withMerged('b.id'))} and t.deleted_at is null and ${sql.raw(isOneOf('t.state', OPEN_STATES))}`

/** Whoever completes a complaint whose tasks are not done is asked first. */
export const taskGuards = (step: string): Guard[] =>
  step === 'complete'
    ? [
        {
          where: sql`exists (select 1 ${OPEN_TASKS})`,
          refusal: 'tasks open',
          says: { n: sql`(select count(*)::int ${OPEN_TASKS})` },
        },
      ]
    : []
