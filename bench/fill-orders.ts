import { orders } from '../src/modules/orders/orders.ts'
import { fill, STORES } from './fill.ts'
import { countAll, fillTable } from './fill-registers.ts'
import { ask, type Filling } from './fixture-db.ts'

const COMPLAINTS = 1000
const [UNITS, REASONS] = [8, 10]

/** Two years of orders of a large mall. */
export const ORDERS: Filling = {
  folder: 'back-office-bench-orders',
  fill: fillOrders,
  files: ['fill.ts', 'fill-orders.ts', 'words.ts'],
  tables: { [orders.table]: (rows) => rows },
}

/** Most are delivered; one in twelve failed once, a third of them for good; those of the last two days wait or are under way. */
async function fillOrders({ url }: { url: string }, rows: number): Promise<void> {
  await fill(url, COMPLAINTS)
  for (const [into, name, n] of [
    ['shipping_units', 'Đơn vị', UNITS],
    ['failure_reasons', 'Lý do', REASONS],
  ] as const)
    await ask(
      url,
      `insert into ${into} (name) select '${name} ' || i from generate_series(1, ${n}) i on conflict do nothing`,
    )
  await fillTable(url, orders.table, INSERT, rows)
  await countAll(url, orders)
  await ask(url, 'vacuum (freeze, analyze)')
  await ask(url, 'checkpoint')
}

const INSERT = `
  insert into orders (id, created_at, updated_at, code, ordered_at, store, status, lines, total, payment, customer_name, phone, address, shipping_unit, waiting_since,
    scanned_by, scanned_at, delivered_by, delivered_at, failed_by, failed_at, failure_reason, has_failed, retries)
  select i, at, at, 'DH' || lpad(i::text, 9, '0'), at - interval '3 minutes', store, status, '[{"product": "Sữa tươi 1 l", "quantity": 1, "price": 32000}]', 20000 + i % 900 * 1000, (array['cod', 'cod', 'transfer', 'wallet'])[1 + i % 4],
    'Khách hàng ' || i % 50000, '09' || lpad((i::bigint * 37 % 100000000)::text, 8, '0'), '{"line": "12 Nguyễn Trãi", "ward": "Phường Bến Thành", "province": "Thành phố Hồ Chí Minh", "model": 2}', unit, at,
    case when status in ('scanned', 'delivered') then person end, case when status in ('scanned', 'delivered') then at + (1 + i % 300) * interval '1 minute' end,
    case when status = 'delivered' then person end, case when status = 'delivered' then at + (300 + i % 3000) * interval '1 minute' end,
    case when status = 'failed' then person end, case when status = 'failed' then at + interval '20 hours' end, case when has_failed then reason end, has_failed, case when has_failed then i % 3 else 0 end
  from (
    select *, i % 12 = 0 as has_failed, case when i % 36 = 0 and is_over then 'failed' when is_over then 'delivered' else (array['new', 'scanned'])[1 + i % 2] end as status,
      (select min(id) from shipping_units) + i % ${UNITS} as unit, (select min(id) from failure_reasons) + i % ${REASONS} as reason, 1 + i % 900 as person
    from (
      select i, now() - interval '729 days' + i * (interval '729 days' / $3::int) as at, i < $3::int * (1 - 2 / 730.0) as is_over, 1 + (hashint4(i) & 1048575) % ${STORES} as store
      from generate_series($1::int, $2::int) i) a) b
  order by i`
