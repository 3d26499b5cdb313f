import { sql } from 'kysely'
import { moduleOf } from '../../modules/index.ts'
import type { Definition } from '../../shared/resource.ts'
import { type Db, row, type Sql, type Tx } from '../db/db.ts'
import type { RowOf } from '../db/shape.ts'

const KNOWN = { name: 'string?', phone: 'string?', email: 'string?', store: 'number?' } as const
export type KnownCustomer = RowOf<typeof KNOWN>

const NOBODY: KnownCustomer = { name: null, phone: null, email: null, store: null }

/**
 * Who the customer of a record is, and where they may be written to, as its definition says (`customer`). The address is the one they
 * gave for that record; else that of `emailFrom`, and only while they agree to it there. All is null of a record that is gone, or of none.
 */
export async function customerOf(db: Db | Tx, module: string | null, id: number | null): Promise<KnownCustomer> {
  const definition = module === null ? undefined : moduleOf(module)
  if (!definition?.customer || id === null) return NOBODY
  const { name, person, phone } = definition.customer
  const store = definition.ownership.store
  const column = (field: string): Sql => sql`r.${sql.ref(field)}`
  const found = await row(
    db,
    KNOWN,
    sql`select ${person ? sql`coalesce(${column(person)}, ${column(name)})` : column(name)} as name, ${column(phone)} as phone,
          ${emailSql(definition)} as email, ${store ? column(store) : sql`null::bigint`} as store
        from ${sql.table(definition.table)} r where r.id = ${id} and r.deleted_at is null`,
  )
  return found ?? NOBODY
}

function emailSql({ name, customer }: Definition): Sql {
  if (customer?.email) return sql`r.${sql.ref(customer.email)}`
  if (!customer?.emailFrom) return sql`null::text`
  const { module, agreed } = customer.emailFrom
  const other = moduleOf(module)
  if (!other?.customer?.email) throw new Error(`${name} takes addresses from ${module}, which has none`)
  const { email, phone } = other.customer
  return sql`(select m.${sql.ref(email)} from ${sql.table(other.table)} m
    where m.${sql.ref(phone)} = r.${sql.ref(customer.phone)} and m.${sql.ref(email)} is not null and m.deleted_at is null
      and exists (select from consents c where c.module = ${other.name} and c.record_id = m.id and c.purpose = ${agreed.purpose}
        and c.version = ${agreed.version} and c.withdrawn_at is null)
    order by m.id desc limit 1)`
}
