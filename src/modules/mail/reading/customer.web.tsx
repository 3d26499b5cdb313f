import { IconPhone, IconUser } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'
import type { MailInConversation } from '../../../shared/mail.ts'
import { spacedPhone } from '../../../shared/vietnam/vietnam.ts'
import { Link } from '../../../web/ui/link.tsx'
import css from './reading.module.css'

/** Who writes is a customer of the chain: their card beside what they write. */
export function CustomerCard({ mails }: { mails: readonly MailInConversation[] }) {
  const customer = mails.findLast(({ shown }) => shown?.customer)?.shown?.customer
  if (!customer) return null
  return (
    <aside className={css.customer} aria-label={t('Customer')}>
      <IconUser size={18} aria-hidden />
      <Link to={customer.link}>{customer.name}</Link>
      {customer.phone && /^\d+$/.test(customer.phone) && (
        <a href={`tel:${customer.phone}`}>
          <IconPhone size={14} aria-hidden /> {spacedPhone(customer.phone)}
        </a>
      )}
      <span>{t('Customer of the chain')}</span>
    </aside>
  )
}
