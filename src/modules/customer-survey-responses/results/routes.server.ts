import { record } from '#server/activity/activity.ts'
import { byKey, described, NAMED, namedAnswer, oneOf, orNull, XLSX } from '#server/http/answers.ts'
import { type Call, get, JsonText, type QueryParameters, type Route } from '#server/http/route.ts'
import { RequestCoalescer } from '#server/request-coalescer.ts'
import { dayParameter, idParameter, pageParameters } from '#server/resource/query/parameters.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { scopeKey } from '#server/resource/scope.ts'
import { sendWorkbook } from '#server/sheets/sheets.ts'
import { SPAN } from '#server/statistics/routes.ts'
import { wallClock } from '../../../shared/format.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { PERIOD_DAYS_MOST } from '../../../shared/statistics.ts'
import { COMPARES, daysSpan, isCompare, plusDays } from '../../../shared/time/spans.ts'
import { customerSurveyResponses } from '../customer-survey-responses.ts'
import { ASKED, askedRoute } from './asked.server.ts'
import { storesSeen } from './counts.server.ts'
import { type ResultsAsked, resultsBy, resultsOf } from './results.server.ts'
import { type TextsWanted, textsOf, wordsUsed } from './texts.server.ts'
import { resultsBook } from './workbook.server.ts'

const USUAL_DAYS = 90
const TEXTS_MOST = 100
const ROWS = ['store', 'month'] as const

const OF_PERIOD: QueryParameters = {
  survey: { ...idParameter('surveys'), isRequired: true },
  from: dayParameter(`first day; ${USUAL_DAYS} days unless said`),
  to: dayParameter(`last day, today unless said; at most ${PERIOD_DAYS_MOST} days`),
  store: idParameter('stores'),
}
const QUERY: QueryParameters = {
  ...OF_PERIOD,
  compare: {
    says: 'previous (default): the period before; year: the same a year ago; none',
    schema: { enum: COMPARES },
  },
}
const QUESTION: QueryParameters = {
  ...OF_PERIOD,
  question: { says: 'its id', schema: { type: 'integer', minimum: 1 }, isRequired: true },
}

const TALLY = namedAnswer('SurveyTally', {
  n: described('How many answered', 'number'),
  counts: described('How often each value was given, from 0; of options by their place', ['number']),
})
const RESPONSES = namedAnswer('SurveyResponses', {
  n: 'number',
  scored: described('How many have a score', 'number'),
  score: described('Its mean', 'number?'),
})
const ABOUT = { survey: NAMED, period: SPAN, compare: oneOf(...COMPARES), compared: orNull(SPAN), store: orNull(NAMED) }
const TALLIES = byKey(TALLY, 'By the id of the question')
const LINE = { responses: RESPONSES, tallies: TALLIES }
const COUNTED = { ...LINE, before: orNull(LINE) }

const told = new RequestCoalescer<string>()

