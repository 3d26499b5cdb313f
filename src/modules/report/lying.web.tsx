import { BarChart } from '../../web/screens/statistics/charts.tsx'
import { saidFigure, shortFigure } from '../../web/screens/statistics/figure-words.ts'
import type { Drawing } from './drawing.web.ts'

/** Each line as a bar of how its complaints stand, its total at the end; a thin one below is the period compared with. */
export const LyingChart = ({ drawing: { series, points }, width }: { drawing: Drawing; width: number }) => (
  <BarChart
    points={points.map(({ n, values, links, ...point }) => ({
      ...point,
      value: n,
      parts: series.map(({ key, label, color }) => ({
        key,
        label,
        value: values[key] ?? 0,
        fill: color,
        to: links[key],
      })),
    }))}
    width={width}
    isWhole
    said={(n) => saidFigure(n, 'whole')}
    short={(n) => shortFigure(n, 'whole')}
  />
)
