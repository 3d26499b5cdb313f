import type {
  FigureOptions,
  FigureRecords,
  FigureUnit,
  FigureWhere,
  StatisticsOptions,
} from './definition/statistics-options.ts'
import type { Field } from './fields.ts'
import type { Definition } from './resource.ts'
import type { Compare, Span } from './time/spans.ts'

/** The statistics of a register as a call answers them: page, workbook, picture and paper are made from one answer. */
export interface Statistics {
  /** What its rows are: `month`, `day`, or a field. */
  by: string
  period: Span
  compare: Compare
  /** What months and days stand against … */
  before: Span | null
  /** … and what all else and the totals do: of a period that is not over, only as much as has gone of it. */
  compared: Span | null
  /** The filters in the reader's words: what is narrowed, and to which names. */
  narrowed: [what: string, names: string][]
  rows: StatisticsLine[]
  /** How many rows more there are, beside those that are told; the workbook has all. */
  left: number
  totals: StatisticsTotals
  /** Of a map: every pair that has records. */
  cells?: { key: string; and: string; values: FigureValues }[]
}
export type FigureValues = Readonly<Record<string, number | null>>
export interface StatisticsTotals {
  values: FigureValues
  before: FigureValues | null
}
export interface StatisticsLine extends StatisticsTotals {
  /** `YYYY-MM`, `YYYY-MM-DD`, an id, a choice, `true`, or `none`. */
  key: string
  /** In the reader's language; of months and days the key. */
  label: string
}

/** The key of records without a value, as lists filter by it. */
export const NONE = 'none'
export const CALENDAR = ['month', 'day'] as const
/** Days that are told one by one, and days of a period. */
export const DAYS_MOST = 100
export const PERIOD_DAYS_MOST = 1830

export const isCalendar = (by: string): by is (typeof CALENDAR)[number] => CALENDAR.some((one) => one === by)

export function statisticsIn({ name, statistics }: Definition): StatisticsOptions {
  if (!statistics) throw new Error(`${name} has no statistics`)
  return statistics
}

/** The day or moment by which the lists behind figures are narrowed to a period. */
export function datedBy({ statistics, sort, fields }: Definition): string {
  const order = sort.replace(/^-/, '')
  return statistics?.on ?? (fields[order]?.kind === 'date' && fields[order].required ? order : 'created_at')
}

/** The fields that figures are told by and narrowed to. */
export function dimensionsOf({ counters, statistics, fields }: Definition): string[] {
  const maps = statistics?.maps?.flatMap(({ rows, columns }) => [rows, columns]) ?? []
  const pointing = statistics?.alone?.filter((name) => fields[name]?.kind === 'ref') ?? []
  const counted = counters && !('on' in counters) ? counters.filter((name) => !fields[name]?.secret) : []
  return [...new Set([...counted, ...maps, ...pointing])]
}

/** How a figure is written: as it says, else as its field is. */
export function unitOf({ fields }: Definition, figure: FigureOptions): FigureUnit {
  if (figure.unit) return figure.unit
  if ('ratio' in figure) return 'decimal'
  const of = 'sum' in figure ? figure.sum : 'mean' in figure ? figure.mean : null
  return typeof of === 'string' ? (UNITS[kindOf(fields[of])] ?? ('mean' in figure ? 'decimal' : 'whole')) : 'whole'
}

const UNITS: Partial<Record<Field['kind'], FigureUnit>> = { money: 'money', decimal: 'decimal', percentage: 'points' }
const kindOf = (field: Field | undefined): Field['kind'] => field?.as ?? field?.kind ?? 'count'

/** The list of exactly the records behind a figure; also what fields outside the definition narrow, by `further`. */
export function recordsLink(
  definition: Definition,
  list: string,
  period: Span,
  filters: Readonly<Record<string, readonly string[]>>,
  where: FigureWhere = {},
): string {
  return linkOf(list, [[datedBy(definition), period]], filters, where)
}

/** The records behind a figure that says itself which are its own, or counts those that lie in a period until this day. */
export type RecordsBehind = FigureRecords & { until?: string }

/**
 * The same of such a figure.
 * @param row days of a row of the calendar
 */
export function ownRecordsLink(
  definition: Definition,
  list: string,
  { period, row }: { period: Span; row: Span | null },
  filters: Readonly<Record<string, readonly string[]>>,
  { where, asOfToday, until }: RecordsBehind,
): string {
  const by = typeof asOfToday === 'object' ? asOfToday.by : datedBy(definition)
  if (asOfToday) return linkOf(list, row ? [[by, row]] : [], filters, where)
  const span = row ?? period
  const days: [string, Span][] = until
    ? [
        [by, { from: EARLIEST, to: span.to }],
        [until, { from: span.from, to: LATEST }],
      ]
    : [[by, span]]
  return linkOf(list, days, filters, where)
}

/** What lists take for a day at all. */
const [EARLIEST, LATEST] = ['1900-01-01', '2199-12-31']

function linkOf(
  list: string,
  days: readonly (readonly [string, Span])[],
  filters: Readonly<Record<string, readonly string[]>>,
  where: FigureWhere,
): string {
  const narrowed = new Map(Object.entries(filters))
  for (const [name, values = []] of Object.entries(where)) {
    const known = narrowed.get(name)
    narrowed.set(name, known ? known.filter((value) => values.includes(value)) : values)
  }
  const wanted = [...days.map(([name, { from, to }]) => [name, [`${from}..${to}`]] as const), ...narrowed]
  return `${list}?${wanted.flatMap(([name, values]) => values.map((value) => `${name}=${encodeURIComponent(value)}`)).join('&')}`
}

const ALWAYS: Span = { from: EARLIEST, to: LATEST }

/** All days of a row of the calendar, also those outside of the period. */
export const wholeDaysOfRow = (by: string, key: string): Span => daysOfRow(by, key, ALWAYS)

/** The days of a row of the calendar within its period. */
export function daysOfRow(by: string, key: string, { from, to }: Span): Span {
  if (by === 'day') return { from: key, to: key }
  const last = new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5, 7)), 0)).toISOString().slice(0, 10)
  const first = `${key}-01`
  return { from: first < from ? from : first, to: last > to ? to : last }
}
