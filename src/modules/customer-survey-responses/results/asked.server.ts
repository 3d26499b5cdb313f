import { sql } from 'kysely'
import { row } from '#server/db/db.ts'
import { oneOf } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { idParameter } from '#server/resource/query/parameters.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { QUESTION_KINDS } from '../../../shared/surveys/questions.ts'
import { surveys } from '../../surveys/surveys.ts'
import type { AskedQuestion } from './answer.ts'
import { questionsOf } from './questions.server.ts'

/** A question as results and filters name it. */
export const ASKED = {
  id: 'number',
  kind: oneOf(...QUESTION_KINDS.map(({ value }) => value)),
  text: 'string',
  options: [{ key: 'string', label: 'string' }],
  is_retired: 'boolean',
  replaced_by: 'number?',
  replaces: 'number?',
} as const

/** What can be asked for in the list by its answer, in words. */
export const askedRoute: Route = get(
  'questions',
  {
    needs: 'read',
    query: {
      survey: idParameter('surveys'),
      question: { says: 'or the id of one of its questions', schema: { type: 'integer', minimum: 1 } },
    },
    answers: [ASKED],
    summary:
      'Every question a survey ever asked, by which responses can be told apart; none of a survey that is not seen',
  },
  asked,
)

async function asked({ db, actor, query }: Call): Promise<AskedQuestion[]> {
  const [survey, question] = [query.survey, query.question].map((given) => {
    const written = one(given) ?? ''
    return /^\d{1,15}$/.test(written) ? Number(written) : null
  })
  const scope = scopeOf(surveys, actor)
  const found = await row(
    db,
    { id: 'number' },
    sql`select r.id from surveys r where r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}
          and r.id = coalesce((select q.survey from survey_questions q where q.id = ${question}::bigint), ${survey}::bigint)`,
  )
  return found ? questionsOf(db, found.id, actor.language) : []
}
