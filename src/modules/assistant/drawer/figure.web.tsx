import type { ReactNode } from 'react'
import { Link } from '../../../web/ui/link.tsx'
import type { Figure as FigureData, FigureRow } from '../reply.ts'
import css from './message.module.css'

/** A number, bars to scale from zero, or a list; each row leads to what it counts. */
export function Figure({ figure, leave }: { figure: FigureData; leave: () => void }) {
  const { kind, label, rows } = figure
  const named = (row: FigureRow, children: ReactNode, className?: string) =>
    row.link ? (
      <Link to={row.link} className={className} onClick={leave}>
        {children}
      </Link>
    ) : (
      <span className={className}>{children}</span>
    )
  if (kind === 'number')
    return (
      <dl className={css.numbers}>
        {rows.map((row) => (
          <div key={row.label}>
            <dt>{row.label}</dt>
            <dd>{named(row, row.shown)}</dd>
          </div>
        ))}
      </dl>
    )
  const most = Math.max(...rows.map(({ value }) => Math.abs(value ?? 0)), 0)
  return (
    <ol className={kind === 'bars' ? css.bars : css.list} aria-label={label}>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own, and never change
        <li key={at}>
          {named(row, row.label, css.rowName)}
          <span className={css.rowValue}>{row.shown}</span>
          {kind === 'bars' && most > 0 && (
            <svg className={css.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden focusable={false}>
              <rect width={(Math.abs(row.value ?? 0) / most) * 100} height="1" />
            </svg>
          )}
        </li>
      ))}
    </ol>
  )
}
