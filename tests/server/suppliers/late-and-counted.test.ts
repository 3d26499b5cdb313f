import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hashOfCode } from '../../../src/modules/supplier-staffs-checking/desk.server.ts'
import type { KnownCard } from '../../../src/modules/supplier-staffs-checking/desk.ts'
import { rows } from '../../../src/server/db/db.ts'
import type { Statistics } from '../../../src/shared/statistics.ts'
import { startChain } from '../../setup/chain.ts'
import { atTheEntrance, dayFromToday } from '../../setup/suppliers.ts'

const chain = await startChain({ CHECKIN_OFFLINE: '1' })
const admin = await chain.person()
const { staff, cardOf, comesIn, goesOut, supplier } = await atTheEntrance(chain, admin)
const [here, there] = chain.stores
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('what a desk without a line did bears the time it was done at, once however often it is sent', async () => {
  const one = await staff()
  const [code, key, at] = [await cardOf(one), randomUUID(), ago(90)]
  const answers = [
    await comesIn({ code, bag_quantity: 2 }, { key, doneAt: at }),
    await comesIn({ code, bag_quantity: 2 }, { key, doneAt: at }),
  ]
  expect(answers.map(({ status, data }) => [status, data.id])).toEqual([
    [201, answers[0]?.data.id],
    [201, answers[0]?.data.id],
  ])
  expect(answers[0]?.data.is_sent_later).toBe(true)
  expect(new Date(String(answers[0]?.data.receiving_date)).toISOString()).toBe(at)
  const out = await goesOut({ code, bags_out: 2 }, { key: randomUUID(), doneAt: ago(30) })
  expect(out.data).toMatchObject({ status: 'left', minutes: 60 })
  const now = await comesIn({ code })
  expect(now.data.is_sent_later).toBe(false)
})

test('nothing is done in the future, or more than three days ago', async () => {
  const one = await staff()
  for (const at of [ago(-10), ago(3 * 24 * 60 + 5)])
    expect((await comesIn({ staff: one.id }, { key: randomUUID(), doneAt: at })).status).toBe(422)
  expect((await comesIn({ staff: one.id }, { key: randomUUID(), doneAt: ago(3 * 24 * 60 - 5) })).status).toBe(201)
})

test('a late check-in is judged on its own day, and never doubles a visit that stands at that time', async () => {
  const ended = await staff({ valid_until: dayFromToday(-1) })
  expect((await comesIn({ staff: ended.id }, { key: randomUUID(), doneAt: ago(26 * 60) })).status).toBe(201)
  expect((await goesOut({ staff: ended.id }, { key: randomUUID(), doneAt: ago(25 * 60) })).status).toBe(201)
  expect((await comesIn({ staff: ended.id })).code).toBe(1482)
  const one = await staff()
  await comesIn({ staff: one.id }, { key: randomUUID(), doneAt: ago(120) })
  await goesOut({ staff: one.id }, { key: randomUUID(), doneAt: ago(60) })
  const between = await comesIn({ staff: one.id }, { key: randomUUID(), doneAt: ago(90) })
  expect([between.status, between.code]).toEqual([409, 1483])
})

test('a late check-out settles a visit that the system had closed meanwhile', async () => {
  const one = await staff()
  const { data } = await comesIn({ staff: one.id, bag_quantity: 1 })
  await sql`update supplier_staffs_checking set status = 'unresolved', receiving_date = now() - interval '5 hours 1 second', left_at = now() - interval '1 minute', is_overstay = true, closes_at = now() - interval '2 hours' where id = ${data.id}`.execute(
    chain.db,
  )
  const out = await goesOut({ staff: one.id, bags_out: 1 }, { key: randomUUID(), doneAt: ago(150) })
  expect(out.data).toMatchObject({ id: data.id, status: 'left', is_overstay: false, minutes: 150 })
})

