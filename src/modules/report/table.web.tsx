import { IconArrowDown, IconArrowDownRight, IconArrowUp, IconArrowUpRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { Link } from '../../web/ui/link.tsx'
import { spell } from '../complaints/deadlines/due.ts'
import type { ChartRow, Links } from './lines.web.ts'
import css from './report.module.css'
import { type FigureSet, partsIn, type ReportKind, wordsIn } from './report.ts'

/** A line of the table, or its totals. */
export type Counted = FigureSet & {
  share: number
  to: Links
  by?: Record<string, number>
  isRunning?: boolean
}

export interface Column {
  key: string
  head: string
  hint?: string
  value: (line: Counted) => number | null
  show: (value: number) => ReactNode
  to?: (line: Counted) => string | undefined
  tone?: 'bad'
}

const count = (value: number) => formatNumber(value, currentLanguage())
const percent = (value: number) => `${formatNumber(value * 100, currentLanguage(), 1)}%`

/** The figures of a line: how many, against before, how they stand and how fast they were. Bars are as long as the largest share says. */
export function figureColumns(kind: ReportKind, before: string | null, most = 1): Column[] {
  const words = wordsIn(kind)
  return [
    { key: 'n', head: t(words.n), value: ({ n }) => n, show: count, to: ({ to }) => to.all },
    {
      key: 'share',
      head: t('Portion'),
      value: ({ share }) => share,
      show: (share) => <Share share={share} most={most} />,
    },
    ...(before ? comparing(before) : []),
    ...partsIn(kind).map(
      ({ part, label }): Column => ({
        key: part,
        head: t(label),
        value: ({ parts }) => parts[part],
        show: count,
        to: ({ to }) => to.part[part],
        ...(part === 'overdue' && { tone: 'bad' }),
      }),
    ),
    {
      key: 'on_time',
      head: t('In time'),
      hint: t('Done within the deadline'),
      value: (line) => line.on_time,
      show: count,
      to: ({ to }) => to.on_time,
    },
    {
      key: 'late',
      head: t('Late'),
      hint: t('Past the deadline now or at any time before'),
      value: (line) => line.late,
      show: count,
      to: ({ to }) => to.late,
    },
    {
      key: 'wait_minutes',
      head: t('To first handling (mean)'),
      hint: t(words.basis),
      value: ({ wait_minutes }) => wait_minutes,
      show: (minutes) => spell(minutes * 60_000),
    },
  ]
}

/** The total, the period before, and each column of the chart. */
export const columnColumns = (before: string | null, columns: readonly { key: string; label: string }[]): Column[] => [
  { key: 'n', head: t('Total'), value: ({ n }) => n, show: count, to: ({ to }) => to.all },
  ...(before ? comparing(before) : []),
  ...columns.map(
    ({ key, label }): Column => ({
      key: `by-${key}`,
      head: label,
      value: ({ by }) => by?.[key] ?? 0,
      show: count,
      to: ({ to }) => to.column(key),
    }),
  ),
]

const comparing = (before: string): Column[] => [
  { key: 'before', head: before, value: (line) => line.before, show: count, to: ({ to }) => to.before },
  { key: 'change', head: t('Difference'), value: changeOf, show: (change) => <Change change={change} /> },
]

const changeOf = ({ n, before, isRunning }: Counted): number | null =>
  before === null || before === 0 || isRunning ? null : (n - before) / before

/** More complaints is worse, fewer is better; an arrow says so beside the colour. */
export function Change({ change }: { change: number }) {
  if (Math.abs(change) < 0.0005) return <span className={css.change}>0%</span>
  const isUp = change > 0
  const Arrow = isUp ? IconArrowUpRight : IconArrowDownRight
  return (
    <span className={css.change} data-tone={isUp ? 'bad' : 'good'}>
      <Arrow size={14} aria-label={isUp ? t('up') : t('down')} />
      {percent(Math.abs(change))}
    </span>
  )
}

const Share = ({ share, most }: { share: number; most: number }) => (
  <span className={css.share}>
    <i style={{ backgroundSize: `${Math.min(share / most, 1) * 100}% 100%` }} />
    <span>{percent(share)}</span>
  </span>
)

interface TableProps {
  title: string
  /** Head of the first column. */
  head: string
  lines: readonly ChartRow[]
  totals: Counted
  columns: readonly Column[]
  /** '' is the order the lines come in; kept by the table itself where nobody else does. */
  sort?: string
  setSort?: (sort: string) => void
}

export function FiguresTable({ title, head, lines, totals, columns, ...kept }: TableProps) {
  const [own, setOwn] = useState('')
  const { sort = own, setSort = setOwn } = kept
  return (
    <section className={css.card} aria-label={title}>
      <header className={css.cardHead}>
        <h2>{title}</h2>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className={css.tableBox} tabIndex={0} aria-label={title}>
        <table className={css.table}>
          <thead>
            <tr>
              <Head name="label" head={head} sort={sort} setSort={setSort} />
              {columns.map(({ key, head: name, hint }) => (
                <Head key={key} name={key} head={name} hint={hint} sort={sort} setSort={setSort} isFigure />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted(lines, columns, sort).map((line) => (
              <tr key={line.key}>
                <th scope="row">
                  <Link to={line.to.all}>{line.label}</Link>
                </th>
                <Cells line={line} columns={columns} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('Total')}</th>
              <Cells line={totals} columns={columns} />
            </tr>
          </tfoot>
        </table>
      </section>
    </section>
  )
}

function Cells({ line, columns }: { line: Counted; columns: readonly Column[] }) {
  return columns.map((column) => {
    const value = column.value(line)
    const to = value ? column.to?.(line) : undefined
    const shown = value === null ? '–' : column.show(value)
    return (
      <td
        key={column.key}
        data-tone={value ? column.tone : undefined}
        data-none={value === 0 || value === null || undefined}
      >
        {to ? <Link to={to}>{shown}</Link> : shown}
      </td>
    )
  })
}

interface HeadProps {
  name: string
  head: string
  hint?: string
  sort: string
  setSort: (sort: string) => void
  isFigure?: boolean
}

/** Figures fall at the first click and rise at the second; the third gives the report's own order back. */
function Head({ name, head, hint, sort, setSort, isFigure = false }: HeadProps) {
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none'
  const [first, second] = isFigure ? [`-${name}`, name] : [name, `-${name}`]
  const next = sort === first ? second : sort === second ? '' : first
  return (
    <th scope="col" aria-sort={direction}>
      <button
        type="button"
        className={css.sort}
        onClick={() => setSort(next)}
        title={hint ?? t('Sort by {{field}}', { field: head })}
      >
        <span>{head}</span>
        {direction === 'ascending' ? <IconArrowUp size={14} aria-hidden="true" /> : null}
        {direction === 'descending' ? <IconArrowDown size={14} aria-hidden="true" /> : null}
      </button>
    </th>
  )
}

/** Lines in the order asked for; what has no value comes last. */
export function sorted(lines: readonly ChartRow[], columns: readonly Column[], sort: string): ChartRow[] {
  const name = sort.replace(/^-/, '')
  const sign = sort.startsWith('-') ? -1 : 1
  if (name === 'label')
    return lines.toSorted((a, b) => sign * a.label.localeCompare(b.label, currentLanguage(), { numeric: true }))
  const column = columns.find(({ key }) => key === name)
  if (!column) return [...lines]
  return lines.toSorted((a, b) => {
    const [x, y] = [column.value(a), column.value(b)]
    if (x === null || y === null) return Number(x === null) - Number(y === null)
    return sign * (x - y)
  })
}
