import { Button } from '@mantine/core'
import { IconCheck, IconUserSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../shared/language.ts'
import { isPhone, plainDigits } from '../../shared/vietnam.ts'
import { get } from '../../web/api.ts'
import { Link } from '../../web/ui/link.tsx'
import type { LineRow } from './around.web.tsx'
import { WIRE } from './complaint.web.tsx'
import css from './complaints.module.css'
import { RelatedLine } from './related-line.web.tsx'
import view from './view.module.css'

interface Customer {
  name: string
  email: string | null
  total: number
  tickets: LineRow[]
}
interface CustomerCardProps {
  typed: string
  isUsed: (customer: Customer) => boolean
  onUse: (customer: Customer) => void
}

const SHOWN = 3

/** Who called from this number before, and about what; shown as soon as ten digits stand there. */
export function CustomerCard({ typed, isUsed, onUse }: CustomerCardProps) {
  const phone = plainDigits(typed)
  const isWhole = isPhone(phone)
  const { data: customer, isFetching } = useQuery({
    queryKey: [WIRE, 'customer', phone],
    queryFn: () => get<Customer | null>(`${WIRE}/get-customer-by-phone`, { phone }, { quiet: true }),
    enabled: isWhole,
    placeholderData: undefined,
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
            </span>
            {isUsed(customer) ? (
              <span className={css.used}>
                <IconCheck size={16} aria-hidden />
                {t('Taken over')}
              </span>
            ) : (
              <Button size="xs" variant="light" onClick={() => onUse(customer)}>
                {t('Use this customer')}
              </Button>
            )}
          </div>
          <ul className={view.related}>
            {customer.tickets.slice(0, SHOWN).map((row) => (
              <RelatedLine key={row.id} row={row} isNewTab />
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
