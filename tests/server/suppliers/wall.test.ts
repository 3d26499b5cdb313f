import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { miss } from '../../../src/modules/supplier-staffs-checking/clock.server.ts'
import { inTransaction, row, rows } from '../../../src/server/db/db.ts'
import { startChain } from '../../setup/chain.ts'
import { atTheEntrance, dayFromToday, type Visit } from '../../setup/suppliers.ts'

const chain = await startChain({ RATE_LIMITS: '1' })
const admin = await chain.person()
const { staff, cardOf, comesIn, goesOut, scan } = await atTheEntrance(chain, admin)
const [here, there] = chain.stores
const BEGIN = Date.now()
const ago = (minutes: number) => new Date(BEGIN - minutes * 60_000).toISOString()
const late = (minutes: number, store = here) => ({ key: randomUUID(), doneAt: ago(minutes), store })
const visitOf = async (id: number) =>
  (await chain.call<Visit>('GET', `supplier-staffs-checking/${id}`, { by: admin })).data

test('whoever sees the visits of one store, by whichever scope, holds no other desk and sees nobody inside there', async () => {
  const one = await staff()
  for (const scope of ['store', 'department', 'own'] as const) {
    const person = await chain.person({
      permissions: { 'supplier-staffs-checking': { read: true, add: true, edit: true } },
      scope,
      store: here,
    })
    const desk = (store: number) => chain.call('GET', `supplier-staffs-checking/desk?store=${store}`, { by: person })
    expect([(await desk(here)).status, (await desk(there)).status], scope).toEqual([200, 422])
    expect((await scan({ staff: one.id }, { by: person, store: there })).status, scope).toBe(422)
    expect((await comesIn({ staff: one.id }, { by: person, store: there })).status, scope).toBe(422)
  }
})

test('what is told later never closes a visit that began after it: it ends where that one begins', async () => {
  const one = await staff()
  const elsewhere = await comesIn({ staff: one.id }, late(60, there))
  const told = await comesIn({ staff: one.id }, late(120))
  expect(told.data).toMatchObject({ status: 'unresolved', minutes: 60, let_in_despite: [] })
  expect(await visitOf(elsewhere.data.id)).toMatchObject({ status: 'inside', left_at: null })
  // And the check-out that comes after it still settles it.
  const out = await goesOut({ staff: one.id }, late(90))
  expect(out.data).toMatchObject({ id: told.data.id, status: 'left', minutes: 30 })
  const turned = await rows(chain.db, sql`select 1 as n from supplier_staffs_checking where left_at < receiving_date`)
  expect(turned).toEqual([])
})

test('who came before a visit that is over is not inside now', async () => {
  const one = await staff()
  await comesIn({ staff: one.id }, late(60))
  await goesOut({ staff: one.id }, late(30))
  expect((await comesIn({ staff: one.id }, late(90))).data).toMatchObject({ status: 'unresolved', minutes: 30 })
  expect((await scan({ staff: one.id })).data.visit).toBeNull()
})

test('who was counted as missed, and had come while the desk had no line, has come', async () => {
  const one = await staff()
  const plan = await chain.call<Visit>('POST', 'supplier-staffs-checking', {
    by: admin,
    body: { staff: one.id, store: here, planned_on: dayFromToday(0) },
  })
  await sql`update supplier_staffs_checking set planned_on = planned_on - 1, visit_on = visit_on - 1 where id = ${plan.data.id}`.execute(
    chain.db,
  )
  await miss(chain.running.context)
  expect(await visitOf(plan.data.id)).toMatchObject({ status: 'no-show' })
  const came = await comesIn({ staff: one.id }, late(24 * 60))
  expect(came.data).toMatchObject({ id: plan.data.id, status: 'inside', visit_on: dayFromToday(-1) })
})

test('the same visit that two plan at the same moment is planned once', async () => {
  const one = await staff()
  const plan = () =>
    chain.call('POST', 'supplier-staffs-checking', {
      by: admin,
      body: { staff: one.id, store: here, planned_on: dayFromToday(3), planned_from: '08:00' },
    })
  const answers = await Promise.all(Array.from({ length: 5 }, plan))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422])
})

