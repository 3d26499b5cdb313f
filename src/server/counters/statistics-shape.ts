import type { Grain, Rollup } from '../../shared/definition/counter-options.ts'
import type { FigureOptions, FigureWhere } from '../../shared/definition/statistics-options.ts'
import { shownAs } from '../../shared/fields.ts'
import type { Definition } from '../../shared/resource.ts'

/** What is added up for the figures of a register beside its number: a column of every count. */
export interface Measure {
  name: string
  type: 'bigint' | 'numeric'
  /** Never null, over the row `r`. */
  sql: string
  /** The field whose day it counts on, where that is not the one that dates a record. */
  on?: string
}

/** The columns a figure is made from: `n` is the number of records. */
export interface FigureColumns {
  sum: string
  /** Of a mean, how many have a value. */
  over?: string
  /** Of different records: the field that points at them; where `sum` is more than nothing, it counts. */
  of?: string
  /** Of records that last, how many end on a day, where `sum` tells how many begin on it. */
  ended?: string
}

const measures = new WeakMap<Definition, readonly Measure[]>()

export function measuresIn(definition: Definition): readonly Measure[] {
  const found = measures.get(definition) ?? makeMeasures(definition)
  measures.set(definition, found)
  return found
}

/** Which columns tell a figure; null of one that others, or the module, tell. */
export function columnsOf(key: string, figure: FigureOptions): FigureColumns | null {
  if ('count' in figure) return { sum: figure.where ? `${key}_n` : 'n' }
  if ('distinct' in figure) return { sum: figure.where ? `${key}_n` : 'n', of: figure.distinct }
  if ('during' in figure) return { sum: `${key}_n`, ended: `${key}_ended` }
  if ('sum' in figure) return { sum: `${key}_sum` }
  return 'mean' in figure ? { sum: `${key}_sum`, over: `${key}_n` } : null
}

/**
 * The counts of a register with statistics: by all its fields together, by month and by day; the same with each field whose records
 * are told apart; each map, and each map by one field more.
 */
export function cubesOf(definition: Definition, counters: readonly string[]): Rollup[] {
  const { fields, statistics } = definition
  const isMany = (name: string) => fields[name]?.kind === 'refs'
  const single = counters.filter((name) => !isMany(name))
  const counted = countedIn(definition)
  const beside = [...counted.keys()].filter((name) => !counters.includes(name))
  const maps = (statistics?.maps ?? []).map(({ rows, columns }) => [rows, columns])
  const wide = [
    ...(single.length > 1 ? [single] : []),
    ...counters.filter(isMany).map((name) => [name, ...single]),
    ...[...counted.keys()].filter((name) => !single.includes(name)).map((name) => [name, ...single]),
  ]
  const rollup = (grain: Grain, by: readonly string[], also: readonly string[]): Rollup => {
    const [of = ''] = by
    const sums = beside.includes(of) ? counted.get(of) : undefined
    return { grain, by, also, ...(sums && { apart: { of, sums } }) }
  }
  const pointing = (by: readonly string[]) => by.filter((name) => ['ref', 'refs'].includes(fields[name]?.kind ?? ''))
  return [
    ...wide.flatMap((by) => [rollup('month', by, pointing(by)), rollup('day', by, pointing(by))]),
    ...maps.flatMap((map) => [
      rollup('month', map, []),
      rollup('day', map, []),
      ...single.map((name) => rollup('month', [name, ...map], [name])),
    ]),
    // Half as long as the wide ones: months, days and all of a period are told from these.
    ...beside
      .filter(() => single.length > 0)
      .flatMap((name) => [rollup('month', [name], []), rollup('day', [name], [])]),
  ]
}

/** The fields whose different records are counted, each with the sums by which they are. */
function countedIn({ statistics }: Definition): Map<string, string[]> {
  const counted = Object.entries(statistics?.figures ?? {}).flatMap(([key, figure]) => {
    const { of, sum = '' } = columnsOf(key, figure) ?? {}
    return of ? [{ of, sum }] : []
  })
  const byField = Map.groupBy(counted, ({ of }) => of)
  return new Map([...byField].map(([of, found]) => [of, [...new Set(found.map(({ sum }) => sum))]]))
}

function makeMeasures(definition: Definition): Measure[] {
  const { statistics, fields } = definition
  if (!statistics) return []
  return Object.entries(statistics.figures).flatMap(([key, figure]): Measure[] => {
    const columns = columnsOf(key, figure)
    if (!columns || columns.sum === 'n' || 'own' in figure || 'ratio' in figure || 'difference' in figure) return []
    const where = figure.where ? whereSql(definition, figure.where) : 'true'
    const number = (sql: string) => `(coalesce(${sql}, false))::int`
    const counted: Measure = { name: columns.sum, type: 'bigint', sql: number(where) }
    if (columns.ended && 'during' in figure)
      return [counted, { ...counted, name: columns.ended, on: lastDay(definition, figure.during) }]
    if (!('sum' in figure || 'mean' in figure)) return [counted]
    const of = 'sum' in figure ? figure.sum : figure.mean
    const value = typeof of === 'string' ? rowValue(definition, of) : `(${of.sql})`
    const isWhole = typeof of === 'string' && ['money', 'count'].includes(fields[of]?.kind ?? '')
    const given = figure.where ? `case when ${where} then ${value} end` : value
    return [
      { name: columns.sum, type: isWhole ? 'bigint' : 'numeric', sql: `coalesce(${given}, 0)` },
      ...(columns.over ? [{ name: columns.over, type: 'bigint' as const, sql: number(`${given} is not null`) }] : []),
    ]
  })
}

/** A record without one would never be told to end. */
function lastDay({ name, fields, statistics, sort }: Definition, of: string): string {
  const dates = [statistics?.on ?? sort.replace(/^-/, ''), of]
  const wrong = dates.find((date) => fields[date]?.kind !== 'date' || !fields[date].required)
  if (wrong) throw new Error(`${name} does not last from day to day: ${wrong} is no required day`)
  return of
}

/** What a count reads of a row may hang on nothing else, as nobody tells the counts when that changes. */
const BESIDE_ROW = /\b(select|now\s*\(|current_|clock_timestamp|random)/i

/** A field of the row `r` as SQL, what is computed as well. */
export function rowValue({ name, fields }: Definition, of: string): string {
  const field = fields[of]
  if (field?.kind !== 'computed') return `r.${of}`
  if (BESIDE_ROW.test(field.sql ?? ''))
    throw new Error(`${name}.${of} reads more than its row, so that it cannot be counted ahead`)
  return `(${field.sql})`
}

/** The same records that the list shows under these filters. */
function whereSql(definition: Definition, where: FigureWhere): string {
  const parts = Object.entries(where).map(([name, values = []]) => {
    const field = definition.fields[name]
    const value = rowValue(definition, name)
    const given = values.filter((one) => one !== 'none').map((one) => `'${one.replaceAll("'", "''")}'`)
    const none = given.length < values.length ? [`${value} is null`] : []
    const isGiven =
      given.length > 0
        ? [`${value}${field && shownAs(field) === 'choice' ? '' : '::text'} in (${given.join(', ')})`]
        : []
    return `(${[...isGiven, ...none].join(' or ')})`
  })
  return parts.join(' and ')
}
