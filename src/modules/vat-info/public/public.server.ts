import { sql } from 'kysely'
import { row, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { publicFormRoute } from '#server/http/public-form.ts'
import { type Call, get } from '#server/http/route.ts'
import { refusedBy } from '#server/resource/judging.ts'
import { insert } from '#server/resource/statements.ts'
import { spokenNumber, type Values } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { isTaxCode, plainDigits } from '../../../shared/vietnam/vietnam.ts'
import { refuseTwice } from '../twice.server.ts'
import { vatInfo } from '../vat-info.ts'
import { vatRegistration } from './vat-registration.public.ts'

/** A request by the customer; what the tills know of the bill and the register of the company is filled in for the accountant. */
export const vatRegister = publicFormRoute(vatRegistration, {
  answers: { number: 'string' },
  judge: ({ db, actor, body: { tax_code, bill_tail } }) =>
    refusedBy(() => refuseTwice(db, { bill_tail, tax_code }, actor)),
  receive,
})

/** Whether the tills know a bill that ends so, and nothing else of it: who mistypes is told before they wait for an invoice in vain. */
export const publicBill = get(
  'public/bill',
  {
    needs: 'nothing',
    limit: 'bill lookup',
    answers: { is_known: 'boolean' },
    summary: 'Whether the tills know a bill that ends in these eight digits',
    query: {
      bill_tail: { says: 'of the bill', schema: { type: 'string', pattern: '^[0-9]{8}$' }, isRequired: true },
      tax_code: { says: 'of the company that asks', schema: { type: 'string' }, isRequired: true },
    },
  },
  async ({ db, query }) => {
    if (!isTaxCode(plainDigits(String(query.tax_code))))
      refuse('invalid', { fields: { tax_code: pack('Please enter a valid tax code') } })
    const found = await row(
      db,
      { is_known: 'boolean' },
      sql`select exists (select 1 from vat_get_info r where right(r.bill_number, 8) = ${String(query.bill_tail ?? '')} and r.deleted_at is null) as is_known`,
    )
    return { is_known: found?.is_known === true }
  },
)

async function receive(tx: Tx, { body, actor }: Call<Values<typeof vatRegistration.fields>>) {
  const { company_name, tax_code, bill_tail, email, phone = null, payment_method = null } = body
  await refuseTwice(tx, { bill_tail, tax_code }, actor)
  const asked = { company_name, tax_code, bill_tail, email, phone, payment_method, source: 'public' }
  const address = await row(
    tx,
    { address: jsonOf<object | null>() },
    sql`select address from master_company where tax_code = ${tax_code} and deleted_at is null`,
  )
  const id = await insert(
    tx,
    vatInfo,
    { ...asked, address: address?.address ?? null, ...(await billOf(tx, bill_tail)) },
    actor,
  )
  return { id, answer: { number: spokenNumber(vatInfo.fields.number, id) } }
}

/** The one bill that ends so, where there is just one and nobody else asked for it. */
async function billOf(tx: Tx, tail: string): Promise<Record<string, unknown>> {
  const found = await row(
    tx,
    sql`select min(r.bill_number) as receipt_number, min(r.store) as store, min(r.sold_on) as sold_on, sum(r.gross) as receipt_value,
          sum(r.net) as amount_without_vat, sum(r.tax) as tax_amount, sum(r.gross) as amount_with_vat,
          jsonb_agg(jsonb_build_object('rate', r.rate, 'net', r.net, 'tax', r.tax, 'gross', r.gross) order by r.rate) as lines
        from vat_get_info r where right(r.bill_number, 8) = ${tail} and r.deleted_at is null
          and not exists (select 1 from vat_info v where v.receipt_number = r.bill_number and v.deleted_at is null)
        having count(distinct (r.bill_number, r.sold_on, r.store)) = 1`,
  )
  return found ?? {}
}
