import { sql } from 'kysely'
import { type Db, rows, type Tx } from '#server/db/db.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { refuseFields } from '../../shared/refusals.ts'
import { sumOf, type VatAmounts, wrongAmount } from '../../shared/vietnam/vat.ts'

interface AmountsLine extends VatAmounts {
  rate: number
}
const TOTALS = [
  ['amount_without_vat', 'net'],
  ['tax_amount', 'tax'],
  ['amount_with_vat', 'gross'],
] as const

export const AMOUNTS = ['lines', 'sold_on', 'receipt_value', ...TOTALS.map(([name]) => name)]

/** Fills in the totals of the lines, and refuses amounts that do not add up: line by line at their rates, then in all. */
export async function settledAmounts(tx: Db | Tx, columns: Columns): Promise<Columns> {
  const lines = (columns.lines ?? []) as AmountsLine[] // checked by its fields, or read from the row
  const errors = lines.length > 0 ? await wrongLines(tx, lines, columns.sold_on) : {}
  const settled = { ...columns }
  if (lines.length > 0) {
    const sums = sumOf(lines)
    for (const [name, of] of TOTALS) {
      settled[name] ??= sums[of]
      if (settled[name] !== sums[of]) errors[name] = pack('This is not the sum of the lines')
    }
  } else refusePartly(settled, errors)
  settled.receipt_value ??= settled.amount_with_vat
  if (settled.receipt_value !== settled.amount_with_vat && settled.amount_with_vat !== null)
    errors.receipt_value = pack('The receipt value is the amount with VAT')
  refuseFields(errors)
  return settled
}

/** Without lines: all three amounts or none. */
function refusePartly(columns: Columns, errors: Record<string, string>): void {
  const [net, tax, gross] = TOTALS.map(([name]) => columns[name] ?? null)
  if (net === null && tax === null && gross === null) return
  for (const [name] of TOTALS)
    if ((columns[name] ?? null) === null) errors[name] = pack('Please fill in all three amounts')
  if (Object.keys(errors).length === 0 && Number(net) + Number(tax) !== Number(gross))
    errors.amount_with_vat = pack('Amount and tax do not add up')
}

async function wrongLines(tx: Db | Tx, lines: readonly AmountsLine[], day: unknown): Promise<Record<string, string>> {
  const known = await rows(
    tx,
    {
      id: 'number',
      rate: 'number',
      holds: 'boolean',
    },
    sql`select id, rate, coalesce(${day ?? null}::date, (now() at time zone chain_zone())::date) between from_on and coalesce(until_on, 'infinity') as holds
        from vat_rates where id = any(${lines.map(({ rate }) => rate)}::bigint[]) and deleted_at is null`,
  )
  const rates = new Map(known.map((one) => [one.id, one]))
  return Object.fromEntries(
    lines.flatMap((line, at): [string, string][] => {
      const rate = rates.get(line.rate)
      if (!rate) return [[`lines.${at}.rate`, pack('{{field}} is not valid', { field: 'VAT rate' })]]
      if (!rate.holds) return [[`lines.${at}.rate`, pack('This VAT rate is not valid on the day of the bill')]]
      const wrong = wrongAmount(line, rate.rate)
      return wrong ? [[`lines.${at}.${wrong}`, SAYS[wrong]]] : []
    }),
  )
}

const SAYS = {
  tax: pack('The tax does not fit the amount and the rate'),
  gross: pack('Amount and tax do not add up'),
}
