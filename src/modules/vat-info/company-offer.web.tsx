import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Address } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { plainDigits } from '../../shared/vietnam/vietnam.ts'
import { get } from '../../web/api.ts'
import type { Draft } from '../../web/fields/values.ts'
import type { Form } from '../../web/screens/form/use-form.ts'
import { FilledNote, isFree, useFilled } from './filled.web.tsx'
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

/** Known companies under what is typed: a press fills all of it in, and a whole code does so by itself. */
export function CompanyOffer({ form, typed, isCode = false }: { form: Form; typed: unknown; isCode?: boolean }) {
  const [search] = useDebouncedValue(typeof typed === 'string' ? typed.trim() : '', TYPING_PAUSE_MS)
  const found = useQuery({
    queryKey: ['master-company', 'suggested', search],
    queryFn: () => get<Company[]>('master-company/suggest-company', { search }, { quiet: true }),
    enabled: search.length >= FROM_LETTERS && form.isUnsaved,
  })
  const filled = useFilled(form)
  const last = useRef('')
  const code = plainDigits(search)
  const exact = isCode ? found.data?.find((one) => one.tax_code === code) : undefined
  // The whole code says who it is, unless another name was typed.
  useEffect(() => {
    if (!exact || form.row || plainDigits(String(form.values.tax_code ?? '')) !== code || !filled.mayFill(code)) return
    if (!isFree(form, ['company_name', 'address'], filled, last.current)) return
    last.current = code
    filled.fill(code, valuesOf(exact))
  })
  if (isCode && filled.stands(last.current) && last.current === plainDigits(String(form.values.tax_code ?? '')))
    return <FilledNote says={t('Filled in from the known companies.')} filled={filled} />
  const isTaken = (one: Company) => one.tax_code === form.values.tax_code && one.name === form.values.company_name
  const offers = (found.data ?? []).slice(0, 5)
  if (offers.length === 0 || offers.some(isTaken)) return null
  const take = (one: Company) => {
    form.set('tax_code', one.tax_code)
    for (const [name, value] of Object.entries(valuesOf(one)))
      if (name !== 'company_email' || !form.row) form.set(name, value)
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

const valuesOf = ({ name, address, email }: Company): Draft => ({
  company_name: name,
  ...(address && { address }),
  company_email: email,
})

/** Which e-mail is filled in on saving, as far as whoever writes the request may see it before. */
export function CompanyEmail({ form }: { form: Form }) {
  const masked = form.values.company_email
  if (typeof masked !== 'string' || form.values.email) return null
  return (
    <p className={css.filled}>{t('The e-mail of the company, {{masked}}, is filled in when you save.', { masked })}</p>
  )
}
