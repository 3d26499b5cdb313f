import { sql } from 'kysely'
import { type Db, rows, type Tx } from '#server/db/db.ts'
import { jsonOf, narrowed } from '#server/db/shape.ts'
import type { Option, Question, QuestionKind, ShownIf, Words } from '../../../shared/surveys/questions.ts'

const ASKED = {
  id: 'number',
  kind: narrowed<QuestionKind>('string'),
  text: jsonOf<Words>(),
  options: jsonOf<Option[]>(),
  is_required: 'boolean',
  shown_if: jsonOf<ShownIf | null>(),
} as const

/**
 * The questions that a survey asks, in their order. Of one that was replaced while somebody answered it, theirs stands in the place of the
 * one that replaced it: what they answered is what they were asked, and what follows from it follows from theirs. One that was removed
 * meanwhile stands behind them, where it was answered.
 * @param answered ids of the questions that were answered
 */
export async function askedQuestions(
  db: Db | Tx,
  survey: number,
  answered: readonly number[] = [],
): Promise<Question[]> {
  const ids = [...answered]
  return rows(
    db,
    ASKED,
    sql`with recursive before as (
          select q.id, q.id as now from survey_questions q where q.survey = ${survey} and q.replaced_by is null
          union all
          select q.id, b.now from survey_questions q join before b on q.replaced_by = b.id
        ), chosen as (
          select distinct on (b.now) b.now, b.id from before b
          order by b.now, (b.id = any(${ids}::bigint[])) desc, (b.id = b.now) desc, b.id desc
        )
        select q.id, q.kind, q.text, q.options, q.is_required and not n.is_retired as is_required,
          case when p.id is null then q.shown_if else jsonb_set(q.shown_if, '{question}', to_jsonb(p.id)) end as shown_if
        from chosen c join survey_questions q on q.id = c.id join survey_questions n on n.id = c.now
          left join before b on b.id = (q.shown_if->>'question')::bigint left join chosen p on p.now = b.now
        where not n.is_retired or q.id = any(${ids}::bigint[])
        order by n.is_retired, n.position, n.id`,
  )
}
