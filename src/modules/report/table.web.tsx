import { FIGURE_WORDS } from '../../shared/complaints/figures.ts'
import { formatNumber, formatPercent } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { spell } from '../../shared/time/spell.ts'
import { ChangeWords } from '../../web/screens/statistics/change-words.tsx'
import { changeOf as changeWords } from '../../web/screens/statistics/figure-words.ts'
import type { Column } from '../../web/screens/statistics/figures-table.tsx'
import css from '../../web/screens/statistics/statistics.module.css'
import type { ReportKind } from './kinds.ts'
import type { Links } from './lines.web.ts'
import { type FigureSet, partsIn, wordsIn } from './report.ts'

/** A line of the table, or its totals. */
export type Counted = FigureSet & {
  share: number
  to: Links
  by?: Record<string, number>
  isRunning?: boolean
}

const count = (value: number) => formatNumber(value, currentLanguage())
const percent = (value: number) => formatPercent(value * 100, currentLanguage(), 1)

/** The figures of a line: how many, against before, how they stand and how fast they were. A bar is the share of the whole, to scale. */
export function figureColumns(kind: ReportKind, before: string | null): Column<Counted>[] {
  const words = wordsIn(kind)
  return [
    {
      key: 'n',
      head: t(words.n.label),
      hint: t(words.n.about),
      value: ({ n }) => n,
      show: count,
      to: ({ to }) => to.all,
    },
    {
      key: 'share',
      head: t(FIGURE_WORDS.portion.label),
      hint: t(FIGURE_WORDS.portion.about),
      value: ({ share }) => share,
      show: (share) => <Share share={share} />,
      total: percent,
    },
    ...(before ? comparing(before) : []),
    ...partsIn(kind).map(
      ({ part, label, about }): Column<Counted> => ({
        key: part,
        head: t(label),
        hint: t(about),
        value: ({ parts }) => parts[part],
        show: count,
        to: ({ to }) => to.part[part],
        ...(part === 'overdue' && { tone: 'bad' }),
      }),
    ),
    {
      key: 'on_time',
      head: t(FIGURE_WORDS.in_time.label),
      hint: t(FIGURE_WORDS.in_time.about),
      value: (line) => line.on_time,
      show: count,
      to: ({ to }) => to.on_time,
    },
    {
      key: 'late',
      head: t(FIGURE_WORDS.late.label),
      hint: t(FIGURE_WORDS.late.about),
      value: (line) => line.late,
      show: count,
      to: ({ to }) => to.late,
    },
    {
      key: 'wait_minutes',
      head: t(FIGURE_WORDS.reply_mean.label),
      hint: t(FIGURE_WORDS.reply_mean.about),
      value: ({ wait_minutes }) => wait_minutes,
      show: (minutes) => spell(minutes * 60_000),
    },
  ]
}

/** The total, the period before, and each column of the chart. */
export const columnColumns = (
  before: string | null,
  columns: readonly { key: string; label: string }[],
): Column<Counted>[] => [
  { key: 'n', head: t('Total'), value: ({ n }) => n, show: count, to: ({ to }) => to.all },
  ...(before ? comparing(before) : []),
  ...columns.map(
    ({ key, label }): Column<Counted> => ({
      key: `by-${key}`,
      head: label,
      value: ({ by }) => by?.[key] ?? 0,
      show: count,
      to: ({ to }) => to.column(key),
    }),
  ),
]

const comparing = (before: string): Column<Counted>[] => [
  { key: 'before', head: before, value: (line) => line.before, show: count, to: ({ to }) => to.before },
  {
    key: 'change',
    head: t('Difference'),
    value: changeOf,
    show: (_, { n, before: then }) => <Change n={n} before={then ?? 0} />,
  },
]

const changeOf = ({ n, before, isRunning }: Counted): number | null =>
  before === null || isRunning ? null : n - before

const RECEIVED = { key: 'n', label: '', unit: 'whole', more: 'worse', where: {} } as const

/** More complaints is worse, fewer is better: of few in so many, else in per cent; an arrow says so beside the colour. */
export function Change({ n, before }: { n: number; before: number }) {
  const change = changeWords(RECEIVED, { n }, { n: before })
  return change ? <ChangeWords change={change} /> : null
}

const Share = ({ share }: { share: number }) => (
  <span className={css.share}>
    <i style={{ backgroundSize: `${Math.min(share, 1) * 100}% 100%` }} />
    <span>{percent(share)}</span>
  </span>
)
