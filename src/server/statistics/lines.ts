import type { Definition } from '../../shared/resource.ts'
import { type FigureValues, isCalendar, NONE, statisticsIn } from '../../shared/statistics.ts'
import { partsOf, plusDays, type Span } from '../../shared/time/spans.ts'
import {
  ALL,
  columnsOf,
  type Dimension,
  distinctBy,
  EVER,
  type StatisticsWish,
  sumsBy,
  type Told,
} from '../counters/counters.ts'
import type { Db } from '../db/db.ts'
import { type Asked, TOTAL } from './asked.ts'
import { figuresFrom } from './figures.ts'

/** The figures of a period, by key as the rows have it and of all of it. */
export interface Lines {
  values: ReadonlyMap<string, FigureValues>
  total: FigureValues
}

export interface Part {
  by: string
  span: Span
  /** Only these keys, as the counts have them; the total is of all. */
  keys?: readonly string[] | null
  /** What the page is about, not what it is held against: only here is told what is as of today. */
  isNow?: boolean
}

type ToldByKey = ReadonlyMap<string, number | null>

export async function linesOf(db: Db, asked: Asked, part: Part): Promise<Lines> {
  const { definition } = asked
  const { by, span, keys = null } = part
  const whole = wishFor(asked, ['none', 'none'], span)
  const split = splitFor(asked, by, span, keys)
  // A record of several values counts under each, and once in all.
  const isApart = keys !== null || definition.fields[by]?.kind === 'refs'
  const summing = sumsBy(db, definition, split)
  const wholly = isApart ? sumsBy(db, definition, whole) : summing
  const [sums, total, ...told] = await Promise.all([
    summing,
    wholly.then(addedUp),
    ...distinctOf(db, asked, { split, whole: keys ? whole : null, summing }),
    ...lastingOf(db, asked, { ...part, keys }, summing, wholly),
    ...ownOf(db, asked, part),
  ])
  const toldAt = (line: string) => Object.fromEntries(told.map(([key, by]) => [key, by.get(line) ?? null]))
  const found = new Map(sums.map(({ key, values }) => [keyOf(by, key), values]))
  const lines = new Set([
    ...found.keys(),
    ...told.flatMap(([, values]) => [...values].flatMap(([key, n]) => (key !== TOTAL && n ? [key] : []))),
  ])
  return {
    values: new Map(
      [...lines].map((key) => [key, figuresFrom(definition, { sums: found.get(key) ?? {}, told: toldAt(key) })]),
    ),
    total: figuresFrom(definition, { sums: total, told: toldAt(TOTAL) }),
  }
}

export const keyOf = (by: string, key: string) => (key === '' && !isCalendar(by) ? NONE : key)

/** Months begin with their first day, so that one of which only the first days are asked for is there as well. */
export const keysIn = (span: Span, by: 'day' | 'month') =>
  partsOf(span, by).map((day) => (by === 'month' ? day.slice(0, 7) : day))

export const wishFor = (
  { wish: { filters }, actor }: Asked,
  dimensions: readonly [Dimension, Dimension],
  span: Span,
): StatisticsWish => ({ dimensions, span, filters, actor })

function splitFor(asked: Asked, by: string, span: Span, keys: readonly string[] | null): StatisticsWish {
  const wish = wishFor(asked, [by, 'none'], span)
  return keys ? { ...wish, filters: { ...wish.filters, [by]: keys.map((key) => (key === '' ? null : key)) } } : wish
}

/** Different records, each figure by key. */
function distinctOf(
  db: Db,
  { definition }: Asked,
  { split, whole, summing }: { split: StatisticsWish; whole: StatisticsWish | null; summing: Promise<Told[]> },
): Promise<[string, ToldByKey]>[] {
  const [by] = split.dimensions
  return figuresIn(definition).flatMap(([figure, { of, sum = 'n' }]) => {
    if (!of) return []
    const told = async (): Promise<[string, ToldByKey]> => {
      const keys = isCalendar(by) ? null : (await summing).map((line) => line.key)
      const [found, all] = await Promise.all([
        distinctBy(db, definition, split, { of, sum }, keys),
        whole && distinctBy(db, definition, whole, { of, sum }),
      ])
      const named = [...found].map(([line, n]): [string, number] => [line === ALL ? TOTAL : keyOf(by, line), n])
      return [figure, new Map(all ? [...named, [TOTAL, all.get(ALL) ?? 0]] : named)]
    }
    return [told()]
  })
}

/**
 * What lies in a period with any of its days: whatever ends in it or later, less what begins later. So only what begins and ends from
 * the period on is counted, however long the register has been kept.
 */
function lastingOf(
  db: Db,
  asked: Asked,
  { by, span, keys = null }: Part,
  summing: Promise<Told[]>,
  wholly: Promise<Told[]>,
): Promise<[string, ToldByKey]>[] {
  const { definition } = asked
  const lasting = figuresIn(definition).flatMap(([figure, { sum, ended }]) => (ended ? [{ figure, sum, ended }] : []))
  if (lasting.length === 0) return []
  const columns = lasting.flatMap(({ sum, ended }) => [sum, ended])
  const later = { from: plusDays(span.to, 1), to: EVER }
  const ofAllLater = sumsBy(db, definition, wishFor(asked, ['none', 'none'], later), columns).then(addedUp)
  const splitLater = isCalendar(by) ? null : sumsBy(db, definition, splitFor(asked, by, later, keys), columns)
  return lasting.map(async ({ figure, sum, ended }): Promise<[string, ToldByKey]> => {
    const [lines, all, allLater, linesLater] = await Promise.all([summing, wholly, ofAllLater, splitLater])
    const began = (sums: Sums) => sums[sum] ?? 0
    const ends = (sums: Sums) => sums[ended] ?? 0
    const beyond = ends(allLater) - began(allLater)
    const told = new Map([[TOTAL, ends(addedUp(all)) + beyond]])
    const found = new Map(lines.map(({ key, values }) => [key, values]))
    if (isCalendar(by)) {
      let after = beyond
      for (const key of keysIn(span, by).toReversed()) {
        const sums = found.get(key) ?? {}
        told.set(key, ends(sums) + after)
        after += ends(sums) - began(sums)
      }
    } else {
      const laterAt = new Map(linesLater?.map(({ key, values }) => [key, values]))
      for (const key of new Set([...found.keys(), ...laterAt.keys()])) {
        const last = laterAt.get(key) ?? {}
        told.set(keyOf(by, key), ends(found.get(key) ?? {}) + ends(last) - began(last))
      }
    }
    return [figure, told]
  })
}

/** What the module tells itself. */
function ownOf(db: Db, asked: Asked, { by, span: period, isNow }: Part): Promise<[string, ToldByKey]>[] {
  const { definition, own = {}, actor, wish, today } = asked
  const { figures } = statisticsIn(definition)
  return Object.entries(own)
    .filter(([key]) => isNow || !figures[key]?.records?.asOfToday)
    .map(
      async ([key, tell]): Promise<[string, ToldByKey]> => [
        key,
        await tell({ db, actor, by, period, filters: wish.filters, today }),
      ],
    )
}

const figuresIn = (definition: Definition) =>
  Object.entries(statisticsIn(definition).figures).flatMap(([key, figure]) => {
    const columns = columnsOf(key, figure)
    return columns ? [[key, columns] as const] : []
  })

type Sums = Readonly<Record<string, number>>

function addedUp(lines: readonly Told[]): Sums {
  const sums: Record<string, number> = {}
  for (const { values } of lines)
    for (const [name, value] of Object.entries(values)) sums[name] = (sums[name] ?? 0) + value
  return sums
}
