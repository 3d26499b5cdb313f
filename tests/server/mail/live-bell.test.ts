import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { announce } from '../../../src/modules/product-promotions/announce.server.ts'
import { NOTIFIER } from '../../../src/server/activity/unread.ts'
import { row } from '../../../src/server/db/db.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { type Ear, listen } from '../../setup/http/listen.ts'

const chain = await startChain()
const atFirst = await row(chain.db, sql`select from feed_cursors where name = ${NOTIFIER}`)
const admin = await chain.person()
const [store] = chain.stores

const bells = (ear: Ear) => ear.events.flatMap(({ name, data }) => (name === 'notification' ? [data] : []))
const newestOf = async ({ id }: Person) =>
  (await row(chain.db, { n: 'number' }, sql`select coalesce(max(id), 0) as n from notifications where user_id = ${id}`))
    ?.n

test('a server takes no call before its readers of the activity know where they begin', () => {
  expect(atFirst).toBeDefined()
})

test('the bell hears of what was written late, as the reader of the activity was held up', async () => {
  const handler = await chain.person({ role: 'Department manager', department: chain.departments[0] })
  const ear = await listen(chain.url, handler.token)
  await chain.db.transaction().execute(async (tx) => {
    // A lock of a row would be a transaction that is open for the feeds of every database here.
    await sql`lock table feed_cursors in exclusive mode`.execute(tx)
    // A busy machine may take its time between the lock and the end of it.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await chain.ticket(admin, { department: chain.departments[0], assignee: handler.id })
    await pause(5000)
    expect(bells(ear).map(({ count_unread }) => count_unread)).not.toContain(1)
  })
  await expect.poll(() => bells(ear).at(-1)?.count_unread).toBe(1)
  expect(bells(ear).at(-1)?.newest).toBe(await newestOf(handler))
  ear.close()
})

test('whatever somebody is told of reaches the open bell by itself: promotions that begin, as well as complaints', async () => {
  const manager = await chain.person({ role: 'Store manager', store })
  await sql`update stores set manager = ${manager.id} where id = ${store}`.execute(chain.db)
  const body = { product_name: 'Kẹo lạc', price: 20_000, promotion_price: 15_000, stores: [store] }
  const made = await chain.call('POST', 'product-promotions', {
    by: admin,
    body: { ...body, starts_on: '2036-05-02', ends_on: '2036-05-20' },
  })
  expect(made.status, made.text).toBe(201)
  const ear = await listen(chain.url, manager.token)
  await announce(chain.running.context, new Date('2036-05-01T09:00:00+07:00'))
  await expect.poll(() => bells(ear).at(-1)).toEqual({ count_unread: 1, newest: expect.any(Number) })
  expect(bells(ear).at(-1)?.newest).toBe(await newestOf(manager))
  ear.close()
})

test('a notification that takes the place of an unread one is told as well, though the count is the same', async () => {
  const watcher = await chain.person()
  const ear = await listen(chain.url, watcher.token)
  const alarm = () =>
    sql`insert into activity (action, module, record_title, place) values ('large export', 'users', 'users', '{}')`.execute(
      chain.db,
    )
  await alarm()
  await expect.poll(() => bells(ear).at(-1)?.count_unread).toBe(1)
  const first = bells(ear).at(-1)?.newest ?? 0
  await alarm()
  await expect.poll(() => bells(ear).at(-1)?.newest).toBeGreaterThan(first)
  expect(bells(ear).at(-1)?.count_unread).toBe(1)
  ear.close()
})

test('who comes to an open screen is told what the bell holds, also where nothing happens any more', async () => {
  const watcher = await chain.person()
  const first = await listen(chain.url, watcher.token)
  await expect.poll(() => bells(first).length).toBeGreaterThan(0)
  first.close()
  const again = await listen(chain.url, watcher.token)
  await expect.poll(() => bells(again)).toEqual([{ count_unread: 0, newest: 0 }])
  again.close()
})
