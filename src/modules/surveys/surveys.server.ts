import { sql } from 'kysely'
import type { ModuleOptions } from '#server/resource/module-options.ts'
import { serve } from '#server/resource/routes.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { refuseFields } from '../../shared/refusals.ts'
import { duplicateRoute } from './duplicate.server.ts'
import { linkRoutes } from './links/links.server.ts'
import { addFirstQuestion, questionRoutes } from './questions/questions.server.ts'
import { surveys } from './surveys.ts'

/** What the fields cannot say by themselves. */
function wrongOf({
  opens_at,
  closes_at,
  low_below,
  complaint_type,
  once_per,
  asks_phone,
  asks_call_consent,
}: Columns): Record<string, string> {
  const isTurned = Boolean(opens_at && closes_at) && new Date(String(opens_at)) >= new Date(String(closes_at))
  return {
    ...(isTurned && { closes_at: pack('It must end after it begins') }),
    ...(Boolean(low_below) &&
      !complaint_type && {
        complaint_type: pack('{{field}} is required', { field: 'Feedback type of the complaint' }),
      }),
    ...(Boolean(asks_call_consent) &&
      !asks_phone && { asks_phone: pack('Asking whether we may call only works if the phone is asked for') }),
    ...(once_per === 'phone' &&
      !asks_phone && { asks_phone: pack('Once per phone number only works if the phone is asked for') }),
  }
}

function refuseWrong(columns: Columns, old: Columns = {}): Columns {
  const fields = wrongOf({ ...old, ...columns })
  refuseFields(fields)
  return columns
}

const serving: ModuleOptions = {
  judge: (columns, { old }) => wrongOf({ ...old, ...columns }),
  before: { create: (columns) => refuseWrong(columns), update: refuseWrong },
  after: { create: (id, { tx }) => addFirstQuestion(tx, id) },
  guards: (step) =>
    step === 'close'
      ? []
      : [
          {
            where: sql`not exists (select from survey_questions q where q.survey = b.id and not q.is_retired)`,
            refusal: 'no questions',
          },
        ],
  routes: [...questionRoutes, ...linkRoutes, duplicateRoute],
}

export default serve(surveys, serving)
