import type { CSSProperties } from 'react'
import { t } from '../../../shared/language.ts'
import { ChangeWords } from '../../../web/screens/statistics/change-words.tsx'
import { changeOf, type Figure } from '../../../web/screens/statistics/figure-words.ts'
import statistics from '../../../web/screens/statistics/statistics.module.css'
import { About } from '../../../web/ui/about.tsx'
import { Link } from '../../../web/ui/link.tsx'
import type { Results } from './answer.ts'
import { MEANS } from './meanings.ts'
import { type Nps, npsOf } from './nps.ts'
import { type ResultsQuery, responsesLink, said, saidNps } from './results-query.web.ts'

interface Tile {
  label: string
  hint: string
  unit: Figure['unit']
  more?: Figure['more']
  value: number | null
  before: number | null
  said: (value: number) => string
  beside?: string
  to?: string
}

/** What the whole period comes to. */
export function Tiles({ asked, results }: { asked: ResultsQuery; results: Results }) {
  const { responses, before, questions, period } = results
  const recommended = questions.find(({ kind, is_retired }) => kind === 'recommendation' && !is_retired)
  const nps = recommended ? npsOf(recommended.tally.counts) : null
  const npsBefore = recommended?.before ? npsOf(recommended.before.counts) : null
  const tiles: Tile[] = [
    {
      ...{ label: t('Responses'), hint: t(MEANS.responses), unit: 'whole' },
      ...{ value: responses.n, before: before?.n || null, said: (n) => said(n), to: responsesLink(asked, period) },
    },
    {
      ...{ label: t('Mean score'), hint: t(MEANS.score), unit: 'score', more: 'better' },
      ...{ value: responses.score, before: before?.score ?? null, said: (n) => said(n, 1) },
    },
    ...(recommended
      ? [
          {
            ...({ label: t('Recommendation (NPS)'), hint: t(MEANS.nps), unit: 'score' } as const),
            ...(isBeyondChance(nps, npsBefore) && { more: 'better' as const }),
            ...{ value: rounded(nps), before: rounded(npsBefore), said: saidNps },
            ...(nps && {
              beside: `± ${said(nps.margin, 1)}`,
              to: responsesLink(asked, period, { answers: [String(recommended.id)] }),
            }),
          },
        ]
      : []),
  ]
  return (
    <ul className={statistics.tiles} aria-label={t('Figures')} style={{ '--most': tiles.length } as CSSProperties}>
      {tiles.map((tile) => (
        <TileCard key={tile.label} tile={tile} />
      ))}
    </ul>
  )
}

/** Scores are told without fractions, and so is how they differ. */
const rounded = (nps: Nps | null): number | null => nps && Math.round(nps.score)

/** Whether two scores differ by more than their margins let them. */
const isBeyondChance = (one: Nps | null, other: Nps | null): boolean =>
  one !== null && other !== null && Math.abs(one.score - other.score) > Math.hypot(one.margin, other.margin)

function TileCard({ tile }: { tile: Tile }) {
  const { label, hint, value, before, beside, to } = tile
  const words = value === null ? '–' : `${tile.said(value)}${beside ? ` ${beside}` : ''}`
  const figure: Figure = { key: 'value', label, unit: tile.unit, more: tile.more, where: {} }
  const change = value !== null && before !== null ? changeOf(figure, { value }, { value: before }) : null
  return (
    <li>
      <div className={statistics.tile}>
        <span className={statistics.tileHead}>
          <span className={statistics.tileLabel}>{label}</span>
          <About label={label}>{hint}</About>
        </span>
        {to && value !== null ? (
          <Link to={to} className={statistics.tileValue}>
            {words}
          </Link>
        ) : (
          <span className={statistics.tileValue}>{words}</span>
        )}
        <span className={statistics.tileFoot}>
          {change && before !== null ? (
            <>
              <ChangeWords change={change} />
              {t('before: {{n}}', { n: tile.said(before) })}
            </>
          ) : null}
        </span>
      </div>
    </li>
  )
}
