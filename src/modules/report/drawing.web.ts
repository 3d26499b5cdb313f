import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { type ChartRow, columnsOf, rowsOf } from './lines.web.ts'
import {
  type Filters,
  type Grouping,
  groupFilters,
  keptBy,
  listLink,
  partsIn,
  type Report,
  type ReportKind,
} from './report.ts'

/** What a chart draws, whichever report it is of. */
export interface Drawing {
  series: Series[]
  points: Point[]
  /** What the figures of the period compared with are called; none without one. */
  before: string | null
  /** The many small ones that are not drawn: together they would dwarf each. */
  rest?: { words: string; to: string }
}
export interface Series {
  key: string
  label: string
  /** A colour of the tokens. */
  color: string
}
export interface Point {
  key: string
  label: string
  short: string
  n: number
  before: number | null
  values: Record<string, number>
  /** The list behind the whole, and behind each series. */
  to: string
  links: Record<string, string | undefined>
}

/** As many types or tags as people tell apart by colour; the rest is one more. */
const MOST_COLUMNS = 6
/** As many bars as a screen shows at once; the table has all. */
const MOST_BARS = 15
const REST = 'rest'
const PART_COLORS = {
  open: 'var(--accent)',
  overdue: 'var(--bad)',
  completed: 'var(--ok)',
  closed: 'var(--line-strong)',
} as const

/** Months or days as columns, one above the other where the report splits them. */
export function timeDrawing(report: Report, kind: ReportKind, filters: Filters): Drawing {
  const rows = rowsOf(report, kind, filters)
  const before = beforeLabel(report)
  const columns = columnsOf(report, kind, filters)
  if (!report.columns || columns.length === 0) {
    const series = [{ key: 'n', label: t('Received'), color: 'var(--accent)' }]
    return {
      before,
      series,
      points: rows.map((row) => ({ ...plain(row), values: { n: row.n }, links: { n: row.to.all } })),
    }
  }
  const shown = columns.filter(({ n }) => n > 0)
  const own = shown.slice(0, shown.length > MOST_COLUMNS + 1 ? MOST_COLUMNS : MOST_COLUMNS + 1)
  const rest = shown.slice(own.length)
  const series = own.map(({ key, label }, at) => ({ key, label, color: `var(--series-${at + 1})` }))
  if (rest.length > 0)
    series.push({ key: REST, label: t('{{n}} others', { n: rest.length }), color: 'var(--line-strong)' })
  const points = rows.map((row): Point => {
    const by = row.by ?? {}
    const values = Object.fromEntries(own.map(({ key }) => [key, by[key] ?? 0]))
    const links = Object.fromEntries(own.map(({ key }) => [key, row.to.column(key)]))
    if (rest.length > 0) values[REST] = rest.reduce((sum, { key }) => sum + (by[key] ?? 0), 0)
    return { ...plain(row), values, links }
  })
  return { before, series, points }
}

/** The lines with most, as they are sorted; each split by how its complaints stand. */
export function barsDrawing(
  lines: readonly ChartRow[],
  report: Report,
  kind: ReportKind & { rows: Grouping },
  filters: Filters,
): Drawing {
  const most = lines.length > MOST_BARS + 1 ? MOST_BARS : lines.length
  const left = lines.slice(most)
  const n = left.reduce((sum, line) => sum + line.n, 0)
  return {
    before: beforeLabel(report),
    series: partsIn(kind).map(({ part, label }) => ({ key: part, label: t(label), color: PART_COLORS[part] })),
    points: lines.slice(0, most).map((line) => ({ ...plain(line), values: line.parts, links: line.to.part })),
    ...(left.length > 0 && {
      rest: {
        words: t('{{n}} others together: {{count}}', { n: left.length, count: formatNumber(n, currentLanguage()) }),
        to: listLink(report.period, filters, { ...keptBy(kind), ...groupFilters(kind.rows, left) }),
      },
    }),
  }
}

/** What a report is compared with, in words: its year, its month, or how it lies to the period. */
export function beforeLabel({ report, compare, before }: Report): string | null {
  if (!before) return null
  if (report === 'by-year') return before.from.slice(0, 4)
  if (report === 'by-month' || report === 'by-tag') return `${before.from.slice(5, 7)}/${before.from.slice(0, 4)}`
  return compare === 'year' ? t('Same period last year') : t('Previous period')
}

const plain = ({ key, label, short, n, before, to }: ChartRow) => ({ key, label, short, n, before, to: to.all })
