import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import { json, rows, type Tx } from '#server/db/db.ts'
import { jsonOf, type RowOf } from '#server/db/shape.ts'
import type { ImportedRow, Imports } from '#server/resource/import-options.ts'
import { changeScopeOf, scopeOf } from '#server/resource/scope.ts'
import type { Columns } from '#server/resource/statements.ts'
import { takeStep } from '#server/resource/transitions.ts'
import { isWaiting, refuseRows } from '#server/sheets/sheets.ts'
import { date, isWritable, spokenNumber, text } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { REFUSALS } from '../../shared/refusals.ts'
import { entriesOf } from '../../shared/resource.ts'
import { WITHOUT_INVOICE } from './choices.ts'
import { SERIAL } from './invoice.ts'
import { guards, stepColumns } from './steps.server.ts'
import { invoiceNumber, serialOf } from './typed-number.ts'
import { vatInfo } from './vat-info.ts'

const { fields } = vatInfo

/**
 * The workbook that the provider of electronic invoices gives back for a batch: which request got which invoice. A row issues the
 * invoice of its request as its button does; one that has that invoice already stays as it is, so that a file may come twice.
 */
export const resultImports: Imports = {
  extra: {
    number: text('Request number', { required: true, max: 20 }),
    // As text, as providers write the form before the serial, and numbers with and without zeros.
    invoice_serial: text(fields.invoice_serial.label, { required: true, max: 20 }),
    invoice_number: text(fields.invoice_number.label, { required: true, max: 20 }),
    issued_on: date(fields.issued_on.label, { required: true, isPast: true }),
    authority_code: text(fields.authority_code.label, { max: 50 }),
  },
  omits: entriesOf(vatInfo).flatMap(([name, field]) => (isWritable(field) ? [name] : [])),
  headings: {
    number: [fields.number.label, 'Số yêu cầu', 'Mã yêu cầu', 'Số tham chiếu', 'Mã tham chiếu', 'reference'],
    invoice_serial: ['Ký hiệu', 'Mẫu số ký hiệu', 'serial'],
    invoice_number: ['Số hóa đơn', 'Số HĐ', 'invoice number'],
    issued_on: ['Ngày hóa đơn', 'Ngày lập', 'Ngày phát hành', 'Ngày ký', 'invoice date'],
    authority_code: ['Mã CQT', 'Mã của CQT', 'Mã của cơ quan thuế'],
  },
  check,
  write,
}

const ROW = {
  line: 'number',
  is_bad: 'boolean',
  said: jsonOf<Columns>(),
  target: 'number?',
  state: 'string?',
  form: 'string?',
  serial: 'string?',
  number: 'string?',
  has_amounts: 'boolean',
} as const
type Read = RowOf<typeof ROW>
type Wrong = Record<string, string>

/** Which request each row is of, and whether its invoice can be issued as the file says. */
async function check(tx: Tx, id: number, actor: Actor): Promise<void> {
  const scope = changeScopeOf(vatInfo, actor)
  const found = await rows(
    tx,
    ROW,
    sql`select i.line, i.verdict = 'bad' as is_bad, i."values" as said, r.id as target, r.state, r.invoice_form as form, r.invoice_serial as serial,
          r.invoice_number as number, r.amount_with_vat is not null as has_amounts
        from import_rows i left join vat_info r on r.id = substring(i."values" ->> 'number' from '^[Vv]?0*([0-9]{1,15})$')::bigint
          and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}
        where i.import = ${id} and ${isWaiting(id)} order by i.line`,
  )
  const mayIssue = actorMay(actor, vatInfo.permission, 'edit')
  const seen = new Map<string, number>()
  const wrong = new Map<number, Wrong>()
  const open: (Read & { invoice: ReturnType<typeof invoiceOf> })[] = []
  for (const row of found) {
    const invoice = invoiceOf(row.said)
    const errors = mayIssue ? wrongIn(row, invoice, seen) : { '': pack(REFUSALS['no permission'].text) }
    if (Object.keys(errors).length > 0) wrong.set(row.line, errors)
    else if (!row.is_bad) open.push({ ...row, invoice })
  }
  const isThere = (one: (typeof open)[number]) => one.number !== null
  for (const [line, errors] of await takenBy(
    tx,
    open.filter((one) => !isThere(one)),
    actor,
  ))
    wrong.set(line, errors)
  const known = open.map((one) => ({ line: one.line, target: one.target, verdict: isThere(one) ? 'same' : 'new' }))
  await sql`update import_rows i set target = x.target, verdict = x.verdict
    from jsonb_to_recordset(${json(known)}) x(line int, target bigint, verdict text) where i.import = ${id} and i.line = x.line`.execute(
    tx,
  )
  await refuseRows(
    tx,
    id,
    [...wrong].map(([line, errors]) => ({ line, errors })),
  )
}

