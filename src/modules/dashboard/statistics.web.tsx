import { lazy } from 'react'
import type { Tone } from '../../shared/fields.ts'
import { formatDay, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { Link } from '../../web/ui/link.tsx'
import { OPEN_STATES, STATUSES } from '../complaints/states.ts'
import { ChartCard } from './chart-card.web.tsx'
import type { DayPoint, Slice } from './charts.web.tsx'
import css from './dashboard.module.css'
import { type DepartmentLine, listOf, type Overview } from './figures-shape.web.tsx'

const TrendChart = lazy(() => import('./charts.web.tsx').then((found) => ({ default: found.TrendChart })))
const LyingBars = lazy(() => import('./charts.web.tsx').then((found) => ({ default: found.LyingBars })))
const Ring = lazy(() => import('./charts.web.tsx').then((found) => ({ default: found.Ring })))

const TREND_HEIGHT = 280
const RING = 200
const BAR = 30
const MOST_BARS = 12
const barsHeight = (n: number, extra = 48) => Math.max(200, Math.min(n, MOST_BARS) * BAR + extra)

interface StatisticsProps {
  overview: Overview | undefined
  period: string
}

/** What came in and what was done, over time. */
export function Trend({ overview, period }: StatisticsProps) {
  const points = overview && pointsOf(overview.by_day)
  const isEmpty = points?.every((point) => point.created + point.completed === 0)
  const lines = points?.map((point) => ({
    id: point.from,
    name: point.from === point.to ? formatDay(point.from) : `${formatDay(point.from)} – ${formatDay(point.to)}`,
    to: point.link,
    figures: [
      { label: t('Received'), n: point.created },
      { label: t('Completed'), n: point.completed },
    ],
  }))
  return (
    <ChartCard
      id="trend"
      key={period}
      title={t('Day by day')}
      head={t('Day')}
      height={TREND_HEIGHT}
      isWide
      lines={isEmpty ? [] : lines}
      chart={() => <TrendChart points={points ?? []} height={TREND_HEIGHT} />}
    />
  )
}

/** How the complaints of the period stand. */
export function ByStatus({ overview, period }: StatisticsProps) {
  const slices = overview && slicesOf(overview, period)
  const total = slices?.reduce((sum, slice) => sum + slice.value, 0) ?? 0
  return (
    <ChartCard
      id="status"
      title={t('By status')}
      head={t('Status')}
      height={RING + 16}
      lines={slices?.map((slice) => ({
        id: slice.name,
        name: slice.name,
        to: slice.link,
        figures: [{ label: t('Complaints'), n: slice.value }],
      }))}
      chart={() => (
        <div className={css.ring}>
          <Ring slices={slices ?? []} size={RING} />
          <ul className={css.legend}>
            {slices?.map((slice) => (
              <li key={slice.name}>
                <Link to={slice.link}>
                  <i style={{ background: slice.color }} />
                  {slice.name}
                </Link>
                <b>{formatNumber(slice.value, currentLanguage())}</b>
                <span>{formatNumber((slice.value / total) * 100, currentLanguage(), 1)}%</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    />
  )
}

/** What the complaints of the period are about. */
export function ByType({ overview, period }: StatisticsProps) {
  const bars = overview?.by_type
    .filter((type) => type.n > 0)
    .toSorted((a, b) => b.n - a.n)
    .map((type) => ({
      name: type.name,
      n: type.n,
      link: listOf({ feedback_type: String(type.id), created_at: period }),
    }))
  return (
    <ChartCard
      id="type"
      title={t('By type')}
      head={t('Feedback type')}
      height={barsHeight(bars?.length ?? MOST_BARS)}
      lines={bars?.map((bar) => ({
        id: bar.name,
        name: bar.name,
        to: bar.link,
        figures: [{ label: t('Complaints'), n: bar.n }],
      }))}
      chart={() => (
        <LyingBars
          bars={bars?.slice(0, MOST_BARS) ?? []}
          height={barsHeight(bars?.length ?? 0)}
          series={[{ name: 'n', label: t('Complaints'), color: 'var(--accent)' }]}
        />
      )}
    />
  )
}

const PARTS = [
  { name: 'open', label: 'Open, in time', color: 'var(--accent)', status: OPEN_STATES },
  { name: 'overdue', label: 'Overdue', color: 'var(--bad)', status: ['overdue'] },
  { name: 'completed', label: 'Completed', color: 'var(--ok)', status: ['completed'] },
  { name: 'closed', label: 'Closed', color: 'var(--line-strong)', status: ['closed'] },
] as const

/** Who has the complaints of the period, and how they stand there. */
export function ByDepartment({ departments, period }: { departments: DepartmentLine[] | undefined; period: string }) {
  const bars = departments
    ?.filter((one) => sumOf(one) > 0)
    .toSorted((a, b) => sumOf(b) - sumOf(a))
    .map((one) => ({ ...one, id: one.id ?? 'none', name: one.name || t('No department') }))
    .map((one) => ({ ...one, link: departmentList(one.id, period) }))
  return (
    <ChartCard
      id="department"
      title={t('By department')}
      head={t('Department')}
      height={barsHeight(bars?.length ?? MOST_BARS, 84)}
      isWide
      hint={bars && bars.length > MOST_BARS ? t('The {{n}} with most; the table has all', { n: MOST_BARS }) : undefined}
      lines={bars?.map((bar) => ({
        id: bar.id,
        name: bar.name,
        to: bar.link,
        figures: PARTS.map((part) => ({
          label: t(part.label),
          n: bar[part.name],
          to: departmentList(bar.id, period, part.status),
        })),
      }))}
      chart={() => (
        <LyingBars
          bars={bars?.slice(0, MOST_BARS).map((bar) => ({ ...bar })) ?? []}
          height={barsHeight(bars?.length ?? 0)}
          series={PARTS.map((part) => ({ name: part.name, label: t(part.label), color: part.color }))}
          linkOf={(bar, series) =>
            departmentList(bar.id ?? '', period, PARTS.find((part) => part.name === series)?.status)
          }
        />
      )}
    />
  )
}

const sumOf = (one: DepartmentLine) => one.open + one.overdue + one.completed + one.closed

const departmentList = (id: number | string, period: string, statuses: readonly string[] = []) =>
  listOf({ department: String(id), created_at: period }) + statuses.map((status) => `&status=${status}`).join('')

const colourOf = (tone: Tone | undefined) => (tone === 'mute' || !tone ? 'var(--line-strong)' : `var(--${tone})`)

function slicesOf({ by_status }: Overview, period: string): Slice[] {
  return STATUSES.flatMap(({ value, label, tone }) => {
    const n = by_status.find((one) => one.key === value)?.n ?? 0
    return n > 0
      ? [{ name: t(label), value: n, color: colourOf(tone), link: listOf({ status: value, created_at: period }) }]
      : []
  })
}

const MOST_DAYS = 100

/** Day by day; over a long time week by week, as nobody reads 365 points. */
function pointsOf(days: Overview['by_day']): DayPoint[] {
  const size = days.length > MOST_DAYS ? 7 : 1
  const groups = Array.from({ length: Math.ceil(days.length / size) }, (_, at) =>
    days.slice(at * size, (at + 1) * size),
  )
  return groups.flatMap((group) => {
    const [from, to] = [group[0]?.day.slice(0, 10), group.at(-1)?.day.slice(0, 10)]
    if (!from || !to) return []
    const sum = (name: 'created' | 'completed') => group.reduce((total, day) => total + day[name], 0)
    return [
      {
        from,
        to,
        created: sum('created'),
        completed: sum('completed'),
        link: listOf({ created_at: `${from}..${to}` }),
      },
    ]
  })
}
