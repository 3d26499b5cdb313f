import { capture } from './capture.ts'
import { refuseWrongFigures } from './fill.ts'
import { barcodeOf, COMPLAINTS, fillRegisters, NEW_PRODUCTS, PRODUCTS } from './fill-registers.ts'
import { type Filling, openGround, settled } from './fixture-db.ts'
import { signIn } from './http.ts'
import { JUDGED, measure, type Pace } from './measure.ts'
import { readingParts } from './parts.ts'
import { needPgbench } from './pgbench.ts'
import { serveGround } from './server.ts'
import { type Exported, type Imported, measureExport, measureImport, text, whole, wholeAndTenth } from './sheets.ts'
import type { Line } from './table.ts'

const REGISTERS = [
  { what: 'members', wire: 'member-register', table: 'member_register', by: { narrowed: '&status=completed' } },
  { what: 'VAT requests', wire: 'vat-info', table: 'vat_info', by: { narrowed: '&state=issued' } },
  { what: 'deliveries', wire: 'goods-delivery', table: 'goods_delivery', by: { narrowed: '&status=delivered' } },
  {
    ...{ what: 'visits', wire: 'supplier-staffs-checking', table: 'supplier_staffs_checking' },
    by: { narrowed: '&status=left', day: 'visit_on' },
  },
  {
    ...{ what: 'promotions', wire: 'product-promotions', table: 'product_promotions' },
    by: { narrowed: '&active=true', day: 'starts_on', place: 'stores' },
  },
  { what: 'price checks', wire: 'price-checking', table: 'price_checking', by: { narrowed: '&status=right' } },
] as const

const FILLING: Filling = {
  folder: 'back-office-bench-registers',
  fill: fillRegisters,
  files: ['fill.ts', 'fill-registers.ts', 'words.ts'],
  tables: {
    complaints: () => COMPLAINTS,
    ...Object.fromEntries(REGISTERS.map(({ table }) => [table, (rows: number) => rows])),
  },
}

/** How much quicker a list with its total must be than the count of its rows alone. */
const COUNTING = { ratio: 100 }

/** Plain registers of so many rows each: lists, filters and records against the same SQL, and their workbooks against COPY. */
export async function measureRegisters(rows: number, isFresh: boolean, pace: Pace): Promise<Line[]> {
  needPgbench()
  const ground = await openGround(FILLING, rows, isFresh)
  try {
    await refuseWrongFigures(ground.embedded.url)
    const parts = REGISTERS.flatMap(({ what, wire, table, by }) =>
      readingParts(wire, {
        named: `${what}: `,
        ...by,
        beside: { name: 'count', script: countOf(table), goal: COUNTING },
      }),
    )
    const captured = await capture(ground, Object.assign({}, ...parts.map(({ samples }) => samples)))
    const server = await serveGround(ground)
    const found: Line[] = []
    try {
      await settled(ground)
      const standing = { ground, url: server.url, pid: server.pid, token: await signIn(server.url, 1) }
      for (const part of parts)
        found.push(...(await measure(part, standing, captured, { ...pace, connections: [JUDGED], warmUp: 5 })))
      for (const one of exports(rows)) found.push(...(await measureExport(standing, one)))
      for (const one of [DELIVERIES_IN, PROMOTIONS_IN]) found.push(...(await measureImport(standing, one)))
    } finally {
      await server.stop()
    }
    await refuseWrongFigures(ground.embedded.url)
    return found
  } finally {
    await ground.embedded.stop()
  }
}

const countOf = (table: string) => ({
  set: [],
  vary: [],
  statements: [{ text: `select count(*) from ${table} r where r.deleted_at is null`, values: [] }],
})

