import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Address } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import type { Form } from '../../web/screens/form/use-form.ts'
import css from './offers.module.css'

interface Company {
  id: number
  tax_code: string
  name: string
  address: Address | null
  /** Masked: the server fills it in. */
  email: string | null
}

const TYPING_PAUSE_MS = 250
const FROM_LETTERS = 3

/** Known companies under what is typed; a press fills all of it in. */
export function CompanyOffer({ form, typed }: { form: Form; typed: unknown }) {
  const [search] = useDebouncedValue(typeof typed === 'string' ? typed.trim() : '', TYPING_PAUSE_MS)
  const found = useQuery({
    queryKey: ['master-company', 'suggested', search],
    queryFn: () => get<Company[]>('master-company/suggest-company', { search }, { quiet: true }),
    enabled: search.length >= FROM_LETTERS && form.isUnsaved,
    placeholderData: undefined,
  })
  const isTaken = (one: Company) => one.tax_code === form.values.tax_code && one.name === form.values.company_name
  const offers = (found.data ?? []).slice(0, 5)
  if (offers.length === 0 || offers.some(isTaken)) return null
  const take = (one: Company) => {
    form.set('tax_code', one.tax_code)
    form.set('company_name', one.name)
    if (one.address) form.set('address', one.address)
    if (!form.row) form.set('company_email', one.email)
  }
  return (
    <fieldset className={css.offers}>
      <legend>{t('Known companies')}</legend>
      {offers.map((one) => (
        <button key={one.id} type="button" onClick={() => take(one)}>
          <strong>{one.name}</strong>
          <span>{one.tax_code}</span>
        </button>
      ))}
    </fieldset>
  )
}

/** Which e-mail is filled in on saving, as far as whoever writes the request may see it before. */
export function CompanyEmail({ form }: { form: Form }) {
  const masked = form.values.company_email
  if (typeof masked !== 'string' || form.values.email) return null
  return (
    <p className={css.filled}>{t('The e-mail of the company, {{masked}}, is filled in when you save.', { masked })}</p>
  )
}
