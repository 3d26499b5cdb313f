import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Notification } from '../../../src/shared/api.ts'
import { type Person, startChain, type Ticket } from '../../setup/chain.ts'

const chain = await startChain()
const { db } = chain
const [store, otherStore] = chain.stores
const [, department] = chain.departments
const admin = await chain.person()
const service = await chain.person({ role: 'Customer service' })
const manager = await chain.person({ role: 'Store manager', store })
const foreign = await chain.person({ role: 'Store manager', store: otherStore })
const head = await chain.person({ role: 'Department manager', department })
const handler = await chain.person({ role: 'Department manager', department })
await sql`update stores set manager = case id when ${store} then ${manager.id}::bigint else ${foreign.id}::bigint end`.execute(
  chain.db,
)
await sql`update departments set manager = ${head.id} where id = ${department}`.execute(chain.db)

interface Told {
  data: Notification[]
  total: number
  count_unread: number
}
const bell = async (by: Person, query = '') => (await chain.call<Told>('GET', `notification${query}`, { by })).data
const step = async (by: Person, ticket: Ticket, name: string, more: object = {}) => {
  const { data } = await chain.call<{ version: number }>('GET', `ticket/${ticket.id}`, { by })
  const answer = await chain.call('POST', `ticket/${ticket.id}/${name}`, {
    by,
    body: { version: data.version, ...more },
  })
  expect(answer.status, answer.text).toBeLessThan(300)
}

/** Who was told anew of a ticket by what `act` did, and in which words. */
async function toldBy(ticket: { id: number }, act: () => Promise<unknown>): Promise<Record<string, string[]>> {
  const people = { admin, service, manager, foreign, head, handler }
  const heard = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(people).map(
          async ([who, by]) =>
            [
              who,
              (await bell(by, '?perpage=100')).data.filter((one) => one.ticket_id === ticket.id || ticket.id === 0),
            ] as const,
        ),
      ),
    )
  const before = await heard()
  await act()
  await settled()
  const after = await heard()
  return Object.fromEntries(
    Object.entries(after).flatMap(([who, all]) => {
      const fresh = all
        .filter((one) => !before[who]?.some(({ id }) => id === one.id))
        .map(({ title }) => title.replace(/\d{4}-\d{6}/, '#').replace(/Người \w{8}/, '@'))
      return fresh.length > 0 ? [[who, fresh]] : []
    }),
  )
}

/** The readers have come as far as the activity goes. */
async function settled(): Promise<void> {
  const mark = await chain.ticket(admin)
  await expect
    .poll(
      async () =>
        (
          await sql<{ n: number }>`select count(*)::int as n from notifications where ticket_id = ${mark.id}`.execute(
            db,
          )
        ).rows[0]?.n,
    )
    .toBe(1)
}

const COMPLETED = { solution: 'apology', origin: 'Tủ mát hỏng', comment: 'Cửa hàng xin lỗi.' }

test('each step of a complaint tells exactly those it concerns, never the one who did it', async () => {
  let ticket: Ticket = { id: 0, version: 1, issue_number: '', state: '', status: '', title: '' }
  const made = await toldBy({ id: 0 }, async () => {
    ticket = await chain.ticket(service)
  })
  expect(made.manager).toContain('New complaint #')
  expect(Object.keys(made)).toEqual(['manager'])
  const [, department] = chain.departments
  expect(await toldBy(ticket, () => step(service, ticket, 'assign', { department, assignee: handler.id }))).toEqual({
    head: ['@ assigned complaint # to your department'],
    handler: ['@ assigned complaint # to you'],
  })
  const comment = {
    body: `<p>Nhờ anh <span data-mention="${manager.id}">@</span></p>`,
    mentions: [manager.id, foreign.id, handler.id],
  }
  expect(
    await toldBy(ticket, () => chain.call('POST', `ticket/${ticket.id}/comment`, { by: handler, body: comment })),
  ).toEqual({
    manager: ['@ mentioned you in complaint #'],
    service: ['@ commented on complaint #'],
  })
  expect(await toldBy(ticket, () => step(handler, ticket, 'complete', COMPLETED))).toEqual({
    manager: ['@ completed complaint #'],
    service: ['@ completed complaint #'],
  })
  expect(await toldBy(ticket, () => step(manager, ticket, 'close'))).toEqual({})
  expect(await toldBy(ticket, () => step(manager, ticket, 'reopen', { reason: 'Khách gọi lại' }))).toEqual({
    handler: ['@ reopened complaint #'],
  })
})

test('where the manager works elsewhere by now, who directs in the store hears of its complaints', async () => {
  const deputy = await chain.person({ role: 'Store manager', store: otherStore })
  const heardOf = async () => {
    const { id } = await chain.ticket(service, { store: otherStore })
    await settled()
    const heard = await Promise.all([foreign, deputy].map(async (by) => (await bell(by)).data))
    return heard.map((all) => all.some(({ ticket_id }) => ticket_id === id))
  }
  expect(await heardOf()).toEqual([true, false])
  await sql`update users set store = ${store} where id = ${foreign.id}`.execute(db)
  expect(await heardOf()).toEqual([false, true])
  await sql`update users set store = ${otherStore} where id = ${foreign.id}`.execute(db)
  expect(await heardOf()).toEqual([true, false])
})

