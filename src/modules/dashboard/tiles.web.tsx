import { Skeleton } from '@mantine/core'
import { FIGURE_WORDS, OF_WHICH_OVERDUE } from '../../shared/complaints/figures.ts'
import type { FigureUnit } from '../../shared/definition/statistics-options.ts'
import { formatNumber, formatPercent } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { spell } from '../../shared/time/spell.ts'
import { ChangeWords } from '../../web/screens/statistics/change-words.tsx'
import { changeOf } from '../../web/screens/statistics/figure-words.ts'
import { About } from '../../web/ui/about.tsx'
import { Link } from '../../web/ui/link.tsx'
import { OPEN_STATUSES } from '../complaints/states.ts'
import css from './dashboard.module.css'
import { type Compared, type FigureName, listOf, type Overview } from './figures-shape.web.ts'

interface FigureSpec {
  name: FigureName
  words: (typeof FIGURE_WORDS)[keyof typeof FIGURE_WORDS]
  show: (value: number) => string
  /** How a change is told, and which direction is the good one. */
  change: { unit: FigureUnit; more?: 'better' | 'worse' }
  /** How things stand now, of those received then too. */
  isStanding?: true
  link?: (period: string) => string
}

const count = (value: number) => formatNumber(value, currentLanguage())
const minutes = (value: number) => spell(value * 60_000)

const FIGURES: FigureSpec[] = [
  {
    name: 'open',
    change: { unit: 'whole' },
    words: FIGURE_WORDS.open,
    show: count,
    isStanding: true,
    link: (period) => `${listOf({ created_at: period })}${OPEN_STATUSES.map((one) => `&status=${one}`).join('')}`,
  },
  {
    name: 'new',
    change: { unit: 'whole' },
    words: FIGURE_WORDS.received,
    show: count,
    link: (period) => listOf({ created_at: period }),
  },
  {
    name: 'overdue',
    change: { unit: 'whole' },
    words: FIGURE_WORDS.overdue,
    show: count,
    isStanding: true,
    link: (period) => listOf({ created_at: period, status: 'overdue' }),
  },
  {
    name: 'completed',
    change: { unit: 'whole', more: 'better' },
    words: FIGURE_WORDS.completed,
    show: count,
    link: (period) => listOf({ completed_at: period }),
  },
  {
    name: 'on_time_share',
    change: { unit: 'percent', more: 'better' },
    words: FIGURE_WORDS.on_time_of_completed,
    show: (value) => formatPercent(value, currentLanguage(), 1),
    link: (period) => listOf({ completed_at: period, is_breached: 'false' }),
  },
  {
    name: 'first_handling_minutes',
    change: { unit: 'minutes', more: 'worse' },
    words: FIGURE_WORDS.reply_median,
    show: minutes,
  },
  {
    name: 'completion_minutes',
    change: { unit: 'minutes', more: 'worse' },
    words: FIGURE_WORDS.completion_median,
    show: minutes,
  },
  {
    name: 'rating',
    change: { unit: 'decimal', more: 'better' },
    words: FIGURE_WORDS.rating,
    show: (value) => formatNumber(value, currentLanguage(), 1),
  },
]

/** The figures of the period against the one before. */
export function Tiles({ overview, period }: { overview: Overview | undefined; period: string }) {
  return (
    <ul className={css.figures} aria-label={t('Figures')}>
      {FIGURES.map((spec) => (
        <li key={spec.name}>
          <FigureCard spec={spec} overview={overview} period={period} />
        </li>
      ))}
    </ul>
  )
}

function FigureCard({ spec, overview, period }: { spec: FigureSpec; overview: Overview | undefined; period: string }) {
  const figure = overview?.figures[spec.name]
  const label = t(spec.words.label)
  const value = figure && (figure.value === null ? '–' : spec.show(figure.value))
  return (
    <div className={css.figure}>
      <span className={css.figureHead}>
        <span className={css.figureLabel}>{label}</span>
        <About label={label}>{t(spec.words.about)}</About>
      </span>
      <span className={css.figureValue} data-late={spec.name === 'overdue' && (figure?.value ?? 0) > 0}>
        {value === undefined ? (
          <Skeleton height={28} width={72} my={4} />
        ) : spec.link ? (
          <Link to={spec.link(period)} aria-label={`${label}: ${value}`}>
            {value}
          </Link>
        ) : (
          value
        )}
      </span>
      <span className={css.figureFoot}>
        {overview && spec.name === 'open' && (
          <span>{t(OF_WHICH_OVERDUE, { n: count(overview.figures.overdue.value ?? 0) })}</span>
        )}
        {figure ? <Delta spec={spec} figure={figure} /> : <Skeleton height={12} width={104} />}
      </span>
    </div>
  )
}

/** How it moved, in words, and what it was. */
function Delta({ spec, figure: { value, before } }: { spec: FigureSpec; figure: Compared }) {
  if (value === null || before === null) return t('No comparison')
  const was = t('before: {{value}}', { value: spec.show(before) })
  // Time itself makes them fewer: no arrow says that this is better.
  if (spec.isStanding) return was
  // A share of the whole counts as 1 there.
  const whole = spec.change.unit === 'percent' ? 100 : 1
  const change = changeOf({ ...FIGURE, ...spec.change }, { value: value / whole }, { value: before / whole })
  return (
    <>
      {change && <ChangeWords change={change} />} {was}
    </>
  )
}

const FIGURE = { key: 'value', label: '', where: {} }
