import { sql } from 'kysely'
import { row, type Sql, type Tx } from '#server/db/db.ts'

const CUSTOMER = { name: 'string?', phone: 'string?', email: 'string?' } as const

/** Who the customer of a record is, by the module of the record that a personal link came from. */
const CUSTOMERS: Record<string, (id: number) => Sql> = {
  complaints: (id) =>
    sql`select customer_name as name, phone, email from complaints where id = ${id} and deleted_at is null`,
  'goods-delivery': (id) =>
    sql`select customer_name as name, phone, null::text as email from goods_delivery where id = ${id} and deleted_at is null`,
  'vat-info': (id) =>
    sql`select coalesce(buyer, company_name) as name, phone, email from vat_info where id = ${id} and deleted_at is null`,
}

export async function customerOf(tx: Tx, { module, record }: { module: string | null; record: number | null }) {
  const find = module === null ? undefined : CUSTOMERS[module]
  return (
    (find && record !== null ? await row(tx, CUSTOMER, find(record)) : undefined) ?? {
      name: null,
      phone: null,
      email: null,
    }
  )
}
