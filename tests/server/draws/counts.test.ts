import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { giftCardEventLogs } from '../../../src/modules/gift-card-event-logs/gift-card-event-logs.ts'
import { verifyDraws } from '../../../src/modules/gift-card-events/engine/verify.server.ts'
import {
  countsByDay,
  countsByGiftAndStore,
  differentIn,
  drawnIn,
  sumOf,
} from '../../../src/modules/gift-card-events/reports/report-counts.server.ts'
import { theServer } from '../../../src/server/actor.ts'
import { json, row, rows, type Sql } from '../../../src/server/db/db.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const { db, stores } = chain
const [here, there] = stores
const EVENT = 7
const atStores = (...some: number[]) => ({ ...theServer, scope: 'store', stores: some }) as const
/** Who sees what: all, a store, two stores, and a store where nothing was drawn. */
const READERS = [
  { actor: theServer, sees: sql`true` },
  { actor: atStores(here), sees: sql`store = ${here}` },
  { actor: atStores(here, there), sees: sql`store in (${here}, ${there})` },
  { actor: atStores(999), sees: sql`store = 999` },
]

interface Log {
  event: number
  store: number | null
  phone: string | null
  bill: string
  version: number
  drawn: number | null
}
const LOG: fc.Arbitrary<Log> = fc.record({
  event: fc.constantFrom(EVENT, EVENT, EVENT, 8),
  store: fc.constantFrom(here, there, 5, null),
  phone: fc.constantFrom('0901', '0902', '0903', null),
  bill: fc.constantFrom('a', 'b', 'c', 'd'),
  version: fc.constantFrom(1, 2),
  drawn: fc.constantFrom(11, 12, null),
})

let serial = 0
async function logged(some: readonly Log[]): Promise<number[]> {
  serial += some.length
  const made = await rows(
    db,
    { id: 'number' },
    sql`insert into gift_card_event_logs (event, n, store, phone, bill_digest, plan_version, drawn, day)
        select (l ->> 'event')::bigint, ${serial} - at, (l ->> 'store')::bigint, l ->> 'phone', l ->> 'bill', (l ->> 'version')::int, (l ->> 'drawn')::bigint,
          date '2026-11-01' + at::int % 40
        from jsonb_array_elements(${json(some)}) with ordinality g(l, at) returning id`,
  )
  return made.map(({ id }) => id)
}

const change = (ids: readonly number[], to: Sql) =>
  sql`update gift_card_event_logs set ${to} where id = any(${[...ids]}::bigint[])`.execute(db)
const CHANGES: Record<string, (ids: readonly number[], to: Log) => Promise<unknown>> = {
  trash: (ids) => change(ids, sql`deleted_at = now()`),
  restore: (ids) => change(ids, sql`deleted_at = null`),
  erase: (ids) => change(ids, sql`phone = null`),
  move: (ids, { event, store }) => change(ids, sql`event = ${event}, store = ${store}`),
  say: (ids, { phone, bill, version, drawn }) =>
    change(ids, sql`phone = ${phone}, bill_digest = ${bill}, plan_version = ${version}, drawn = ${drawn}`),
  handOut: (ids) => change(ids, sql`state = 'handed-out', handed_at = now()`),
  remove: (ids) => sql`delete from gift_card_event_logs where id = any(${[...ids]}::bigint[])`.execute(db),
}

/** What is told of the event is what its rows say, to everybody who sees some of them. */
async function everythingIsCounted(): Promise<void> {
  for (const { actor, sees } of READERS) {
    const log = { db, actor, logs: giftCardEventLogs, event: EVENT }
    const where = sql`event = ${EVENT} and deleted_at is null and ${sees}`
    const said = await row(
      db,
      { draws: 'number', bills: 'number', customers: 'number' },
      sql`select count(*)::int as draws, count(distinct bill_digest)::int as bills, count(distinct phone)::int as customers from gift_card_event_logs where ${where}`,
    )
    const drawn = await rows(
      db,
      { version: 'number', gift: 'number', n: 'number' },
      sql`select plan_version as version, coalesce(drawn, 0) as gift, count(*)::int as n from gift_card_event_logs where ${where} group by 1, 2 order by 1, 2`,
    )
    const days = await countsByDay(log, { from: '2026-10-01', to: '2027-01-31' })
    expect({ draws: sumOf(await countsByGiftAndStore(log), 'n'), ...(await differentIn(log)) }).toEqual(said)
    expect(days.reduce((sum, { draws }) => sum + draws, 0)).toBe(said?.draws)
    expect(
      (await drawnIn(log)).filter(({ n }) => n > 0).toSorted((a, b) => a.version - b.version || a.gift - b.gift),
    ).toEqual(drawn)
  }
}

test('what is told of an event is what its log says, whatever is drawn, moved, erased, thrown away and fetched back', async () => {
  const act = fc.record({
    what: fc.constantFrom('add', ...Object.keys(CHANGES)),
    some: fc.array(LOG, { minLength: 1, maxLength: 4 }),
    at: fc.nat(99),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(LOG, { maxLength: 15 }), fc.array(act, { maxLength: 10 }), async (first, acts) => {
      await sql`truncate gift_card_event_logs`.execute(db)
      const ids = await logged(first)
      for (const { what, some, at } of acts) {
        const [to] = some
        if (what === 'add') ids.push(...(await logged(some)))
        else if (to) await CHANGES[what]?.(ids.slice(at % 7, (at % 7) + some.length), to)
      }
      expect(await verifyDraws(db, false)).toEqual([])
      await everythingIsCounted()
    }),
    { numRuns: 25 },
  )
})

test('who draws, and who is erased, at the same moment is counted once', async () => {
  await sql`truncate gift_card_event_logs`.execute(db)
  await sql`insert into draw_counters (event, n, code) values (${EVENT}, 0, '-')`.execute(db)
  const one = (phone: string): Log => ({ event: EVENT, store: here, phone, bill: phone, version: 1, drawn: null })
  for (let round = 0; round < 12; round++) {
    const [old = 0] = await logged([one('0901')])
    // The customer's last draw is erased while they draw again, and others for the first time, twice.
    const acts = [
      change([old], sql`phone = null, bill_digest = null`),
      logged([one('0901')]),
      logged([one('0902')]),
      logged([one('0902')]),
    ]
    await Promise.all(acts)
    expect((await differentIn({ db, actor: theServer, logs: giftCardEventLogs, event: EVENT })).customers).toBe(2)
    await change(
      await rows(db, { id: 'number' }, sql`select id from gift_card_event_logs`).then((all) => all.map(({ id }) => id)),
      sql`phone = null, bill_digest = null`,
    )
  }
  await sql`delete from draw_counters where event = ${EVENT}`.execute(db)
  expect(await verifyDraws(db, false)).toEqual([])
  await everythingIsCounted()
})

test('a count that is wrong is found and made right', async () => {
  await sql`truncate gift_card_event_logs`.execute(db)
  await logged([{ event: EVENT, store: here, phone: '0901', bill: 'a', version: 1, drawn: 11 }])
  for (const wrong of [
    sql`update draw_drawn set n = n + 1`,
    sql`update draw_different set customers = 0 where store = 0`,
    sql`update draw_different set bills = 2 where store = ${here}`,
    sql`insert into draw_different values (99, 0, 1, 1)`,
    sql`delete from draw_drawn`,
  ]) {
    await wrong.execute(db)
    expect(await verifyDraws(db, false)).toHaveLength(1)
    expect(await verifyDraws(db, true)).toEqual([])
  }
  await everythingIsCounted()
})
