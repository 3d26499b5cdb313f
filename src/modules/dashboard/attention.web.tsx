import { Skeleton } from '@mantine/core'
import { IconTrendingUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { clockOf } from '../../shared/complaints/clock.ts'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { spell } from '../../shared/time/spell.ts'
import { Mark } from '../../web/fields/cell.tsx'
import { Link } from '../../web/ui/link.tsx'
import { STATUSES } from '../complaints/states.ts'
import css from './dashboard.module.css'
import { listOf, type Overview } from './figures-shape.web.tsx'

/** The open complaints that wait longest. */
export function Oldest({ overview }: { overview: Overview | undefined }) {
  const now = Date.now()
  return (
    <Card
      title={t('Waiting longest')}
      isPending={!overview}
      none={t('Nothing is waiting. Well done!')}
      isEmpty={overview?.oldest.length === 0}
    >
      {overview?.oldest.map((row) => {
        const status = STATUSES.find((one) => one.value === row.status)
        const due = clockOf(row, now)
        return (
          <li key={row.id}>
            <span className={css.lineTop}>
              <Link to={`/complaints/view/${row.id}`} className={css.lineTitle}>
                {row.title}
              </Link>
              <b>{spell(now - Date.parse(row.created_at))}</b>
            </span>
            <span className={css.lineFoot}>
              {status && <Mark tone={status.tone}>{t(status.label)}</Mark>}
              {due && (
                <span className={css.due} data-tone={due.tone}>
                  {due.words}
                </span>
              )}
              <span className={css.lineWhere}>
                {[row.store?.name, row.assignee?.name ?? t('Not assigned')].filter(Boolean).join(' · ')}
              </span>
            </span>
          </li>
        )
      })}
    </Card>
  )
}

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
