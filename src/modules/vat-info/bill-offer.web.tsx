import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Named } from '../../shared/fields.ts'
import { formatDay, formatMoney } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { VatAmounts } from '../../shared/vietnam/vat.ts'
import { get } from '../../web/api.ts'
import type { Draft } from '../../web/fields/values.ts'
import type { Form } from '../../web/screens/form/use-form.ts'
import { Link } from '../../web/ui/link.tsx'
import { FilledNote, isFree, useFilled } from './filled.web.tsx'
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

/** The bills of the tills that end in the eight digits: the only one fills in its amounts by itself, of several a press does. */
export function BillOffer({ form }: { form: Form }) {
  const tail = String(form.values.bill_tail ?? '')
  const found = useQuery({
    queryKey: ['vat-detail', 'by tail', tail],
    queryFn: () => get<Bill[]>('vat-detail/get-vat-amount', { bill_tail: tail }, { quiet: true }),
    enabled: /^\d{8}$/.test(tail),
  })
  const bills = found.data
  const filled = useFilled(form)
  const last = useRef('')
  const [only] = bills?.length === 1 ? bills : []
  // The one bill that ends so is the one that is meant, unless its amounts were typed already.
  useEffect(() => {
    if (!only || only.is_requested || form.row || !filled.mayFill(only.bill_number)) return
    if (!isFree(form, ['receipt_number', 'lines', 'amount_with_vat'], filled, last.current)) return
    last.current = only.bill_number
    filled.fill(only.bill_number, valuesOf(only))
  })
  if (filled.stands(last.current)) {
    const says = t('Filled in from bill {{bill}}.', { bill: last.current })
    return <FilledNote says={says} filled={filled} />
  }
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

function take(form: Form, bill: Bill): void {
  for (const [name, value] of Object.entries(valuesOf(bill))) form.set(name, value)
}

const valuesOf = ({ bill_number, store, sold_on, lines, net, tax, gross }: Bill): Draft => ({
  receipt_number: bill_number,
  store,
  sold_on,
  lines,
  amount_without_vat: net,
  tax_amount: tax,
  amount_with_vat: gross,
  receipt_value: gross,
})
