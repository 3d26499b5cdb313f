import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { json, type Sql } from '#server/db/db.ts'
import type { Guard } from '#server/resource/module-options.ts'
import { scopeOf } from '#server/resource/scope.ts'
import type { Columns } from '#server/resource/statements.ts'
import { UNDO_MINUTES } from '../../shared/flow.ts'
import { pack } from '../../shared/message.ts'
import { refuseFields } from '../../shared/refusals.ts'
import { futureProblem } from '../../shared/time/days.ts'
import { HOUR_MS } from '../../shared/time/units.ts'
import { vatInfo } from './vat-info.ts'

interface Way {
  /** How the fixed note begins (Article 19). */
  note: string
  /** What the correcting invoice speaks of: an adjustment of the invoice first issued, a replacement of the one that holds. */
  corrected: Record<'serial' | 'number' | 'on', Sql>
}
const first: Way['corrected'] = {
  serial: sql`b.invoice_serial`,
  number: sql`b.invoice_number`,
  on: sql`b.issued_on::text`,
}
const last: Way['corrected'] = {
  serial: sql`coalesce(b.corrections -> -1 ->> 'serial', b.invoice_serial)`,
  number: sql`coalesce(b.corrections -> -1 ->> 'number', b.invoice_number)`,
  on: sql`coalesce(b.corrections -> -1 ->> 'on', b.issued_on::text)`,
}
const WAYS: Record<string, Way> = {
  'adjust-invoice': { note: 'Điều chỉnh', corrected: first },
  'replace-invoice': { note: 'Thay thế', corrected: last },
}

/** The numbers of an invoice in their form, and of a correcting one its place in the chain and the note that names what it corrects. */
export function stepColumns(name: string, columns: Columns): Columns {
  if (name === 'undo-completed' || name === 'undo-issue')
    return { ...columns, state: sql`case when b.batch is null then 'requested' else 'sent' end` }
  refuseWrong(columns)
  const way = WAYS[name]
  if (!way) return columns
  const { correction_serial, correction_number, corrected_on, correction_reason, correction_details, state } = columns
  const { serial, number } = way.corrected
  const note = noteSql(way)
  const correction = { way: state, serial: correction_serial, number: correction_number, on: corrected_on }
  const why = { reason: correction_reason, details: correction_details }
  return {
    ...columns,
    correction_note: note,
    correction_numbers: sql`concat_ws(' ', b.correction_numbers, ${correction_number}::text)`,
    corrections: sql`b.corrections || (${json({ ...correction, ...why })} || jsonb_build_object('corrects', concat_ws(' ', ${serial}, ${number}), 'note', ${note}))`,
  }
}

/** An invoice is corrected after it was issued, by one with a number of its own; no number is given to two. */
export function guards(step: string, asked: Columns, actor: Actor): readonly Guard[] {
  if (step === 'completed') return asked.close_reason ? [] : [{ where: sql`true`, refusal: 'reason to close' }]
  if (step === 'undo-completed') return []
  if (step === 'undo-issue') return [LATE]
  if (step === 'issue-invoice') {
    const { invoice_form: form = '1', invoice_serial: serial, invoice_number: number } = asked
    return [
      { where: sql`b.amount_with_vat is null`, refusal: 'no amounts' },
      ...takenNumbers({ form: sql`${form}::text`, serial, number }, actor),
    ]
  }
  const { correction_serial: serial, correction_number: number, corrected_on: on } = asked
  return [
    { where: sql`${on}::text < ${last.on}`, refusal: 'corrected too early' },
    ...takenNumbers({ form: sql`coalesce(b.invoice_form, '1')`, serial, number }, actor),
  ]
}

/** Later the invoice stands, for administrators too: then only a correction changes what it says. */
const LATE: Guard = {
  where: sql`(b.completed_at > clock_timestamp() - ${`${UNDO_MINUTES} minutes`}::interval) is not true`,
  refusal: 'invoice issued',
}

interface Numbers {
  form: Sql
  serial: unknown
  number: unknown
}

/** Zeros before a number say nothing. */
function takenNumbers({ form, serial, number }: Numbers, actor: Actor): Guard[] {
  const held = sql`from vat_invoices i join vat_info r on r.id = i.request
    where i.form = ${form} and i.serial = ${serial}::text and i.number = ${number}::bigint`
  const other = sql`${held} and r.id <> b.id`
  const seen = sql`${other} and ${scopeOf(vatInfo, actor) ?? sql`true`}`
  return [
    { where: sql`exists (select ${held} and r.id = b.id)`, refusal: 'invoice number used' },
    {
      where: sql`exists (select ${seen})`,
      refusal: 'invoice number of another',
      says: { number: sql`(select ${sql.raw(vatInfo.fields.number.sql ?? '')} ${seen})` },
    },
    { where: sql`exists (select ${other})`, refusal: 'invoice number elsewhere' },
  ]
}

function refuseWrong(columns: Columns): void {
  const errors: Record<string, string> = {}
  for (const name of ['issued_on', 'corrected_on'] as const) {
    const day = columns[name]
    const future = typeof day === 'string' ? futureProblem(day, today(), vatInfo.fields[name].label) : null
    if (future) errors[name] = future
  }
  if (columns.invoice_form === '0') errors.invoice_form = pack('{{field}} is not valid', { field: 'Invoice form' })
  if (columns.correction_reason === 'name_or_address')
    errors.correction_reason = pack(
      'No new invoice is made in this case: notify the buyer and the tax authority (form 04/SS-HĐĐT).',
    )
  refuseFields(errors)
}

/** In the words of the decree, which are Vietnamese whoever reads them. */
const noteSql = ({ note, corrected: { serial, number, on } }: Way) =>
  sql`format('%s cho hóa đơn Mẫu số %s, ký hiệu %s, số %s, ngày %s tháng %s năm %s', ${note}::text, b.invoice_form, ${serial},
    ${number}, to_char((${on})::date, 'DD'), to_char((${on})::date, 'MM'), to_char((${on})::date, 'YYYY'))`

/** In Vietnam, whose law this is. */
const today = () => new Date(Date.now() + 7 * HOUR_MS).toISOString().slice(0, 10)
