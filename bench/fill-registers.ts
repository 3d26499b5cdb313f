import { goodsDelivery } from '../src/modules/goods-delivery/goods-delivery.ts'
import { memberRegister } from '../src/modules/member-register/member-register.ts'
import { priceChecking } from '../src/modules/price-checking/price-checking.ts'
import { productPromotions } from '../src/modules/product-promotions/product-promotions.ts'
import { supplierStaffsChecking } from '../src/modules/supplier-staffs-checking/supplier-staffs-checking.ts'
import { vatInfo } from '../src/modules/vat-info/vat-info.ts'
import { loadConfig } from '../src/server/config.ts'
import { recount } from '../src/server/counters/counters.ts'
import { openDb } from '../src/server/db/db.ts'
import { sealedColumns } from '../src/server/private/fields.ts'
import type { Definition } from '../src/shared/resource.ts'
import { fill, STORES, USERS } from './fill.ts'
import { ask } from './fixture-db.ts'
import { FAMILIES, GIVEN, MIDDLES } from './words.ts'

/** A chain with few complaints, as the registers are looked at here. */
export const COMPLAINTS = 5000
const SHIPPERS = 200
const SUPPLIERS = 200
/** Those that have promotions, and those that have none yet. */
export const PRODUCTS = 20_000
export const NEW_PRODUCTS = 2000
const GROUPS = 19
const LOCATIONS = 12
const COMPETITORS = 5
/** Papers sealed once and given to many: sealing a million would take longer than all the rest. */
const PAPERS = 2000
const BATCH = 50_000
const WRITERS = 2

export const barcodeOf = (product: number): string => `29${String(product).padStart(8, '0')}`

/** Fills an empty, migrated database with so many records of two years in each register; rows first, then indexes and counts. */
export async function fillRegisters({ url, dataDir }: { url: string; dataDir: string }, rows: number): Promise<void> {
  const began = performance.now()
  const say = (text: string) => console.error(`${Math.round((performance.now() - began) / 1000)} s: ${text}`)
  await fill(url, COMPLAINTS)
  await ask(
    url,
    `insert into shippers (code, name, phone, store, active) select 'SH' || i, 'Người giao ' || i, '0912345678', 1 + i % ${STORES}, true from generate_series(1, ${SHIPPERS}) i`,
  )
  const papers = papersOf(dataDir)
  const [, identities] = papers
  await ask(url, `insert into suppliers (name) select 'Nhà cung cấp ' || i from generate_series(1, ${SUPPLIERS}) i`)
  await ask(
    url,
    `insert into supplier_staffs (full_name, identity_number, supplier, valid_from, valid_until)
      select 'Nhân viên ' || i, ($1::text[])[i], 1 + i % ${SUPPLIERS}, current_date - 800, current_date + 200 from generate_series(1, ${PAPERS}) i`,
    [identities],
  )
  await ask(
    url,
    `insert into products (name, barcode, price, department_group)
      select 'Hàng hóa ' || i, '29' || lpad(i::text, 8, '0'), 5000 + i % 400 * 1000, 1 + i % ${GROUPS} from generate_series(1, ${PRODUCTS + NEW_PRODUCTS}) i`,
  )
  await ask(
    url,
    `insert into promotion_locations (name) select 'Vị trí ' || i from generate_series(1, ${LOCATIONS}) i on conflict do nothing`,
  )
  await ask(url, `insert into competitors (name) select 'Đối thủ ' || i from generate_series(1, ${COMPETITORS}) i`)
  const values = [new Date(Date.now() - 730 * 86_400_000).toISOString(), FAMILIES, MIDDLES, GIVEN, ...papers]
  const waiting = [
    { definition: memberRegister, insert: MEMBERS },
    { definition: vatInfo, insert: VAT_REQUESTS },
    { definition: goodsDelivery, insert: DELIVERIES },
    { definition: supplierStaffsChecking, insert: VISITS },
    { definition: productPromotions, insert: PROMOTIONS },
    { definition: priceChecking, insert: PRICE_CHECKS },
  ]
  const worker = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      // Types of values that one of the tables has no use for are told all the same.
      const typed = `${one.insert} where ($5::text[], $6::text[], $7::text[], $8::text[], $9::text[]) is not null order by i`
      await fillTable(url, one.definition.table, typed, rows, values)
      await countAll(url, one.definition)
      say(one.definition.name)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, worker))
  await ask(url, 'vacuum (freeze, analyze)')
  await ask(url, 'checkpoint')
  say('filled')
}

