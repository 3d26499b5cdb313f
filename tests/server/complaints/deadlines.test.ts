import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { type Answer, startChain, type Ticket } from '../../setup/chain.ts'

const chain = await startChain()
const { db } = chain
const admin = await chain.person()

interface Dated extends Ticket {
  due_at: string | null
  handle_due_at: string
  law_due_at: string
  paused_at: string | null
  pause_reason: string | null
  breached_at: string | null
  handle_breached_at: string | null
  is_breached: boolean
}
const show = async (id: number) => (await chain.call<Dated>('GET', `ticket/${id}`, { by: admin })).data
const make = async (more: object = {}) => show((await chain.ticket(admin, more)).id)

/** Takes a step on the complaint as it stands. */
async function step(id: number, name: string, body: object = {}): Promise<Answer<Dated>> {
  const { version } = await show(id)
  return chain.call<Dated>('POST', `ticket/${id}/${name}`, { by: admin, body: { version, ...body } })
}
const COMPLETE = { solution: 'apology', origin: 'Tem giá cũ', comment: 'Đã xin lỗi khách' }

/** As if all of it had happened so much earlier. */
const ago = (id: number, time: string) =>
  sql`update complaints set created_at = created_at - ${time}::interval, due_at = due_at - ${time}::interval, handle_due_at = handle_due_at - ${time}::interval,
        law_due_at = law_due_at - ${time}::interval, paused_at = paused_at - ${time}::interval, paused_due_at = paused_due_at - ${time}::interval where id = ${id}`.execute(
    db,
  )
const millis = (moment: string | Date | null) => new Date(moment ?? '').getTime()

test('a new complaint has three deadlines: to begin, to be completed, and the law’s', async () => {
  const ticket = await make()
  const meant = await row(
    db,
    { due: 'date', first: 'date', law: 'date' },
    sql`select add_working_hours(created_at, 24) as due, add_working_hours(created_at, 4) as first, law_deadline(created_at) as law from complaints where id = ${ticket.id}`,
  )
  expect([ticket.due_at, ticket.handle_due_at, ticket.law_due_at].map(millis)).toEqual(
    [meant?.due, meant?.first, meant?.law].map((moment) => millis(moment ?? null)),
  )
})

describe('waiting for the customer', () => {
  test('stops both clocks, and what was worked meanwhile is added to both', async () => {
    const ticket = await make()
    const paused = await step(ticket.id, 'pause', { reason: 'Xin ảnh hóa đơn' })
    expect(paused.data).toMatchObject({ state: 'processing', due_at: null, pause_reason: 'Xin ảnh hóa đơn' })
    await ago(ticket.id, '3 days')
    const before = await row(
      db,
      { due: 'date', law: 'date', n: 'number' },
      sql`select work_on('chain', paused_due_at, worked('chain', now()) - worked('chain', paused_at)) as due,
            work_on('law', law_due_at, worked('law', now()) - worked('law', greatest(paused_at, law_begins(created_at)))) as law, (worked('chain', now()) - worked('chain', paused_at)) as n
          from complaints where id = ${ticket.id}`,
    )
    expect(before?.n).toBeGreaterThan(20 * 3600 * 1e6)
    const { data } = await step(ticket.id, 'resume')
    expect(data).toMatchObject({ paused_at: null, pause_reason: null, state: 'processing' })
    expect(Math.abs(millis(data.due_at) - millis(before?.due ?? null))).toBeLessThan(5000)
    expect(Math.abs(millis(data.law_due_at) - millis(before?.law ?? null))).toBeLessThan(5000)
  })

  test('keeps a complaint from turning late, in lists, counts and figures', async () => {
    const ticket = await make()
    await step(ticket.id, 'pause', { reason: 'Hỏi size áo' })
    await ago(ticket.id, '60 days')
    expect(await show(ticket.id)).toMatchObject({ status: 'processing', is_breached: false })
    const waiting = await chain.call<{ data: Ticket[]; total: number }>('GET', 'ticket?is_paused=true', { by: admin })
    expect(waiting.data.data.map(({ id }) => id)).toContain(ticket.id)
    const done = await step(ticket.id, 'complete', COMPLETE)
    expect(done.data).toMatchObject({ state: 'completed', breached_at: null, is_breached: false, paused_at: null })
    expect(millis(done.data.due_at)).toBeGreaterThan(Date.now())
  })

  test('ends by itself when the customer writes', async () => {
    const ticket = await make()
    await step(ticket.id, 'pause', { reason: 'Xin số hóa đơn' })
    const { follow } = (await row(
      db,
      { follow: 'string' },
      sql`select follow_token as follow from complaints where id = ${ticket.id}`,
    )) ?? { follow: '' }
    await chain.call('POST', `public/follow/${follow}/comment`, { body: { body: 'Số hóa đơn 00012345' } })
    const now = await show(ticket.id)
    expect(now.paused_at).toBeNull()
    expect(millis(now.due_at)).toBeGreaterThan(Date.now())
    const history = await chain.call<{ data: { action: string }[] }>('GET', `ticket/${ticket.id}/history`, {
      by: admin,
    })
    expect(history.data.data.map(({ action }) => action).slice(0, 2)).toEqual(['resume', 'comment'])
  })

  test('is refused twice, for what is done, and a deadline that stands still cannot be moved', async () => {
    const ticket = await make()
    expect((await step(ticket.id, 'resume')).status).toBe(409)
    await step(ticket.id, 'pause', { reason: 'Chờ khách' })
    expect((await step(ticket.id, 'pause', { reason: 'Chờ nữa' })).status).toBe(409)
    const due_at = new Date(Date.now() + 86_400_000).toISOString()
    expect((await step(ticket.id, 'extend', { due_at, reason: 'Thêm giờ' })).status).toBe(409)
    await step(ticket.id, 'resume')
    await step(ticket.id, 'complete', COMPLETE)
    expect((await step(ticket.id, 'pause', { reason: 'Chờ khách' })).status).toBe(409)
  })

  test('another priority meanwhile gives another deadline, with the time it stood still', async () => {
    const ticket = await make()
    await step(ticket.id, 'pause', { reason: 'Chờ khách' })
    await ago(ticket.id, '2 days')
    await step(ticket.id, 'resume')
    const { version } = await show(ticket.id)
    const { data } = await chain.call<Dated>('PUT', `ticket/${ticket.id}`, {
      by: admin,
      body: { version, priority: 'low' },
    })
    const meant = await row(
      db,
      { due: 'date' },
      sql`select ticket_deadline(feedback_type, 'low', created_at, paused_work) as due from complaints where id = ${ticket.id}`,
    )
    expect(millis(data.due_at)).toBe(millis(meant?.due ?? null))
    expect(millis(data.due_at)).toBeGreaterThan(millis(ticket.due_at))
  })
})

