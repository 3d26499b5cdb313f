import { sql } from 'kysely'
import { type Db, rows, type Tx } from '#server/db/db.ts'
import { jsonOf, narrowed, type RowOf } from '#server/db/shape.ts'
import type { Option, QuestionKind, ShownIf, Words } from '../../../shared/surveys/questions.ts'

export const KEPT = {
  id: 'number',
  kind: narrowed<QuestionKind>('string'),
  text: jsonOf<Words>(),
  options: jsonOf<Option[]>(),
  is_required: 'boolean',
  shown_if: jsonOf<ShownIf | null>(),
  is_retired: 'boolean',
  replaced_by: 'number?',
  has_answers: 'boolean',
} as const
export type KeptQuestion = RowOf<typeof KEPT>

/** Every question of a survey in its order, those asked no more too. */
export const questionsOf = (db: Db | Tx, survey: number): Promise<KeptQuestion[]> =>
  rows(
    db,
    KEPT,
    sql`select q.id, q.kind, q.text, q.options, q.is_required, q.shown_if, q.is_retired, q.replaced_by,
          exists (select from customer_survey_responses r where r.marks && array(select q.id * 100 + value from generate_series(0, 99) value)) as has_answers
        from survey_questions q where q.survey = ${survey} order by q.position, q.id`,
  )
