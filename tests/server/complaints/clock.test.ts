import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Clock } from '../../../src/shared/complaints/clock.ts'
import { type Person, startChain } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()
const [here, there] = chain.stores
const handler = await chain.person({ role: 'Store manager', store: there })

/** A complaint whose first reply is due so many minutes from now. */
async function waiting(title: string, minutes: number, more: object = {}): Promise<number> {
  const { id } = await chain.ticket(admin, { title, ...more })
  await sql`update complaints set handle_due_at = now() + ${minutes} * interval '1 minute' where id = ${id}`.execute(
    chain.db,
  )
  return id
}
const soon = await waiting('Sắp trễ', 30)
const late = await waiting('Trễ 50 phút', -50)
const later = await waiting('Trễ một giờ', -61)
const begun = await waiting('Đã nhận', -90)
await chain.call('POST', `ticket/${begun}/start`, { by: admin, body: { version: 1 } })
const far = await waiting('Còn lâu', 300, { store: there })

const listed = async (query: string, by: Person = admin) =>
  (
    await chain.call<{ data: { id: number; is_reply_late: boolean }[]; total: number }>('GET', `ticket?${query}`, {
      by,
    })
  ).data

test('the list finds those whose first reply is late and still to come, and no others', async () => {
  const found = await listed('is_reply_late=true&sort=handle_due_at')
  expect(found.data.map(({ id, is_reply_late }) => [id, is_reply_late])).toEqual([
    [later, true],
    [late, true],
  ])
  const others = await listed('is_reply_late=false&sort=id')
  expect(others.data.map(({ id }) => id)).toEqual([soon, begun, far])
  expect((await listed('is_reply_late=true&is_reply_late=false')).total).toBe(5)
  expect((await chain.call('GET', 'ticket?is_reply_late=maybe', { by: admin })).status).toBe(422)
  const { data: counts } = await chain.call<Record<string, number>>('GET', 'ticket/counts?is_reply_late=true', {
    by: admin,
  })
  expect(counts).toMatchObject({ all: 2, new: 2, processing: 0 })
})

test('the new ones stand in the order of their first reply', async () => {
  expect((await listed('status=new&sort=handle_due_at')).data.map(({ id }) => id)).toEqual([later, late, soon, far])
  const keeper = await chain.person({ role: 'Store manager', store: here })
  expect((await listed('status=new&sort=handle_due_at', keeper)).data.map(({ id }) => id)).toEqual([later, late, soon])
})

test('the worst stand first: past the law by how long, past their own deadline, first reply late, then the nearest that runs', async () => {
  const asked = 'sort=worst&priority=low'
  const due = async (title: string, own: number, law: number | null, more = sql`set paused_at = null`) => {
    const { id } = await chain.ticket(admin, { title, priority: 'low' })
    await sql`update complaints set due_at = now() + ${own} * interval '1 hour', law_due_at = now() + ${law} * interval '1 hour',
      handle_due_at = now() + interval '9 hours' where id = ${id}`.execute(chain.db)
    await sql`update complaints ${more} where id = ${id}`.execute(chain.db)
    return id
  }
  const nearest = await due('Trong hạn', 20, 8)
  const reply = await due('Phản hồi lần đầu trễ', 20, 90, sql`set handle_due_at = now() - interval '40 hours'`)
  const own = await due('Trễ 30 giờ', -30, 90)
  const longer = await due('Trễ luật 5 giờ', -20, -5)
  const law = await due('Trễ luật 1 giờ', -50, -1)
  // Its law stands still while the customer is asked, so that its own deadline speaks.
  const paused = await due('Chờ khách', -60, -40, sql`set paused_at = now()`)
  expect((await listed(asked)).data.map(({ id }) => id)).toEqual([longer, law, paused, own, reply, nearest])
  const { data: late } = await listed(`${asked}&status=overdue`)
  expect(late.map(({ id }) => id)).toEqual([longer, law, paused, own])
  expect((await chain.call('GET', 'ticket?sort=-worst', { by: admin })).status).toBe(422)
  // Requests for invoices have no clocks.
  expect((await chain.call('GET', 'vat-info?sort=worst', { by: admin })).status).toBe(422)
})

test('a notification says how its complaint stands now, as long as the person sees it', async () => {
  const { id } = await chain.ticket(admin, { store: there, assignee: handler.id, department: chain.departments[0] })
  const noted = async () =>
    (
      await chain.call<{ data: { ticket_id: number | null; clock: Clock | null }[] }>('GET', 'notification', {
        by: handler,
      })
    ).data.data.find(({ ticket_id }) => ticket_id === id)
  await expect.poll(noted).toMatchObject({ clock: { tone: 'calm' } })
  await sql`update complaints set due_at = now() - interval '5 hours 1 minute', law_due_at = now() + interval '90 hours' where id = ${id}`.execute(
    chain.db,
  )
  expect(await noted()).toMatchObject({ clock: { tone: 'late', words: '5 h late' } })
  await sql`update complaints set store = ${here} where id = ${id}`.execute(chain.db)
  expect(await noted()).toMatchObject({ clock: null })
})
