import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { FIGURE_WORDS, OF_WHICH_OVERDUE } from '../../shared/complaints/figures.ts'
import { formatNumber, formatPercent } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { spell } from '../../shared/time/spell.ts'
import css from '../../web/screens/statistics/statistics.module.css'
import { About } from '../../web/ui/about.tsx'
import { Link } from '../../web/ui/link.tsx'
import { beforeLabel } from './drawing.web.ts'
import type { ReportKind } from './kinds.ts'
import { isRunning, type Links, totalLinks } from './lines.web.ts'
import { type FigureSet, type Filters, openIn, type Report, wordsIn } from './report.ts'
import { Change } from './table.web.tsx'

const count = (value: number) => formatNumber(value, currentLanguage())

/** What the whole period comes to, before its parts. */
export function Tiles({ report, kind, filters }: { report: Report | undefined; kind: ReportKind; filters: Filters }) {
  const words = wordsIn(kind)
  const to = report && totalLinks(report, kind, filters)
  const totals = report?.totals
  const judged = totals ? totals.on_time + totals.late : 0
  return (
    <ul className={css.tiles} aria-label={t('Figures')}>
      <Tile words={words.n} value={totals && count(totals.n)} to={to?.all}>
        {report ? <Against report={report} /> : null}
      </Tile>
      {kind.status ? null : <OpenTiles totals={totals} to={to} />}
      <Tile
        words={words.onTime}
        value={totals && (judged === 0 ? '–' : formatPercent((totals.on_time / judged) * 100, currentLanguage(), 1))}
        to={to?.on_time}
      >
        {totals ? t('{{n}} of {{total}}', { n: count(totals.on_time), total: count(judged) }) : null}
      </Tile>
      <Tile
        words={FIGURE_WORDS.reply_mean}
        value={totals && (totals.wait_minutes === null ? '–' : spell(totals.wait_minutes * 60_000))}
      >
        {t(words.basis)}
      </Tile>
    </ul>
  )
}

/** Those that are not done yet, of a report that counts them. */
const OpenTiles = ({ totals, to }: { totals: FigureSet | undefined; to: Links | undefined }) => (
  <>
    <Tile words={FIGURE_WORDS.open} value={totals && count(openIn(totals))} to={to?.open}>
      {totals ? t(OF_WHICH_OVERDUE, { n: count(totals.parts.overdue) }) : null}
    </Tile>
    <Tile
      words={FIGURE_WORDS.overdue}
      value={totals && count(totals.parts.overdue)}
      to={to?.part.overdue}
      isBad={Boolean(totals?.parts.overdue)}
    />
  </>
)

/** Against the period before; while the period runs, against as much of the one before. */
function Against({ report }: { report: Report }) {
  const { n, before } = report.totals
  const label = beforeLabel(report)
  if (!label || before === null) return t('No comparison')
  return (
    <>
      <Change n={n} before={before} />
      {isRunning(report)
        ? t('{{label}}, same period: {{n}}', { label, n: count(before) })
        : t('{{label}}: {{n}}', { label, n: count(before) })}
    </>
  )
}

interface TileProps {
  words: { label: string; about: string }
  value: string | undefined
  to?: string | undefined
  isBad?: boolean
  children?: ReactNode
}

function Tile({ words, value, to, isBad, children }: TileProps) {
  const label = t(words.label)
  const marks = { className: css.tileValue, 'data-tone': isBad ? 'bad' : undefined }
  return (
    <li>
      <div className={css.tile}>
        <span className={css.tileHead}>
          <span className={css.tileLabel}>{label}</span>
          <About label={label}>{t(words.about)}</About>
        </span>
        {value === undefined ? (
          <Skeleton height={26} width={70} my={4} />
        ) : to ? (
          <Link to={to} aria-label={`${label}: ${value}`} {...marks}>
            {value}
          </Link>
        ) : (
          <span {...marks}>{value}</span>
        )}
        <span className={css.tileFoot}>{children}</span>
      </div>
    </li>
  )
}
