import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import type { ActivityConsumer } from '#server/activity/readers.ts'
import { theServer } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { rows, type Tx } from '#server/db/db.ts'
import { jsonOf, narrowed, type RowOf } from '#server/db/shape.ts'
import { change, insert } from '#server/resource/statements.ts'
import { htmlOfText } from '../../../shared/html.ts'
import { type Language, tIn } from '../../../shared/language.ts'
import {
  type Answers,
  answerInWords,
  inWords,
  type Option,
  type QuestionKind,
  type Words,
} from '../../../shared/surveys/questions.ts'
import { customerSurveyResponses } from '../../customer-survey-responses/customer-survey-responses.ts'
import { complaints } from '../complaints.ts'
import { newComplaint } from '../handling/new-complaint.server.ts'

const TITLE_MOST = 191

const LOW = {
  id: 'number',
  store: 'number',
  score: 'number',
  customer_name: 'string?',
  phone: 'string?',
  email: 'string?',
  answers: jsonOf<Answers>(),
  language: narrowed<Language>('string'),
  feedback_type: 'number',
  title: 'string',
  questions: jsonOf<Asked[]>(),
} as const
type Low = RowOf<typeof LOW>

interface Asked {
  id: number
  kind: QuestionKind
  text: Words
  options: Option[]
}

/**
 * A low score opens a complaint for its store: read from the activity, in one transaction with how far the reader is, so that it happens
 * once for each response, also where a server dies in between.
 */
export const lowScoreReader: ActivityConsumer = {
  name: 'low-scores',
  async read(tx: Tx, happened: readonly Happened[], context: AppContext): Promise<void> {
    const made = happened.flatMap(({ module, action, record_id }) =>
      module === customerSurveyResponses.name && action === 'create' && record_id !== null ? [record_id] : [],
    )
    if (made.length === 0) return
    const low = await lowScores(tx, made)
    for (const one of low) await open(tx, one)
    if (low.length > 0) context.feed.nudge()
  },
}

/** Of what a store can be held to. */
const lowScores = (tx: Tx, ids: readonly number[]): Promise<Low[]> =>
  rows(
    tx,
    LOW,
    sql`select r.id, r.store, r.score, r.customer_name, r.phone, c.email, r.answers, r.language, t.id as feedback_type, v.title,
          (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'kind', q.kind, 'text', q.text, 'options', q.options)
              order by q.position, q.id), '[]')
            from survey_questions q where q.survey = r.survey and r.answers ? q.id::text) as questions
        from customer_survey_responses r join surveys v on v.id = r.survey
          left join survey_links l on l.id = r.link
          left join complaints c on l.module = 'complaints' and c.id = l.record
          cross join lateral (select id from ticket_types where deleted_at is null
            order by id = v.complaint_type desc nulls last, active desc, position, id limit 1) t
        where r.id = any(${[...ids]}::bigint[]) and r.is_low and r.complaint is null and r.store is not null and r.deleted_at is null
        order by r.id for update of r`,
  )

async function open(tx: Tx, low: Low): Promise<void> {
  const said = (key: string, params?: Record<string, string | number>) => tIn('vi', key, params)
  const columns = {
    title: [...said('Low survey score {{score}}/100: {{title}}', { score: low.score, title: low.title })]
      .slice(0, TITLE_MOST)
      .join(''),
    store: low.store,
    feedback_type: low.feedback_type,
    feedback_method: 'ideas_box',
    customer_name: low.customer_name ?? said('A customer in a survey'),
    phone: low.phone,
    email: low.email,
    content: htmlOfText(wordsOf(low)),
  }
  const complaint = await insert(tx, complaints, await newComplaint(tx, columns, 'survey'), theServer)
  await change(
    tx,
    customerSurveyResponses,
    { id: low.id, set: { complaint }, action: 'complain', scope: null },
    theServer,
  )
}

/** What was asked and answered, a paragraph each; what the customer wrote is text and nothing else. */
const wordsOf = ({ questions, answers }: Low): string =>
  questions.map((one) => `${inWords(one.text, 'vi')}\n${answerInWords(one, answers[one.id], 'vi')}`).join('\n\n')
