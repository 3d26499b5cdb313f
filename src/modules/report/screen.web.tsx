import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { t } from '../../shared/language.ts'
import { periodLabel } from '../../web/fields/periods.ts'
import { Tabs } from '../../web/screens/tabs.tsx'
import { Page } from '../../web/ui/page.tsx'
import { Failed } from '../../web/ui/states.tsx'
import { type Asked, type Kind, reportLink, reportQuery, useAsked } from './asked.web.ts'
import { ChartCard } from './chart-card.web.tsx'
import { Choices } from './choices.web.tsx'
import { barsDrawing, beforeLabel, timeDrawing } from './drawing.web.ts'
import { columnsOf, rowsOf, totalLinks } from './lines.web.ts'
import css from './report.module.css'
import { REPORTS, type Report } from './report.ts'
import { columnColumns, FiguresTable, figureColumns, sorted } from './table.web.tsx'
import { Tiles } from './tiles.web.tsx'

const HEADS: Record<Kind['rows'] | 'feedback_type' | 'tags', string> = {
  month: 'Month',
  day: 'Day',
  department: 'Department',
  store: 'Store',
  solution: 'Solution',
  feedback_type: 'Feedback type',
  tags: 'Tag',
}

/** One of the six reports. */
export function ReportScreen({ kind }: { kind: Kind }) {
  const asked = useAsked(kind)
  const found = useQuery(reportQuery(asked))
  const report = found.data?.report === kind.page ? found.data : undefined
  return (
    <Page title={t(kind.label)} crumbs={[{ label: t('Report') }]}>
      <Tabs
        label={t('Report')}
        tabs={REPORTS.map(({ page, label }) => ({ to: reportLink(page, asked), label: t(label) }))}
      />
      <Choices asked={asked} />
      {found.isError && !report ? (
        <Failed error={found.error} retry={() => void found.refetch()} />
      ) : (
        <div className={css.parts} aria-busy={found.isPlaceholderData}>
          <Tiles report={report} filters={asked.filters} />
          <Drawn asked={asked} report={report} />
        </div>
      )}
    </Page>
  )
}

/** Chart and tables. */
function Drawn({ asked, report }: { asked: Asked; report: Report | undefined }) {
  const { kind, filters, sort, today, change } = asked
  const place = useRef<HTMLDivElement>(null)
  const isLying = kind.span === 'days'
  const before = report ? beforeLabel(report) : null
  const figures = useMemo(() => figureColumns(before), [before])
  const lines = useMemo(() => (report ? rowsOf(report, kind, filters, today) : []), [report, kind, filters, today])
  const inOrder = useMemo(() => sorted(lines, figures, isLying ? sort : ''), [lines, figures, sort, isLying])
  const drawing = useMemo(() => {
    if (!report) return undefined
    return isLying ? barsDrawing(inOrder, report, kind, filters) : timeDrawing(report, kind, filters)
  }, [report, inOrder, kind, filters, isLying])
  const period = report ? periodLabel(`${report.period.from}..${report.period.to}`) : ''
  const totals = report && { ...report.totals, share: report.totals.n > 0 ? 1 : 0, to: totalLinks(report, filters) }
  const setSort = (next: string) => change({ sort: next || null }, { replace: true })
  const columns = useMemo(() => (report ? columnsOf(report, kind, filters) : []), [report, kind, filters])
  return (
    <>
      <ChartCard
        title={t('Complaints received')}
        hint={
          'columns' in kind && kind.columns === 'tags'
            ? t('A complaint with several tags counts under each; totals count it once.')
            : period
        }
        {...{ drawing, isLying, place }}
      />
      {report && totals && 'columns' in kind ? (
        <>
          <FiguresTable
            title={t(HEADS[kind.columns])}
            head={t(HEADS[kind.columns])}
            lines={columns}
            columns={figures}
            {...{ totals, sort, setSort }}
          />
          <FiguresTable
            title={t('Day by day')}
            head={t('Day')}
            lines={lines}
            columns={columnColumns(before, columns)}
            totals={{ ...totals, by: Object.fromEntries(columns.map(({ key, n }) => [key, n])) }}
            sort=""
            setSort={() => undefined}
          />
        </>
      ) : null}
      {report && totals && !('columns' in kind) ? (
        <FiguresTable
          title={t(HEADS[kind.rows])}
          head={t(HEADS[kind.rows])}
          lines={lines}
          columns={figures}
          {...{ totals, sort, setSort }}
        />
      ) : null}
    </>
  )
}
