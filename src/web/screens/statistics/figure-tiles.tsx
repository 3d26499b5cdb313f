import { Skeleton } from '@mantine/core'
import type { CSSProperties } from 'react'
import { t } from '../../../shared/language.ts'
import { About } from '../../ui/about.tsx'
import { Link } from '../../ui/link.tsx'
import { ChangeWords } from './change-words.tsx'
import { changeOf, type Figure, saidFigure } from './figure-words.ts'
import css from './statistics.module.css'
import type { Counted } from './statistics-view.ts'

/** What the whole period comes to, before its parts; each with what exactly it counts. */
export function FigureTiles({ figures, totals }: { figures: readonly Figure[]; totals: Counted | undefined }) {
  return (
    <ul className={css.tiles} aria-label={t('Figures')} style={{ '--most': mostIn(figures.length) } as CSSProperties}>
      {figures.map((figure) => (
        <Tile key={figure.key} figure={figure} totals={totals} />
      ))}
    </ul>
  )
}

const LINE_MOST = 6
/** How many stand in a line so that all lines are about as long: seven are four and three. */
const mostIn = (n: number): number => Math.ceil(n / Math.ceil(n / LINE_MOST)) || 1

/** By its letters a figure is written as large as its tile has room for. */
export const letters = (said: string | undefined) => ({ '--letters': said?.length ?? 1 }) as CSSProperties

function Tile({ figure, totals }: { figure: Figure; totals: Counted | undefined }) {
  const value = totals?.values[figure.key]
  const before = totals?.before?.[figure.key]
  // Of a time from before the register began nothing can be said.
  const hasBefore = Object.values(totals?.before ?? {}).some((one) => one)
  const change = totals && hasBefore ? changeOf(figure, totals.values, totals.before) : null
  const said = totals && saidFigure(value, figure.unit)
  return (
    <li>
      <div className={css.tile}>
        <span className={css.tileHead}>
          <span className={css.tileLabel}>{figure.label}</span>
          {figure.hint ? <About label={figure.label}>{figure.hint}</About> : null}
        </span>
        {totals && value ? (
          <Link to={totals.to(figure)} className={css.tileValue} style={letters(said)}>
            {said}
          </Link>
        ) : (
          <span className={css.tileValue} style={letters(said)}>
            {said ?? <Skeleton height={26} width={70} my={4} />}
          </span>
        )}
        <span className={css.tileFoot}>
          {change ? (
            <>
              <ChangeWords change={change} />
              {t('before: {{n}}', { n: saidFigure(before, figure.unit) })}
            </>
          ) : null}
        </span>
      </div>
    </li>
  )
}
