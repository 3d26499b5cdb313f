import '@mantine/charts/styles.css'
import '@mantine/core/styles/ColorSwatch.css'
import { AreaChart, BarChart, DonutChart } from '@mantine/charts'
import { formatDay, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { go } from '../../web/app/location.ts'
import css from './dashboard.module.css'

const number = (n: number) => formatNumber(n, currentLanguage())
const AXIS = { tick: { fill: 'var(--text-3)', fontSize: 12 } }
const NAME_WIDTH = 150
const LONGEST_NAME = 20
const shorten = (name: string) =>
  [...name].length > LONGEST_NAME ? `${[...name].slice(0, LONGEST_NAME - 1).join('')}…` : name

export interface DayPoint {
  from: string
  to: string
  created: number
  completed: number
  link: string
}

/** Received and completed, day by day or week by week. */
export function TrendChart({ points, height }: { points: DayPoint[]; height: number }) {
  return (
    <AreaChart
      h={height}
      data={points}
      dataKey="from"
      series={[
        { name: 'created', label: t('Received'), color: 'var(--accent)' },
        { name: 'completed', label: t('Completed'), color: 'var(--ok)' },
      ]}
      curveType="linear"
      fillOpacity={0.14}
      strokeWidth={2}
      withDots={points.length <= 14}
      withLegend
      legendProps={{ verticalAlign: 'top', height: 36, itemSorter: null }}
      gridAxis="x"
      tickLine="none"
      valueFormatter={number}
      xAxisProps={{ ...AXIS, tickFormatter: (day: string) => formatDay(day).slice(0, 5), minTickGap: 28 }}
      yAxisProps={{ ...AXIS, width: 44, allowDecimals: false }}
      tooltipProps={{ labelFormatter: (day) => (typeof day === 'string' ? labelOfDay(points, day) : '') }}
      areaChartProps={{
        className: css.pressable,
        onClick: ({ activeTooltipIndex }) => openAt(points, activeTooltipIndex),
      }}
      areaProps={{ isAnimationActive: false }}
    />
  )
}

export interface NamedBar {
  name: string
  link: string
  [series: string]: string | number
}
interface BarsProps {
  bars: NamedBar[]
  series: { name: string; label: string; color: string }[]
  height: number
  linkOf?: (bar: NamedBar, series: string) => string
}

/** Lying bars with their names beside them, one above the other, stacked where there are several series. */
export function LyingBars({ bars, series, height, linkOf }: BarsProps) {
  return (
    <div>
      {series.length > 1 ? (
        <ul className={css.key}>
          {series.map(({ name, label, color }) => (
            <li key={name}>
              <i style={{ background: color }} />
              {label}
            </li>
          ))}
        </ul>
      ) : null}
      <BarChart
        h={height}
        data={bars}
        dataKey="name"
        orientation="vertical"
        type={series.length > 1 ? 'stacked' : 'default'}
        series={series}
        gridAxis="y"
        tickLine="none"
        valueFormatter={number}
        withBarValueLabel={series.length === 1}
        valueLabelProps={{ position: 'right', fill: 'var(--text-2)', fontSize: 12 }}
        barProps={({ name }) => ({
          radius: 3,
          isAnimationActive: false,
          cursor: 'pointer',
          onClick: ({ payload }) => payload && go(linkOf?.(payload, name) ?? payload.link),
        })}
        maxBarWidth={22}
        xAxisProps={{ ...AXIS, allowDecimals: false }}
        yAxisProps={{ ...AXIS, width: NAME_WIDTH, tickFormatter: shorten, interval: 0 }}
        barChartProps={{ margin: { right: series.length === 1 ? 40 : 8 } }}
      />
    </div>
  )
}

export interface Slice {
  name: string
  value: number
  color: string
  link: string
}

/** Shares as a ring with the sum in its middle. */
export function Ring({ slices, size }: { slices: Slice[]; size: number }) {
  const total = slices.reduce((sum, slice) => sum + slice.value, 0)
  return (
    <DonutChart
      data={slices}
      size={size}
      thickness={26}
      paddingAngle={1}
      strokeWidth={0}
      chartLabel={number(total)}
      tooltipDataSource="segment"
      valueFormatter={number}
      pieProps={{
        isAnimationActive: false,
        cursor: 'pointer',
        onClick: (_slice, at) => go(slices[at]?.link ?? '/complaints'),
      }}
    />
  )
}

function openAt(points: DayPoint[], at: unknown) {
  const point = points[Number(at)]
  if (point) go(point.link)
}

function labelOfDay(points: DayPoint[], day: string): string {
  const point = points.find((one) => one.from === day)
  return !point || point.from === point.to ? formatDay(day) : `${formatDay(point.from)} – ${formatDay(point.to)}`
}