function exports(rows: number): Exported[] {
  return [
    ...wholeAndTenth(
      rows,
      'members',
      'member-register',
      ['full_name', 'request_type', 'phone', 'email', 'store', 'status', 'completed_by', 'created_at'],
      `select r.full_name, r.request_type, '***' || right(r.phone, 3), left(r.email, 1) || '***@' || split_part(r.email, '@', 2), s.name, r.status, u.user_name, r.created_at
        from member_register r left join stores s on s.id = r.store left join users u on u.id = r.completed_by`,
    ),
    ...wholeAndTenth(
      rows,
      'VAT requests',
      'vat-info',
      ['number', 'company_name', 'tax_code', 'bill_tail', 'store', 'amount_with_vat', 'state', 'status', 'created_at'],
      `select 'V' || lpad(r.id::text, 6, '0'), r.company_name, r.tax_code, r.bill_tail, s.name, r.amount_with_vat, r.state, r.status, r.created_at
        from vat_info r left join stores s on s.id = r.store`,
    ),
    ...wholeAndTenth(
      rows,
      'deliveries',
      'goods-delivery',
      ['receipt_no', 'customer_name', 'phone', 'store', 'shipper', 'delivery_date', 'fee', 'status', 'created_at'],
      `select r.receipt_no, r.customer_name, r.phone, s.name, h.name, r.delivery_date, r.fee, r.status, r.created_at
        from goods_delivery r left join stores s on s.id = r.store left join shippers h on h.id = r.shipper`,
    ),
    ...wholeAndTenth(
      rows,
      'visits',
      'supplier-staffs-checking',
      ['number', 'person', 'supplier', 'store', 'visit_on', 'receiving_date', 'left_at', 'bag_quantity', 'status'],
      `select 'SV' || lpad(r.id::text, 6, '0'), r.person, p.name, s.name, r.visit_on, r.receiving_date, r.left_at, r.bag_quantity, r.status
        from supplier_staffs_checking r left join stores s on s.id = r.store left join suppliers p on p.id = r.supplier`,
    ),
    ...wholeAndTenth(
      rows,
      'promotions',
      'product-promotions',
      ['product_name', 'barcode', 'price', 'promotion_price', 'starts_on', 'ends_on', 'stores', 'location', 'active'],
      `select r.product_name, r.barcode, r.price, r.promotion_price, r.starts_on, r.ends_on, (select string_agg(s.name, ', ') from stores s where s.id = any(r.stores)), l.name, r.active
        from product_promotions r left join promotion_locations l on l.id = r.location`,
    ),
    ...wholeAndTenth(
      rows,
      'price checks',
      'price-checking',
      ['number', 'product_name', 'store', 'status', 'our_price', 'competitor', 'competitor_price', 'checked_on'],
      `select 'PC' || lpad(r.id::text, 6, '0'), r.product_name, s.name, r.status, r.our_price, c.name, r.competitor_price, r.checked_on
        from price_checking r left join stores s on s.id = r.store left join competitors c on c.id = r.competitor`,
    ),
  ]
}

const DELIVERIES_IN: Imported = {
  what: 'deliveries',
  wire: 'goods-delivery',
  head: [
    'receipt_no',
    'receipt_value',
    'packages',
    'store',
    'to_address',
    'customer_name',
    'phone',
    'distance',
    'notes',
  ],
  rows: 10_000,
  table: 'goods_delivery',
  row: (n) => [
    text(String(50_000_000 + n)),
    whole(1000 * (100 + (n % 3000))),
    whole(1 + (n % 4)),
    text(`S${String(1 + (n % 100)).padStart(3, '0')}`),
    text(`${1 + (n % 400)} Trần Phú, Phường Ba Đình, Thành phố Hà Nội`),
    text(`Nguyễn Thị Thảo ${n % 977}`),
    whole(912_000_000 + (n % 900_000)),
    whole(1 + (n % 9)),
    n % 5 ? { type: 'empty' } : text('Gọi trước khi giao'),
  ],
}

const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A marketing week for all stores, of products that had none yet, so that nothing asks for a reason. */
const PROMOTIONS_IN: Imported = {
  what: 'promotions',
  wire: 'product-promotions',
  head: ['barcode', 'promotion_price', 'starts_on', 'ends_on', 'quantity', 'code'],
  rows: NEW_PRODUCTS,
  within: 3,
  row: (n) => [
    text(barcodeOf(PRODUCTS + 1 + n)),
    whole(4500 + ((PRODUCTS + 1 + n) % 400) * 1000),
    text(dayAhead(30)),
    text(dayAhead(36)),
    whole(10 + (n % 90)),
    text(`KM-${Date.now() % 1_000_000}-${n}`),
  ],
}
