import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../../shared/language.ts'
import { OpenedRecords } from '../../../web/screens/view/opened-records.tsx'
import { useMay } from '../../../web/session.ts'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { CustomerRecords } from '../customer/customer-records.web.tsx'
import { DIRECTS } from '../flow.ts'
import css from '../view/view.module.css'
import { Links } from './links.web.tsx'
import { merge } from './merge.web.tsx'
import { type LineRow, relatedQuery } from './queries.web.tsx'
import { RelatedLine } from './related-line.web.tsx'

/** What may be the same matter twice, what belongs to it, and what else there is of this customer. */
export function RelatedComplaints({ row }: { row: Complaint }) {
  const may = useMay()
  const { data } = useQuery(relatedQuery(row.id))
  if (!data) return null
  const canMerge = may('complaints', DIRECTS) && row.state !== 'deleted'
  return (
    <>
      <Cards
        title={t('Possible duplicates')}
        rows={data.duplicates}
        isWarning
        beside={canMerge ? (other) => <MergeButton row={row} other={other} /> : undefined}
      />
      <Cards title={t('Merged into this one')} rows={data.parts} />
      <Links row={row} links={data.links} />
      <OpenedRecords of={complaints} id={row.id} />
      <CustomerRecords row={row} />
    </>
  )
}

/** The older one goes on: that is the one the customer was told the number of first. */
function MergeButton({ row, other }: { row: Complaint; other: LineRow }) {
  const isOlder = other.created_at < row.created_at
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() => void (isOlder ? merge(row, other) : merge(other, row))}
      aria-label={`${t('Merge')} ${other.issue_number}`}
    >
      {t('Merge')}
    </Button>
  )
}

interface CardsProps {
  title: string
  rows: LineRow[]
  isWarning?: boolean
  beside?: ((row: LineRow) => ReactNode) | undefined
}

function Cards({ title, rows, isWarning, beside }: CardsProps) {
  if (rows.length === 0) return null
  return (
    <section className={css.card} data-warning={isWarning}>
      <h2 className={css.cardTitle}>
        {title} <span className={css.n}>{rows.length}</span>
      </h2>
      <ul className={css.related}>
        {rows.map((row) => (
          <RelatedLine key={row.id} row={row} beside={beside?.(row)} />
        ))}
      </ul>
    </section>
  )
}
