import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page as ListPage } from '../../shared/api.ts'
import { WORST_FIRST } from '../../shared/definition/waiting.ts'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Row } from '../../shared/resource.ts'
import { get } from '../../web/api.ts'
import { Cell } from '../../web/fields/cell.tsx'
import { keys } from '../../web/query.ts'
import { useMay } from '../../web/session.ts'
import { Person } from '../../web/ui/avatar.tsx'
import { Link } from '../../web/ui/link.tsx'
import { Empty, Failed, SkeletonLines } from '../../web/ui/states.tsx'
import { complaints } from '../complaints/complaints.ts'
import { OPEN_STATUSES } from '../complaints/states.ts'
import { users } from '../users/users.ts'
import css from './stores.module.css'

const SHOWN = 8
type Colleague = Pick<Row<typeof users>, 'id' | 'user_name' | 'role'>

/** The staff of the store. */
export function StorePeople({ store }: { store: number }) {
  const query = { store, perpage: SHOWN, sort: 'user_name' }
  const may = useMay()
  const found = useQuery({
    queryKey: keys.list(users.wire, query),
    queryFn: () => get<ListPage<Colleague>>(users.wire, query),
    enabled: may('users', 'read'),
  })
  if (!may('users', 'read')) return null
  return (
    <Section
      title={t('People of the store')}
      found={found}
      all={`/users?store=${store}`}
      none={t('Nobody works here yet')}
    >
      {(user) => (
        <Link to={`/users/view/${user.id}`} className={css.line}>
          <Person name={user.user_name} />
          <span className={css.side}>{user.role?.name}</span>
        </Link>
      )}
    </Section>
  )
}

/** The store's open complaints, the most urgent first. */
export function StoreComplaints({ store }: { store: number }) {
  const query = { store, status: OPEN_STATUSES, perpage: SHOWN, sort: WORST_FIRST }
  const may = useMay()
  const found = useQuery({
    queryKey: keys.list(complaints.wire, query),
    queryFn: () => get<ListPage<Row<typeof complaints>>>(complaints.wire, query),
    enabled: may('complaints', 'read'),
  })
  if (!may('complaints', 'read')) return null
  return (
    <Section
      title={t('Open complaints')}
      found={found}
      all={`/complaints?store=${store}&${OPEN_STATUSES.map((one) => `status=${one}`).join('&')}`}
      none={t('No open complaint')}
    >
      {(ticket) => (
        <Link to={`/complaints/view/${ticket.id}`} className={css.line}>
          <span className={css.main}>
            <small>{ticket.issue_number}</small>
            <span>{ticket.title}</span>
          </span>
          <span className={css.side}>
            <Cell field={complaints.fields.status} value={ticket.status} />
          </span>
        </Link>
      )}
    </Section>
  )
}

interface SectionProps<R> {
  title: string
  found: UseQueryResult<ListPage<R>>
  /** The whole list. */
  all: string
  /** Said where there is nothing. */
  none: string
  children: (row: R) => ReactNode
}

function Section<R extends { id: number }>({ title, found, all, none, children }: SectionProps<R>) {
  const total = found.data?.total
  return (
    <section className={css.section} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {total !== undefined && <span className={css.count}>{formatNumber(total, currentLanguage())}</span>}
        {total !== undefined && total > 0 && <Link to={all}>{t('Show all')}</Link>}
      </header>
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <SkeletonLines lines={5} />}
      {total === 0 && <Empty title={none} />}
      <ul className={css.lines}>
        {found.data?.data.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
    </section>
  )
}
