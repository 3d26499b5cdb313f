import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { drawPlans } from '../../../src/modules/gift-card-events/engine/draw-plans.ts'
import { type Db, json, row } from '../../../src/server/db/db.ts'
import { sealedColumns } from '../../../src/server/private/fields.ts'
import type { Keys } from '../../../src/server/private/keys.ts'
import { billKey } from '../../../src/shared/draws/bill-key.ts'
import { billDigest, commitmentOf, drawnBy, type Plan, planText, rowCode } from '../../../src/shared/draws/plan.ts'
import { givenOf, Ledger } from '../../../src/shared/draws/replay.ts'

export interface DrawnEvent {
  code: string
  name: string
  draws: number
  stores: readonly { id: number; code: string }[]
  staff: number
  /** The first day, and how many; the end is then. */
  from: string
  days: number
  kind?: 'gift' | 'game'
}

const GIFTS = [
  { name: 'Nồi cơm điện', chance: 0.5, stock: 30, value: 1_290_000, colour: '#D9480F', substitute: true },
  { name: 'Bộ chăn ga', chance: 1.25, stock: 60, value: 690_000, colour: '#2F5FE0', substitute: false },
  { name: 'Túi vải', chance: 12.5, stock: 1500, value: 45_000, colour: '#167A46', substitute: false },
] as const

/** An event with very many draws, written by the rule straight into the tables: an engine would take its time over them. */
export async function drawnEvent(db: Db, keys: Keys, wish: DrawnEvent): Promise<number> {
  const { code, name, draws, stores, staff, from, days, kind = 'gift' } = wish
  const dayOf = (at: number) =>
    new Date(Date.parse(from) + Math.floor((at * days) / draws) * 86_400_000).toISOString().slice(0, 10)
  const made = await row(
    db,
    { id: 'number' },
    sql`insert into gift_card_events (name, code, kind, stage, registration_number, starts_at, ends_at, bill_step, most_per_bill, stores, colour, rules)
        values (${name}, ${code}, ${kind}, 'running', 'KM-2026-0117', ${`${from}T00:00+07`}::timestamptz, ${`${from}T00:00+07`}::timestamptz + make_interval(days => ${days}),
          500000, 3, ${stores.map(({ id }) => id)}::bigint[], '#D9480F', '<p>Xuất trình hóa đơn tại quầy.</p>') returning id`,
  )
  const event = made?.id ?? 0
  const ids: number[] = []
  for (const [at, gift] of GIFTS.entries()) {
    const found = await row(
      db,
      { id: 'number' },
      sql`insert into gift_card_event_products (event, name, kind, value, colour, chance, stock, position)
          values (${event}, ${gift.name}, ${kind}, ${gift.value}, ${gift.colour}, ${gift.chance}, ${gift.stock}, ${at}) returning id`,
    )
    ids.push(found?.id ?? 0)
  }
  const plan: Plan = {
    event: code,
    version: 1,
    first: 1,
    gifts: GIFTS.map(({ name: gift, chance, stock, substitute }, at) => ({
      gift: ids[at] ?? 0,
      name: gift,
      parts: Math.round(chance * 10_000),
      stock,
      perDay: null,
      perStoreDay: null,
      byStore: {},
      minimumTotal: 0,
      substitute: substitute ? (ids[1] ?? null) : null,
    })),
  }
  const seed = createHash('sha256').update(code).digest('hex')
  const text = planText(plan)
  const commitment = commitmentOf(seed, text)
  await sql`insert into draw_plans (event, plan_version, first, text, commitment, seed, made_at)
    values (${event}, 1, 1, ${text}, ${commitment}, ${sealedColumns(keys, drawPlans, { seed }).seed}, ${`${from}T00:00+07`}::timestamptz)`.execute(
    db,
  )
  const ledger = new Ledger()
  let last = commitment
  const logs = Array.from({ length: draws }, (_, at) => {
    const n = at + 1
    const store = stores[at % stores.length]
    const bill = `${store?.code}-${String(n).padStart(6, '0')}`
    const day = dayOf(at)
    const digest = billDigest(code, [billKey(bill)])
    const { random, drawn } = drawnBy(seed, code, 1, n, digest, plan)
    const total = 500_000 + (n % 90) * 10_000
    const given = givenOf(plan.gifts, drawn, { store: store?.code ?? '', total }, (gift) =>
      ledger.of(gift, store?.code ?? '', day),
    )
    if (given) ledger.add(given, store?.code ?? '', day)
    last = rowCode(last, commitment, {
      ...{ n, version: 1, store: store?.code ?? '', day, digest, total, random, drawn, given },
    })
    return {
      ...{ event, kind, n, plan_version: 1, random: String(random), bill_number: bill, bill_key: billKey(bill) },
      ...{ bill_digest: digest, bill_total: total, bill_on: day, is_known_bill: true, day, code: last, staff },
      ...{ store: store?.id, store_code: store?.code, customer_name: 'Nguyễn Thị Hoa', member: false },
      ...{
        drawn_at: `${day}T${String(9 + (n % 11)).padStart(2, '0')}:00+07`,
        drawn: drawn || null,
        gift: given || null,
      },
      phone: `09${String(10_000_000 + n).slice(-8)}`,
      value: given ? GIFTS[ids.indexOf(given)]?.value : null,
      state: given === 0 ? 'none' : n % 9 === 0 ? 'won' : 'handed-out',
    }
  })
  await sql`insert into gift_card_event_logs (${sql.join(Object.keys(logs[0] ?? {}).map((key) => sql.ref(key)))})
    select ${sql.join(Object.keys(logs[0] ?? {}).map((key) => sql.ref(`r.${key}`)))}
    from jsonb_populate_recordset(null::gift_card_event_logs, ${json(logs)}) r`.execute(db)
  await sql`insert into draw_counters (event, n, code) values (${event}, ${draws}, ${last})`.execute(db)
  await sql`insert into draw_given (gift, store, day, n)
    select gift, 0, '-infinity', count(*) from gift_card_event_logs where event = ${event} and gift is not null group by gift`.execute(
    db,
  )
  return event
}
