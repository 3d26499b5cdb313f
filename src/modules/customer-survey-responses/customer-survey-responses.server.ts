import { sql } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import type { ModuleOptions } from '#server/resource/module-options.ts'
import { serve } from '#server/resource/routes.ts'
import type { Columns } from '#server/resource/statements.ts'
import { answersRoute } from './answering/answers.server.ts'
import { showInfoRoute } from './answering/show-info.server.ts'
import { submitRoute } from './answering/submit.server.ts'
import { unsubscribeRoute } from './answering/unsubscribe.server.ts'
import { customerSurveyResponses } from './customer-survey-responses.ts'
import { filters } from './filters.server.ts'
import { answerFilter } from './results/filter.server.ts'
import { resultsRoutes } from './results/routes.server.ts'
import { recountResults, verifyResults } from './results/verify.server.ts'

const serving: ModuleOptions = {
  filters: { ...filters, ...answerFilter },
  before: {
    // Whoever calls the customer takes it on.
    step: (name, columns: Columns, { id }) =>
      name === 'contacted' || name === 'completed'
        ? { ...columns, handler: sql`coalesce(b.handler, ${id}::bigint)` }
        : columns,
  },
  routes: [showInfoRoute, submitRoute, unsubscribeRoute, answersRoute, ...resultsRoutes],
}

export default serve(customerSurveyResponses, serving)

/** What was written, and by whom; what was rated and chosen stays with the figures. */
export async function erase(tx: Tx, ids: number[]): Promise<void> {
  await sql`update customer_survey_responses r set once_key = null, link = null, answers = coalesce((
        select jsonb_object_agg(a.key, a.value) from jsonb_each(r.answers) a
          join survey_questions q on q.id = a.key::bigint and q.kind not in ('short', 'long')), '{}')
      where r.id = any(${ids}::bigint[])`.execute(tx)
}

export const verify = verifyResults
export const recount = recountResults
