import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { goodsDelivery } from '../../../src/modules/goods-delivery/goods-delivery.ts'
import { masterCompany } from '../../../src/modules/master-company/master-company.ts'
import { memberRegister, memberRegisterNew } from '../../../src/modules/member-register/member-register.ts'
import { vatGetInfo } from '../../../src/modules/vat-get-info/vat-get-info.ts'
import { type Actor, theServer } from '../../../src/server/actor.ts'
import { compactDeltas, recount } from '../../../src/server/counters/counters.ts'
import { wrongCounts } from '../../../src/server/counters/recount.ts'
import { openDb, rows } from '../../../src/server/db/db.ts'
import type { RowOf } from '../../../src/server/db/shape.ts'
import { countOf } from '../../../src/server/resource/query/list.ts'
import { type RawQuery, readListQuery } from '../../../src/server/resource/query/parse-query.ts'
import type { Bulk } from '../../../src/shared/api.ts'
import { bookOf, imported, sent } from '../../setup/books.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const { db } = chain
const admin = await chain.person()

const RAW = {
  store: 'string',
  status: 'string?',
  form: 'string?',
  day: 'string',
  is_trash: 'boolean',
} as const
type Raw = RowOf<typeof RAW>

/** Two registers and a part of one: counted by the day of entry, or by a day of their own. */
const REGISTERS = [
  {
    definition: memberRegister,
    on: 'created_at',
    columns: `store::text, status, form, to_char(created_at at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD') as day`,
    make: (at: number, n: number, seed: number) =>
      sql`insert into member_register (created_at, full_name, request_type, phone, birth_date, identity_number, store, status, form)
        select timestamptz '2025-11-15 00:00+07' + make_interval(mins => ${at}) + g * interval '1 minute', 'x', 'change', '–', 'x', 'x', 1 + g % 3,
          (array['waiting', 'completed'])[1 + (g + ${seed}) % 2], (array['classic', 'steps'])[1 + (g + ${seed}) % 5 % 2] from generate_series(1, ${n}::int) g`,
    sets: [
      `status = 'completed', completed_at = now()`,
      `status = 'waiting', completed_at = null`,
      `form = case form when 'steps' then 'classic' else 'steps' end`,
      `created_at = created_at + interval '5 hours'`,
      `full_name = full_name || '!'`,
    ],
  },
  {
    definition: vatGetInfo,
    on: 'sold_on',
    columns: `store::text, null as status, null as form, sold_on::text as day`,
    make: (at: number, n: number, seed: number) =>
      sql`insert into vat_get_info (bill_number, store, sold_on, rate, net, tax, gross)
        select gen_random_uuid()::text, 1 + (g + ${seed}) % 3, date '2025-11-15' + (${at}::int / 1440 + g % 3), 1, 100, 8, 108 from generate_series(1, ${n}::int) g`,
    sets: ['sold_on = sold_on + 9', 'net = net + 1'],
  },
]
const COMMON = ['store = 1 + (store % 3)', 'deleted_at = now()', 'deleted_at = null']

const some = <T>(...values: T[]) => fc.constantFrom(...values)
const change = fc.record({
  kind: some('make', 'make', 'set', 'set', 'set', 'delete', 'fold'),
  at: fc.integer({ min: 0, max: 120 * 24 * 60 }),
  n: fc.integer({ min: 1, max: 40 }),
  seed: fc.nat(100),
})
const day = fc
  .integer({ min: -20, max: 140 })
  .map((n) => new Date(Date.UTC(2025, 10, 15 + n)).toISOString().slice(0, 10))
const few = <T>(...values: T[]) =>
  fc.option(fc.uniqueArray(some(...values), { minLength: 1, maxLength: 2 }), { nil: undefined })
const wish = fc.record({
  ends: fc.option(
    fc.tuple(day, day).map((ends) => ends.toSorted()),
    { nil: undefined },
  ),
  store: few('1', '2', '3'),
  status: few('waiting', 'completed'),
  form: few('classic', 'steps'),
  isTrash: some(false, false, true),
  isPart: fc.boolean(),
  actor: some<Actor>(
    theServer,
    { ...theServer, scope: 'store', store: 2 },
    { ...theServer, scope: 'department', department: 1, store: 3, id: 2 },
    { ...theServer, scope: 'department', department: 1, store: null, id: 2 },
  ),
})
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never

