import { useMemo } from 'react'
import { type Column, sorted } from '../../web/screens/statistics/figures-table.tsx'
import { barsDrawing, beforeLabel, type Drawing, timeDrawing } from './drawing.web.ts'
import { type ChartRow, columnsOf, rowsOf, totalLinks } from './lines.web.ts'
import type { Report } from './report.ts'
import type { ReportQuery } from './report-query.web.ts'
import { type Counted, figureColumns } from './table.web.tsx'

/** A report as it stands on the screen: chart and tables are of the same lines. */
export interface View {
  report: Report
  /** What the figures of the period compared with are called. */
  before: string | null
  rows: ChartRow[]
  columns: ChartRow[]
  figures: Column<Counted>[]
  totals: Counted
  drawing: Drawing
}

export function useView({ kind, filters, sort, today }: ReportQuery, report: Report | undefined): View | undefined {
  return useMemo(() => {
    if (!report) return undefined
    const before = beforeLabel(report)
    const rows = rowsOf(report, kind, filters, today)
    const columns = columnsOf(report, kind, filters)
    const figures = figureColumns(kind, before)
    return {
      report,
      before,
      rows,
      columns,
      figures,
      totals: { ...report.totals, share: report.totals.n > 0 ? 1 : 0, to: totalLinks(report, kind, filters) },
      drawing:
        kind.span === 'days'
          ? barsDrawing(sorted(rows, figures, sort), report, kind, filters)
          : timeDrawing(report, kind, filters),
    }
  }, [report, kind, filters, sort, today])
}
