import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Grouping, ReportKind } from './kinds.ts'
import { type ChartRow, columnsOf, rowsOf } from './lines.web.ts'
import { type Filters, groupFilters, keptBy, listLink, NONE, partsIn, type Report } from './report.ts'

/** What a chart draws, whichever report it is of. */
export interface Drawing {
  series: Series[]
  points: Point[]
  /** What the figures of the period compared with are called; none without one. */
  before: string | null
  /** Over time: each type or tag by itself, those with most first. */
  multiples?: Multiple[]
  /** The table has more lines than are drawn. */
  isCut: boolean
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
/** One type or tag over time. */
export interface Multiple {
  key: string
  label: string
  n: number
  to: string
  points: { key: string; label: string; short: string; n: number; to: string | undefined }[]
}

/** As many bars, or types, as a screen shows at once; the table has all. */
const MOST_BARS = 15
const PART_COLORS = {
  open: 'var(--accent)',
  overdue: 'var(--bad)',
  completed: 'var(--ok)',
  closed: 'var(--line-strong)',
} as const

/** Months or days as columns, and each type or tag of them by itself. */
export function timeDrawing(report: Report, kind: ReportKind, filters: Filters): Drawing {
  const rows = rowsOf(report, kind, filters)
  // What is without any is none of them, and would dwarf each; the table has it.
  const split = columnsOf(report, kind, filters).filter(({ n, key }) => n > 0 && key !== NONE)
  return {
    before: beforeLabel(report),
    series: [{ key: 'n', label: t('Received'), color: 'var(--accent)' }],
    points: rows.map((row) => ({ ...plain(row), values: { n: row.n }, links: { n: row.to.all } })),
    multiples: split.slice(0, MOST_BARS).map(({ key, label, n, to }) => ({
      ...{ key, label, n, to: to.all },
      points: rows.map((row) => ({
        ...{ key: row.key, label: row.label, short: row.short, n: row.by?.[key] ?? 0 },
        to: row.by?.[key] ? row.to.column(key) : undefined,
      })),
    })),
    isCut: split.length > MOST_BARS,
  }
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
    isCut: left.length > 0,
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