describe('a breach stays in the figures', () => {
  const breached = async () => {
    const ticket = await make()
    await ago(ticket.id, '30 days')
    return ticket.id
  }
  const later = new Date(Date.now() + 5 * 86_400_000).toISOString()

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['an extension', (id) => step(id, 'extend', { due_at: later, reason: 'Chờ nhà cung cấp' })],
    ['a pause', (id) => step(id, 'pause', { reason: 'Chờ khách' })],
    [
      'a reopening',
      async (id) => {
        await step(id, 'complete', COMPLETE)
        await step(id, 'reopen', { reason: 'Khách chưa hài lòng' })
      },
    ],
    [
      'trash and restore',
      async (id) => {
        await step(id, 'trash')
        await step(id, 'restore')
      },
    ],
    [
      'another priority',
      async (id) => {
        const { version } = await show(id)
        await chain.call('PUT', `ticket/${id}`, { by: admin, body: { version, priority: 'low' } })
      },
    ],
  ])('through %s', async (_, act) => {
    const id = await breached()
    await act(id)
    const now = await show(id)
    expect(now.breached_at).not.toBeNull()
    expect(now.handle_breached_at).not.toBeNull()
    expect(now.is_breached).toBe(true)
  })
})

test('a reopened complaint gets a fresh time of the law as well, and what was missed before stays', async () => {
  const { id } = await make()
  await ago(id, '30 days')
  await step(id, 'complete', COMPLETE)
  const { data } = await step(id, 'reopen', { reason: 'Khách chưa hài lòng' })
  expect(millis(data.law_due_at)).toBeGreaterThan(Date.now() + 5 * 86_400_000)
  const kept = await row(db, { law_breached_at: 'date?' }, sql`select law_breached_at from complaints where id = ${id}`)
  expect(kept?.law_breached_at).not.toBeNull()
})

test('a list shows what turns late within so many hours', async () => {
  const [soon, late, far] = [await make(), await make(), await make()]
  const due = (id: number, hours: number) =>
    sql`update complaints set due_at = now() + ${hours} * interval '1 hour' where id = ${id}`.execute(db)
  await due(soon.id, 3)
  await due(late.id, -1)
  await due(far.id, 30)
  const ids = async (hours: number) =>
    (
      await chain.call<{ data: Ticket[] }>('GET', `ticket?due_within=${hours}&perpage=1000`, { by: admin })
    ).data.data.map(({ id }) => id)
  expect(await ids(4)).toContain(soon.id)
  expect(await ids(2)).not.toContain(soon.id)
  expect(await ids(4)).not.toContain(late.id)
  expect(await ids(4)).not.toContain(far.id)
  expect(await ids(48)).toContain(far.id)
})
