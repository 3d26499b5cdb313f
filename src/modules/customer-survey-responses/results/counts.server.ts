import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { signedPieces } from '#server/counters/counters.ts'
import { all, type Db, ident, rows, type Sql } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { derivableScope } from '#server/resource/scope.ts'
import { MOST_OPTIONS } from '../../../shared/surveys/questions.ts'
import { partsOf, type Span } from '../../../shared/time/spans.ts'
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

/** The store under which the answers of all stores are counted once more; 0 is none. */
export const ALL_STORES = -1

/** The counts of a span: whole months as such, and days; of a month that is cut the fewer, those inside or those to take away. */
export function startsOf(span: Span): { months: string[]; days: string[]; less: string[] } {
  const { starts, plus, minus } = signedPieces(span)
  const daysOf = (pieces: Span[]) => pieces.flatMap((piece) => partsOf(piece, 'day'))
  return { months: starts, days: daysOf(plus), less: daysOf(minus) }
}

export type Rows = 'none' | 'store' | 'month'
/** How often each value was given. */
export const VALUES = Array.from({ length: MOST_OPTIONS }, (_, at) => ident(`v${at}`))

/** The counts `c` that are wanted, each with its `sign`. */
function countsSql({ survey, span, stores }: Wanted, by: Rows): Sql {
  const place = stores
    ? sql`c.store = any(${[...stores]}::bigint[])`
    : by === 'store'
      ? sql`c.store >= 0`
      : sql`c.store = ${sql.lit(ALL_STORES)}`
  const { months, days, less } = span ? startsOf(span) : { months: null, days: [], less: [] }
  const ofMonths = months ? sql`c.start = any(${months}::date[])` : sql`true`
  return sql`(
      select 1 as sign, c.* from survey_counts c where c.survey = ${survey} and ${place} and c.grain = 'month' and ${ofMonths}
      union all
      select 1, c.* from survey_counts c where c.survey = ${survey} and ${place} and c.grain = 'day' and c.start = any(${days}::date[])
      union all
      select -1, c.* from survey_counts c where c.survey = ${survey} and ${place} and c.grain = 'day' and c.start = any(${less}::date[])
    ) c`
}

/** How a column of these counts is summed up. */
function sumsOf({ span }: Wanted): (column: Sql) => Sql {
  const isSigned = span !== null && startsOf(span).less.length > 0
  return (column) => (isSigned ? sql`sum(c.sign * c.${column})` : sql`sum(c.${column})`)
}

/** What a line is, as a number, by which PostgreSQL groups in half the time of a text; and what it is called. */
const LINES: Record<Rows, { key: Sql; called: (key: number) => string }> = {
  none: { key: sql`0`, called: () => '' },
  store: { key: sql`c.store`, called: String },
  month: {
    key: sql`(extract(year from c.start) * 100 + extract(month from c.start))::int`,
    called: (key) => `${Math.floor(key / 100)}-${String(key % 100).padStart(2, '0')}`,
  },
}

/**
 * Everything counted of a survey, by line.
 * @param values how many values are told apart: those of the question that has most
 */
export async function countsOf(
  db: Db,
  wanted: Wanted,
  by: Rows,
  values: number = MOST_OPTIONS,
): Promise<ReadonlyMap<string, Counted>> {
  const sumOf = sumsOf(wanted)
  const { key: line, called } = LINES[by]
  const told = VALUES.slice(0, Math.max(1, values)).map(sumOf)
  const n = sumOf(ident('n'))
  const found = await rows(
    db,
    { key: 'number', question: 'number', n: 'number', total: 'number', counts: jsonOf<number[]>() },
    sql`select ${line} as key, c.question, ${n}::int as n, ${sumOf(ident('total'))}::bigint as total, jsonb_build_array(${all(told, sql`, `)}) as counts
        from ${countsSql(wanted, by)} group by 1, 2 having ${n} > 0`,
  )
  const lines = new Map<string, Counted>()
  for (const { key: number, question, n: answered, total: sum, counts } of found) {
    const key = called(number)
    const line = lines.get(key) ?? { ...NOTHING_COUNTED, tallies: {} }
    const [scored = 0] = counts
    if (question === 0) line.responses = { n: answered, scored, score: scored > 0 ? sum / scored : null }
    else line.tallies[question] = { n: answered, counts: withoutEnd(counts) }
    lines.set(key, line)
  }
  return lines
}

/** Nobody is told of thirty places where five are taken. */
const withoutEnd = (counts: readonly number[]): number[] => counts.slice(0, counts.findLastIndex((n) => n !== 0) + 1)

/** How many responses answered a question, or gave it one value, as SQL of one number. */
export function totalSql(wanted: Wanted, question: number, value: number | null): Sql {
  const sumOf = sumsOf(wanted)
  const column = (value === null ? undefined : VALUES[value]) ?? ident('n')
  return sql`(select coalesce(${sumOf(column)}, 0)::bigint from ${countsSql(wanted, 'none')} where c.question = ${question})`
}
