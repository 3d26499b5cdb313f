import { sql } from 'kysely'
import { json, rows, type Sql, type Tx } from '#server/db/db.ts'
import type { Imports } from '#server/resource/import-options.ts'
import { isWaiting, refuseRows } from '#server/sheets/sheets.ts'
import { pack } from '../../shared/message.ts'
import { concernsIn, concernsOf } from './concerns.server.ts'
import { productPromotions } from './product-promotions.ts'
import { ENDS_BEFORE, NEEDS_REASON, NOT_BELOW } from './rules.ts'
import { keySql } from './standing.ts'

const UNKNOWN_BARCODE = pack('No product has this barcode: please give its name as well')
const required = (name: 'product_name' | 'price') =>
  pack('{{field}} is required', { field: productPromotions.fields[name].label })

/**
 * Rows name their product by barcode, code or name. What a form would refuse is refused here, and a row that is there already, to the
 * letter, stays as it is: a workbook may be sent twice.
 */
export const promotionImports: Imports = {
  omits: ['product'],
  async check(tx, id, _actor, { config: { promotionLimits } }) {
    await link(tx, id)
    await keepProduct(tx, id)
    await refuseWrong(tx, id)
    await knowAgain(tx, id)
    const found = await concernsOf(tx, candidates(id), promotionLimits)
    const reasoned = await withReason(
      tx,
      id,
      found.map(({ line }) => line),
    )
    await refuseRows(
      tx,
      id,
      found
        .filter(({ line }) => !reasoned.has(line))
        .map(({ line, ...concerned }) => ({
          line,
          errors: { ...concernsIn(concerned, promotionLimits), reason: NEEDS_REASON },
        })),
    )
  },
}

/** What a row says over what its record, if it has one, says already. */
const ROWS = sql`import_rows i left join product_promotions t on t.id = i.target cross join lateral jsonb_populate_record(t, i."values") p`

/** The barcode tells the product, else its code or name written in full; name and price are its own where the row gives none. */
async function link(tx: Tx, id: number): Promise<void> {
  const said = (name: string) => sql`i."values" ->> ${sql.lit(name)}`
  await sql`update import_rows i set "values" = x.more || jsonb_strip_nulls(i."values")
    from (
      select i.line, jsonb_strip_nulls(jsonb_build_object('product', p.id, 'product_name', p.name, 'barcode', p.barcode, 'price', p.price,
        'department_group', p.department_group)) as more
      from import_rows i cross join lateral (
        select * from products b where b.deleted_at is null and b.barcode = ${said('barcode')}
        union all select * from products b where b.deleted_at is null and ${said('barcode')} is null
          and identity_key(b.code) = identity_key(${said('product_name')})
        union all select * from products b where b.deleted_at is null and ${said('barcode')} is null and b.name = ${said('product_name')}
          and not exists (select 1 from products o where o.deleted_at is null and o.name = b.name and o.id <> b.id)
        limit 1
      ) p
      where i.import = ${id} and ${isWaiting(id)} and i.target is null
    ) x where i.import = ${id} and i.line = x.line`.execute(tx)
}

/** A row with a known code says again of what its promotion is, or leaves that out; another product is no change of this one. */
async function keepProduct(tx: Tx, id: number): Promise<void> {
  const other = (name: 'barcode' | 'product_name', as: Sql) =>
    when(sql`i."values" ->> ${sql.lit(name)} is not null and ${as} is not true`, name, NOT_HERE[name])
  await sql`update import_rows i set "values" = i."values" - '{barcode,product_name}'::text[] - (case when i."values" ->> 'price' is null then 'price' else '' end), verdict = case when x.errors = '{}' then i.verdict else 'bad' end,
      errors = nullif(coalesce(i.errors, '{}') || x.errors, '{}')
    from (
      select i.line, ${other('barcode', sql`i."values" ->> 'barcode' = t.barcode`)}
        || ${other('product_name', sql`(fold(i."values" ->> 'product_name') = fold(t.product_name) or identity_key(i."values" ->> 'product_name') = identity_key(b.code))`)} as errors
      from import_rows i join product_promotions t on t.id = i.target left join products b on b.id = t.product
      where i.import = ${id} and ${isWaiting(id)} and i.verdict <> 'same'
    ) x where i.import = ${id} and i.line = x.line`.execute(tx)
}

const NOT_HERE = {
  barcode: elsewhere('barcode'),
  product_name: elsewhere('product_name'),
}
function elsewhere(name: 'barcode' | 'product_name'): string {
  const field = productPromotions.fields[name].label
  return pack('{{field}} of an existing record can only be changed on its own page', { field })
}

const when = (condition: Sql, field: string, message: string): Sql =>
  sql`case when ${condition} then ${json({ [field]: message })} else '{}' end`
/** What is wrong with a field already is told already. */
const isFree = (field: string): Sql => sql`not coalesce(i.errors, '{}') ? ${sql.lit(field)}`

async function refuseWrong(tx: Tx, id: number): Promise<void> {
  await sql`update import_rows i set verdict = 'bad', errors = coalesce(i.errors, '{}') || x.errors
    from (
      select i.line,
        ${when(sql`p.product_name is null and p.barcode is not null and ${isFree('barcode')}`, 'barcode', UNKNOWN_BARCODE)}
        || ${when(sql`p.product_name is null and p.barcode is null and ${isFree('barcode')} and ${isFree('product_name')}`, 'product_name', required('product_name'))}
        || ${when(sql`p.price is null and p.product_name is not null and ${isFree('price')}`, 'price', required('price'))}
        || ${when(sql`p.promotion_price >= p.price`, 'promotion_price', NOT_BELOW)}
        || ${when(sql`p.ends_on < p.starts_on`, 'ends_on', ENDS_BEFORE)} as errors
      from ${ROWS} where i.import = ${id} and ${isWaiting(id)}
    ) x where i.import = ${id} and i.line = x.line and x.errors <> '{}'`.execute(tx)
}

/** A row that says just what a promotion says already. */
async function knowAgain(tx: Tx, id: number): Promise<void> {
  await sql`update import_rows i set verdict = 'same', target = x.id
    from (
      select distinct on (i.line) i.line, r.id from ${ROWS}
        join product_promotions r on r.deleted_at is null and r.active and ${sql.raw(keySql('r'))} = ${sql.raw(keySql('p'))} and r.starts_on = p.starts_on and r.ends_on = p.ends_on
          and r.stores @> coalesce(p.stores, '{}') and r.stores <@ coalesce(p.stores, '{}')
          and (r.price, r.promotion_price) = (p.price, p.promotion_price)
          and (r.location, r.quantity) is not distinct from (p.location, p.quantity)
      where i.import = ${id} and ${isWaiting(id)} and i.verdict = 'new' and coalesce(p.active, true)
      order by i.line, r.id
    ) x where i.import = ${id} and i.line = x.line`.execute(tx)
}

const candidates = (id: number): Sql =>
  sql`select i.line, i.target as id, p.product, p.barcode, p.product_name, p.price, p.promotion_price, coalesce(p.stores, '{}') as stores, p.starts_on, p.ends_on,
      coalesce(p.active, true) as active
    from ${ROWS} where i.import = ${id} and ${isWaiting(id)} and i.verdict in ('new', 'changed')`

async function withReason(tx: Tx, id: number, lines: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await rows(
    tx,
    { line: 'number' },
    sql`select i.line from ${ROWS} where i.import = ${id} and i.line = any(${[...lines]}::int[]) and p.reason <> ''`,
  )
  return new Set(found.map(({ line }) => line))
}
