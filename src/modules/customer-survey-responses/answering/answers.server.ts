import { sql } from 'kysely'
import { row, rows } from '#server/db/db.ts'
import { jsonOf, narrowed } from '#server/db/shape.ts'
import { anyValue, namedAnswer, orNull } from '#server/http/answers.ts'
import { get, type Route } from '#server/http/route.ts'
import { assertVisible } from '#server/resource/visible.ts'
import { ASKED } from '#server/surveys/shapes.ts'
import type { Answers, Option, QuestionKind, Words } from '../../../shared/surveys/questions.ts'
import { complaints } from '../../complaints/complaints.ts'
import { customerSurveyResponses } from '../customer-survey-responses.ts'

/** Of the complaint `r`, as its list tells it. */
const STATUS = sql.raw(`(${complaints.fields.status.sql})`)

const ANSWERED = namedAnswer('SurveyAnswer', {
  question: 'number',
  ...ASKED,
  answer: anyValue('A number, a key, several keys, or what was written; null where it was asked and not answered'),
})

/** What was asked of one customer, in the words of then, with what they answered. */
export const answersRoute: Route = get(
  ':id/answers',
  {
    needs: 'read',
    answers: {
      answers: [ANSWERED],
      complaint: orNull(namedAnswer('SurveyComplaint', { id: 'number', number: 'string', status: 'string' })),
    },
    summary: 'What a customer was asked and answered, and how the complaint stands that came of it',
  },
  async ({ db, id, actor }) => {
    await assertVisible(db, customerSurveyResponses, id, actor)
    const found = await row(
      db,
      { answers: jsonOf<Answers>(), complaint: 'number?', number: 'string?', status: 'string?' },
      sql`select s.answers, r.id as complaint, r.issue_number as number, ${STATUS} as status from customer_survey_responses s
          left join complaints r on r.id = s.complaint and r.deleted_at is null where s.id = ${id}`,
    )
    const answers = found?.answers ?? {}
    const asked = await rows(
      db,
      {
        question: 'number',
        kind: narrowed<QuestionKind>('string'),
        text: jsonOf<Words>(),
        options: jsonOf<Option[]>(),
      },
      sql`select q.id as question, q.kind, q.text, q.options from survey_questions q
          where q.id = any(${Object.keys(answers).map(Number)}::bigint[]) order by q.position, q.id`,
    )
    return {
      answers: asked.map((one) => ({ ...one, answer: answers[one.question] ?? null })),
      complaint: found?.complaint ? { id: found.complaint, number: found.number, status: found.status } : null,
    }
  },
)
