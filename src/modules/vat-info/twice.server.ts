import { sql } from 'kysely'
import { type Db, row, type Tx } from '#server/db/db.ts'
import type { Columns } from '#server/resource/write.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { vatInfo } from './vat-info.ts'

/** One invoice for a bill: a second request names the first. */
export async function refuseTwice(db: Db | Tx, columns: Columns, self = 0): Promise<void> {
  const found = await row<{ number: string; field: string }>(
    db,
    sql`select 'V' || lpad(id::text, 6, '0') as number, case when receipt_number = ${columns.receipt_number ?? null}::text then 'receipt_number' else 'bill_tail' end as field
        from vat_info where deleted_at is null and id <> ${self}
          and ((bill_tail = ${columns.bill_tail ?? null}::text and tax_code = ${columns.tax_code ?? null}::text) or receipt_number = ${columns.receipt_number ?? null}::text) limit 1`,
  )
  if (!found) return
  const field = vatInfo.fields[found.field === 'receipt_number' ? 'receipt_number' : 'bill_tail'].label
  const said = pack('An invoice for this bill was already requested: {{number}}', { number: found.number })
  refuse('duplicate', { params: { field }, fields: { [found.field]: said } })
}
