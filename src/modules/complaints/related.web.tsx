import { useQuery } from '@tanstack/react-query'
import { formatDay, wallClock } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import { keys } from '../../web/query.ts'
import { useSession } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { type Complaint, WIRE } from './complaint.web.tsx'
import { StatusPill } from './status.web.tsx'
import css from './view.module.css'

interface Related {
  same_customer: Complaint[]
  duplicates: Complaint[]
}

/** What may be the same matter twice, and what else this customer wrote. */
export function RelatedComplaints({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: keys.part(WIRE, id, 'related'),
    queryFn: () => get<Related>(`${WIRE}/${id}/related`, undefined, { quiet: true }),
    placeholderData: undefined,
  })
  if (!data) return null
  const twice = new Set(data.duplicates.map((one) => one.id))
  return (
    <>
      <Cards title={t('Probably the same matter')} rows={data.duplicates} isWarning />
      <Cards
        title={t("The customer's other complaints")}
        rows={data.same_customer.filter((one) => !twice.has(one.id))}
      />
    </>
  )
}

function Cards({ title, rows, isWarning }: { title: string; rows: Complaint[]; isWarning?: boolean }) {
  if (rows.length === 0) return null
  return (
    <section className={css.card} data-warning={isWarning}>
      <h2 className={css.cardTitle}>
        {title} <span className={css.n}>{rows.length}</span>
      </h2>
      <ul className={css.related}>
        {rows.map((row) => (
          <RelatedLine key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

export type LineRow = Pick<Complaint, 'id' | 'issue_number' | 'title' | 'status' | 'created_at'>

/** One complaint in a short list. */
export function RelatedLine({ row, isNewTab }: { row: LineRow; isNewTab?: boolean }) {
  const { time_zone } = useSession()
  return (
    <li>
      <Link to={`/complaints/view/${row.id}`} title={row.title} {...(isNewTab && { target: '_blank' })}>
        {row.title}
      </Link>
      <span className={css.relatedFoot}>
        <StatusPill status={row.status} />
        {row.issue_number} · {formatDay(wallClock(row.created_at, time_zone).day)}
      </span>
    </li>
  )
}
