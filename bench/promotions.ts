import { sql } from 'kysely'
import { productPromotions } from '../src/modules/product-promotions/product-promotions.ts'
import { recountSql } from '../src/server/counters/counters.ts'
import { openDb } from '../src/server/db/db.ts'
import { fill, STORES } from './fill.ts'
import { ask } from './fixture-db.ts'

const PRODUCTS = 20_000
const GROUPS = 19
const LOCATIONS = 12
/** Of these days, so that some are yet to come. */
const [DAYS_BACK, DAYS] = [1735, 1825]

/** Five years of promotions: most for all stores, the others for one to three; each for three days to three weeks. */
export async function fillPromotions({ url }: { url: string }, rows: number): Promise<void> {
  await fill(url, 1000)
  const { table } = productPromotions
  await ask(
    url,
    `insert into products (name, barcode, price, department_group)
      select 'Hàng hóa ' || i, '29' || lpad(i::text, 8, '0'), 5000 + i % 400 * 1000, 1 + i % ${GROUPS} from generate_series(1, ${PRODUCTS}) i`,
  )
  await ask(
    url,
    `insert into promotion_locations (name) select 'Vị trí ' || i from generate_series(1, ${LOCATIONS}) i on conflict do nothing`,
  )
  // Counted once in the end, instead of row by row.
  await ask(url, `alter table ${table} disable trigger user`)
  await ask(
    url,
    `insert into ${table} (product, product_name, barcode, department_group, price, promotion_price, quantity, starts_on, ends_on, stores, location, active)
      select p.id, p.name, p.barcode, p.department_group, p.price, p.price - p.price * (5 + v.h % 45) / 100, case when v.n % 5 > 0 then 10 + v.h % 400 end,
        v.day, v.day + 2 + v.h % 19,
        case when v.h % 10 < 6 then '{}' else array(select distinct 1 + (v.h / 7 + s * 37) % ${STORES} from generate_series(0, v.h % 3) s) end::bigint[],
        (select min(id) from promotion_locations) + v.h % ${LOCATIONS}, v.n % 20 > 0
      from (select n, hashint4(n) & 1048575 as h, current_date - ${DAYS_BACK} + (n::bigint * ${DAYS} / $1::int)::int as day from generate_series(0, $1::int - 1) n) v
        join lateral (select min(id) as first from products) f on true join products p on p.id = f.first + v.h % ${PRODUCTS}`,
    [rows],
  )
  await ask(url, `alter table ${table} enable trigger user`)
  const { db, close } = openDb({ url, size: 1, statementTimeout: 0, name: 'bench fill' })
  await db.transaction().execute((tx) => sql.raw(recountSql(productPromotions)).execute(tx))
  await close()
  await ask(url, 'vacuum (freeze, analyze)')
}