/** The invoice that a row names, as the step takes it. */
function invoiceOf({ invoice_serial, invoice_number, issued_on, authority_code }: Columns) {
  const { form, serial } = serialOf(String(invoice_serial ?? ''))
  return {
    invoice_form: form ?? '1',
    invoice_serial: serial,
    invoice_number: invoiceNumber(String(invoice_number ?? '')),
    issued_on,
    authority_code: authority_code ?? null,
  }
}

const isSameNumber = (one: string, other: string) => Number(one) === Number(other)

/** What is wrong with a row as far as it and its request tell; it is remembered, for the rows after it. */
function wrongIn(
  row: Read,
  { invoice_form, invoice_serial, invoice_number }: ReturnType<typeof invoiceOf>,
  seen: Map<string, number>,
): Wrong {
  const { said, target, state, line } = row
  const errors: Wrong = {}
  if (said.invoice_serial && !SERIAL.like.test(invoice_serial)) errors.invoice_serial = pack(SERIAL.says)
  if (said.invoice_number && !/^\d{1,8}$/.test(invoice_number))
    errors.invoice_number = pack('{{field}} is not valid', { field: fields.invoice_number.label })
  const first = (key: string) => {
    const before = seen.get(key)
    if (before === undefined) seen.set(key, line)
    return before
  }
  if (!said.number) return errors
  if (target === null) {
    errors.number = pack('{{field}}: there is none called “{{value}}”', {
      field: 'Request number',
      value: String(said.number),
    })
    return errors
  }
  const again = first(`request ${target}`)
  if (again !== undefined) errors.number = pack('This request stands in line {{line}} already', { line: again })
  if (Object.keys(errors).length > 0 || !said.invoice_serial || !said.invoice_number) return errors
  const twice = first(`invoice ${invoice_form} ${invoice_serial} ${Number(invoice_number)}`)
  if (twice !== undefined) errors.invoice_number = pack('This invoice stands in line {{line}} already', { line: twice })
  else if (row.number !== null && row.serial !== null) {
    const isSame =
      row.serial === invoice_serial && isSameNumber(row.number, invoice_number) && (row.form ?? '1') === invoice_form
    if (!isSame)
      errors.invoice_number = pack('This request has the invoice {{invoice}} already', {
        invoice: `${row.serial} ${row.number}`,
      })
  } else if (!WITHOUT_INVOICE.some((one) => one === state))
    errors.number = pack('This request was closed without an invoice')
  else if (!row.has_amounts) errors.number = pack(REFUSALS['no amounts'].text)
  return errors
}

/** Invoices that stand at other requests, by line; whoever may see such a request is told which. */
async function takenBy(
  tx: Tx,
  open: readonly { line: number; invoice: ReturnType<typeof invoiceOf> }[],
  actor: Actor,
): Promise<[number, Wrong][]> {
  const wanted = open.map(({ line, invoice }) => ({
    line,
    form: invoice.invoice_form,
    serial: invoice.invoice_serial,
    number: Number(invoice.invoice_number),
  }))
  const found = await rows(
    tx,
    { line: 'number', request: 'number', is_seen: 'boolean' },
    sql`select w.line, r.id as request, ${scopeOf(vatInfo, actor) ?? sql`true`} as is_seen
        from jsonb_to_recordset(${json(wanted)}) w(line int, form text, serial text, number bigint)
          join vat_invoices n on n.form = w.form and n.serial = w.serial and n.number = w.number join vat_info r on r.id = n.request`,
  )
  return found.map(({ line, request, is_seen }) => [
    line,
    {
      invoice_number: is_seen
        ? pack(REFUSALS['invoice number of another'].text, { number: spokenNumber(fields.number, request) })
        : pack(REFUSALS['invoice number elsewhere'].text),
    },
  ])
}

/** Issues the invoice of one row by the step that its button takes. */
async function write(
  tx: Tx,
  _columns: Columns,
  actor: Actor,
  { target, said, context }: ImportedRow,
): Promise<undefined> {
  if (target === null) return
  const body = invoiceOf(said)
  const serving = { before: { step: stepColumns }, guards }
  await takeStep(vatInfo, serving, 'issue-invoice', { db: tx, actor, id: target, context, body })
}
