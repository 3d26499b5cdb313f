import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Db, row } from '#server/db/db.ts'
import { titleSql } from '#server/resource/query/columns.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { namesOf } from '#server/statistics/names.ts'
import { refuse } from '../../../shared/refusals.ts'
import { NONE } from '../../../shared/statistics.ts'
import { type Compare, comparable, partsOf, type Span, spanBefore } from '../../../shared/time/spans.ts'
import { surveys } from '../../surveys/surveys.ts'
import { customerSurveyResponses } from '../customer-survey-responses.ts'
import { mostValuesOf, NO_TALLY, type Results, type ResultsBy, type ResultsRow } from './answer.ts'
import { type Counted, countsOf, NOTHING_COUNTED, type Rows, storesSeen } from './counts.server.ts'
import { questionsOf } from './questions.server.ts'

/** What is asked of a survey's results, once read. */
export interface ResultsWish {
  survey: number
  period: Span
  compare: Compare
  store: number | null
}
export interface ResultsAsked {
  db: Db
  actor: Actor
  wish: ResultsWish
  /** The day it is in the chain. */
  today: string
}

/** Every question with its answers, and those of the period before. */
export async function resultsOf(asked: ResultsAsked): Promise<Results> {
  const { db, actor, wish } = asked
  const [about, questions, now, earlier] = await Promise.all([
    aboutOf(asked),
    questionsOf(db, wish.survey, actor.language),
    linesIn(asked, wish.period, 'none'),
    linesIn(asked, comparedTo(asked), 'none'),
  ])
  const [here, before] = [now?.get('') ?? NOTHING_COUNTED, earlier && (earlier.get('') ?? NOTHING_COUNTED)]
  return {
    ...about,
    questions: questions.map((question) => ({
      ...question,
      tally: here.tallies[question.id] ?? NO_TALLY,
      before: before && (before.tallies[question.id] ?? NO_TALLY),
    })),
    responses: here.responses,
    before: before?.responses ?? null,
  }
}

/** The same by store or month; a month stands against the one of the same place in the period before. */
export async function resultsBy(asked: ResultsAsked, rows: 'store' | 'month'): Promise<ResultsBy> {
  const { db, actor, wish, today } = asked
  const before = spanBefore(wish.period, wish.compare)
  const compared = comparedTo(asked)
  const questions = await questionsOf(db, wish.survey, actor.language)
  const most = Math.max(...questions.map(mostValuesOf))
  const [about, now, earlier, total, totalBefore] = await Promise.all([
    aboutOf(asked),
    linesIn(asked, wish.period, rows, most),
    linesIn(asked, rows === 'month' ? before : compared, rows, most),
    linesIn(asked, wish.period, 'none'),
    linesIn(asked, compared, 'none'),
  ])
  const told = { asked, now: now ?? new Map(), earlier }
  const lineOf = (lines: Lines | null) => lines && (lines.get('') ?? NOTHING_COUNTED)
  return {
    ...about,
    questions,
    rows: rows === 'month' ? monthRows(told, before, today) : await storeRows(told),
    total: { ...(lineOf(total) ?? NOTHING_COUNTED), before: lineOf(totalBefore) },
  }
}

type Lines = ReadonlyMap<string, Counted>
interface Told {
  asked: ResultsAsked
  now: Lines
  earlier: Lines | null
}

function monthRows({ asked, now, earlier }: Told, before: Span | null, today: string): ResultsRow[] {
  const months = (span: Span) => partsOf(span, 'month').map((day) => day.slice(0, 7))
  const keysBefore = before ? months(before) : []
  return months(asked.wish.period)
    .filter((key) => key <= today.slice(0, 7))
    .map((key, at) => {
      const keyBefore = keysBefore[at]
      return {
        ...{ key, label: key, ...(now.get(key) ?? NOTHING_COUNTED) },
        before: earlier && keyBefore ? (earlier.get(keyBefore) ?? NOTHING_COUNTED) : null,
      }
    })
}

async function storeRows({ asked: { db, actor }, now, earlier }: Told): Promise<ResultsRow[]> {
  const keys = [...new Set([...now.keys(), ...(earlier?.keys() ?? [])])]
  const keyOf = (key: string) => (key === '0' ? NONE : key)
  const names = await namesOf(db, customerSurveyResponses, 'store', keys.map(keyOf), actor.language)
  return keys
    .map((key) => ({
      ...{ key: keyOf(key), label: names.get(keyOf(key)) ?? key, ...(now.get(key) ?? NOTHING_COUNTED) },
      before: earlier && (earlier.get(key) ?? NOTHING_COUNTED),
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, actor.language))
}

async function linesIn(
  { db, actor, wish }: ResultsAsked,
  span: Span | null,
  by: Rows,
  values?: number,
): Promise<Lines | null> {
  return span && countsOf(db, { survey: wish.survey, span, stores: storesSeen(actor, wish.store) }, by, values)
}

function comparedTo({ wish: { period, compare }, today }: ResultsAsked): Span | null {
  const before = spanBefore(period, compare)
  return before && comparable(period, before, today)
}

/** The survey, which the reader must see. */
async function aboutOf(asked: ResultsAsked): Promise<Omit<Results, 'questions' | 'responses' | 'before'>> {
  const { db, actor, wish } = asked
  const scope = scopeOf(surveys, actor)
  const survey = await row(
    db,
    { id: 'number', name: 'string' },
    sql`select r.id, ${titleSql(surveys, 'r', actor.language)} as name from surveys r where r.id = ${wish.survey} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`,
  )
  const store = wish.store === null ? null : String(wish.store)
  const names = store && (await namesOf(db, customerSurveyResponses, 'store', [store], actor.language))
  return {
    survey: survey ?? refuse('not found'),
    period: wish.period,
    compare: wish.compare,
    compared: comparedTo(asked),
    store: store && names ? { id: Number(store), name: names.get(store) ?? store } : null,
  }
}