/** The rule of every filter once more. */
function counted(all: Raw[], on: string, { ends, store, status, form, isTrash, isPart, actor }: Wish): number {
  const isMember = on === 'created_at'
  return all.filter(
    (one) =>
      one.is_trash === isTrash &&
      (actor.scope === 'chain' || actor.store === null || one.store === String(actor.store)) &&
      (!store || store.includes(one.store)) &&
      (!ends || (one.day >= (ends[0] ?? '') && one.day <= (ends[1] ?? ''))) &&
      (!isMember ||
        ((!status || status.some((value) => value === one.status)) &&
          (!form || form.some((value) => value === one.form)) &&
          (!isPart || one.form === 'steps'))),
  ).length
}

describe.each(REGISTERS)('$definition.name', ({ definition, on, columns, make, sets }) => {
  const { table } = definition
  const apply = async ({ kind, at, n, seed }: typeof change extends fc.Arbitrary<infer T> ? T : never) => {
    const which = sql.raw(`id % ${1 + (n % 5)} = ${seed % (1 + (n % 5))}`)
    const set = [...COMMON, ...sets][seed % (COMMON.length + sets.length)] ?? ''
    if (kind === 'make') await make(at, n, seed).execute(db)
    else if (kind === 'set') await sql`update ${sql.table(table)} set ${sql.raw(set)} where ${which}`.execute(db)
    else if (kind === 'delete') await sql`delete from ${sql.table(table)} where ${which}`.execute(db)
    else await compactDeltas(db, definition, 3 + seed)
  }
  const told = ({ ends, store, status, form, isTrash, isPart, actor }: Wish) => {
    const meant = isPart && definition === memberRegister ? memberRegisterNew : definition
    const isMember = on === 'created_at'
    const raw: RawQuery = {
      ...(store && { store }),
      ...(isMember && { ...(status && { status }), ...(form && { form }) }),
      ...(ends && { [on]: ends }),
      ...(isTrash && { trashed: '1' }),
    }
    return countOf(db, { definition: meant, query: readListQuery(meant, raw), actor, timeZone: 'Asia/Ho_Chi_Minh' })
  }

  test('every total equals a count of the rows after any changes, folded or not, for whoever asks for whatever', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 10 }),
        fc.array(wish, { minLength: 10, maxLength: 10 }),
        async (changes, wishes) => {
          await sql`truncate ${sql.table(table)}`.execute(db)
          for (const one of changes) await apply(one)
          const all = await rows(
            db,
            RAW,
            sql.raw(`select ${columns}, deleted_at is not null as is_trash from ${table}`),
          )
          for (const one of wishes) expect(await told(one), JSON.stringify(one)).toBe(counted(all, on, one))
          expect(await wrongCounts(db, definition)).toEqual([])
        },
      ),
      { numRuns: 15 },
    )
  })

  test('writers side by side, and those killed before they committed, leave every count right', async () => {
    let isOn = true
    const writer = async (seed: number) => {
      const own = openDb({ url: chain.running.context.databaseUrl, size: 1, statementTimeout: 20_000, name: 'mortal' })
      for (let n = 0; n < 15; n++)
        await own.db
          .transaction()
          .execute(async (tx) => {
            await make(n * 600, 10, seed).execute(tx)
            await sql`update ${sql.table(table)} set store = 1 + store % 3 where id % 7 = ${sql.lit(n % 7)} and id % 3 = ${sql.lit(seed)}`.execute(
              tx,
            )
          })
          .catch(() => undefined) // killed
      await own.close()
    }
    const killer = async () => {
      while (isOn) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mortal' and xact_start is not null order by random() limit 1`.execute(
          db,
        )
        await pause(20)
      }
    }
    const killing = killer()
    await Promise.all([writer(0), writer(1), writer(2)])
    isOn = false
    await killing
    expect(await wrongCounts(db, definition)).toEqual([])
  })

  test('a count that is wrong is found and made right', async () => {
    await make(0, 30, 1).execute(db)
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update ${sql.table(table)} set store = 9 where id = (select max(id) from ${sql.table(table)})`.execute(
        tx,
      )
    })
    const wrong = await wrongCounts(db, definition)
    expect(wrong.map(({ key }) => key.store ?? key.key)).toContain('9')
    await recount(db, definition)
    expect(await wrongCounts(db, definition)).toEqual([])
  })
})

test('a total is right after making, trash, restoring, many at once, a workbook and plain SQL', async () => {
  const clerk = await chain.person({ role: 'Store manager', store: chain.stores[1] })
  const totals = async () => {
    const of = async (query: string, by = admin) =>
      (await chain.call<{ total: number }>('GET', `goods-delivery?perpage=1${query}`, { by })).data.total
    return [await of(''), await of('&trashed=1'), await of(`&store=${chain.stores[1]}`), await of('', clerk)]
  }
  const to_address = { line: '12 Lê Lợi', ward_code: '26743', province_code: '79' }
  const body = { receipt_no: '0098712', receipt_value: 250_000, packages: 2, customer_name: 'Hà', phone: '0912345678' }
  for (const store of [...chain.stores, chain.stores[1]])
    await chain.call('POST', 'goods-delivery', { by: admin, body: { ...body, to_address, store } })
  expect(await totals()).toEqual([3, 0, 2, 2])
  const { data: page } = await chain.call<{ data: { id: number; version: number }[] }>('GET', 'goods-delivery', {
    by: clerk,
  })
  const [one, other] = page.data
  await chain.call('DELETE', `goods-delivery/${one?.id}`, { by: admin })
  expect(await totals()).toEqual([2, 1, 1, 1])
  await chain.call('POST', `goods-delivery/${one?.id}/restore`, {
    by: admin,
    body: { version: Number(one?.version) + 1 },
  })
  expect(await totals()).toEqual([3, 0, 2, 2])
  const gone = await chain.call<Bulk>('POST', 'goods-delivery/bulk/delete', {
    by: admin,
    body: { query: `store=${chain.stores[1]}` },
  })
  expect(gone.data, JSON.stringify(other)).toMatchObject({ done: 2 })
  expect(await totals()).toEqual([1, 2, 0, 0])
  const head = ['receipt_no', 'receipt_value', 'packages', 'store', 'to_address', 'customer_name', 'phone']
  const line = ['00777', 2_100_000, 1, 'S02', '9 Lê Lợi, Bến Thành, TP.HCM', 'Lý Hà', '0912345678']
  const book = await bookOf(head, [line, ['00778', ...line.slice(1)]])
  await imported(chain, 'goods-delivery', admin, await sent(chain, 'goods-delivery', admin, book))
  expect(await totals()).toEqual([3, 2, 2, 2])
  await sql`insert into goods_delivery (receipt_no, receipt_value, store, to_address, customer_name, phone)
    select receipt_no, receipt_value, store, to_address, customer_name, phone from goods_delivery, generate_series(1, 5)`.execute(
    db,
  )
  expect(await totals()).toEqual([28, 2, 22, 22])
  expect(await wrongCounts(db, goodsDelivery)).toEqual([])
})

test('a register without a store or a state has its one total', async () => {
  await sql`insert into master_company (tax_code, name, deleted_at) select g::text, 'Công ty ' || g, case when g % 4 = 0 then now() end from generate_series(1, 20) g`.execute(
    db,
  )
  const all = await chain.call<{ total: number }>('GET', 'master-company?perpage=1', { by: admin })
  expect(all.data.total).toBe(15)
  const page = await chain.call<{ total: number; data: object[] }>('GET', 'master-company?perpage=100&trashed=1', {
    by: admin,
  })
  expect([page.data.total, page.data.data.length]).toEqual([5, 5])
  expect(await wrongCounts(db, masterCompany)).toEqual([])
})
