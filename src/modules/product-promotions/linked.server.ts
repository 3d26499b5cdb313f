import { sql } from 'kysely'
import { type Db, rows, type Tx } from '#server/db/db.ts'
import type { Columns } from '#server/resource/statements.ts'

/** Links what was scanned or typed in full to the product it is, and takes over what was left out; name and price stay as they were given. */
export async function linked(db: Db | Tx, columns: Columns): Promise<Columns> {
  const { product = null, barcode = null, product_name: name = null } = columns
  const [found, another] = await rows(
    db,
    { id: 'number', barcode: 'string?', department_group: 'number?' },
    sql`select p.id, p.barcode, p.department_group from products p
        where p.deleted_at is null and (p.id = ${product}::bigint or (${product}::bigint is null and (p.barcode = ${barcode}::text
          or (${barcode}::text is null and (identity_key(p.code) = identity_key(${name}::text) or p.name = ${name}::text)))))
        order by p.id limit 2`,
  )
  // Of two that have one name nobody can tell which is meant.
  if (!found || another) return columns
  return {
    ...columns,
    product: found.id,
    barcode: barcode ?? found.barcode,
    department_group: columns.department_group ?? found.department_group,
  }
}
