import { IconMail, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { get } from '../../../web/api.ts'
import { spacedPhone } from '../../../web/fields/cell.tsx'
import { keys } from '../../../web/query.ts'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import css from '../view/view.module.css'

interface Known {
  complaints: number
  open: number
  rating: number | null
}

/** Who complains, under the title: the name, the number to call, the address, and what is known of earlier matters. */
export function CustomerStrip({ row }: { row: Complaint }) {
  const { data } = useQuery({
    queryKey: keys.part(WIRE, row.id, 'customer-figures'),
    queryFn: () => get<Known>(`${WIRE}/${row.id}/customer`, { page: 1 }, { quiet: true }),
    placeholderData: undefined,
  })
  const earlier = (data?.complaints ?? 1) - 1
  return (
    <section className={css.customer} aria-label={t('Customer')}>
      <b>{row.customer_name}</b>
      {row.phone ? (
        <a href={`tel:${row.phone}`}>
          <IconPhone size={16} aria-hidden="true" />
          {spacedPhone(row.phone)}
        </a>
      ) : null}
      {row.email ? (
        <a href={`mailto:${row.email}`}>
          <IconMail size={16} aria-hidden="true" />
          {row.email}
        </a>
      ) : null}
      {earlier > 0 ? <span>{t('{{n}} earlier complaints', { n: earlier })}</span> : null}
      {data?.rating ? <span>{`★ ${formatNumber(data.rating, currentLanguage(), 1)}`}</span> : null}
    </section>
  )
}
