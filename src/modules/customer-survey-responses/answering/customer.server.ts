import { sql } from 'kysely'
import { row, type Sql, type Tx } from '#server/db/db.ts'

const CUSTOMER = { name: 'string?', phone: 'string?', email: 'string?' } as const

/** Who the customer of a record is, by the module of the record that a personal link came from. */
const CUSTOMERS: Record<string, (id: number) => Sql> = {
  complaints: (id) =>
    sql`select customer_name as name, phone, email from complaints where id = ${id} and deleted_at is null`,
  'goods-delivery': (id) =>
    sql`select d.customer_name as name, d.phone, (select email from member_register where phone = d.phone and email is not null
          and deleted_at is null order by id desc limit 1) as email
        from goods_delivery d where d.id = ${id} and d.deleted_at is null`,
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
