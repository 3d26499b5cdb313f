import { FIGURE_WORDS } from '../../shared/complaints/figures.ts'
import type { Compare, Span } from '../../shared/time/spans.ts'
import { OPEN_STATES } from '../complaints/states.ts'
import type { Grouping, ReportKind, ReportPage } from './kinds.ts'

/** What its rows and columns are called. */
export const HEADS = {
  month: 'Month',
  day: 'Day',
  department: 'Department',
  store: 'Store',
  province: 'Province (since July 2025)',
  solution: 'Solution',
  feedback_type: 'Feedback type',
  tags: 'Tag',
} as const satisfies Record<ReportKind['rows'], string>

/** Filters every report takes: fields of a complaint, any of the values each. */
export const FILTERS = ['store', 'department', 'feedback_type'] as const
/** What the address of a report may name; the pages share theirs, so that a period may stand in that of another. */
export const ADDRESS_NAMES: readonly string[] = [...FILTERS, 'compare', 'period', 'year', 'month', 'sort', 'lang']
export type FilterName = (typeof FILTERS)[number]
export type Filters = Partial<Record<FilterName, string[]>>

/** The key of records without a value. */
export const NONE = 'none'

/** How complaints stand; each is in exactly one part. */
export const PARTS = [
  { part: 'open', ...FIGURE_WORDS.open_in_time, status: OPEN_STATES },
  { part: 'overdue', ...FIGURE_WORDS.overdue, status: ['overdue'] },
  { part: 'completed', ...FIGURE_WORDS.now_completed, status: ['completed'] },
  { part: 'closed', ...FIGURE_WORDS.now_closed, status: ['closed'] },
] as const
/** All that are not completed yet, late ones included. */
export const openIn = ({ parts }: Pick<FigureSet, 'parts'>): number => parts.open + parts.overdue

export type ReportPart = (typeof PARTS)[number]['part']

/** The parts a report has. */
export const partsIn = ({ status }: ReportKind): readonly (typeof PARTS)[number][] =>
  PARTS.filter((one) => !status || one.status.some((value) => status.some((kept) => kept === value)))

const WORDS = {
  received: {
    n: FIGURE_WORDS.received,
    chart: 'Complaints received',
    none: 'No complaints in this period',
    onTime: FIGURE_WORDS.on_time_of_received,
    basis: 'Of those received',
  },
  finished: {
    n: FIGURE_WORDS.finished,
    chart: 'Complaints finished',
    none: 'No finished complaints in this period',
    onTime: FIGURE_WORDS.on_time_of_finished,
    basis: 'Of those finished',
  },
} as const

/** What its figures are called. */
export const wordsIn = ({ status }: ReportKind) => WORDS[status ? 'finished' : 'received']

export interface FigureSet {
  n: number
  /** The same of the period compared with; null without one. */
  before: number | null
  parts: Record<ReportPart, number>
  /** Done within their deadline, and past it now or once. */
  on_time: number
  late: number
  /** Mean minutes until first handled; null where none was. */
  wait_minutes: number | null
}
export interface ReportLine extends FigureSet {
  /** `YYYY-MM`, `YYYY-MM-DD`, an id, a choice, or `none`. */
  key: string
  label: string
  /** Of all complaints of the period, from 0 to 1. */
  share: number
  /** Of a province: its stores, as the list filters by them. */
  stores?: string[]
}
export interface ReportRow extends ReportLine {
  /** Column to number. */
  by?: Record<string, number>
}
export interface Report {
  report: ReportPage
  period: Span
  compare: Compare
  /** What rows stand against … */
  before: Span | null
  /** … and what columns and totals do: of a period that is not over, only as much as has gone of it. */
  compared: Span | null
  /** The filters in the reader's words: what is narrowed, and to which names. */
  narrowed: [what: string, names: string][]
  rows: ReportRow[]
  columns?: ReportLine[]
  totals: FigureSet
}

/** The list of exactly the complaints behind a figure. */
export function listLink(period: Span, filters: Filters, further: Record<string, readonly string[]> = {}): string {
  const wanted = [
    ['created_at', [`${period.from}..${period.to}`]] as const,
    ...Object.entries({ ...filters, ...further }),
  ]
  return `/complaints?${wanted.flatMap(([name, values]) => values.map((value) => `${name}=${encodeURIComponent(value)}`)).join('&')}`
}

/** What a report counts as a filter of the list. */
export const keptBy = ({ status }: ReportKind): Record<string, readonly string[]> => (status ? { status } : {})

/** A row or column of a report as filters of the list, and the days it is of. */
export function lineFilters(
  dimension: ReportKind['rows'],
  line: Pick<ReportLine, 'key' | 'stores'>,
  period: Span,
): { period: Span; further: Record<string, string[]> } {
  const { key } = line
  if (dimension === 'day') return { period: { from: key, to: key }, further: {} }
  if (dimension === 'month') return { period: monthOf(key, period), further: {} }
  return { period, further: groupFilters(dimension, [line]) }
}

/** Some lines of a report together as filters of the list; complaints have a store, and the store a province. */
export const groupFilters = (
  dimension: Grouping,
  lines: readonly Pick<ReportLine, 'key' | 'stores'>[],
): Record<string, string[]> =>
  dimension === 'province'
    ? { store: lines.flatMap(({ stores = [] }) => stores) }
    : { [dimension]: lines.map(({ key }) => key) }

const monthOf = (month: string, { from, to }: Span): Span => {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10)
  const first = `${month}-01`
  return { from: first < from ? from : first, to: last > to ? to : last }
}
