import { sql } from 'kysely'
import { actorMay } from '#server/actor.ts'
import { all, type Db, json, rows, type Tx } from '#server/db/db.ts'
import { jsonOf, type RowOf } from '#server/db/shape.ts'
import { NAMED, namedAnswer } from '#server/http/answers.ts'
import { type Call, get } from '#server/http/route.ts'
import { refusedBy } from '#server/resource/judging.ts'
import type { OwnFilters } from '#server/resource/query/where.ts'
import { serve } from '#server/resource/routes.ts'
import { scopeOf } from '#server/resource/scope.ts'
import type { Columns } from '#server/resource/statements.ts'
import type { Named } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { wrongAmount } from '../../shared/vietnam/vat.ts'
import { vatInfo } from '../vat-info/vat-info.ts'
import { billImports, NOT_IN_FORCE, WRONG } from './import.server.ts'
import { othersOfBill, vatGetInfo } from './vat-get-info.ts'

const RATE = { id: 'number', rate: 'number', from_on: 'string', until_on: 'string?' } as const
type Rates = ReadonlyMap<number, RowOf<typeof RATE>>

async function ratesIn(db: Db | Tx): Promise<Rates> {
  const found = await rows(db, RATE, sql`select id, rate, from_on, until_on from vat_rates`)
  return new Map(found.map((one) => [one.id, one]))
}

/** A batch brings the same few a thousand times: within a transaction they are read once. */
const known = new WeakMap<Db | Tx, Promise<Rates>>()
function ratesOf(db: Db | Tx): Promise<Rates> {
  const rates = known.get(db) ?? ratesIn(db)
  if (db.isTransaction) known.set(db, rates)
  return rates
}

/** The rate must hold on the day of the bill, and the amounts must add up at it. */
async function refuseWrong(db: Db | Tx, { rate, sold_on, net, tax, gross }: Columns): Promise<void> {
  const found = (await ratesOf(db)).get(Number(rate))
  const day = String(sold_on)
  if (found && (day < found.from_on || (found.until_on !== null && day > found.until_on)))
    refuse('invalid', { fields: { rate: NOT_IN_FORCE } })
  const wrong = wrongAmount({ net: Number(net), tax: Number(tax), gross: Number(gross) }, found?.rate ?? 0)
  if (wrong) refuse('invalid', { fields: { [wrong]: WRONG[wrong] } })
}

/** Tills print a rate that goes on anew as before: of those printed alike the one counts that holds on the day of the bill. */
async function ratesOfTheDay(tx: Tx, bills: readonly Columns[]): Promise<void> {
  const dated = bills.map(({ rate, sold_on }, at) => ({ at, rate, sold_on }))
  const found = await rows(
    tx,
    { at: 'number', rate: 'number?' },
    sql`select b.at, (
          select o.id from vat_rates o where coalesce(o.printed, o.name) = coalesce(v.printed, v.name) and o.deleted_at is null
            and b.sold_on between o.from_on and coalesce(o.until_on, 'infinity') order by o.from_on desc, o.id limit 1
        ) as rate
        from jsonb_to_recordset(${json(dated)}) b(at int, rate bigint, sold_on date) join vat_rates v on v.id = b.rate
        where b.sold_on not between v.from_on and coalesce(v.until_on, 'infinity')`,
  )
  for (const { at, rate } of found) {
    const bill = bills[at]
    if (bill && rate) bill.rate = rate
  }
}

const AMOUNTS = { net: 'number', tax: 'number', gross: 'number' } as const
const BILL_ROW = {
  bill_number: 'string',
  store: jsonOf<Named>(),
  sold_on: 'string',
  ...AMOUNTS,
  lines: jsonOf<({ rate: Named } & Record<keyof typeof AMOUNTS, number>)[]>(),
  is_requested: 'boolean',
  request: 'number?',
} as const
const BILL = namedAnswer('Bill', { ...BILL_ROW, store: NAMED, sold_on: 'day', lines: [{ rate: NAMED, ...AMOUNTS }] })

/** The bills that end in these eight digits, each with its lines and amounts, the newest first; and the request of each, where it may be seen. */
async function vatAmount({ db, actor, query }: Call): Promise<RowOf<typeof BILL_ROW>[]> {
  const tail = String(query.bill_tail ?? '').replace(/\s/g, '')
  if (!/^\d{8}$/.test(tail))
    refuse('invalid', {
      fields: {
        bill_tail: pack('{{field}}: exactly {{exactly}} characters', {
          field: 'Last 8 digits of the bill',
          exactly: 8,
        }),
      },
    })
  const scope = scopeOf(vatGetInfo, actor)
  const asked = sql`from vat_info r where r.receipt_number = b.bill_number and r.deleted_at is null`
  const seen = actorMay(actor, vatInfo.permission, 'read') ? (scopeOf(vatInfo, actor) ?? sql`true`) : sql`false`
  return rows(
    db,
    BILL_ROW,
    sql`select b.bill_number, json_build_object('id', s.id, 'name', s.name) as store, b.sold_on, b.net, b.tax, b.gross, b.lines,
          exists (select 1 ${asked}) as is_requested, (select r.id ${asked} and ${seen}) as request
        from (
          select r.bill_number, r.store, r.sold_on, sum(r.net) as net, sum(r.tax) as tax, sum(r.gross) as gross,
            json_agg(json_build_object('rate', json_build_object('id', v.id, 'name', v.name), 'net', r.net, 'tax', r.tax, 'gross', r.gross) order by v.rate, v.name) as lines
          from vat_get_info r join vat_rates v on v.id = r.rate
          where right(r.bill_number, 8) = ${tail} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}
          group by r.bill_number, r.store, r.sold_on
        ) b join stores s on s.id = b.store order by b.sold_on desc, b.bill_number limit 20`,
  )
}

/** One line stands for its bill: the first that came. Only `1` is asked. */
const BY_BILL: OwnFilters = {
  by_bill: () => ({
    where: all(othersOfBill('1', 'o.id < r.id').map((others) => sql`not exists (${sql.raw(others)})`)),
  }),
}

export default serve(vatGetInfo, {
  filters: BY_BILL,
  before: {
    async create(columns, { tx }) {
      await refuseWrong(tx, columns)
      return columns
    },
    async update(columns, old, { tx }) {
      await refuseWrong(tx, { ...old, ...columns })
      return columns
    },
  },
  judge: (columns, about) =>
    about.isRefused('rate', 'sold_on', 'net', 'tax', 'gross')
      ? {}
      : refusedBy(() => refuseWrong(about.db, { ...about.old, ...columns })),
  imports: billImports,
  batch: { prepare: ratesOfTheDay },
  routes: [
    get(
      'get-vat-amount',
      {
        needs: 'session',
        readsAny: ['vat-get-info', 'vat-info'],
        answers: [BILL],
        summary: 'The bills that end in eight digits, with their amounts',
        query: {
          bill_tail: { says: 'of the bill', schema: { type: 'string', pattern: '^[0-9]{8}$' }, isRequired: true },
        },
      },
      vatAmount,
    ),
  ],
})