test('who completes a complaint that nobody has is told when it is opened again', async () => {
  const ticket = await chain.ticket(manager)
  await toldBy(ticket, () => step(service, ticket, 'complete', COMPLETED))
  expect(await toldBy(ticket, () => step(manager, ticket, 'reopen', { reason: 'Khách gọi lại' }))).toEqual({
    service: ['@ reopened complaint #'],
  })
})

test('what was read is not read again, however long another transaction stays open', async () => {
  const [, department] = chain.departments
  await db.transaction().execute(async (open) => {
    await sql`select pg_current_xact_id()`.execute(open)
    const ticket = await chain.ticket(service)
    await settled()
    expect(await toldBy(ticket, () => step(service, ticket, 'assign', { department }))).toEqual({
      head: ['@ assigned complaint # to your department'],
    })
    expect(await toldBy(ticket, () => settled())).toEqual({})
  })
  const kept = await sql<{ n: number }>`select count(*)::int as n from notifications`.execute(db)
  await settled()
  await expect
    .poll(
      async () =>
        (
          await sql<{
            n: number
          }>`select cardinality(seen) as n from feed_cursors where name = 'notifications'`.execute(db)
        ).rows[0]?.n,
    )
    .toBe(0)
  expect((await sql<{ n: number }>`select count(*)::int as n from notifications`.execute(db)).rows[0]?.n).toBe(
    (kept.rows[0]?.n ?? 0) + 1,
  )
})

test('a mention is offered to everyone who may see the complaint, wherever they work, and to nobody else', async () => {
  const ticket = await chain.ticket(service, { department: chain.departments[1] })
  const offered = async (by: Person, search: string) => {
    const { status, data } = await chain.call<{ data: { id: number }[] }>(
      'GET',
      `ticket/${ticket.id}/people?search=${encodeURIComponent(search)}`,
      { by },
    )
    return status === 200 ? data.data.map(({ id }) => id) : status
  }
  const nameOf = (person: Person) => person.email.slice(0, 8)
  expect(await offered(manager, nameOf(handler))).toEqual([handler.id])
  expect(await offered(handler, `nguoi ${nameOf(manager)}`)).toEqual([manager.id])
  expect(await offered(handler, nameOf(foreign))).toEqual([])
  expect(await offered(handler, nameOf(handler))).toEqual([])
  expect(await offered(handler, "%_'")).toEqual([])
  expect(await offered(foreign, nameOf(manager))).toBe(404)
})

test('a blocked person and one without the right are told nothing', async () => {
  const gone = await chain.person({ role: 'Department manager', department: chain.departments[1] })
  const ticket = await chain.ticket(admin, { department: chain.departments[1], assignee: gone.id })
  await settled()
  expect((await bell(gone)).total).toBe(1)
  await chain.call('POST', `user/${gone.id}/block`, { by: admin })
  await chain.call('POST', `ticket/${ticket.id}/comment`, { by: service, body: { body: '<p>x</p>' } })
  await settled()
  expect(
    (await sql<{ n: number }>`select count(*)::int as n from notifications where user_id = ${gone.id}`.execute(db))
      .rows[0]?.n,
  ).toBe(1)
})

test('the unread count stays what a plain count says, through arrivals and readings in any order', async () => {
  let seed = 20_261_121
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
  const oracle = async () =>
    (
      await sql<{
        n: number
      }>`select count(*)::int as n from notifications where user_id = ${manager.id} and read_at is null`.execute(db)
    ).rows[0]?.n
  /** Asked again where something arrived between the two counts. */
  const agree = async (turn: number): Promise<void> => {
    const before = await oracle()
    const { count_unread } = await bell(manager)
    if (before !== (await oracle())) return agree(turn)
    expect(count_unread, `turn ${turn}`).toBe(before)
  }
  for (let turn = 0; turn < 40; turn++) {
    const { data } = await bell(manager, '?perpage=100')
    const one = data[random(Math.max(1, data.length))]
    const acts: (() => Promise<unknown>)[] = [
      () => chain.ticket(admin),
      () => chain.ticket(admin),
      () => chain.call('POST', 'notification/update', { by: manager, body: { notification_id: one?.id ?? 'all' } }),
      () => chain.call('POST', 'notification/update', { by: manager, body: { notification_id: one?.id ?? 'all' } }),
      () => chain.call('POST', 'notification/update', { by: foreign, body: { notification_id: one?.id ?? 'all' } }),
    ]
    await (turn % 13 === 12
      ? chain.call('POST', 'notification/update', { by: manager, body: { notification_id: 'all' } })
      : acts[random(acts.length)]?.())
    if (turn % 5 === 4) await settled()
    await agree(turn)
  }
  await chain.call('POST', 'notification/update', { by: manager, body: { notification_id: 'all' } })
  expect(await bell(manager)).toMatchObject({ count_unread: 0 })
})

test('the list gives five at a time, newest first, and strange requests their answer', async () => {
  const { data, total } = await bell(manager)
  expect(data).toHaveLength(5)
  expect(total).toBeGreaterThan(5)
  expect(data.map(({ id }) => id)).toEqual(data.map(({ id }) => id).toSorted((a, b) => b - a))
  const next = await bell(manager, '?page=2')
  expect(next.data.every(({ id }) => id < (data.at(-1)?.id ?? 0))).toBe(true)
  for (const wrong of ['ALL', null, -1.5, {}, '1'])
    expect(
      (await chain.call('POST', 'notification/update', { by: manager, body: { notification_id: wrong } })).status,
      String(wrong),
    ).toBe(422)
})
