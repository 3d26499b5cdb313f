import { sql } from 'kysely'
import type { Sql } from '#server/db/db.ts'
import { filterAs, type Narrowed, type OwnFilter, type OwnFilters } from '#server/resource/query/where.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { MOST_OPTIONS } from '../../../shared/surveys/questions.ts'
import { ANSWER, markOf, marksOf, WRITTEN } from './answer.ts'
import { storesSeen, totalSql } from './counts.server.ts'

const PARAMETER = {
  says: 'any of them; 12 answered question 12, 12:5 gave it 5 or its sixth option, 12:99 an answer in words',
  schema: { type: 'array', items: { type: 'string', pattern: '^[0-9]{1,12}(:([12]?[0-9]|99))?$' } },
}

/**
 * Responses by what was answered: `12` has any answer to question 12, `12:5` gave it 5, or its sixth option. Marks stand as literals, so
 * that PostgreSQL knows how rare they are.
 */
export const answerFilter: OwnFilters = {
  answer: filterAs(
    ANSWER,
    (values): OwnFilter => {
      const asked = values.map(readAnswer)
      const marks = asked.flatMap(({ question, value }) =>
        value === null ? marksOf(question) : [markOf(question, value)],
      )
      const where = sql`r.marks && ${sql.raw(`'{${marks.join(',')}}'`)}::bigint[]`
      const [only, ...more] = asked
      if (!only || more.length > 0 || only.value === WRITTEN) return { where }
      return { where, total: (narrowed) => totalOf(only, narrowed) }
    },
    PARAMETER,
  ),
}

interface AskedAnswer {
  question: number
  value: number | null
}

function readAnswer(written: string): AskedAnswer {
  const [, question, value] = /^(\d{1,12})(?::(\d{1,2}))?$/.exec(written) ?? []
  const isValue = value === undefined || Number(value) < MOST_OPTIONS || Number(value) === WRITTEN
  if (!question || !isValue)
    refuse('invalid', { fields: { answer: pack('{{field}} is not valid', { field: ANSWER.label }) } })
  return { question: Number(question), value: value === undefined ? null : Number(value) }
}

/** The same counts as the results are told from, where nothing else narrows the list than what these know. */
function totalOf({ question, value }: AskedAnswer, { filters, span, actor }: Narrowed): Sql | null {
  const { survey = [], store = [], ...others } = filters
  if (Object.keys(others).length > 0 || survey.length !== 1 || store.length > 1) return null
  const asked = store.length === 0 ? null : Number(store[0] ?? 0)
  return totalSql({ survey: Number(survey[0]), span, stores: storesSeen(actor, asked) }, question, value)
}
