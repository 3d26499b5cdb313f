import { lazy } from 'react'
import { FIGURE_WORDS } from '../../shared/complaints/figures.ts'
import type { Tone } from '../../shared/fields.ts'
import { formatDay, formatPercent } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { saidFigure, shortFigure } from '../../web/screens/statistics/figure-words.ts'
import { OPEN_STATES, STATUSES } from '../complaints/states.ts'
import { ChartCard } from './chart-card.web.tsx'
import { type DepartmentLine, listOf, type Overview } from './figures-shape.web.ts'
import { type DayPoint, pointsOf } from './points.web.ts'

const charts = () => import('../../web/screens/statistics/charts.tsx')
const ColumnChart = lazy(() => charts().then((found) => ({ default: found.ColumnChart })))
const BarChart = lazy(() => charts().then((found) => ({ default: found.BarChart })))

const COLUMNS = 170
const CAPTION = 22
const TREND_HEIGHT = 2 * (COLUMNS + CAPTION)
const BAR = 30
const MOST_BARS = 12
const barsHeight = (n: number) => Math.max(160, Math.min(n, MOST_BARS) * BAR + 8)
const COUNTS = {
  isWhole: true,
  said: (n: number) => saidFigure(n, 'whole'),
  short: (n: number) => shortFigure(n, 'whole'),
}

const { received: RECEIVED, completed: COMPLETED } = FIGURE_WORDS

interface StatisticsProps {
  overview: Overview | undefined
  period: string
}

/** What came in and what was done, over time: each by itself, both to one scale. */
export function Trend({ overview, period }: StatisticsProps) {
  const days = overview && pointsOf(overview.by_day)
  const isEmpty = days?.every((point) => point.created + point.completed === 0)
  const lines = days?.map((point) => ({
    id: point.from,
    name: daysOf(point),
    to: listOf({ created_at: point.days }),
    figures: [
      { label: t(RECEIVED.label), n: point.created },
      { label: t(COMPLETED.label), n: point.completed, to: listOf({ completed_at: point.days }) },
    ],
  }))
  return (
    <ChartCard
      id="trend"
      about={[RECEIVED, COMPLETED]}
      key={period}
      title={t('Day by day')}
      head={t('Day')}
      height={TREND_HEIGHT}
      isWide
      lines={isEmpty ? [] : lines}
      chart={(width) => <TrendColumns days={overview?.by_day ?? []} width={width} />}
    />
  )
}

/** Narrower columns than this nobody tells apart: days are put together to weeks then. */
const NARROWEST = 9

function TrendColumns({ days, width }: { days: Overview['by_day']; width: number }) {
  const points = pointsOf(days, Math.floor((width - 56) / NARROWEST))
  const full = Math.max(...points.flatMap(({ created, completed }) => [created, completed]))
  const drawn = (name: 'created' | 'completed', dated: string) =>
    points.map((point) => ({
      key: point.from,
      label: daysOf(point),
      short: formatDay(point.from).slice(0, 5),
      value: point[name],
      before: null,
      to: listOf({ [dated]: point.days }),
      ...(name === 'completed' && { fill: 'var(--ok)' }),
    }))
  return (
    <>
      <p>{t(RECEIVED.label)}</p>
      <ColumnChart points={drawn('created', 'created_at')} {...COUNTS} {...{ width, full }} height={COLUMNS} />
      <p>{t(COMPLETED.label)}</p>
      <ColumnChart points={drawn('completed', 'completed_at')} {...COUNTS} {...{ width, full }} height={COLUMNS} />
    </>
  )
}

