import { text } from '../../../shared/fields.ts'
import { isScale, MOST_OPTIONS, type QuestionKind } from '../../../shared/surveys/questions.ts'
import type { Compare, Span } from '../../../shared/time/spans.ts'
import type { Counts } from './nps.ts'

/** What lists are filtered by beside the fields: `12` answered question 12, `12:5` gave it 5, or its sixth option. */
export const ANSWER = text('Answer', { filter: true })

/** A store is placed among others, and a question said to pull it down, from so many answers on. */
export const LEAST_ANSWERS = 10

/** Of one question, in one period: how many answered, and how often each number or option was given. */
export interface Tally {
  n: number
  counts: Counts
}
export const NO_TALLY: Tally = { n: 0, counts: [] }

/** A question as results name it, in the reader's language. */
export interface AskedQuestion {
  id: number
  kind: QuestionKind
  text: string
  options: { key: string; label: string }[]
  is_retired: boolean
  /** The question that took its place, and the one whose place it took. */
  replaced_by: number | null
  replaces: number | null
}

/** All responses: how many, and the mean of those that have a score. */
export interface Responses {
  n: number
  scored: number
  score: number | null
}

interface About {
  survey: { id: number; name: string }
  period: Span
  compare: Compare
  /** Of a period that is not over, as much of the one before as has gone of it. */
  compared: Span | null
  store: { id: number; name: string } | null
}

export interface Results extends About {
  questions: (AskedQuestion & { tally: Tally; before: Tally | null })[]
  responses: Responses
  before: Responses | null
}

export interface ResultsRow {
  /** The id of a store, `none`, or `YYYY-MM`. */
  key: string
  label: string
  responses: Responses
  /** By question; one that nobody answered is not there. */
  tallies: Record<string, Tally>
  before: { responses: Responses; tallies: Record<string, Tally> } | null
}
export interface ResultsBy extends About {
  rows: ResultsRow[]
  questions: AskedQuestion[]
  /** What all of them come to, of whatever the reader sees. */
  total: Omit<ResultsRow, 'key' | 'label'>
}

export interface WrittenAnswer {
  response: number
  number: string
  text: string
  store: string | null
  answered_at: string
  score: number | null
}

export interface TextsPage {
  data: WrittenAnswer[]
  total: number
  total_is_more: boolean
}

/** So many of the newest texts are read for their words. */
export const READ_MOST = 1000

/** The words most used, each in so many of the answers that were read: the newest, where there are very many. */
export interface UsedWords {
  words: { word: string; n: number }[]
  read: number
}

/** What can be counted of a question: whole numbers from 0, options by their place. */
const SPREAD = 100
/** The mark of a text, which has no number. */
export const WRITTEN = 99

/** An answer as one number, by which lists are filtered: `survey_marks` of the database makes the same. */
export const markOf = (question: number, value: number): number => question * SPREAD + value

/** Every mark that answers to a question can have. */
export const marksOf = (question: number): number[] => [
  ...Array.from({ length: MOST_OPTIONS }, (_, value) => markOf(question, value)),
  markOf(question, WRITTEN),
]

/** The answers of a question that are told apart, each with its place in the counts. */
export function valuesOf({
  kind,
  options,
}: Pick<AskedQuestion, 'kind' | 'options'>): { value: number; label: string }[] {
  if (isScale(kind)) {
    const [least, most] = kind === 'rating' ? [1, 5] : [0, 10]
    return Array.from({ length: most - least + 1 }, (_, at) => ({ value: least + at, label: String(least + at) }))
  }
  if (kind === 'yes-no')
    return [
      { value: 1, label: 'Yes' },
      { value: 0, label: 'No' },
    ]
  return options.map(({ label }, value) => ({ value, label }))
}

/** From 0 up to the greatest of them: how many numbers its counts have. */
export const mostValuesOf = (question: Pick<AskedQuestion, 'kind' | 'options'>): number =>
  Math.max(-1, ...valuesOf(question).map(({ value }) => value)) + 1

/** Whether its answers are words. */
export const isWritten = (kind: QuestionKind): boolean => kind === 'short' || kind === 'long'
/** Whether its answers say how good something was. */
export const isRated = (kind: QuestionKind): boolean => isScale(kind) || kind === 'yes-no'
