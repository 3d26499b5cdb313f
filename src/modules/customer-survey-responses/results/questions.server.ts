import { sql } from 'kysely'
import { type Db, rows } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import type { Language } from '../../../shared/language.ts'
import { inWords, type Option, QUESTION_KINDS, type Words } from '../../../shared/surveys/questions.ts'
import type { AskedQuestion } from './answer.ts'

/**
 * Every question that a survey ever asked, in a reader's language: as it is asked now, and what was replaced below the one that took its
 * place. Figures of the two never mix.
 */
export async function questionsOf(db: Db, survey: number, language: Language): Promise<AskedQuestion[]> {
  const found = await rows(
    db,
    {
      id: 'number',
      kind: 'string',
      text: jsonOf<Words>(),
      options: jsonOf<Option[]>(),
      is_retired: 'boolean',
      replaced_by: 'number?',
    },
    sql`select q.id, q.kind, q.text, q.options, q.is_retired, q.replaced_by from survey_questions q where q.survey = ${survey}
        order by q.is_retired, q.position, q.id`,
  )
  const asked = found.map(
    ({ id, kind, text, options, is_retired, replaced_by }): AskedQuestion => ({
      ...{ id, is_retired, replaced_by },
      kind: QUESTION_KINDS.find(({ value }) => value === kind)?.value ?? 'short',
      text: inWords(text, language),
      options: options.map((option) => ({ key: option.key, label: inWords(option, language) })),
      replaces: found.find((other) => other.replaced_by === id)?.id ?? null,
    }),
  )
  const below = (question: AskedQuestion): AskedQuestion[] => [
    question,
    ...asked.filter(({ replaced_by }) => replaced_by === question.id).flatMap(below),
  ]
  const first = asked.filter(({ replaced_by }) => replaced_by === null)
  return first.flatMap(below)
}
