import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { t } from '../../shared/language.ts'
import { type Span, spanWords } from '../../shared/time/spans.ts'
import { UnknownNames } from '../../web/screens/form/unknown-names.tsx'
import { FiguresTable } from '../../web/screens/statistics/figures-table.tsx'
import css from '../../web/screens/statistics/statistics.module.css'
import { Tabs } from '../../web/screens/view/tabs.tsx'
import { type Crumb, Page } from '../../web/ui/page.tsx'
import { Failed } from '../../web/ui/states.tsx'
import { ChartCard } from './chart-card.web.tsx'
import { Choices } from './choices.web.tsx'
import { REPORTS } from './kinds.ts'
import { HEADS, wordsIn } from './report.ts'
import {
  type ReportFrame,
  type ReportKind,
  type ReportQuery,
  reportLink,
  reportQuery,
  useReportQuery,
} from './report-query.web.ts'
import { columnColumns } from './table.web.tsx'
import { Tiles } from './tiles.web.tsx'
import { Tools } from './tools.web.tsx'
import { useView, type View } from './view.web.ts'

interface ReportProps {
  kind: ReportKind
  /** Where it stands; among the reports of all complaints unless said. */
  frame?: ReportFrame
  crumbs?: readonly Crumb[]
  /** Beside the figures of the complaints, over the same period and filters; the period is not known from the beginning. */
  beside?: (asked: ReportQuery, period: Span | undefined) => ReactNode
}

/** One of the reports. */
export function ReportScreen({ kind, frame, crumbs, beside }: ReportProps) {
  const asked = useReportQuery(kind, frame)
  const found = useQuery(reportQuery(asked))
  const report = found.data?.report === kind.page ? found.data : undefined
  const view = useView(asked, report)
  const place = useRef<HTMLDivElement>(null)
  return (
    <div className={css.page}>
      <Page
        title={t(kind.title)}
        crumbs={[...(crumbs ?? []), { label: t('Report') }]}
        actions={<Tools asked={asked} report={report} drawing={view?.drawing} place={place} />}
      >
        <Tabs
          label={t('Report')}
          tabs={REPORTS.map(({ page, label }) => ({ to: reportLink(page, asked), label: t(label) }))}
        />
        <Choices asked={asked} />
        <UnknownNames names={asked.unknown} />
        {found.isError && !report ? (
          <Failed error={found.error} retry={() => void found.refetch()} />
        ) : (
          <div className={css.parts} aria-busy={found.isPlaceholderData} data-pictured>
            {view ? <OnPaper view={view} /> : null}
            <Tiles report={report} kind={kind} filters={asked.filters} />
            {beside?.(asked, report?.period)}
            <ChartCard
              title={t(wordsIn(kind).chart)}
              hint={hintOf(kind, view)}
              {...{ kind, place }}
              drawing={view?.drawing}
            />
            {view ? <Tables asked={asked} view={view} /> : null}
          </div>
        )}
      </Page>
    </div>
  )
}

const hintOf = (kind: ReportKind, view: View | undefined): string =>
  [
    ...(view ? [spanWords(view.report.period)] : []),
    ...(view?.drawing.isCut
      ? [
          t('The chart shows {{n}} lines; the table has all', {
            n: (view.drawing.multiples ?? view.drawing.points).length,
          }),
        ]
      : []),
    ...('status' in kind
      ? [t('Of those received in this period, only those completed or closed by now count; open ones do not.')]
      : []),
    ...(kind.rows === 'day' && view?.report.report === 'by-tag'
      ? [t('A complaint with several tags counts under each; totals count it once.')]
      : []),
  ].join(' · ')

/** What the choices above say on the screen, for paper. */
const OnPaper = ({ view: { report } }: { view: View }) => (
  <p className={css.onPaper}>
    {[
      spanWords(report.period),
      ...(report.compared ? [`${t('Compared with')}: ${spanWords(report.compared)}`] : []),
      ...report.narrowed.map(([what, names]) => `${what}: ${names}`),
    ].join(' · ')}
  </p>
)

function Tables({ asked: { kind, sort, change }, view }: { asked: ReportQuery; view: View }) {
  const { rows, columns, figures, totals, before } = view
  const setSort = (next: string) => change({ sort: next || null }, { replace: true })
  const head = t(HEADS['columns' in kind ? kind.columns : kind.rows])
  const ofColumns = Object.fromEntries(columns.map(({ key, n }) => [key, n]))
  return (
    <>
      <FiguresTable
        title={head}
        head={head}
        lines={'columns' in kind ? columns : rows}
        columns={figures}
        rowTo={({ to }) => to.all}
        {...{ totals, sort, setSort }}
      />
      {'columns' in kind ? (
        <FiguresTable
          title={t('Day by day')}
          head={t('Day')}
          lines={rows}
          columns={columnColumns(before, columns)}
          rowTo={({ to }) => to.all}
          totals={{ ...totals, by: ofColumns }}
        />
      ) : null}
    </>
  )
}