const daysOf = ({ from, to }: DayPoint): string =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`

/** How the complaints of the period stand: shares of the whole, to scale. */
export function ByStatus({ overview, period }: StatisticsProps) {
  const total = overview?.by_status.reduce((sum, { n }) => sum + n, 0) ?? 0
  const bars =
    overview &&
    STATUSES.flatMap(({ value, label, tone }) => {
      const n = overview.by_status.find((one) => one.key === value)?.n ?? 0
      return n > 0
        ? [{ key: value, name: t(label), n, fill: colourOf(tone), to: listOf({ status: value, created_at: period }) }]
        : []
    })
  const share = (n: number) => `${COUNTS.said(n)} · ${formatPercent((n / total) * 100, currentLanguage(), 1)}`
  return (
    <ChartCard
      id="status"
      about={[{ label: 'Complaints', about: 'Came in during the period, by how they stand now.' }]}
      title={t('By status')}
      head={t('Status')}
      height={barsHeight(STATUSES.length)}
      lines={bars?.map(({ key, name, n, to }) => ({ id: key, name, to, figures: [{ label: t('Complaints'), n }] }))}
      chart={(width) => (
        <BarChart
          points={(bars ?? []).map(({ key, name, n, to, fill }) => ({ ...point(key, name, n, to), fill }))}
          {...COUNTS}
          said={share}
          full={total}
          width={width}
        />
      )}
    />
  )
}

const point = (key: string, label: string, value: number, to: string) => ({
  key,
  label,
  short: label,
  value,
  before: null,
  to,
})

/** What the complaints of the period are about. */
export function ByType({ overview, period }: StatisticsProps) {
  const bars = overview?.by_type
    .filter((type) => type.n > 0)
    .toSorted((a, b) => b.n - a.n)
    .map(({ id, name, n }) => ({ id, name, n, to: listOf({ feedback_type: String(id), created_at: period }) }))
  return (
    <ChartCard
      id="type"
      about={[RECEIVED]}
      title={t('By type')}
      head={t('Feedback type')}
      height={barsHeight(bars?.length ?? MOST_BARS)}
      lines={bars?.map(({ id, name, n, to }) => ({ id, name, to, figures: [{ label: t('Complaints'), n }] }))}
      chart={(width) => (
        <BarChart
          points={(bars ?? []).slice(0, MOST_BARS).map(({ id, name, n, to }) => point(String(id), name, n, to))}
          {...COUNTS}
          width={width}
        />
      )}
    />
  )
}

const PARTS = [
  { name: 'open', ...FIGURE_WORDS.open_in_time, color: 'var(--accent)', status: OPEN_STATES },
  { name: 'overdue', ...FIGURE_WORDS.overdue, color: 'var(--bad)', status: ['overdue'] },
  { name: 'completed', ...FIGURE_WORDS.now_completed, color: 'var(--ok)', status: ['completed'] },
  { name: 'closed', ...FIGURE_WORDS.now_closed, color: 'var(--line-strong)', status: ['closed'] },
] as const

/** Who has the complaints of the period, and how they stand there. */
export function ByDepartment({ departments, period }: { departments: DepartmentLine[] | undefined; period: string }) {
  const bars = departments
    ?.filter((one) => sumOf(one) > 0)
    .toSorted((a, b) => sumOf(b) - sumOf(a))
    .map((one) => ({ ...one, id: one.id ?? 'none', name: one.name || t('No department') }))
  return (
    <ChartCard
      id="department"
      about={[RECEIVED, ...PARTS]}
      title={t('By department')}
      head={t('Department')}
      height={barsHeight(bars?.length ?? MOST_BARS)}
      isWide
      legend={PARTS.map(({ label, color }) => ({ label: t(label), color }))}
      hint={bars && bars.length > MOST_BARS ? t('The {{n}} with most; the table has all', { n: MOST_BARS }) : undefined}
      lines={bars?.map((bar) => ({
        id: bar.id,
        name: bar.name,
        to: departmentList(bar.id, period),
        figures: PARTS.map((part) => ({
          label: t(part.label),
          n: bar[part.name],
          to: departmentList(bar.id, period, part.status),
        })),
      }))}
      chart={(width) => (
        <BarChart
          points={(bars ?? []).slice(0, MOST_BARS).map((bar) => ({
            ...point(String(bar.id), bar.name, sumOf(bar), departmentList(bar.id, period)),
            parts: PARTS.map(({ name, label, color, status }) => ({
              ...{ key: name, label: t(label), value: bar[name], fill: color },
              to: departmentList(bar.id, period, status),
            })),
          }))}
          {...COUNTS}
          width={width}
        />
      )}
    />
  )
}

const sumOf = (one: Omit<DepartmentLine, 'id'>) => one.open + one.overdue + one.completed + one.closed

const departmentList = (id: number | string, period: string, statuses: readonly string[] = []) =>
  listOf({ department: String(id), created_at: period }) + statuses.map((status) => `&status=${status}`).join('')

const colourOf = (tone: Tone | undefined) => (tone === 'mute' || !tone ? 'var(--line-strong)' : `var(--${tone})`)
