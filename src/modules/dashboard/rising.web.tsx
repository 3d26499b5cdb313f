import { Skeleton } from '@mantine/core'
import { IconTrendingUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { About } from '../../web/ui/about.tsx'
import { Link } from '../../web/ui/link.tsx'
import css from './dashboard.module.css'
import { listOf, type Overview } from './figures-shape.web.ts'

/** The stores whose complaints rose most against the period before. */
export function Rising({ overview, period }: { overview: Overview | undefined; period: string }) {
  return (
    <Card
      title={t('Rising most')}
      isPending={!overview}
      none={t('No store has more complaints than before')}
      isEmpty={overview?.rising.length === 0}
    >
      {overview?.rising.map((store) => (
        <li key={store.id} className={css.rise}>
          <Link to={listOf({ store: String(store.id), created_at: period })} className={css.lineTitle}>
            {store.name}
          </Link>
          <span className={css.riseFigures}>
            <b>{formatNumber(store.n, currentLanguage())}</b>
            <span className={css.delta} data-tone="bad">
              <IconTrendingUp size={14} aria-hidden />+{formatNumber(store.n - store.before, currentLanguage())}
            </span>
            <small>{t('before: {{value}}', { value: formatNumber(store.before, currentLanguage()) })}</small>
          </span>
        </li>
      ))}
    </Card>
  )
}

interface CardProps {
  title: string
  isPending: boolean
  isEmpty: boolean
  none: string
  children: ReactNode
}

const Card = ({ title, isPending, isEmpty, none, children }: CardProps) => (
  <section className={css.card}>
    <header className={css.cardHead}>
      <h2>{title}</h2>
      <About label={title}>
        {t('Stores in which more came in during the period than in the one before, by how many more.')}
      </About>
    </header>
    {isPending && (
      <div className={css.linesWaiting} aria-hidden>
        {[1, 2, 3, 4, 5].map((n) => (
          <Skeleton key={n} height={36} />
        ))}
      </div>
    )}
    {isEmpty && <p className={css.none}>{none}</p>}
    <ul className={css.lines}>{children}</ul>
  </section>
)
