import { Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { lazy, type RefObject, Suspense } from 'react'
import { t } from '../../shared/language.ts'
import css from '../../web/screens/statistics/statistics.module.css'
import { Link } from '../../web/ui/link.tsx'
import type { Drawing } from './drawing.web.ts'
import { wordsIn } from './report.ts'
import type { ReportKind } from './report-query.web.ts'

const TimeChart = lazy(() => import('./over-time.web.tsx').then((found) => ({ default: found.TimeChart })))
const LyingChart = lazy(() => import('./lying.web.tsx').then((found) => ({ default: found.LyingChart })))

interface ChartCardProps {
  title: string
  hint?: string
  drawing: Drawing | undefined
  kind: ReportKind
  /** Where the picture is taken from. */
  place: RefObject<HTMLDivElement | null>
}

/** A chart with its legend. Whoever does not see it finds the same figures in the table below. */
export function ChartCard({ title, hint, drawing, kind, place }: ChartCardProps) {
  const { ref, width } = useElementSize()
  const isLying = kind.span === 'days'
  const isEmpty = drawing?.points.every((point) => point.n === 0 && !point.before)
  const Chart = isLying ? LyingChart : TimeChart
  return (
    <section className={css.card} aria-labelledby="chart-title">
      <header className={css.cardHead}>
        <h2 id="chart-title">{title}</h2>
        {hint ? <small>{hint}</small> : null}
      </header>
      {drawing && !isEmpty ? <Legend drawing={drawing} isLying={isLying} /> : null}
      <div ref={place} className={css.chart} aria-hidden="true">
        <div ref={ref}>
          {isEmpty ? <p className={css.none}>{t(wordsIn(kind).none)}</p> : null}
          {!drawing ? <Skeleton height={300} /> : null}
          {drawing && !isEmpty && width > 0 ? (
            <Suspense fallback={<Skeleton height={300} />}>
              <Chart drawing={drawing} width={Math.floor(width)} />
            </Suspense>
          ) : null}
        </div>
      </div>
      {drawing?.rest ? (
        <p className={css.rest}>
          <Link to={drawing.rest.to}>{drawing.rest.words}</Link>
        </p>
      ) : null}
    </section>
  )
}

function Legend({ drawing: { series, before }, isLying }: { drawing: Drawing; isLying: boolean }) {
  return (
    <ul className={css.legend} aria-label={t('Legend')}>
      {series.map(({ key, label, color }) => (
        <li key={key}>
          <i style={{ background: color }} />
          {label}
        </li>
      ))}
      {before ? (
        <li>
          <i {...(isLying ? { className: css.thin } : { style: { background: 'var(--line-strong)' } })} />
          {before}
        </li>
      ) : null}
    </ul>
  )
}
