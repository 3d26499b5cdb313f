import { Skeleton } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { spell } from '../../shared/time/spell.ts'
import { Link } from '../../web/ui/link.tsx'
import css from './dashboard.module.css'
import { type Compared, type FigureName, listOf, type Overview } from './figures-shape.web.tsx'

interface FigureSpec {
  name: FigureName
  label: string
  hint: string
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
    label: 'Open',
    hint: 'Not yet done, still in time',
    show: count,
    isStanding: true,
    link: (period) => `${listOf({ created_at: period })}&status=new&status=processing&status=reopened`,
  },
  {
    name: 'new',
    label: 'Received',
    hint: 'Came in during the period',
    show: count,
    link: (period) => listOf({ created_at: period }),
  },
  {
    name: 'overdue',
    label: 'Overdue',
    hint: 'Open and past the deadline',
    show: count,
    isStanding: true,
    link: (period) => listOf({ created_at: period, status: 'overdue' }),
  },
  {
    name: 'completed',
    label: 'Completed',
    hint: 'Completed during the period',
    show: count,
    better: 'more',
    link: (period) => listOf({ completed_at: period }),
  },
  {
    name: 'on_time_share',
    label: 'Completed in time',
    hint: 'Share of those completed within the deadline',
    show: (value) => `${formatNumber(value, currentLanguage(), 1)}%`,
    better: 'more',
    link: (period) => listOf({ completed_at: period, is_breached: 'false' }),
  },
  {
    name: 'first_handling_minutes',
    label: 'To first handling (median)',
    hint: 'Half of them took less time',
    show: minutes,
    better: 'less',
  },
  {
    name: 'completion_minutes',
    label: 'To completion (median)',
    hint: 'Half of them took less time',
    show: minutes,
    better: 'less',
  },
  {
    name: 'rating',
    label: 'Rating',
    hint: 'Average of the customers’ stars',
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
          <FigureCard spec={spec} figure={overview?.figures[spec.name]} period={period} />
        </li>
      ))}
    </ul>
  )
}

function FigureCard({ spec, figure, period }: { spec: FigureSpec; figure: Compared | undefined; period: string }) {
  const inside = (
    <>
      <span className={css.figureLabel}>{t(spec.label)}</span>
      <span className={css.figureValue} data-late={spec.name === 'overdue' && (figure?.value ?? 0) > 0}>
        {figure ? figure.value === null ? '–' : spec.show(figure.value) : <Skeleton height={28} width={72} my={4} />}
      </span>
      <span className={css.figureFoot}>
        {figure ? <Delta spec={spec} figure={figure} /> : <Skeleton height={12} width={104} />}
      </span>
    </>
  )
  return spec.link ? (
    <Link to={spec.link(period)} className={css.figure} title={t(spec.hint)}>
      {inside}
    </Link>
  ) : (
    <div className={css.figure} title={t(spec.hint)}>
      {inside}
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
