import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { formatNumber, wallClock } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { type Compare, isCompare, type Span } from '../../../shared/time/spans.ts'
import { get, type Query } from '../../../web/api.ts'
import { type ChangeSearch, useSearchParams } from '../../../web/app/location.ts'
import { periodOf } from '../../../web/fields/filters/periods.ts'
import { useSession } from '../../../web/session.ts'
import { customerSurveyResponses } from '../customer-survey-responses.ts'
import type { Results, ResultsBy, TextsPage, UsedWords } from './answer.ts'

export const ROWS = ['question', 'store', 'month'] as const
export type Rows = (typeof ROWS)[number]
export const USUAL_PERIOD = '90d'

/** What the address of the page asks for. */
export interface ResultsQuery {
  survey: string
  by: Rows
  period: string
  span: Span
  compare: Compare
  store: string
  today: string
  change: ChangeSearch
  params: URLSearchParams
}

export function useResultsQuery(survey: string): ResultsQuery {
  const [params, change] = useSearchParams()
  const { time_zone } = useSession()
  const today = wallClock(new Date(), time_zone).day
  const by = ROWS.find((name) => name === params.get('by')) ?? 'question'
  const period = params.get('period') || (by === 'month' ? 'year' : USUAL_PERIOD)
  const compare = params.get('compare') ?? ''
  return {
    ...{ survey, by, period, today, change, params },
    span: periodOf(period, today) ?? { from: today, to: today },
    compare: isCompare(compare) ? compare : by === 'month' ? 'year' : 'previous',
    store: params.get('store') ?? '',
  }
}

const WIRE = customerSurveyResponses.wire
export const questionOf = ({ survey, span, compare, store }: ResultsQuery): Query => ({
  survey,
  ...span,
  compare,
  ...(store && { store }),
})
const FRESH_MS = 60_000
const options = <D>(path: string, query: Query, isWanted = true) =>
  queryOptions({
    queryKey: [WIRE, 'list', path, query],
    queryFn: ({ signal }) => get<D>(`${WIRE}/${path}`, query, { signal }),
    refetchInterval: FRESH_MS,
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })

export const resultsQuery = (asked: ResultsQuery) => options<Results>('results', questionOf(asked))
export const byQuery = (asked: ResultsQuery) =>
  options<ResultsBy>('results/by', { ...questionOf(asked), rows: asked.by }, asked.by !== 'question')
const ofQuestion = (asked: ResultsQuery, question: number): Query => {
  const { compare: _compare, ...rest } = questionOf(asked)
  return { ...rest, question }
}
export const textsQuery = (asked: ResultsQuery, question: number, more: Query) =>
  options<TextsPage>('results/texts', { ...ofQuestion(asked, question), ...more })
export const wordsQuery = (asked: ResultsQuery, question: number) =>
  options<UsedWords>('results/words', ofQuestion(asked, question))

/** The list of exactly the responses behind a number. */
export function responsesLink(
  { survey, store }: Pick<ResultsQuery, 'survey' | 'store'>,
  { from, to }: Span,
  narrowed: { answers?: readonly string[]; store?: string } = {},
): string {
  const params = new URLSearchParams({ survey, answered_at: `${from}..${to}` })
  const place = narrowed.store ?? store
  if (place) params.set('store', place)
  for (const answer of narrowed.answers ?? []) params.append('answer', answer)
  return `/customer-survey-responses?${params}`
}

export const said = (value: number, digits = 0): string => formatNumber(value, currentLanguage(), digits)
export const saidShare = (n: number, of: number): string => `${said(of > 0 ? (100 * n) / of : 0, 1)}%`
/** With its sign, as a score may lie on either side of nothing. */
export const saidNps = (score: number): string => `${score > 0 ? '+' : score < 0 ? '−' : ''}${said(Math.abs(score), 0)}`
export const saidAnswers = (n: number): string => t('{{n}} answers', { n: said(n) })
