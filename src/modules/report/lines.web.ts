import { partsOf } from '../../shared/time/spans.ts'
import { rowWords } from '../../web/screens/statistics/figure-words.ts'
import { OPEN_STATUSES } from '../complaints/states.ts'
import type { ReportKind } from './kinds.ts'
import {
  type Filters,
  keptBy,
  lineFilters,
  listLink,
  PARTS,
  type Report,
  type ReportLine,
  type ReportPart,
  type ReportRow,
} from './report.ts'

/** A row or column of a report with its words and the lists behind its figures. */
export interface ChartRow extends ReportRow {
  /** Short, for an axis. */
  short: string
  /** Days or a month that are not over: too early to say how they differ. */
  isRunning?: boolean
  to: Links
}
export interface Links {
  all: string
  /** Late ones included. */
  open: string
  before?: string
  part: Record<ReportPart, string>
  on_time: string
  late: string
  /** Of a column in this row. */
  column: (key: string) => string
}

/** The rows of a report, ready to be drawn. */
export function rowsOf(report: Report, kind: ReportKind, filters: Filters, today = ''): ChartRow[] {
  const by = kind.rows
  const isTime = by === 'day' || by === 'month'
  const keysBefore =
    isTime && report.before ? partsOf(report.before, by).map((day) => (by === 'month' ? day.slice(0, 7) : day)) : []
  return report.rows.map((row, at) => ({
    ...lineOf(report, kind, filters, by, row, isTime ? (keysBefore[at] ?? null) : row.key),
    isRunning: isTime && lineFilters(by, row, report.period).period.to >= today,
  }))
}

/** The columns of a report as lines of their own. */
export const columnsOf = (report: Report, kind: ReportKind, filters: Filters): ChartRow[] =>
  (report.columns ?? []).map((column) => lineOf(report, kind, filters, kind.columns ?? 'store', column, column.key))

function lineOf(
  report: Report,
  kind: ReportKind,
  filters: Filters,
  by: ReportKind['rows'],
  line: ReportLine,
  keyBefore: string | null,
): ChartRow {
  const { period, further } = lineFilters(by, line, report.period)
  const link = (more: Record<string, readonly string[]>) =>
    listLink(period, filters, { ...keptBy(kind), ...further, ...more })
  const against = by === 'day' || by === 'month' ? report.before : report.compared
  const earlier = against && keyBefore !== null ? lineFilters(by, { ...line, key: keyBefore }, against) : undefined
  return {
    ...line,
    ...rowWords(by, line),
    to: {
      ...linksOf(link),
      before: earlier && listLink(earlier.period, filters, { ...keptBy(kind), ...earlier.further }),
      column: (key) => link(kind.columns ? { [kind.columns]: [key] } : {}),
    },
  }
}

/** The lists behind the totals. */
export const totalLinks = ({ period, compared }: Report, kind: ReportKind, filters: Filters): Links => ({
  ...linksOf((more) => listLink(period, filters, { ...keptBy(kind), ...more })),
  before: compared ? listLink(compared, filters, keptBy(kind)) : undefined,
})

/** Whether the period is not over, so that its totals stand against a part of the one before. */
export const isRunning = ({ before, compared }: Report): boolean => before?.to !== compared?.to

function linksOf(link: (more: Record<string, readonly string[]>) => string): Links {
  // One list for each part, as PARTS names them all.
  const part = Object.fromEntries(PARTS.map((one) => [one.part, link({ status: one.status })])) as Record<
    ReportPart,
    string
  >
  return {
    all: link({}),
    open: link({ status: OPEN_STATUSES }),
    part,
    on_time: link({ is_on_time: ['true'] }),
    late: link({ is_breached: ['true'] }),
    column: () => link({}),
  }
}
