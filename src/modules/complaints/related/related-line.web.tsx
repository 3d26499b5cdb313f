import type { ReactNode } from 'react'
import { formatDay, wallClock } from '../../../shared/format.ts'
import { useSession } from '../../../web/session.ts'
import { Link } from '../../../web/ui/link.tsx'
import { StatusPill } from '../list/status.web.tsx'
import css from '../view/view.module.css'
import type { LineRow } from './queries.web.tsx'

interface LineProps {
  row: LineRow
  isNewTab?: boolean
  /** Before the title: how it belongs. */
  before?: string | undefined
  beside?: ReactNode
}

/** One complaint in a short list. */
export function RelatedLine({ row, isNewTab, before, beside }: LineProps) {
  const { time_zone } = useSession()
  return (
    <li>
      {before && <small className={css.linkKind}>{before}</small>}
      <Link to={`/complaints/view/${row.id}`} title={row.title} {...(isNewTab && { target: '_blank' })}>
        {row.title}
      </Link>
      <span className={css.relatedFoot}>
        <StatusPill status={row.status} />
        {row.issue_number} · {formatDay(wallClock(row.created_at, time_zone).day)}
        {beside && <span className={css.beside}>{beside}</span>}
      </span>
    </li>
  )
}
