import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Columns } from '#server/resource/write.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'

/** C or K, the year, the kind of the invoice, two signs of the seller (Circular 78/2021, Article 4). */
const SERIAL = /^[CK]\d{2}[TDLMNBGH][A-Z]{2}$/

const NOTES: Record<string, string> = { 'adjust-invoice': 'Điều chỉnh', 'replace-invoice': 'Thay thế' }

/** The numbers of an invoice in their form, and the fixed note of a correcting one, which names the original (Article 19). */
export function stepColumns(name: string, columns: Columns, _actor: Actor): Columns {
  const errors: Record<string, string> = {}
  for (const field of ['invoice_serial', 'correction_serial'])
    if (typeof columns[field] === 'string' && !SERIAL.test(columns[field]))
      errors[field] = pack('Six signs as on the invoice, e.g. C26TAA')
  for (const field of ['issued_on', 'corrected_on'])
    if (typeof columns[field] === 'string' && columns[field] > today())
      errors[field] = pack('This day is still to come')
  if (columns.invoice_form === '0') errors.invoice_form = pack('{{field}} is not valid', { field: 'Invoice form' })
  if (columns.correction_reason === 'name_or_address')
    errors.correction_reason = pack(
      'Here no new invoice is made: tell the buyer and the tax authority (form 04/SS-HĐĐT).',
    )
  if (Object.keys(errors).length > 0) refuse('invalid', { fields: errors })
  const note = NOTES[name]
  return note ? { ...columns, correction_note: noteSql(note) } : columns
}

/** In the words of the decree, which are Vietnamese whoever reads them. */
const noteSql = (beginning: string) =>
  sql`format('%s cho hóa đơn Mẫu số %s, ký hiệu %s, số %s, ngày %s tháng %s năm %s', ${beginning}::text, b.invoice_form, b.invoice_serial,
    b.invoice_number, to_char(b.issued_on, 'DD'), to_char(b.issued_on, 'MM'), to_char(b.issued_on, 'YYYY'))`

/** In Vietnam, whose law this is. */
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