test('the cards that are valid at a store today leave as hashes alone, for who holds its desk', async () => {
  const [valid, foreign, ended] = [
    await staff(),
    await staff({ stores: [there] }),
    await staff({ valid_until: dayFromToday(-1) }),
  ]
  const codes = await Promise.all([valid, foreign, ended].map(cardOf))
  const answer = await chain.call<{ data: KnownCard[] }>('GET', `supplier-staffs-checking/known-cards?store=${here}`, {
    by: admin,
  })
  const hashes = answer.data.data.map(({ hash }) => hash)
  expect(codes.map((code) => hashes.includes(hashOfCode(code)))).toEqual([true, false, false])
  expect(JSON.stringify(answer.data)).not.toContain(codes[0])
  const reception = await chain.person({ role: 'Reception', scope: 'store', store: there })
  const other = await chain.call('GET', `supplier-staffs-checking/known-cards?store=${here}`, { by: reception })
  expect(other.status).toBe(422)
})

test('the report counts visits, people, hours, bags and what went wrong, by day, supplier and store', async () => {
  await sql`delete from supplier_staffs_checking`.execute(chain.db)
  const [first, second, third] = [await staff(), await staff(), await staff()]
  await comesIn({ staff: first.id, bag_quantity: 2 })
  await sql`update supplier_staffs_checking set receiving_date = now() - interval '90 minutes' where staff = ${first.id}`.execute(
    chain.db,
  )
  await goesOut({ staff: first.id, bags_out: 3, reason: 'Mang thêm' })
  await comesIn({ staff: first.id, bag_quantity: 1 })
  await comesIn({ staff: second.id, bag_quantity: 1 }, { store: there })
  await sql`insert into supplier_staffs_checking (staff, store, supplier, status, planned_on, visit_on) values (${third.id}, ${here}, ${supplier}, 'no-show', ${dayFromToday(0)}, ${dayFromToday(0)})`.execute(
    chain.db,
  )
  const report = async (query: string, path = 'report') =>
    (await chain.call<Statistics>('GET', `supplier-staffs-checking/${path}?${query}`, { by: admin })).data
  const { totals } = await report('by=day')
  expect(totals.values).toMatchObject({
    visits: 3,
    people: 2,
    hours: 1.5,
    bags_in: 4,
    bags_out: 3,
    bags_more: 1,
    no_shows: 1,
  })
  const stores = (await report('by=store')).rows.map(({ key, values }) => [Number(key), values.visits])
  expect(stores.toSorted()).toEqual([
    [here, 2],
    [there, 1],
  ])
  expect((await report('by=supplier')).rows).toHaveLength(1)
  const months = await report(`from=${dayFromToday(-20)}`, 'report-by-month')
  expect(months.totals.values.visits).toBe(3)
  const deskOnly = await chain.person({ permissions: { 'supplier-staffs-checking': { read: true, add: true } } })
  expect((await chain.call('GET', 'supplier-staffs-checking/report', { by: deskOnly })).status).toBe(403)
})

test('a number of a paper lies nowhere in the database as it is, whatever was done with it', async () => {
  const number = '079090012399'
  const one = await staff({ identity_number: number, member_card: '9704360099998888' })
  await comesIn({ code: number })
  await chain.call('POST', 'supplier-staffs-checking/find', { by: admin, body: { typed: number, store: here } })
  await chain.call('PUT', `supplier-staffs/${one.id}`, { by: admin, body: { version: one.version, note: 'Ca sáng' } })
  const tables = await rows(
    chain.db,
    { schema: 'string', name: 'string' },
    sql`select n.nspname as schema, relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r'`,
  )
  for (const { schema, name } of tables) {
    const [found] = await rows(
      chain.db,
      sql`select 1 as n from ${sql.id(schema, name)} t where strpos(t::text, ${number}) > 0 or strpos(t::text, '9704360099998888') > 0 limit 1`,
    )
    expect(found, name).toBeUndefined()
  }
})
