import { useQuery } from '@tanstack/react-query'
import { formatDay, wallClock } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { queryString } from '../../api.ts'
import { ChoiceMark } from '../../fields/cell.tsx'
import { useMay, useSession } from '../../session.ts'
import { Link } from '../../ui/link.tsx'
import type { AnyRow } from '../module.ts'
import { pageOf } from '../records.ts'
import css from './opened-records.module.css'

const SHOWN = 10

interface RecordsOfProps {
  definition: Definition
  title: string
  /** The list's own filters and order. */
  query: Record<string, string | number>
}

/** A section with the first records of another register's list, and the way to all of them. */
export function RecordsOf({ definition, title, query }: RecordsOfProps) {
  const may = useMay()
  const mayRead = may(definition.name, 'read')
  const found = useQuery({ ...pageOf(definition, { ...query, perpage: SHOWN }), enabled: mayRead })
  const { data = [], total = 0 } = found.data ?? {}
  if (!mayRead || !found.data) return null
  return (
    <section className={css.card} aria-label={title}>
      <h2>
        {title} {total > 0 && <span>{total}</span>}
      </h2>
      {total === 0 ? <p>{t('Nothing yet')}</p> : <RecordLines definition={definition} rows={data} />}
      {total > data.length && <Link to={`/${definition.name}${queryString(query)}`}>{t('Show all')}</Link>}
    </section>
  )
}

/** Records of a register in a few words each, leading to them. */
export function RecordLines({ definition, rows }: { definition: Definition; rows: readonly AnyRow[] }) {
  const { time_zone } = useSession()
  const { status } = definition.fields
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id}>
          <Link to={`/${definition.name}/view/${row.id}`}>{String(row[definition.title] ?? `#${row.id}`)}</Link>
          <small>
            {status?.of && typeof row.status === 'string' ? <ChoiceMark field={status} value={row.status} /> : null}{' '}
            {formatDay(wallClock(row.created_at, time_zone).day)}
          </small>
        </li>
      ))}
    </ul>
  )
}
