import { Skeleton } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { FIGURE_WORDS, OF_WHICH_OVERDUE } from '../../shared/complaints/figures.ts'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { spell } from '../../shared/time/spell.ts'
import { About } from '../../web/ui/about.tsx'
import { Link } from '../../web/ui/link.tsx'
import { OPEN_STATUSES } from '../complaints/states.ts'
import css from './dashboard.module.css'
import { type Compared, type FigureName, listOf, type Overview } from './figures-shape.web.tsx'

interface FigureSpec {
  name: FigureName
  words: (typeof FIGURE_WORDS)[keyof typeof FIGURE_WORDS]
  show: (value: number) => string
  /** Which direction is the good one; none where neither is. */
  better?: 'more' | 'less'
  /** How things stand now, of those received then too. */
  isStanding?: true
  link?: (period: string) => string
}

const count = (value: number) => formatNumber(value, currentLanguage())
const minutes = (value: number) => spell(value * 60_000)

const FIGURES: FigureSpec[] = [
  {
    name: 'open',
    words: FIGURE_WORDS.open,
    show: count,
    isStanding: true,
    link: (period) => `${listOf({ created_at: period })}${OPEN_STATUSES.map((one) => `&status=${one}`).join('')}`,
  },
  {
    name: 'new',
    words: FIGURE_WORDS.received,
    show: count,
    link: (period) => listOf({ created_at: period }),
  },
  {
    name: 'overdue',
    words: FIGURE_WORDS.overdue,
    show: count,
    isStanding: true,
    link: (period) => listOf({ created_at: period, status: 'overdue' }),
  },
  {
    name: 'completed',
    words: FIGURE_WORDS.completed,
    show: count,
    better: 'more',
    link: (period) => listOf({ completed_at: period }),
  },
  {
    name: 'on_time_share',
    words: FIGURE_WORDS.on_time_of_completed,
    show: (value) => `${formatNumber(value, currentLanguage(), 1)}%`,
    better: 'more',
    link: (period) => listOf({ completed_at: period, is_breached: 'false' }),
  },
  {
    name: 'first_handling_minutes',
    words: FIGURE_WORDS.reply_median,
    show: minutes,
    better: 'less',
  },
  {
    name: 'completion_minutes',
    words: FIGURE_WORDS.completion_median,
    show: minutes,
    better: 'less',
  },
  {
    name: 'rating',
    words: FIGURE_WORDS.rating,
    show: (value) => formatNumber(value, currentLanguage(), 1),
    better: 'more',
  },
]

/** The figures of the period against the one before. */
export function Figures({ overview, period }: { overview: Overview | undefined; period: string }) {
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

/** How it moved, in a calm voice: a sign, a share, and what it was. */
function Delta({ spec, figure: { value, before } }: { spec: FigureSpec; figure: Compared }) {
  if (value === null || before === null) return t('No comparison')
  // Time itself makes them fewer: no arrow says that this is better.
  if (spec.isStanding) return t('before: {{value}}', { value: spec.show(before) })
  if (value === before) return t('As before')
  const isUp = value > before
  const tone = spec.better ? (isUp === (spec.better === 'more') ? 'good' : 'bad') : 'plain'
  const moved = Math.abs(((value - before) / before) * 100)
  // An arrow beside 0% would contradict itself.
  const share = before === 0 ? '' : `${formatNumber(moved, currentLanguage(), moved < 1 ? 1 : 0)}%`
  return (
    <>
      <span className={css.delta} data-tone={tone}>
        {isUp ? (
          <IconArrowUpRight size={14} aria-label={t('up')} />
        ) : (
          <IconArrowDownRight size={14} aria-label={t('down')} />
        )}
        {share}
      </span>{' '}
      {t('before: {{value}}', { value: spec.show(before) })}
    </>
  )
}
