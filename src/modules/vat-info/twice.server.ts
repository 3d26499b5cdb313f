import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Db, row, type Tx } from '#server/db/db.ts'
import { scopeOf } from '#server/resource/scope.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { vatInfo } from './vat-info.ts'

/** One invoice for a bill: a second request names the first, to who may see that one. */
export async function refuseTwice(db: Db | Tx, columns: Columns, actor: Actor, self = 0): Promise<void> {
  const seen = actor.id === null ? sql`false` : (scopeOf(vatInfo, actor) ?? sql`true`)
  const found = await row(
    db,
    { number: 'string?', field: 'string' },
    sql`select case when ${seen} then ${sql.raw(vatInfo.fields.number.sql ?? '')} end as number,
          case when r.receipt_number = ${columns.receipt_number ?? null}::text then 'receipt_number' else 'bill_tail' end as field
        from vat_info r where r.deleted_at is null and r.id <> ${self}
          and ((r.bill_tail = ${columns.bill_tail ?? null}::text and r.tax_code = ${columns.tax_code ?? null}::text) or r.receipt_number = ${columns.receipt_number ?? null}::text)
        order by number limit 1`,
  )
  if (!found) return
  const field = vatInfo.fields[found.field === 'receipt_number' ? 'receipt_number' : 'bill_tail'].label
  const said = found.number
    ? pack('An invoice for this bill was already requested: {{number}}', { number: found.number })
    : pack('An invoice for this bill was already requested')
  refuse('duplicate', { params: { field }, fields: { [found.field]: said } })
}