/**
 * Fills a table with rows first, then its indexes, and without its triggers; what is counted ahead is counted after (`countAll`).
 * @param insert takes the first and the last number of a batch and how many there are in all, then the values
 */
export async function fillTable(
  url: string,
  table: string,
  insert: string,
  rows: number,
  values: unknown[] = [],
): Promise<void> {
  const indexes = await ask<{ name: string; definition: string }>(
    url,
    `select indexname as name, indexdef as definition from pg_indexes where tablename = $1 and indexname not like '%_pkey'`,
    [table],
  )
  await ask(url, `alter table ${table} disable trigger user`)
  for (const { name } of indexes) await ask(url, `drop index ${name}`)
  for (let from = 1; from <= rows; from += BATCH)
    await ask(url, insert, [from, Math.min(rows, from + BATCH - 1), rows, ...values])
  for (const { definition } of indexes) await ask(url, definition)
  await ask(url, `alter table ${table} enable trigger user`)
  await ask(url, `select setval(pg_get_serial_sequence('${table}', 'id'), ${rows})`)
}

export async function countAll(url: string, definition: Definition): Promise<void> {
  const { db, close } = openDb({ url, size: 1, statementTimeout: 0, name: 'bench fill' })
  await recount(db, definition)
  await close()
}

/** Birth dates and identity numbers as the database keeps them. */
function papersOf(dataDir: string): [births: string[], identities: string[]] {
  const { keys } = loadConfig({ DATA_DIR: dataDir })
  const sealedAs = (name: string, written: (at: number) => string) =>
    Array.from({ length: PAPERS }, (_, at) =>
      String(sealedColumns(keys, memberRegister, { [name]: written(at) })[name]),
    )
  return [
    sealedAs('birth_date', (at) => `${1950 + (at % 55)}-0${1 + (at % 9)}-1${at % 10}`),
    sealedAs('identity_number', (at) => `001${String(100_000_000 + at * 7919).slice(0, 9)}`),
  ]
}

const one = (list: string): string => `(${list}::text[])[1 + floor(random() * cardinality(${list}::text[]))::int]`
const NAME = `${one('$5')} || ' ' || ${one('$6')} || ' ' || ${one('$7')}`
/** A few stores have most of it. */
const STORE = `1 + floor(${STORES} * power(random(), 1.3))::int`
const PHONE = `'09' || lpad((i::bigint * 37 % 100000000)::text, 8, '0')`
const ADDRESS = `jsonb_build_object('line', (1 + i % 400) || ' Trần Phú', 'ward', 'Phường Ba Đình', 'district', null, 'province', 'Thành phố Hà Nội', 'ward_code', '00004', 'province_code', '01', 'model', 2)`
/** Evenly over two years; all but the last two days' are done, and one in a hundred lies in the trash. */
const made = (columns: string): string => `
  from (select i, $4::timestamptz + i * (interval '730 days' / $3::int) as at, random() as fate, i < $3::int * (1 - 2 / 730.0) as is_done, ${columns}
    from generate_series($1::int, $2::int) i) m`
const KEPT = `i, at, at, 1 + (fate * ${USERS - 1})::int, case when fate < 0.01 then at + interval '1 hour' end`
const COMPLETION = `case when is_done then 'completed' else 'waiting' end, case when is_done then 1 + (fate * ${USERS - 1})::int end, case when is_done then at + interval '5 hours' end`

const MEMBERS = `
  insert into member_register (id, created_at, updated_at, created_by, deleted_at, full_name, request_type, phone, email, address, store, form, birth_date, identity_number, status, completed_by, completed_at)
  select ${KEPT}, ${NAME}, case when fate < 0.8 then 'new' when fate < 0.9 then 'reissue' else 'change' end, ${PHONE}, case when fate < 0.4 then 'khach' || i || '@example.vn' end, ${ADDRESS}, ${STORE},
    case when fate < 0.6 then 'steps' else 'classic' end, ($8::text[])[1 + i % ${PAPERS}], ($9::text[])[1 + i % ${PAPERS}], ${COMPLETION}
  ${made('1')}`

