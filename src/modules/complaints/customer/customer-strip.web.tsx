import { IconMail, IconPhone } from '@tabler/icons-react'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { spacedPhone } from '../../../shared/vietnam/vietnam.ts'
import { Mark } from '../../../web/fields/cell.tsx'
import type { Complaint } from '../complaint.web.tsx'
import css from '../view/view.module.css'
import { useCustomer } from './customer-records.web.tsx'

/** Who complains, under the title: the name, the number to call, the address, and what is known of earlier matters. */
export function CustomerStrip({ row }: { row: Complaint }) {
  const { data, isPending } = useCustomer(row)
  const [known] = data?.pages ?? []
  return (
    <section className={css.customer} aria-label={t('Customer')}>
      <b>{row.customer_name}</b>
      {row.is_vulnerable && <Mark tone="violet">{t('Vulnerable consumer')}</Mark>}
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
      {isPending ? <span>{NOT_YET}</span> : null}
      {known ? <span>{earlierWords(known.complaints - 1)}</span> : null}
      {known?.rating ? <span>{`★ ${formatNumber(known.rating, currentLanguage(), 1)}`}</span> : null}
    </section>
  )
}

/** Its line is kept free until it is known. */
const NOT_YET = '…'
const earlierWords = (n: number) => (n > 0 ? t('{{n}} complaints before', { n }) : t('First complaint'))