export const resultsRoutes: Route[] = [
  askedRoute,
  get(
    'results',
    {
      needs: 'report',
      query: QUERY,
      answers: {
        ...ABOUT,
        questions: [{ ...ASKED, tally: TALLY, before: orNull(TALLY) }],
        responses: RESPONSES,
        before: orNull(RESPONSES),
      },
      summary: 'What a survey found: how often each answer was given, and in the period before',
    },
    (call) => once(call, 'results', (asked) => resultsOf(asked)),
  ),
  get(
    'results/by',
    {
      needs: 'report',
      query: { ...QUERY, rows: { says: 'store (default) or month', schema: { enum: ROWS } } },
      answers: {
        ...ABOUT,
        rows: [{ key: 'string', label: 'string', ...COUNTED }],
        questions: [ASKED],
        total: COUNTED,
      },
      summary: 'The same by store or month',
    },
    (call) => {
      const rows = ROWS.find((name) => name === (one(call.query.rows) || 'store')) ?? refuseField('rows')
      return once(call, `by ${rows}`, (asked) => resultsBy(asked, rows))
    },
  ),
  get(
    'results/texts',
    {
      needs: 'report',
      query: {
        ...QUESTION,
        search: { says: 'letters in it, without regard to diacritics', schema: { type: 'string', maxLength: 100 } },
        word: { says: 'one of the words most used', schema: { type: 'string', maxLength: 100 } },
        ...pageParameters(20),
      },
      answers: {
        data: [
          {
            response: 'number',
            number: 'string',
            text: 'string',
            store: 'string?',
            answered_at: 'string',
            score: 'number?',
          },
        ],
        total: 'number',
        total_is_more: 'boolean',
      },
      summary: 'What was written in answer to a question, the newest first',
    },
    (call) => {
      const { query, db, actor } = call
      return textsOf(db, textsWanted(call), {
        search: (one(query.search) ?? '').trim().slice(0, 100),
        word: (one(query.word) ?? '').normalize('NFC').slice(0, 100),
        page: wholeIn(query.page, 1, 10_000),
        perpage: wholeIn(query.perpage, 20, TEXTS_MOST),
        language: actor.language,
      })
    },
  ),
  get(
    'results/words',
    {
      needs: 'report',
      query: QUESTION,
      answers: {
        words: [{ word: 'string', n: described('Texts that hold it', 'number') }],
        read: described('Texts that were read: the newest', 'number'),
      },
      summary: 'The words most used in answer to a question',
    },
    (call) => wordsUsed(call.db, textsWanted(call)),
  ),
  get(
    'results/export',
    {
      needs: 'report',
      query: QUERY,
      mediaType: XLSX,
      summary: 'The results as a workbook, a column for each question',
    },
    async (call) => {
      const { db, actor, context, reply } = call
      const asked = askedOf(call)
      const results = await resultsOf(asked)
      const { period, survey } = results
      const title = `${survey.name.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '-')}-${period.from}-${period.to}.xlsx`
      await record(db, actor, { action: 'export', module: customerSurveyResponses.name, title })
      const reader = { ...actor, timeZone: context.config.timezone, stores: storesSeen(actor, asked.wish.store) }
      return sendWorkbook(reply, title, resultsBook(db, results, reader))
    },
  ),
]

/** The same page is asked for by many at once. */
async function once(call: Call, what: string, tell: (asked: ResultsAsked) => Promise<unknown>): Promise<JsonText> {
  const asked = askedOf(call)
  const key = JSON.stringify([
    ...[what, scopeKey(customerSurveyResponses, call.actor), call.actor.language, asked.today, asked.wish],
  ])
  return new JsonText(await told.ask(key, async () => JSON.stringify(await tell(asked))))
}

function askedOf({ db, actor, query, context }: Call): ResultsAsked {
  const today = wallClock(new Date(), context.config.timezone).day
  const to = one(query.to) || today
  const period =
    daysSpan(one(query.from) || plusDays(to, 1 - USUAL_DAYS), to, PERIOD_DAYS_MOST) ??
    refuse('invalid', {
      fields: {
        from: pack('Please choose at most {{max}} days, the first before the last', { max: PERIOD_DAYS_MOST }),
      },
    })
  const compare = one(query.compare) || 'previous'
  if (!isCompare(compare)) return refuseField('compare')
  const store = one(query.store)
  const wish = { survey: idIn(query.survey, 'survey'), period, compare, store: store ? idIn(store, 'store') : null }
  return { db, actor, wish, today }
}

function textsWanted(call: Call): TextsWanted {
  const { actor, wish } = askedOf(call)
  return {
    survey: wish.survey,
    question: idIn(call.query.question, 'question'),
    span: wish.period,
    stores: storesSeen(actor, wish.store),
  }
}

function idIn(given: string | string[] | undefined, field: string): number {
  const written = one(given) ?? ''
  return /^\d{1,15}$/.test(written) ? Number(written) : refuseField(field)
}

const wholeIn = (given: string | string[] | undefined, usual: number, most: number): number => {
  const written = one(given) ?? ''
  return /^\d{1,6}$/.test(written) ? Math.min(Math.max(1, Number(written)), most) : usual
}

const refuseField = (field: string): never =>
  refuse('invalid', { fields: { [field]: pack('{{field}} is not valid', { field }) } })
