import { sql } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import { json } from '#server/db/db.ts'
import type { Imports } from '#server/resource/import-options.ts'
import { isWaiting } from '#server/sheets/sheets.ts'
import { pack } from '../../shared/message.ts'

const PRODUCT = sql`select p.id, p.barcode, p.name, p.price from products p where p.deleted_at is null
  and (p.id = v.product or (v.product is null and p.barcode = v.barcode)) limit 1`

const when = (condition: ReturnType<typeof sql>, field: string, message: string) =>
  sql`case when ${condition} then ${json({ [field]: message })} else '{}' end`

/** A list to check needs barcodes and stores alone: what the product is called and costs is looked up. */
export const checkImports: Imports = {
  async check(tx, id) {
    await refuseUnknown(tx, id)
    await knowAgain(tx, id)
  },
  completed: ['product', 'barcode', 'product_name', 'our_price', 'checked_on', 'status', 'checked_by', 'checked_at'],
  complete: ({ id }) => sql`, completed as (
      select v.line, v.id, v.p, coalesce(v.product, f.id) as product, coalesce(v.barcode, f.barcode) as barcode,
        coalesce(v.product_name, f.name) as product_name, coalesce(v.our_price, f.price) as our_price,
        coalesce(v.checked_on, (now() at time zone chain_zone())::date) as checked_on,
        case when v.kind = 'competitor' then 'seen' when v.shelf_price is null and v.till_price is null then 'to_check'
          when coalesce(v.shelf_price, v.till_price) = coalesce(v.our_price, f.price)
            and coalesce(v.till_price, v.shelf_price) = coalesce(v.our_price, f.price) then 'right'
          else 'wrong' end as status,
        case when v.shelf_price is not null or v.till_price is not null then ${id}::bigint end as checked_by,
        case when v.shelf_price is not null or v.till_price is not null then now() end as checked_at
      from (
        select c.line, c.id, c.p, (c.p).kind, (c.p).product, (c.p).barcode, (c.p).product_name, (c.p).our_price,
          (c.p).checked_on, (c.p).shelf_price, (c.p).till_price from c
      ) v left join lateral (${PRODUCT}) f on true
    )`,
}

/** The rules of a form, of every row at once. */
async function refuseUnknown(tx: Tx, id: number): Promise<void> {
  await sql`update import_rows i set verdict = 'bad', errors = x.errors from (
      select i.line, ${when(sql`coalesce(v.product_name, f.name) is null`, 'barcode', pack('No product has this barcode. Please write its name.'))}
        || ${when(sql`coalesce(v.our_price, f.price) is null`, 'our_price', pack('Our price of this product is not known. Please write it.'))}
        || ${when(sql`v.kind = 'competitor' and v.competitor is null`, 'competitor', pack('{{field}} is required', { field: 'Competitor' }))}
        || ${when(sql`v.kind = 'competitor' and v.competitor_price is null`, 'competitor_price', pack('{{field}} is required', { field: "Competitor's price" }))}
        || ${when(sql`v.kind = 'competitor' and coalesce(v.shelf_price, v.till_price) is not null`, 'shelf_price', pack('{{field}} is not asked for at a competitor', { field: 'Price on the shelf' }))}
        || ${when(sql`coalesce(v.kind, 'shelf') <> 'competitor' and v.competitor_price is not null`, 'competitor_price', pack('{{field}} is not asked for on our shelf', { field: "Competitor's price" }))} as errors
      from import_rows i cross join lateral jsonb_populate_record(null::price_checking, i."values") v left join lateral (${PRODUCT}) f on true
      where i.import = ${id} and ${isWaiting(id)} and i.verdict <> 'bad'
    ) x where i.import = ${id} and i.line = x.line and x.errors <> '{}'`.execute(tx)
}

/**
 * A list that is sent twice asks for nothing twice: the same product in the same store on the same day, at the same competitor or on our
 * shelf. A row that brings prices is another one where these differ.
 */
async function knowAgain(tx: Tx, id: number): Promise<void> {
  const isSame = (name: string) => sql`(v.${sql.ref(name)} is null or r.${sql.ref(name)} = v.${sql.ref(name)})`
  await sql`update import_rows i set verdict = 'same', target = x.id from (
      select distinct on (i.line) i.line, r.id
      from import_rows i cross join lateral jsonb_populate_record(null::price_checking, i."values") v left join lateral (${PRODUCT}) f on true
        join price_checking r on r.deleted_at is null and r.store = v.store and r.kind = coalesce(v.kind, 'shelf')
          and r.checked_on = coalesce(v.checked_on, (now() at time zone chain_zone())::date)
          and (r.product = f.id or (f.id is null and (r.barcode = v.barcode or (v.barcode is null and fold(r.product_name) = fold(v.product_name)))))
          and r.competitor is not distinct from v.competitor
          and ${isSame('competitor_price')} and ${isSame('shelf_price')} and ${isSame('till_price')}
      where i.import = ${id} and ${isWaiting(id)} and i.verdict = 'new' order by i.line, r.id
    ) x where i.import = ${id} and i.line = x.line`.execute(tx)
}
