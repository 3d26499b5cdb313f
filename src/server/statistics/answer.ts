import type { Definition } from '../../shared/resource.ts'
import {
  type FigureValues,
  isCalendar,
  NONE,
  type Statistics,
  type StatisticsLine,
  statisticsIn,
} from '../../shared/statistics.ts'
import { comparable, partsOf, type Span, spanBefore } from '../../shared/time/spans.ts'
import type { Actor } from '../actor.ts'
import { ALL, columnsOf, type Dimension, distinctBy, type StatisticsWish, sumsBy } from '../counters/counters.ts'
import type { Db } from '../db/db.ts'
import { figuresFrom, NOTHING, type Read } from './figures.ts'
import { namesOf, narrowedBy } from './names.ts'
import type { Wish } from './wish.ts'

/** A figure that the module tells itself: by key as the rows have it (`none` without one), and of the whole period under `total`. */
export type OwnFigure = (ask: OwnAsk) => Promise<ReadonlyMap<string, number | null>>
export interface OwnAsk {
  db: Db
  actor: Actor
  by: string
  period: Span
  filters: Wish['filters']
}
export type OwnFigures = Readonly<Record<string, OwnFigure>>
export const TOTAL = 'total'

export interface Asked {
  definition: Definition
  wish: Wish
  actor: Actor
  /** The day it is in the chain. */
  today: string
  own?: OwnFigures
  /** The most rows of an answer. */
  most?: number
}

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
  // Months and days stand against whole ones, all else against as much of the period before as has gone of this one.
  const [now, earlier, sameEarlier, words] = await Promise.all([
    linesOf(db, asked, by, period),
    compared && linesOf(db, asked, by, compared),
    isCalendar(by) && before && before.to !== compared?.to ? linesOf(db, asked, by, before) : null,
    narrowed,
  ])
  const rows = isCalendar(by)
    ? timeRows(definition, by, period, now, before && { span: before, lines: sameEarlier ?? earlier })
    : await groupRows(db, asked, now, earlier)
  return {
    ...about,
    narrowed: words,
    rows: rows.slice(0, most),
    left: Math.max(0, rows.length - most),
    totals: { values: now.total, before: earlier?.total ?? null },
  }
}

interface Lines {
  values: ReadonlyMap<string, FigureValues>
  total: FigureValues
}

async function linesOf(db: Db, asked: Asked, by: string, span: Span): Promise<Lines> {
  const { definition, own = {}, wish, actor } = asked
  const { figures } = statisticsIn(definition)
  const whole = wishFor(asked, ['none', 'none'], span)
  const split = wishFor(asked, [by, 'none'], span)
  // A record of several values counts under each, and once in all.
  const isApart = definition.fields[by]?.kind === 'refs'
  const distinct = Object.entries(figures).flatMap(([key, figure]) => {
    const { of, sum = 'n' } = columnsOf(key, figure) ?? {}
    return of ? [{ key, of, sum }] : []
  })
  const summing = sumsBy(db, definition, split)
  const [sums, sumsWhole, ...told] = await Promise.all([
    summing,
    isApart ? sumsBy(db, definition, whole) : null,
    ...distinct.map(async ({ key, ...of }): Promise<[string, ReadonlyMap<string, number | null>]> => {
      const keys = isCalendar(by) ? null : (await summing).map((line) => line.key)
      const found = await distinctBy(db, definition, split, of, keys)
      return [key, new Map([...found].map(([line, n]) => [line === ALL ? TOTAL : keyOf(by, line), n]))]
    }),
    ...Object.entries(own).map(
      async ([key, tell]): Promise<[string, ReadonlyMap<string, number | null>]> => [
        key,
        await tell({ db, actor, by, period: span, filters: wish.filters }),
      ],
    ),
  ])
  const toldAt = (line: string) => Object.fromEntries(told.map(([key, by]) => [key, by.get(line) ?? null]))
  const found = new Map(sums.map(({ key, values }) => [keyOf(by, key), values]))
  const keys = new Set([
    ...found.keys(),
    ...told.flatMap(([, lines]) => [...lines.keys()].filter((key) => key !== TOTAL)),
  ])
  const reads = [...keys].map((key): [string, Read] => [key, { sums: found.get(key) ?? {}, told: toldAt(key) }])
  const total = (sumsWhole ?? sums).map(({ values }) => values)
  return {
    values: new Map(reads.map(([key, read]) => [key, figuresFrom(definition, read)])),
    total: figuresFrom(definition, { sums: addedUp(total), told: toldAt(TOTAL) }),
  }
}

const keyOf = (by: string, key: string) => (key === '' && !isCalendar(by) ? NONE : key)

function addedUp(lines: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const line of lines) for (const [name, value] of Object.entries(line)) sums[name] = (sums[name] ?? 0) + value
  return sums
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

/** Months begin with their first day, so that one of which only the first days are asked for is there as well. */
const keysIn = ({ from, to }: Span, by: 'day' | 'month') =>
  partsOf({ from: by === 'month' ? `${from.slice(0, 7)}-01` : from, to }, by).map((day) =>
    by === 'month' ? day.slice(0, 7) : day,
  )

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

const wishFor = (
  { wish: { filters }, actor }: Asked,
  dimensions: readonly [Dimension, Dimension],
  span: Span,
): StatisticsWish => ({ dimensions, span, filters, actor })
