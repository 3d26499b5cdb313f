import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { type Db, rows } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { calledSql } from '#server/resource/query/columns.ts'
import { type Sheet, type SheetRow, workbook } from '#server/sheets/sheets.ts'
import { spokenNumber } from '../../../shared/fields.ts'
import { formatMoment, wallClock } from '../../../shared/format.ts'
import { type Language, tIn } from '../../../shared/language.ts'
import { EMPTY_CELL, numberCell, type SheetCell, textCell } from '../../../shared/sheet.ts'
import type { Answer, Answers } from '../../../shared/surveys/questions.ts'
import { spanWords } from '../../../shared/time/spans.ts'
import { stores } from '../../stores/stores.ts'
import { customerSurveyResponses } from '../customer-survey-responses.ts'
import type { AskedQuestion, Results } from './answer.ts'
import { meanOf, npsOf } from './nps.ts'
import { responsesIn } from './texts.server.ts'

interface Reader {
  name: string
  language: Language
  timeZone: string
  /** Whose answers, as stores; null for all. */
  stores: readonly number[] | null
}
const BATCH = 2000

/** Results as a workbook: each response with a column for each question, and what all of them come to. Nobody's name or phone is in it. */
export function resultsBook(db: Db, results: Results, reader: Reader): Readable {
  const say = (words: string) => tIn(reader.language, words)
  const { questions } = results
  const sheets: Sheet[] = [
    {
      name: say('Answers'),
      columns: [
        { label: say('Number'), width: 12 },
        { label: say('Answered at'), width: 18 },
        { label: say('Store'), width: 24 },
        { label: say('Score'), width: 8 },
        ...questions.map((question) => ({ label: headOf(question, say), width: 28 })),
      ],
      batches: batchesOf(db, results, reader),
    },
    {
      name: say('Results'),
      columns: [
        { label: say('Question'), width: 60 },
        { label: say('Answers'), width: 10 },
        { label: say('Mean'), width: 10 },
        { label: say('NPS'), width: 10 },
        { label: say('Margin at 95%'), width: 14 },
      ],
      batches: [questions.map((question) => summaryOf(question, say))],
    },
    {
      name: say('About this report'),
      columns: [
        { label: say('Item'), width: 28 },
        { label: say('Value'), width: 60 },
      ],
      batches: [
        [
          [say('Survey'), results.survey.name],
          [say('Period'), spanWords(results.period)],
          ...(results.store ? [[say('Store'), results.store.name]] : []),
          [say('Seen with the permissions of'), reader.name],
          [say('As of'), formatMoment(new Date(), reader.timeZone)],
        ].map(([what = '', value = '']) => [textCell(what), textCell(value)]),
      ],
    },
  ]
  return Readable.from(workbook(sheets), { objectMode: false })
}

const headOf = ({ text: words, is_retired }: AskedQuestion, say: (words: string) => string): string =>
  is_retired ? `${words} (${say('asked no more')})` : words

async function* batchesOf(db: Db, { survey, period: span, questions }: Results, reader: Reader) {
  let after: { at: string; id: number } | null = null
  for (;;) {
    const begins = after ? sql`and (r.answered_at, r.id) < (${after.at}::timestamptz, ${after.id})` : sql``
    const found: { id: number; at: string; store: string | null; score: number | null; answers: Answers }[] =
      await rows(
        db,
        { id: 'number', at: 'string', store: 'string?', score: 'number?', answers: jsonOf<Answers>() },
        sql`select r.id, r.answered_at::text as at, ${calledSql(stores, 's', reader.language)} as store, r.score, r.answers
          from (select * from customer_survey_responses r where ${responsesIn({ survey: survey.id, span, stores: reader.stores })} ${begins}
            order by r.answered_at desc, r.id desc limit ${sql.lit(BATCH)}) r left join stores s on s.id = r.store
          order by r.answered_at desc, r.id desc`,
      )
    yield found.map((one): SheetRow => {
      const clock = wallClock(new Date(one.at), reader.timeZone)
      return [
        textCell(spokenNumber(customerSurveyResponses.fields.number, one.id)),
        { type: 'date', at: `${clock.day} ${clock.time.slice(0, 5)}`, hasTime: true },
        textCell(one.store ?? ''),
        numberCell(one.score),
        ...questions.map((question) => answerCell(question, one.answers[question.id], reader.language)),
      ]
    })
    const last = found.at(-1)
    if (found.length < BATCH || !last) return
    after = { at: last.at, id: last.id }
  }
}

function answerCell({ kind, options }: AskedQuestion, answer: Answer | undefined, language: Language): SheetCell {
  if (answer === undefined) return EMPTY_CELL
  if (typeof answer === 'number') return numberCell(answer)
  if (kind === 'yes-no') return textCell(tIn(language, answer === 'yes' ? 'Yes' : 'No'))
  if (kind === 'short' || kind === 'long') return textCell(String(answer))
  const keys = typeof answer === 'string' ? [answer] : answer
  return textCell(options.flatMap(({ key, label }) => (keys.includes(key) ? [label] : [])).join('; '))
}

function summaryOf(question: Results['questions'][number], say: (words: string) => string): SheetRow {
  const { kind, tally } = question
  const nps = kind === 'recommendation' ? npsOf(tally.counts) : null
  const mean = kind === 'rating' || kind === 'recommendation' ? meanOf(tally.counts) : null
  return [
    textCell(headOf(question, say)),
    numberCell(tally.n),
    numberCell(mean?.mean ?? null, 'decimal'),
    numberCell(nps?.score ?? null, 'decimal'),
    numberCell(nps?.margin ?? null, 'decimal'),
  ]
}
