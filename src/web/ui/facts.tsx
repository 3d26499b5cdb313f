import type { ReactNode } from 'react'
import css from './facts.module.css'

interface FactsProps {
  /** At the side of a page: one below the other, each label beside its fact. */
  isNarrow?: boolean | undefined
  children: ReactNode
}

/** Facts with their labels. */
export const FactList = ({ isNarrow, children }: FactsProps) => (
  <dl className={css.facts} data-narrow={isNarrow || undefined}>
    {children}
  </dl>
)

interface FactProps {
  /** Translated already. */
  label: string
  /** More of the label, under the pointer. */
  hint?: string | undefined
  isWide?: boolean
  children: ReactNode
}

export const Fact = ({ label, hint, isWide, children }: FactProps) => (
  <div data-wide={isWide || undefined}>
    <dt title={hint}>{label}</dt>
    <dd>{children}</dd>
  </div>
)
