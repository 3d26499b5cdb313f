import type { ReactNode } from 'react'
import { Bar, BarChart, CartesianGrid, LabelList, type RenderableText, Tooltip, XAxis, YAxis } from 'recharts'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import css from '../../web/screens/statistics/statistics.module.css'
import { Link } from '../../web/ui/link.tsx'
import type { Drawing, Point } from './drawing.web.ts'

const AXIS = { fill: 'var(--text-3)', fontSize: 12, fontFamily: 'var(--font)' }
const NAMED_BESIDE_FROM = 640
const NAME_WIDTH = 220
const BAND = 34
const BAND_BELOW_NAME = 48

interface ChartProps {
  drawing: Drawing
  /** px */
  width: number
}

/** Lying bars with names and numbers, one above the other; a thin bar below each is the period compared with. */
export function LyingChart({ drawing: { series, points, before }, width }: ChartProps) {
  const isBeside = width >= NAMED_BESIDE_FROM
  const band = (isBeside ? BAND : BAND_BELOW_NAME) + (before ? 6 : 0)
  return (
    <BarChart
      width={width}
      height={points.length * band + 36}
      data={points}
      layout="vertical"
      margin={{ top: 4, right: 64, left: 0, bottom: 0 }}
      barGap={2}
      barCategoryGap={isBeside ? 6 : 14}
      accessibilityLayer={false}
    >
      <CartesianGrid horizontal={false} stroke="var(--line)" />
      <XAxis type="number" tick={AXIS} tickLine={false} axisLine={false} allowDecimals={false} tickFormatter={number} />
      <YAxis
        type="category"
        dataKey="key"
        width={isBeside ? NAME_WIDTH : 1}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-strong)' }}
        interval={0}
        tick={(drawn: { y: number | string; index: number }) => (
          <Name
            name={points[drawn.index]?.label ?? ''}
            y={Number(drawn.y)}
            band={band}
            isBeside={isBeside}
            width={width}
          />
        )}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--hover)' }}
        content={(shown) => <ChartTooltip at={shown.label} {...{ series, points, before }} />}
      />
      {series.map(({ key, color }, at) => (
        <Bar
          key={key}
          dataKey={(point: Point) => point.values[key] ?? 0}
          stackId="n"
          barSize={16}
          fill={color}
          isAnimationActive={false}
          shape={(drawn: unknown) => <Block drawn={drawn} series={key} />}
        >
          {at === series.length - 1 ? <LabelList valueAccessor={totalOf} position="right" {...VALUE} /> : null}
        </Bar>
      ))}
      {before ? <Bar dataKey="before" barSize={4} fill="var(--text-3)" isAnimationActive={false} /> : null}
    </BarChart>
  )
}

const VALUE = {
  fill: 'var(--text)',
  stroke: 'var(--surface)',
  strokeWidth: 3,
  paintOrder: 'stroke',
  fontSize: 12,
  fontWeight: 500,
  formatter: (n: RenderableText) => (Number(n) > 0 ? number(Number(n)) : ''),
}
const totalOf = ({ payload }: { payload?: Point }): number => payload?.n ?? 0
const number = (n: number) => formatNumber(n, currentLanguage())

interface Drawn {
  x: number
  y: number
  width: number
  height: number
  fill: string
  payload: Point
}

/** One part of a bar: a link to the complaints it counts. The table below says the same by keyboard. */
function Block({ drawn, series }: { drawn: unknown; series: string }) {
  const { x, y, width, height, fill, payload } = drawn as Drawn // what the chart hands to every shape of a bar
  if (!(width > 0) || !(height > 0)) return null
  const to = payload.links[series]
  const block = <rect x={x} y={y} width={width} height={height} fill={fill} stroke="var(--surface)" strokeWidth={1} />
  return to ? (
    <Link to={to} tabIndex={-1} className={css.block}>
      {block}
    </Link>
  ) : (
    block
  )
}

interface NameProps {
  name: string
  y: number
  band: number
  isBeside: boolean
  width: number
}

function Name({ name, y, band, isBeside, width }: NameProps) {
  const most = Math.floor((isBeside ? NAME_WIDTH - 12 : width - 8) / 6.6)
  const shown = [...name].length > most ? `${[...name].slice(0, most - 1).join('')}…` : name
  return isBeside ? (
    <text x={NAME_WIDTH - 10} y={y} dy="0.35em" textAnchor="end" fill="var(--text)" fontSize={13}>
      {shown}
    </text>
  ) : (
    <text x={4} y={y - band / 2 + 10} textAnchor="start" fill="var(--text)" fontSize={13}>
      {shown}
    </text>
  )
}

/** The figures under the pointer. */
function ChartTooltip({ at, series, points, before }: Omit<Drawing, 'isCut'> & { at: unknown }): ReactNode {
  const point = points.find((one) => one.key === at)
  if (!point) return null
  return (
    <div className={css.told}>
      <b>{point.label}</b>
      <table>
        <tbody>
          {series.map(({ key, label, color }) => (
            <tr key={key}>
              <th scope="row">
                <i style={{ background: color }} />
                {label}
              </th>
              <td>{number(point.values[key] ?? 0)}</td>
            </tr>
          ))}
          {series.length > 1 ? <Sum label={t('Total')} n={point.n} /> : null}
          {before && point.before !== null ? <Sum label={before} n={point.before} /> : null}
        </tbody>
      </table>
    </div>
  )
}

const Sum = ({ label, n }: { label: string; n: number }) => (
  <tr>
    <th scope="row">{label}</th>
    <td>{number(n)}</td>
  </tr>
)
