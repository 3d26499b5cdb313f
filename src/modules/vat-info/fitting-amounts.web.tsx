import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Page } from '../../shared/api.ts'
import type { Row } from '../../shared/resource.ts'
import { sumOf, taxOf, type VatAmounts, wrongAmount } from '../../shared/vietnam/vat.ts'
import { get } from '../../web/api.ts'
import { keys } from '../../web/query.ts'
import type { Form } from '../../web/screens/form/use-form.ts'
import { vatRates } from '../vat-rates/vat-rates.ts'

type Rate = Row<typeof vatRates>
interface FittingLine extends Partial<VatAmounts> {
  rate?: { id: number } | null
}
const ALL = { perpage: 100 }

/** Keeps tax and sums in step while lines are typed. */
export function FittingAmounts({ form }: { form: Form }) {
  const rates = useQuery({
    queryKey: keys.list(vatRates.wire, ALL),
    queryFn: () => get<Page<Rate>>(vatRates.wire, ALL, { quiet: true }),
  }).data?.data
  const lines: FittingLine[] = Array.isArray(form.values.lines) ? form.values.lines : []
  const before = useRef(lines)
  useEffect(() => {
    if (before.current === lines || !rates) return
    const fitted = lines.map((line, at) => inStep(line, before.current[at], rates))
    before.current = fitted
    if (fitted.some((line, at) => line !== lines[at])) form.set('lines', fitted)
    const whole = fitted.filter(isWhole)
    if (whole.length !== fitted.length || whole.length === 0) return
    const { net, tax, gross } = sumOf(whole)
    const sums = { amount_without_vat: net, tax_amount: tax, amount_with_vat: gross, receipt_value: gross }
    for (const [name, value] of Object.entries(sums)) if (form.values[name] !== value) form.set(name, value)
  })
  return null
}

const isWhole = (line: FittingLine): line is VatAmounts =>
  [line.net, line.tax, line.gross].every((value) => typeof value === 'number')

/** A line whose amount or rate changed gets the tax of it; a tax typed by hand is left alone. */
function inStep(line: FittingLine, old: FittingLine | undefined, rates: readonly Rate[]): FittingLine {
  const rate = rates.find(({ id }) => id === line.rate?.id)?.rate
  const { net, tax = null } = line
  if (typeof net !== 'number') return line
  const isNew = old?.net !== net || old?.rate?.id !== line.rate?.id
  const fits = isWhole(line) && rate !== undefined && wrongAmount(line, rate) === null
  if (isNew && !fits && rate !== undefined) return { ...line, tax: taxOf(net, rate), gross: net + taxOf(net, rate) }
  return !isNew && tax !== null && old?.tax !== tax ? { ...line, gross: net + tax } : line
}
