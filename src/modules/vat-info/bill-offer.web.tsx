import { useQuery } from '@tanstack/react-query'
import type { Named } from '../../shared/fields.ts'
import { formatDay, formatMoney } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { VatAmounts } from '../../shared/vietnam/vat.ts'
import { get } from '../../web/api.ts'
import type { Form } from '../../web/screens/form/use-form.ts'
import { Link } from '../../web/ui/link.tsx'
import css from './offers.module.css'

interface Bill extends VatAmounts {
  bill_number: string
  store: Named
  sold_on: string
  lines: (VatAmounts & { rate: Named })[]
  is_requested: boolean
  /** The request that asked for it already, where it may be seen. */
  request: number | null
}

/** The bills of the tills that end in the eight digits; a press fills in their amounts. */
export function BillOffer({ form }: { form: Form }) {
  const tail = String(form.values.bill_tail ?? '')
  const found = useQuery({
    queryKey: ['vat-detail', 'by tail', tail],
    queryFn: () => get<Bill[]>('vat-detail/get-vat-amount', { bill_tail: tail }, { quiet: true }),
    enabled: /^\d{8}$/.test(tail) && form.values.receipt_number !== tail,
    placeholderData: undefined,
  })
  const bills = found.data
  if (!bills || bills.some((one) => one.bill_number === form.values.receipt_number)) return null
  if (bills.length === 0)
    return (
      <p role="status" className={css.note}>
        {t('No till bill ends with these digits. Please type the amounts from the paper bill.')}
      </p>
    )
  return (
    <fieldset className={css.offers}>
      <legend>{t('Bills ending with these digits')}</legend>
      {bills.map((one) =>
        one.is_requested ? (
          <p key={`${one.bill_number}${one.sold_on}`}>
            <Said bill={one} />
            {one.request === null ? (
              <span>{t('Already requested')}</span>
            ) : (
              <Link to={`/vat-info/view/${one.request}`}>{t('Already requested')}</Link>
            )}
          </p>
        ) : (
          <button key={`${one.bill_number}${one.sold_on}`} type="button" onClick={() => take(form, one)}>
            <Said bill={one} />
          </button>
        ),
      )}
    </fieldset>
  )
}

function Said({ bill }: { bill: Bill }) {
  return (
    <>
      <strong>{bill.bill_number}</strong>
      <span>
        {bill.store.name} · {formatDay(bill.sold_on)}
      </span>
      <span>{formatMoney(bill.gross, currentLanguage())}</span>
    </>
  )
}

function take(form: Form, { bill_number, store, sold_on, lines, net, tax, gross }: Bill): void {
  const values = {
    receipt_number: bill_number,
    store,
    sold_on,
    lines,
    amount_without_vat: net,
    tax_amount: tax,
    amount_with_vat: gross,
    receipt_value: gross,
  }
  for (const [name, value] of Object.entries(values)) form.set(name, value)
}
