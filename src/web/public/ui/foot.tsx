import { t } from '../../../shared/language.ts'
import { CHAIN } from '../chain.ts'

/** Who is behind the page: the company, where it is, and how to reach it. Nothing where nobody said. */
export function Foot() {
  const { legal_name, address, tax_code, phone, email } = CHAIN
  if (!legal_name && !address && !phone && !email) return null
  return (
    <footer className="page-foot">
      {legal_name && <b>{legal_name}</b>}
      {tax_code && <span>{t('Tax code: {{code}}', { code: tax_code })}</span>}
      {address && <span>{address}</span>}
      {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
      {email && <a href={`mailto:${email}`}>{email}</a>}
    </footer>
  )
}
