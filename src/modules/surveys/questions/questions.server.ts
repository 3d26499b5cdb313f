import { sql } from 'kysely'
import { inTransaction, json, row, type Tx } from '#server/db/db.ts'
import { namedAnswer } from '#server/http/answers.ts'
import { type Call, get, put, type Route } from '#server/http/route.ts'
import { VERSION } from '#server/resource/module-options.ts'
import { changeScopeOf, refuseShared } from '#server/resource/scope.ts'
import { change, refuseStale } from '#server/resource/statements.ts'
import { assertVisible } from '#server/resource/visible.ts'
import { QUESTION } from '#server/surveys/shapes.ts'
import { type Language, tIn } from '../../../shared/language.ts'
import { refuse, refuseFields } from '../../../shared/refusals.ts'
import { surveys } from '../surveys.ts'
import { GIVEN, type GivenQuestion, givenQuestions } from './given.server.ts'
import { type KeptQuestion, questionsOf } from './read.server.ts'
import { saysTheSame } from './replaced.server.ts'

const KEPT_QUESTION = namedAnswer('KeptSurveyQuestion', {
  ...QUESTION,
  is_retired: 'boolean',
  replaced_by: 'number?',
  has_answers: 'boolean',
})
const ANSWER = { version: 'number', questions: [KEPT_QUESTION] } as const

export const questionRoutes: Route[] = [
  get(
    ':id/questions',
    { needs: 'read', answers: ANSWER, summary: 'The questions of a survey in their order, those asked no more too' },
    async (call) => {
      await assertVisible(call.db, surveys, call.id, call.actor)
      return shown(call)
    },
  ),
  put(
    ':id/questions',
    {
      needs: 'edit',
      body: { version: VERSION },
      beside: { questions: GIVEN },
      answers: ANSWER,
      summary: 'All questions of a survey at once; one that has answers is replaced by another rather than changed',
    },
    (call) => save(call as Call),
  ),
]

async function shown({ db, id }: Pick<Call, 'db' | 'id'>) {
  const found = await row(db, { version: 'number' }, sql`select version from surveys where id = ${id}`)
  return { version: found?.version ?? 0, questions: await questionsOf(db, id) }
}

async function save(call: Call) {
  const { db, actor, id, body, context, request } = call
  const { questions, wrong } = givenQuestions((request.body as { questions?: unknown }).questions)
  const version = Number(body.version)
  await refuseShared(db, surveys, id, actor)
  refuseFields(wrong)
  await inTransaction(db, async (tx) => {
    const texts = questions.map(({ text }) => text.vi)
    const note = { questions: texts.join(' · ').slice(0, 500) }
    const wanted = { id, version, set: {}, action: 'update', scope: changeScopeOf(surveys, actor), note }
    // It holds the survey: no answer comes in while questions change.
    const done = await change(tx, surveys, wanted, actor)
    if (!done) refuse('not found')
    if (!done.isDone) await refuseStale(tx, surveys, id, version, actor.language)
    await write(tx, id, questions)
  })
  context.feed.nudge()
  return shown(call)
}

/** Keeps, changes, replaces, adds and leaves out; each place then has its question. */
async function write(tx: Tx, survey: number, given: readonly GivenQuestion[]): Promise<void> {
  const kept = (await questionsOf(tx, survey)).filter(({ is_retired }) => !is_retired)
  const ids: number[] = []
  for (const [at, question] of given.entries()) {
    const known = kept.find(({ id }) => id === question.id)
    const condition = question.shown_if ? { question: ids[question.shown_if.at], is: question.shown_if.is } : null
    ids.push(await placed(tx, survey, at + 1, question, condition, known))
  }
  for (const { id, has_answers } of kept)
    if (!ids.includes(id) && !given.some((one) => one.id === id)) await leaveOut(tx, id, has_answers)
}

async function placed(
  tx: Tx,
  survey: number,
  position: number,
  question: GivenQuestion,
  condition: object | null,
  known: KeptQuestion | undefined,
): Promise<number> {
  if (known && (!known.has_answers || saysTheSame(known, question))) {
    await sql`update survey_questions set position = ${position}, kind = ${question.kind}, text = ${json(question.text)},
        options = ${json(question.options)}, is_required = ${question.is_required}, shown_if = ${json(condition)}
      where id = ${known.id}`.execute(tx)
    return known.id
  }
  const made = await row(
    tx,
    { id: 'number' },
    sql`insert into survey_questions (survey, position, kind, text, options, is_required, shown_if)
        values (${survey}, ${position}, ${question.kind}, ${json(question.text)}, ${json(question.options)},
          ${question.is_required}, ${json(condition)}) returning id`,
  )
  if (!made) throw new Error('A question was not kept')
  if (known)
    await sql`update survey_questions set is_retired = true, replaced_by = ${made.id} where id = ${known.id}`.execute(
      tx,
    )
  return made.id
}

async function leaveOut(tx: Tx, id: number, hasAnswers: boolean): Promise<void> {
  if (hasAnswers) await sql`update survey_questions set is_retired = true where id = ${id}`.execute(tx)
  else {
    await sql`update survey_questions set replaced_by = null where replaced_by = ${id}`.execute(tx)
    await sql`delete from survey_questions where id = ${id}`.execute(tx)
  }
}

/** A new survey begins with the question that most of them ask. */
export async function addFirstQuestion(tx: Tx, survey: number): Promise<void> {
  await placed(tx, survey, 1, FIRST(), null, undefined)
}

const FIRST = (): GivenQuestion => {
  const said = (language: Language) => tIn(language, 'How satisfied were you?')
  return {
    ...{ id: null, kind: 'rating', options: [], is_required: true, shown_if: null },
    text: { vi: said('vi'), en: said('en'), ko: said('ko') },
  }
}
