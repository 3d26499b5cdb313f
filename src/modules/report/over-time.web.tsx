import { t } from '../../shared/language.ts'
import { COLUMNS_HEIGHT, ColumnChart } from '../../web/screens/statistics/charts.tsx'
import { cut, Linked, SMALL, widthOf } from '../../web/screens/statistics/drawn.tsx'
import { saidFigure, shortFigure } from '../../web/screens/statistics/figure-words.ts'
import css from '../../web/screens/statistics/statistics.module.css'
import type { Drawing, Multiple } from './drawing.web.ts'

const said = (n: number) => saidFigure(n, 'whole')
const short = (n: number) => shortFigure(n, 'whole')

const GAP = 24
const HEAD = 36
const NARROWEST = { desk: 200, phone: 140 }
const PHONE = 480
const TITLE = 22
const PLOT = 56
const AXIS = 18
const LINE = TITLE + PLOT + AXIS + 14

/** All of them as columns, with the period before paler behind; below, each type or tag by itself, all to one scale. */
export function TimeChart({ drawing: { points, multiples = [] }, width }: { drawing: Drawing; width: number }) {
  const least = width < PHONE ? NARROWEST.phone : NARROWEST.desk
  const across = Math.max(1, Math.floor((width + GAP) / (least + GAP)))
  const lines = Math.ceil(multiples.length / across)
  const each = (width - GAP * (across - 1)) / across
  const most = Math.max(1, ...multiples.flatMap((one) => one.points.map(({ n }) => n)))
  const height = COLUMNS_HEIGHT + (lines > 0 ? HEAD + lines * LINE : 0)
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} className={css.drawn} aria-hidden="true">
      <ColumnChart points={points.map((one) => ({ ...one, value: one.n }))} {...{ width, said, short }} isWhole />
      {lines > 0 ? (
        <text x={0} y={COLUMNS_HEIGHT + 20} fill="var(--text-3)" {...SMALL}>
          {t('Each by itself, all to one scale')}
        </text>
      ) : null}
      {multiples.map(({ key, ...one }, at) => (
        <SmallColumns
          key={key}
          {...one}
          most={most}
          width={each}
          x={(at % across) * (each + GAP)}
          y={COLUMNS_HEIGHT + HEAD + Math.floor(at / across) * LINE}
        />
      ))}
    </svg>
  )
}

interface SmallProps extends Omit<Multiple, 'key'> {
  /** The highest of all, so that each is to the same scale. */
  most: number
  width: number
  x: number
  y: number
}

/** One of the small ones: its name and sum above, its highest day said. */
function SmallColumns({ label, n, to, points, most, width, x, y }: SmallProps) {
  const base = TITLE + PLOT
  const slot = width / points.length
  const sum = said(n)
  const peak = points.reduce((best, one, at) => (one.n > (points[best]?.n ?? 0) ? at : best), 0)
  return (
    <g transform={`translate(${x} ${y})`}>
      <Linked to={to} title={`${label}: ${sum}`}>
        <text y={12} fill="var(--text)" fontWeight={500} {...SMALL}>
          {cut(label, width - widthOf(sum) - 12)}
        </text>
        <text x={width} y={12} textAnchor="end" fill="var(--text)" {...SMALL}>
          {sum}
        </text>
      </Linked>
      {points.map((point, at) => (
        <Linked key={point.key} to={point.to} title={`${label}, ${point.label}: ${said(point.n)}`}>
          <rect
            x={slot * (at + 0.1)}
            width={slot * 0.8}
            y={base - (PLOT * 0.82 * point.n) / most}
            height={(PLOT * 0.82 * point.n) / most}
            fill="var(--accent)"
          />
          {at === peak ? (
            <text
              x={Math.min(Math.max(slot * (at + 0.5), 8), width - 8)}
              y={base - (PLOT * 0.82 * point.n) / most - 3}
              textAnchor="middle"
              fill="var(--text-2)"
              {...SMALL}
              fontSize={11}
            >
              {short(point.n)}
            </text>
          ) : null}
        </Linked>
      ))}
      <line x1={0} x2={width} y1={base} y2={base} stroke="var(--line-strong)" />
      <text y={base + 14} fill="var(--text-3)" {...SMALL} fontSize={11}>
        {points[0]?.short}
      </text>
      <text x={width} y={base + 14} textAnchor="end" fill="var(--text-3)" {...SMALL} fontSize={11}>
        {points.at(-1)?.short}
      </text>
    </g>
  )
}
