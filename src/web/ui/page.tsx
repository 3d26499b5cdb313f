import { Fragment, type ReactNode, use, useEffect } from 'react'
import { t } from '../../shared/language.ts'
import { Beside } from './beside.ts'
import { Link } from './link.tsx'
import css from './page.module.css'

export interface Crumb {
  label: string
  to?: string
}
export interface PageProps {
  title: string
  /** Between Dashboard and this page. */
  crumbs?: readonly Crumb[]
  /** What the page is called behind these; its title unless said. */
  crumb?: string
  actions?: ReactNode
  /** Beside the title: a status, a count. */
  beside?: ReactNode
  /** Without a page above it nothing is said of the way back; on a phone its head is one line, with actions by their signs. */
  isList?: boolean
  children: ReactNode
}

/** The frame of every screen: breadcrumbs, title, actions. */
export function Page({ title, crumbs = [], crumb = title, actions, beside, isList, children }: PageProps) {
  const isBeside = use(Beside) !== null
  useEffect(() => {
    if (!isBeside) document.title = `${title} · ${t('Retail back office')}`
  }, [title, isBeside])
  // Beside a list the list is what the page is called by.
  const Title = isBeside ? 'h2' : 'h1'
  return (
    <div className={css.page}>
      <header className={css.top} data-list={isList || undefined}>
        {isBeside || (isList && crumbs.length === 0) ? null : (
          <Breadcrumbs crumbs={[{ label: t('Dashboard'), to: '/' }, ...crumbs, ...ownCrumb(crumbs, crumb)]} />
        )}
        <div className={css.head}>
          <Title className={css.title} tabIndex={-1}>
            {title}
          </Title>
          {beside}
          {actions && <div className={css.actions}>{actions}</div>}
        </div>
      </header>
      {children}
    </div>
  )
}

/** A page that is called as the one before it, such as a missing record, is not said twice. */
const ownCrumb = (crumbs: readonly Crumb[], title: string): Crumb[] =>
  crumbs.at(-1)?.label === title ? [] : [{ label: title }]

const MOST_CRUMBS = 8

function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const [first, ...rest] = crumbs
  const shown = crumbs.length > MOST_CRUMBS && first ? [first, { label: '…' }, ...rest.slice(2 - MOST_CRUMBS)] : crumbs
  return (
    <nav className={css.crumbs} aria-label={t('Breadcrumbs')}>
      {shown.map((crumb, at) => (
        <Fragment key={`${crumb.label}${crumb.to ?? ''}`}>
          {at > 0 && <span aria-hidden>/</span>}
          {crumb.to ? (
            <Link to={crumb.to}>{crumb.label}</Link>
          ) : (
            <span aria-current={at === shown.length - 1 ? 'page' : undefined}>{crumb.label}</span>
          )}
        </Fragment>
      ))}
    </nav>
  )
}