test('the number of a paper is tried seldom and leaves a trace; cards are scanned as quick as they come', async () => {
  const guesser = await chain.person({ permissions: { 'supplier-staffs-checking': { add: true } } })
  const number = '001090077123'
  const tries: number[] = []
  for (let at = 0; at < 3; at += 1) tries.push((await scan({ code: number }, { by: guesser })).status)
  expect(tries).toEqual([404, 404, 404])
  const traces = await rows(
    chain.db,
    { title: 'string' },
    sql`select record_title as title from activity where actor = ${guesser.id} and action = 'sensitive_search'`,
  )
  expect(traces.map(({ title }) => title)).toEqual(Array(3).fill('*********123'))
  await sql`update limits set n = 500 where key like ${`private lookup%user ${guesser.id}`}`.execute(chain.db)
  for (const answer of [
    await scan({ code: number }, { by: guesser }),
    await comesIn({ code: number }, { by: guesser }),
    await goesOut({ code: number }, { by: guesser }),
  ])
    expect(answer.status).toBe(429)
  const code = await cardOf(await staff())
  expect((await scan({ code }, { by: guesser })).status).toBe(200)
})

test('who had a card to print is set down each time, as whoever has its code can make one', async () => {
  const one = await staff()
  await cardOf(one)
  await cardOf(one)
  const lines = await row(
    chain.db,
    { n: 'number' },
    sql`select count(*)::int as n from activity where module = 'supplier-staffs' and record_id = ${one.id} and action = 'card printed'`,
  )
  expect(lines?.n).toBe(2)
})

test('what is kept of a request to know its repeat cannot be guessed back to the number in it', async () => {
  const { createHash } = await import('node:crypto')
  const one = await staff({ identity_number: '001090077999' })
  const body = { store: here, bag_quantity: 1, code: '001090077999' }
  expect((await comesIn({ code: body.code }, { key: randomUUID() })).data.staff.id).toBe(one.id)
  const plain = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  expect(await rows(chain.db, sql`select 1 as n from idempotency_keys where fingerprint = ${plain}`)).toEqual([])
})

test('who is written down while two suppliers are merged does not belong to the one that is gone', async () => {
  const named = async (name: string) =>
    (await chain.call<{ id: number; version: number }>('POST', 'supplier', { by: admin, body: { name } })).data
  const [gone, stays] = [await named('Gộp A'), await named('Gộp B')]
  const held = await staff({ supplier: gone.id })
  const merging = await inTransaction(chain.db, async (tx) => {
    await sql`select 1 from supplier_staffs where id = ${held.id} for update`.execute(tx)
    const answer = chain.call('POST', `supplier/${gone.id}/merge`, {
      by: admin,
      body: { into: stays.id, version: gone.version },
    })
    const waiting = () =>
      rows(
        chain.db,
        sql`select 1 as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    await expect.poll(async () => (await waiting()).length, { interval: 20 }).toBeGreaterThan(0)
    // The merge is under way, and cannot see her.
    await staff({ supplier: gone.id })
    return { answer }
  })
  expect((await merging.answer).status).toBe(200)
  const left = await row(
    chain.db,
    { n: 'number' },
    sql`select count(*)::int as n from supplier_staffs where supplier = ${gone.id}`,
  )
  expect(left?.n).toBe(0)
})

test('a visit that comes out of the trash while its person is inside says so in a whole sentence', async () => {
  const one = await staff()
  const first = await comesIn({ staff: one.id })
  await chain.call('DELETE', `supplier-staffs-checking/${first.data.id}`, { by: admin, body: {} })
  await comesIn({ staff: one.id })
  const back = await chain.call('POST', `supplier-staffs-checking/${first.data.id}/restore`, { by: admin, body: {} })
  expect(back.status).toBe(409)
  expect(back.text).not.toContain('{{')
  expect(back.text).toContain('inside already')
})

test('bags that came in are counted, not forgotten, so that those going out are asked for', async () => {
  const { data } = await comesIn({ staff: (await staff()).id, bag_quantity: 2 })
  const change = (bag_quantity: number | null) =>
    chain.call<Visit>('PUT', `supplier-staffs-checking/${data.id}`, {
      by: admin,
      body: { version: data.version, bag_quantity },
    })
  expect((await change(null)).data.fields).toHaveProperty('bag_quantity')
  expect((await change(3)).data.bag_quantity).toBe(3)
})