const VAT_REQUESTS = `
  insert into vat_info (id, created_at, updated_at, created_by, deleted_at, company_name, tax_code, email, bill_tail, store, payment_method, lines, amount_without_vat, tax_amount, amount_with_vat, state, source, status, completed_by, completed_at)
  select ${KEPT}, 'Công ty TNHH ' || ${one('$5')} || ' ' || ${one('$7')} || ' ' || i % 900, (1000000000 + (i % 50000) * 9973)::text, 'ketoan' || i % 50000 || '@example.vn', lpad(i::text, 8, '0'), ${STORE},
    (array['cash', 'card', 'transfer', 'wallet'])[1 + i % 4], jsonb_build_array(jsonb_build_object('rate', 5, 'net', net, 'tax', net * 8 / 100, 'gross', net + net * 8 / 100)), net, net * 8 / 100, net + net * 8 / 100,
    case when not is_done then 'requested' when fate > 0.99 then 'adjusted' else 'issued' end, case when fate < 0.7 then 'public' else 'staff' end, ${COMPLETION}
  ${made(`100 * (100 + floor(random() * 40000))::bigint as net`)}`

const DELIVERIES = `
  insert into goods_delivery (id, created_at, updated_at, created_by, deleted_at, receipt_no, receipt_value, packages, store, to_address, customer_name, phone, distance, duration, fee, shipper, delivery_date, status, source, out_at, ended_at)
  select ${KEPT}, (10000000 + i)::text, 1000 * (100 + floor(random() * 3000))::int, 1 + i % 4, ${STORE}, ${ADDRESS}, ${NAME}, ${PHONE}, round((1 + random() * 9)::numeric, 1), 5 + i % 30, 15000, 1 + i % ${SHIPPERS}, at::date,
    case when not is_done then 'registered' when fate > 0.95 then 'failed' else 'delivered' end, case when fate < 0.4 then 'public' else 'staff' end, case when is_done then at + interval '1 hour' end, case when is_done then at + interval '2 hours' end
  ${made('1')}`

const VISITS = `
  insert into supplier_staffs_checking (id, created_at, updated_at, created_by, deleted_at, staff, person, supplier, store, status, visit_on, receiving_date, closes_at, left_at, minutes, bag_quantity, bags_out, bags_difference)
  select ${KEPT}, 1 + i % ${PAPERS}, 'Nhân viên ' || 1 + i % ${PAPERS}, 1 + i % ${SUPPLIERS}, ${STORE}, case when fate > 0.97 then 'resolved' else 'left' end, (at at time zone chain_zone())::date, at, at + interval '8 hours',
    at + (1 + i % 8) * interval '55 minutes', (1 + i % 8) * 55, i % 4, i % 4, 0
  ${made('1')}`

/** Most for all stores, the others for one; each for three days to three weeks. */
const PROMOTIONS = `
  insert into product_promotions (id, created_at, updated_at, created_by, deleted_at, product, product_name, barcode, department_group, price, promotion_price, quantity, starts_on, ends_on, stores, location, active)
  select ${KEPT}, product, 'Hàng hóa ' || product, '29' || lpad(product::text, 8, '0'), 1 + product % ${GROUPS}, 5000 + product % 400 * 1000, (5000 + product % 400 * 1000) * (95 - i % 45) / 100, 10 + i % 400,
    (at at time zone chain_zone())::date, (at at time zone chain_zone())::date + 2 + i % 19, case when i % 10 < 6 then '{}' else array[${STORE}]::bigint[] end, 1 + i % ${LOCATIONS}, fate < 0.95
  ${made(`1 + i % ${PRODUCTS} as product`)}`

/** Two of three on the own shelf, the others at a competitor's. */
const PRICE_CHECKS = `
  insert into price_checking (id, created_at, updated_at, created_by, deleted_at, kind, product, product_name, barcode, store, checked_on, our_price, competitor, competitor_price, shelf_price, till_price, status, checked_by, checked_at)
  select ${KEPT}, case when i % 3 = 0 then 'competitor' else 'shelf' end, product, 'Hàng hóa ' || product, '29' || lpad(product::text, 8, '0'), ${STORE}, (at at time zone chain_zone())::date, price,
    case when i % 3 = 0 then 1 + i % ${COMPETITORS} end, case when i % 3 = 0 then price * (90 + i % 20) / 100 end, case when i % 3 > 0 then price end, case when i % 3 > 0 then price end,
    case when i % 3 = 0 then 'seen' when is_done then case when fate > 0.9 then 'fixed' else 'right' end else 'to_check' end, case when i % 3 = 0 or is_done then 1 end, case when i % 3 = 0 or is_done then at + interval '2 hours' end
  ${made(`1 + i % ${PRODUCTS} as product, 5000 + i % ${PRODUCTS} % 400 * 1000 as price`)}`
