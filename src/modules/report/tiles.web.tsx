import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { spell } from '../../shared/time/spell.ts'
import css from '../../web/screens/statistics/statistics.module.css'
import { Link } from '../../web/ui/link.tsx'
import { beforeLabel } from './drawing.web.ts'
import { isRunning, type Links, totalLinks } from './lines.web.ts'
import { type FigureSet, type Filters, type Report, type ReportKind, wordsIn } from './report.ts'
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
      <Tile label={t(words.n)} value={totals && count(totals.n)} to={to?.all}>
        {report ? <Against report={report} /> : null}
      </Tile>
      {kind.status ? null : <OpenTiles totals={totals} to={to} />}
      <Tile
        label={t(words.onTime)}
        value={
          totals && (judged === 0 ? '–' : `${formatNumber((totals.on_time / judged) * 100, currentLanguage(), 1)}%`)
        }
        to={to?.on_time}
      >
        {totals ? t('{{n}} of {{total}} done or late', { n: count(totals.on_time), total: count(judged) }) : null}
      </Tile>
      <Tile
        label={t('To first handling (mean)')}
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
    <Tile label={t('Open')} value={totals && count(totals.parts.open)} to={to?.part.open}>
      {t('Not yet done, still in time')}
    </Tile>
    <Tile
      label={t('Overdue')}
      value={totals && count(totals.parts.overdue)}
      to={to?.part.overdue}
      isBad={Boolean(totals?.parts.overdue)}
    >
      {t('Open and past the deadline')}
    </Tile>
  </>
)

/** Against the period before; while the period runs, against as much of the one before. */
function Against({ report }: { report: Report }) {
  const { n, before } = report.totals
  const label = beforeLabel(report)
  if (!label || before === null) return t('No comparison')
  return (
    <>
      {before > 0 ? <Change change={(n - before) / before} /> : null}
      {isRunning(report)
        ? t('{{label}}, same period: {{n}}', { label, n: count(before) })
        : t('{{label}}: {{n}}', { label, n: count(before) })}
    </>
  )
}

interface TileProps {
  label: string
  value: string | undefined
  to?: string | undefined
  isBad?: boolean
  children: ReactNode
}

function Tile({ label, value, to, isBad, children }: TileProps) {
  const inside = (
    <>
      <span className={css.tileLabel}>{label}</span>
      <span className={css.tileValue} data-tone={isBad ? 'bad' : undefined}>
        {value ?? <Skeleton height={26} width={70} my={4} />}
      </span>
      <span className={css.tileFoot}>{children}</span>
    </>
  )
  return (
    <li>
      {to ? (
        <Link to={to} className={css.tile}>
          {inside}
        </Link>
      ) : (
        <div className={css.tile}>{inside}</div>
      )}
    </li>
  )
}
