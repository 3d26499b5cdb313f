import { NativeSelect, Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { lazy, type ReactNode, type RefObject, Suspense } from 'react'
import { t } from '../../../shared/language.ts'
import { isOrdered, saidFigure, shortFigure } from './figure-words.ts'
import css from './statistics.module.css'
import type { StatisticsQuery } from './statistics-query.ts'
import type { MapView, View } from './statistics-view.ts'

const ColumnChart = lazy(() => import('./charts.tsx').then((found) => ({ default: found.ColumnChart })))
const BarChart = lazy(() => import('./charts.tsx').then((found) => ({ default: found.BarChart })))
const HeatMap = lazy(() => import('./charts.tsx').then((found) => ({ default: found.HeatMap })))

/** As many bars as a screen shows at once; the table has all. */
export const MOST_BARS = 15

interface CardProps {
  asked: StatisticsQuery
  view: View | undefined
  map: MapView | undefined
  /** Where the picture is taken from. */
  place: RefObject<HTMLDivElement | null>
}

/** One figure as a chart. Whoever does not see it finds the same figures in the table below. */
export function FigureCard({ asked, view, map, place }: CardProps) {
  const { ref, width } = useElementSize()
  const shown = view ?? map
  const isEmpty = view ? view.lines.every(isNothing(view)) : map?.most === 0
  const room = Math.floor(width)
  return (
    <section className={css.card} aria-labelledby="chart-title">
      <header className={css.cardHead}>
        <h2 id="chart-title">{map ? t(map.label) : (shown?.figure.label ?? t('Statistics'))}</h2>
        {view ? <small>{hintOf(view)}</small> : null}
        {shown && shown.figures.length > 1 ? (
          <NativeSelect
            aria-label={t('Figure')}
            value={shown.figure.key}
            onChange={(event) => asked.change({ figure: event.currentTarget.value }, { replace: true })}
            data={shown.figures.map(({ key, label }) => ({ value: key, label }))}
          />
        ) : null}
      </header>
      <div ref={place} className={css.chart} aria-hidden="true">
        <div ref={ref}>
          {isEmpty ? <p className={css.none}>{t('Nothing in this period')}</p> : null}
          {shown && !isEmpty && room > 0 ? (
            <Suspense fallback={<Skeleton height={300} />}>{drawn(asked, view, map, room)}</Suspense>
          ) : null}
          {shown ? null : <Skeleton height={300} />}
        </div>
      </div>
    </section>
  )
}

const isNothing =
  ({ figure }: View) =>
  ({ values, before }: View['lines'][number]) =>
    !values[figure.key] && !before?.[figure.key]

function drawn(
  { page, by }: StatisticsQuery,
  view: View | undefined,
  map: MapView | undefined,
  width: number,
): ReactNode {
  if (view) {
    const { figure, lines } = view
    const points = lines.map(({ key, label, short, values, before, to }) => ({
      key,
      label,
      short,
      value: values[figure.key] ?? null,
      before: before?.[figure.key] ?? null,
      to: to(figure),
    }))
    const isInOrder = isOrdered(page.definition, by)
    const Chart = isInOrder ? ColumnChart : BarChart
    // The bars that find room are the longest of the figure that is shown, whichever one that is.
    const bars = points.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0)).slice(0, MOST_BARS)
    return (
      <Chart
        points={isInOrder ? points : bars}
        width={width}
        isWhole={figure.unit === 'whole' || figure.unit === 'money'}
        said={(value) => saidFigure(value, figure.unit)}
        short={(value) => shortFigure(value, figure.unit)}
      />
    )
  }
  if (!map) return null
  const { rows, columns, valueAt, linkAt, figure } = map
  const cells = rows.flatMap((one, row) =>
    columns.map((other, column) => {
      const value = valueAt(one.key, other.key)
      return { row, column, value, to: value ? linkAt(one.key, other.key) : undefined }
    }),
  )
  return (
    <HeatMap
      {...{ rows, columns, cells, width }}
      said={(value) => saidFigure(value, figure.unit)}
      short={(value) => shortFigure(value, figure.unit)}
    />
  )
}

function hintOf({ told, lines, figure }: View): string {
  return [
    ...(told.compared ? [t('paler: the period before')] : []),
    ...(lines.length > MOST_BARS && !isTimeLike(told.by)
      ? [t('The chart shows {{n}} lines; the table has all', { n: MOST_BARS })]
      : []),
    ...(figure.hint ? [figure.hint] : []),
  ].join(' · ')
}

const isTimeLike = (by: string) => by === 'day' || by === 'month'
