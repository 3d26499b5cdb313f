import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { announce } from '../../../src/modules/product-promotions/announce.server.ts'
import { row } from '../../../src/server/db/db.ts'
import type { ActivityLine, Page } from '../../../src/shared/api.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const { context } = chain.running
const marketing = await chain.person({ role: 'Marketing' })
const [here, there] = chain.stores
const manager = await chain.person({ role: 'Store manager', store: here })
const other = await chain.person({ role: 'Store manager', store: there })
await sql`update stores set manager = ${manager.id} where id = ${here}`.execute(chain.db)

const today =
  (await row(chain.db, { day: 'string' }, sql`select ((now() at time zone chain_zone())::date)::text as day`))?.day ??
  ''
const dayFrom = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
let serial = 0
const kept = async (more: object) => {
  const made = await chain.call<{ id: number; version: number }>('POST', 'product-promotions', {
    by: marketing,
    body: {
      product_name: `Kẹo ${++serial}`,
      ...{ price: 20_000, promotion_price: 15_000, starts_on: dayFrom(-3), ends_on: dayFrom(10), ...more },
    },
  })
  expect(made.status, JSON.stringify(made.data)).toBe(201)
  return made.data
}
const bell = async (by: typeof manager) =>
  (await chain.call<{ data: { title: string; message?: string }[] }>('GET', 'notification', { by })).data.data

test('who runs a store is told once of what begins tomorrow and what ends in three days, all in one message', async () => {
  // Weeks ahead: of today the server tells by its own clock, and there is nothing to tell.
  const then = 20
  const between = { starts_on: dayFrom(then + 1), ends_on: dayFrom(then + 30) }
  await kept({ stores: [here], ...between })
  await kept({ stores: [], ...between })
  await kept({ stores: [here, there], ends_on: dayFrom(then + 3) })
  // None of these: another day, another store, switched off.
  await kept({ stores: [here], ...between, starts_on: dayFrom(then + 2) })
  await kept({ stores: [here], ends_on: dayFrom(then + 2) })
  await kept({ stores: [there], ...between })
  await kept({ stores: [here], ...between, active: false })
  const at = (time: string) => new Date(`${dayFrom(then)}T${time}:00+07:00`)
  // Several servers, several times, and not before seven.
  await announce(context, at('06:59'))
  expect(await bell(manager)).toEqual([])
  await Promise.all(['09:00', '09:00', '09:00'].map((time) => announce(context, at(time))))
  await announce(context, at('21:00'))
  await expect.poll(() => bell(manager)).toHaveLength(1)
  await expect.poll(() => bell(other)).toHaveLength(1)
  expect(JSON.stringify(await bell(manager))).toContain('Promotions: 2 begin tomorrow, 1 end in three days')
  expect(JSON.stringify(await bell(other))).toContain('Promotions: 2 begin tomorrow, 1 end in three days')
  expect(await bell(marketing)).toEqual([])
})

test('who runs two stores is told once of a promotion that holds in both', async () => {
  await sql`delete from product_promotions`.execute(chain.db)
  const both = await chain.person({ role: 'Store manager', store: there })
  await sql`update stores set manager = ${both.id} where id = any(${[here, there]}::bigint[])`.execute(chain.db)
  await kept({ stores: [here, there], starts_on: dayFrom(2), ends_on: dayFrom(4) })
  await kept({ stores: [], ends_on: dayFrom(4) })
  await announce(context, new Date(`${dayFrom(1)}T09:00:00+07:00`))
  await expect.poll(() => bell(both)).toHaveLength(1)
  expect(JSON.stringify(await bell(both))).toContain('Promotions: 1 begin tomorrow, 1 end in three days')
  const line = await row(
    chain.db,
    { begins: 'number', ends: 'number' },
    sql`select (changes -> 'begins' ->> 1)::int as begins, (changes -> 'ends' ->> 1)::int as ends from activity
        where action = 'announce promotions' and record_title = ${dayFrom(1)}`,
  )
  expect(line).toEqual({ begins: 1, ends: 1 })
})

test('the history tells each change with old and new, who and when, by product, store, kind and days', async () => {
  const one = await kept({ product_name: 'Kẹo lạc', stores: [here] })
  const change = (version: number, body: object) =>
    chain.call('PUT', `product-promotions/${one.id}`, { by: marketing, body: { version, ...body } })
  await change(1, { promotion_price: 14_000 })
  await change(2, { quantity: 50, ends_on: dayFrom(12) })
  await change(3, { note: 'Không phải thay đổi cho khách' })
  await change(4, { active: false })
  const told = async (query: string, by = marketing) =>
    (await chain.call<Page<ActivityLine>>('GET', `product-promotion-history?${query}`, { by })).data
  const all = await told(`promotion=${one.id}`)
  expect(all.data.map(({ action, changes, actor }) => [action, changes, actor?.id])).toEqual([
    ['update', { active: [true, false] }, marketing.id],
    ['update', { ends_on: [dayFrom(10), dayFrom(12)], quantity: [null, 50] }, marketing.id],
    ['update', { promotion_price: [15_000, 14_000] }, marketing.id],
    ['create', {}, marketing.id],
  ])
  for (const [kind, n] of [
    ['price', 0],
    ['promotion_price', 1],
    ['quantity', 1],
    ['place', 0],
    ['dates', 1],
    ['state', 1],
    ['made', 1],
  ] as const)
    expect((await told(`promotion=${one.id}&kind=${kind}`)).total, kind).toBe(n)
  expect((await told(`search=keo%20lac&from=${today}&to=${today}`)).total).toBe(4)
  expect((await told(`search=keo%20lac&to=${dayFrom(-1)}`)).total).toBe(0)
  expect((await told(`promotion=${one.id}&stores=${there}`)).total).toBe(0)
  // Another store is told nothing of it, and a kind that is none is refused.
  expect((await told(`promotion=${one.id}`, other)).total).toBe(0)
  expect((await told(`promotion=${one.id}`, manager)).total).toBe(4)
  expect((await chain.call('GET', 'product-promotion-history?kind=colour', { by: marketing })).status).toBe(422)
})
