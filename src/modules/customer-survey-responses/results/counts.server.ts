import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { all, type Db, ident, rows, type Sql } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { derivableScope } from '#server/resource/scope.ts'
import { MOST_OPTIONS } from '../../../shared/surveys/questions.ts'
import { partsOf, plusDays, plusMonths, type Span } from '../../../shared/time/spans.ts'
import { customerSurveyResponses } from '../customer-survey-responses.ts'
import type { Responses, Tally } from './answer.ts'

export interface Wanted {
  survey: number
  /** Null for ever. */
  span: Span | null
  /** Of these stores alone; null for all, 0 is without one. */
  stores: readonly number[] | null
}

/** What counts say of one line. */
export interface Counted {
  responses: Responses
  tallies: Record<string, Tally>
}
export const NOTHING_COUNTED: Counted = { responses: { n: 0, scored: 0, score: null }, tallies: {} }

/** Whose answers an actor sees, as stores; null for all. */
export function storesSeen(actor: Actor, asked: number | null): readonly number[] | null {
  const parts = derivableScope(customerSurveyResponses, actor)
  if (parts.some(({ only }) => only)) throw new Error('Survey responses are seen by store alone')
  const seen = parts.flatMap(({ filter: { store } }) => (store === undefined ? [] : [Number(store)]))
  const isAll = parts.some(({ filter }) => filter.store === undefined)
  if (asked === null) return isAll ? null : seen
  return isAll || seen.includes(asked) ? [asked] : []
}

/** The counts of a span: whole months as such, of a month that is cut the days. */
export function startsOf(span: Span): { months: string[]; days: string[] } {
  const months: string[] = []
  const days: string[] = []
  for (const month of partsOf(span, 'month')) {
    const last = plusDays(plusMonths(month, 1), -1)
    if (month >= span.from && last <= span.to) months.push(month)
    else
      days.push(...partsOf({ from: month < span.from ? span.from : month, to: last > span.to ? span.to : last }, 'day'))
  }
  return { months, days }
}

/** Which counts `c` are wanted. */
export function whereOf({ survey, span, stores }: Wanted): Sql {
  const { months, days } = span ? startsOf(span) : { months: null, days: [] }
  const when = months
    ? sql`(c.grain = 'month' and c.start = any(${months}::date[]) or c.grain = 'day' and c.start = any(${days}::date[]))`
    : sql`c.grain = 'month'`
  return all([sql`c.survey = ${survey}`, when, ...(stores ? [sql`c.store = any(${[...stores]}::bigint[])`] : [])])
}

export type Rows = 'none' | 'store' | 'month'
const KEYS: Record<Rows, Sql> = {
  none: sql`''`,
  store: sql`c.store::text`,
  month: sql`to_char(date_trunc('month', c.start::timestamp), 'YYYY-MM')`,
}
const VALUES = Array.from({ length: MOST_OPTIONS }, (_, at) => sql`sum(c.${ident(`v${at}`)})` as Sql)

/** Everything counted of a survey, by line. */
export async function countsOf(db: Db, wanted: Wanted, by: Rows): Promise<ReadonlyMap<string, Counted>> {
  const found = await rows(
    db,
    { key: 'string', question: 'number', n: 'number', total: 'number', counts: jsonOf<number[]>() },
    sql`select ${KEYS[by]} as key, c.question, sum(c.n)::int as n, sum(c.total)::bigint as total, jsonb_build_array(${all(VALUES, sql`, `)}) as counts
        from survey_counts c where ${whereOf(wanted)} group by 1, 2 having sum(c.n) > 0`,
  )
  const lines = new Map<string, Counted>()
  for (const { key, question, n, total, counts } of found) {
    const line = lines.get(key) ?? { ...NOTHING_COUNTED, tallies: {} }
    const [scored = 0] = counts
    if (question === 0) line.responses = { n, scored, score: scored > 0 ? total / scored : null }
    else line.tallies[question] = { n, counts: withoutEnd(counts) }
    lines.set(key, line)
  }
  return lines
}

/** Nobody is told of thirty places where five are taken. */
const withoutEnd = (counts: readonly number[]): number[] => counts.slice(0, counts.findLastIndex((n) => n !== 0) + 1)

/** How many responses answered a question, or gave it one value, as SQL of one number. */
export const totalSql = (wanted: Wanted, question: number, value: number | null): Sql =>
  sql`(select coalesce(sum(${value === null ? sql`c.n` : sql`c.${ident(`v${value}`)}`}), 0)::bigint from survey_counts c where ${whereOf(wanted)} and c.question = ${question})`
