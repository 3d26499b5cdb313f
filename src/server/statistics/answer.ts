import type { Definition } from '../../shared/resource.ts'
import { isCalendar, type Statistics, type StatisticsLine, statisticsIn } from '../../shared/statistics.ts'
import { comparable, type Span, spanBefore } from '../../shared/time/spans.ts'
import { columnsOf, mostFrequent, sumsBy } from '../counters/counters.ts'
import type { Db } from '../db/db.ts'
import type { Asked } from './asked.ts'
import { figuresFrom, NOTHING } from './figures.ts'
import { keyOf, keysIn, type Lines, linesOf, wishFor } from './lines.ts'
import { namesOf, narrowedBy } from './names.ts'

/** Statistics as their actor may see them. */
export async function statisticsOf(db: Db, asked: Asked): Promise<Statistics> {
  const { definition, wish, actor, today, most = Number.POSITIVE_INFINITY } = asked
  const { by, and, period, compare, filters } = wish
  const before = spanBefore(period, compare)
  const compared = before && comparable(period, before, today)
  const narrowed = narrowedBy(db, definition, filters, actor.language)
  const about = { by, period, compare, before, compared }
  if (and) {
    const [cells, words] = await Promise.all([cellsOf(db, asked, by, and), narrowed])
    return { ...about, narrowed: words, rows: [], left: 0, totals: { values: {}, before: null }, cells }
  }
  const chosen = await chosenOf(db, asked, compared)
  const lines = (span: Span, isNow = false) => linesOf(db, asked, { by, span, keys: chosen?.keys ?? null, isNow })
  // Months and days stand against whole ones, all else against as much of the period before as has gone of this one.
  const [now, earlier, sameEarlier, words] = await Promise.all([
    lines(period, true),
    compared && lines(compared),
    isCalendar(by) && before && before.to !== compared?.to ? lines(before) : null,
    narrowed,
  ])
  const rows = isCalendar(by)
    ? timeRows(definition, by, period, now, before && { span: before, lines: sameEarlier ?? earlier })
    : await groupRows(db, asked, now, earlier)
  return {
    ...about,
    narrowed: words,
    rows: rows.slice(0, most),
    left: chosen?.left ?? Math.max(0, rows.length - most),
    totals: { values: now.total, before: earlier?.total ?? null },
  }
}

/**
 * Of a field of very many values the most frequent ones of the period, which are all that a page is read to; where it has fewer, those
 * of the one before come after them. Null for all there are.
 */
async function chosenOf(
  db: Db,
  asked: Asked,
  compared: Span | null,
): Promise<{ keys: readonly string[]; left: number } | null> {
  const { definition, wish, most = Number.POSITIVE_INFINITY } = asked
  const { by, period, filters } = wish
  const { alone = [], figures } = statisticsIn(definition)
  if (!alone.includes(by) || filters[by] || most === Number.POSITIVE_INFINITY) return null
  const [key = '', figure] = Object.entries(figures).find(([, one]) => 'count' in one) ?? []
  const column = (figure && columnsOf(key, figure)?.sum) ?? 'n'
  const found = (span: Span, of: number, besides: readonly string[] = []) =>
    mostFrequent(db, definition, wishFor(asked, [by, 'none'], span), { most: of, besides, by: column })
  const now = await found(period, most)
  const room = most - now.keys.length
  const earlier = compared && room > 0 ? await found(compared, room, now.keys) : { keys: [], of: 0 }
  const keys = [...now.keys, ...earlier.keys]
  return { keys, left: now.of + earlier.of - keys.length }
}

/** Every month or day of the period, also those without records; each stands against the one of the same place before. */
function timeRows(
  definition: Definition,
  by: 'month' | 'day',
  period: Span,
  now: Lines,
  earlier: { span: Span; lines: Lines | null } | null,
): StatisticsLine[] {
  const none = figuresFrom(definition, NOTHING)
  const keysBefore = earlier ? keysIn(earlier.span, by) : []
  return keysIn(period, by).map((key, at) => {
    const keyBefore = keysBefore[at]
    const before = earlier?.lines && keyBefore ? (earlier.lines.values.get(keyBefore) ?? none) : null
    return { key, label: key, values: now.values.get(key) ?? none, before }
  })
}

/** One row for each value that had records in either period: those of a choice in their order, others the most first. */
async function groupRows(
  db: Db,
  { definition, wish: { by }, actor }: Asked,
  now: Lines,
  earlier: Lines | null,
): Promise<StatisticsLine[]> {
  const none = figuresFrom(definition, NOTHING)
  const keys = [...new Set([...now.values.keys(), ...(earlier?.values.keys() ?? [])])]
  const names = await namesOf(db, definition, by, keys, actor.language)
  const rows = keys.map(
    (key): StatisticsLine => ({
      key,
      label: names.get(key) ?? key,
      values: now.values.get(key) ?? none,
      before: earlier && (earlier.values.get(key) ?? none),
    }),
  )
  if (definition.fields[by]?.of) {
    const order = [...names.keys()]
    return rows.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
  }
  const [first = ''] = Object.keys(statisticsIn(definition).figures)
  const most = ({ values, before }: StatisticsLine) => [values[first] ?? 0, before?.[first] ?? 0] as const
  return rows.toSorted((a, b) => {
    const [[x, u], [y, v]] = [most(a), most(b)]
    return y - x || v - u || a.label.localeCompare(b.label)
  })
}

async function cellsOf(db: Db, asked: Asked, by: string, and: string): Promise<Statistics['cells']> {
  const found = await sumsBy(db, asked.definition, wishFor(asked, [by, and], asked.wish.period))
  return found.map(({ key, and: second, values }) => ({
    key: keyOf(by, key),
    and: keyOf(and, second),
    values: figuresFrom(asked.definition, { sums: values, told: null }),
  }))
}
