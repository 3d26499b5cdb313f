import { Button } from '@mantine/core'
import { IconCheck, IconUserSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../shared/language.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import { isPhone, plainPhone } from '../../../shared/vietnam/vietnam.ts'
import { get } from '../../../web/api.ts'
import { Link } from '../../../web/ui/link.tsx'
import { WIRE } from '../complaint.web.tsx'
import css from '../list/complaints.module.css'
import type { LineRow } from '../related/queries.web.tsx'
import { RelatedLine } from '../related/related-line.web.tsx'
import view from '../view/view.module.css'
import { figuresOf } from './customer-records.web.tsx'

interface Customer {
  name: string
  email: string | null
  total: number
  complaints: number
  open: number
  rating: number | null
  rated: number
  tickets: (LineRow & { store: number; feedback_type: number })[]
}
interface CustomerCardProps {
  typed: string
  isUsed: (customer: Customer) => boolean
  onUse: (customer: Customer) => void
  /** Store and type of the complaint being written. */
  matter: { store: number | null; feedback_type: number | null }
}

const SHOWN = 3
const SAME_MS = 7 * DAY_MS

/** The same customer, store and type within seven days (design/complaints.md, Screens). */
const isTwice = (row: Customer['tickets'][number], { store, feedback_type }: CustomerCardProps['matter']): boolean =>
  row.store === store && row.feedback_type === feedback_type && Date.now() - Date.parse(row.created_at) < SAME_MS

/** Who called from this number before, and about what; shown as soon as the number is whole. */
export function CustomerCard({ typed, isUsed, onUse, matter }: CustomerCardProps) {
  const phone = plainPhone(typed)
  const isWhole = isPhone(phone)
  const { data: customer, isFetching } = useQuery({
    queryKey: [WIRE, 'customer', phone],
    queryFn: () => get<Customer | null>(`${WIRE}/get-customer-by-phone`, { phone }, { quiet: true }),
    enabled: isWhole,
  })
  if (!isWhole) return null
  return (
    <div className={css.customer} aria-live="polite" data-known={Boolean(customer)}>
      {!customer && (
        <p className={css.quiet}>
          {isFetching ? t('Looking up…') : t('A new customer: no complaint from this number yet')}
        </p>
      )}
      {customer && (
        <>
          <div className={css.customerTop}>
            <IconUserSearch size={18} aria-hidden />
            <span>
              <b>{customer.name}</b>
              {customer.email && <small>{customer.email}</small>}
              <small>{figuresOf(customer)}</small>
            </span>
            {isUsed(customer) ? (
              <span className={css.used}>
                <IconCheck size={16} aria-hidden />
                {t('Filled in')}
              </span>
            ) : (
              <Button size="xs" variant="light" onClick={() => onUse(customer)}>
                {t('Use this customer')}
              </Button>
            )}
          </div>
          <ul className={view.related}>
            {customer.tickets.slice(0, SHOWN).map((row) => (
              <RelatedLine
                key={row.id}
                row={row}
                isNewTab
                before={isTwice(row, matter) ? t('Possible duplicates') : undefined}
              />
            ))}
          </ul>
          {customer.total > SHOWN && (
            <Link to={`/complaints?search=${phone}`} target="_blank">
              {t('All {{n}} complaints of this customer', { n: customer.total })}
            </Link>
          )}
        </>
      )}
    </div>
  )
}
