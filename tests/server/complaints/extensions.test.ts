import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { type Answer, type Person, startChain, type Ticket } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()
const manager = await chain.person({ role: 'Store manager', store: chain.stores[0] })
const colleague = await chain.person({ role: 'Store manager', store: chain.stores[0] })
const worker = await chain.person({ role: 'Store manager', store: chain.stores[0] })
const foreign = await chain.person({ role: 'Store manager', store: chain.stores[1] })
const ceo = await chain.person({ role: 'CEO' })

type Deadline = Ticket & {
  due_at: string
  breached_at: string | null
  is_breached: boolean
  fields?: Record<string, string>
}
const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const act = (by: Person, ticket: Ticket, name: string, body: object = {}): Promise<Answer<Deadline>> =>
  chain.call<Deadline>('POST', `ticket/${ticket.id}/${name}`, {
    by,
    body: { version: ticket.version, ...body },
    headers: { 'accept-language': 'en' },
  })
const make = (more: object = {}) => chain.ticket(admin, more) as Promise<Deadline>
const show = async (id: number) => (await chain.call<Deadline>('GET', `ticket/${id}`, { by: admin })).data

describe('a deadline that is given makes sense', () => {
  const wrong: [string, string, string][] = [
    ['the past', new Date(Date.now() - 60_000).toISOString(), 'A deadline lies in the future'],
    ['the year 9999', '9999-12-31T00:00:00Z', 'A deadline is at most a year from now'],
    ['in 400 days', inDays(400), 'A deadline is at most a year from now'],
    ['in a minute', inDays(1 / 1440), 'This is sooner than the present deadline. Please say so if it is meant.'],
  ]
  test.each(wrong)(
    '%s is refused with its reason, by more time, by assigning and for many',
    async (_, due_at, says) => {
      const ticket = await make()
      const extended = await act(manager, ticket, 'extend', { due_at, reason: 'Chờ hàng' })
      expect([extended.status, extended.data.fields]).toEqual([422, { due_at: says }])
      const assigned = await act(manager, ticket, 'assign', { assignee: worker.id, due_at })
      expect([assigned.status, assigned.data.fields]).toEqual([422, { due_at: says }])
      const many = await chain.call<{ id: number; refused: number }>('POST', 'ticket/bulk/assign', {
        by: manager,
        body: { rows: [[ticket.id, ticket.version]], assignee: worker.id, due_at },
      })
      expect(many.data.refused).toBe(1)
      expect(await show(ticket.id)).toMatchObject({
        version: ticket.version,
        due_at: ticket.due_at,
        is_breached: false,
      })
    },
  )

  test('sooner than the present one is taken where that is meant', async () => {
    const ticket = await make()
    const due_at = inDays(1 / 24)
    const extended = await act(manager, ticket, 'extend', { due_at, reason: 'Khách cần gấp', shorter: true })
    expect([extended.status, Date.parse(extended.data.due_at)]).toEqual([200, Date.parse(due_at)])
  })

  test('can be given while assigning, to one and to many', async () => {
    const ticket = await make()
    const due_at = inDays(30)
    const one = await act(manager, ticket, 'assign', { assignee: worker.id, due_at })
    expect([one.text, Date.parse(one.data.due_at), one.data.state]).toEqual(['', Date.parse(due_at), 'processing'])
    const others = [await make(), await make()]
    await chain.call('POST', 'ticket/bulk/assign', {
      by: manager,
      body: { rows: others.map(({ id, version }) => [id, version]), assignee: worker.id, due_at },
    })
    for (const { id } of others) expect(Date.parse((await show(id)).due_at)).toBe(Date.parse(due_at))
  })

  test('of an overdue complaint is given with its reason alone, also while assigning it or many, and the history keeps it', async () => {
    const overdue = async () => {
      const { id } = await make()
      await sql`update complaints set due_at = now() - interval '1 hour' where id = ${id}`.execute(chain.db)
      return show(id)
    }
    const [one, other] = [await overdue(), await overdue()]
    const given = { assignee: worker.id, due_at: inDays(3) }
    const assignOther = (more: object = {}) =>
      chain.call<{ refused: number }>('POST', 'ticket/bulk/assign', {
        by: manager,
        body: { rows: [[other.id, other.version]], ...given, ...more },
      })
    const refused = await act(manager, one, 'assign', given)
    expect([refused.status, refused.data.fields]).toEqual([422, { reason: 'Reason is required' }])
    expect((await assignOther()).data.refused).toBe(1)
    for (const { id } of [one, other]) expect((await show(id)).status).toBe('overdue')

    expect((await act(manager, one, 'assign', { ...given, reason: 'Chờ hàng' })).status).toBe(200)
    expect((await assignOther({ reason: 'Chờ hàng' })).data.refused).toBe(0)
    for (const { id } of [one, other]) {
      const history = await chain.call<{ data: { action: string; changes: Record<string, unknown[]> }[] }>(
        'GET',
        `ticket/${id}/history`,
        { by: admin },
      )
      expect(history.data.data[0]).toMatchObject({ action: 'assign', changes: { reason: [null, 'Chờ hàng'] } })
    }
    expect((await act(manager, await overdue(), 'assign', { assignee: worker.id })).status).toBe(200)
  })
})

describe('a wrong extension', () => {
  /** Given by mistake, and run out since. */
  async function mistaken(): Promise<Deadline> {
    const ticket = await make()
    const soon = { due_at: inDays(0.5 / 1440), reason: 'Nhầm giờ', shorter: true }
    const { data } = await act(manager, ticket, 'extend', soon)
    await sql`update complaints set breached_at = due_at where id = ${ticket.id}`.execute(chain.db)
    expect((await show(ticket.id)).is_breached).toBe(true)
    return { ...data, due_at: ticket.due_at }
  }

  test('is taken back by who made it, with the breach that only it had and with its rungs', async () => {
    const wrong = await mistaken()
    await sql`insert into escalation_events (complaint, clock, round, rung, rung_name, planned_at, fired_at, as_whom, channels)
      select ${wrong.id}, 'completion', due_round, 1, 'x', now(), now(), 'assignee', '{app}' from complaints where id = ${wrong.id}`.execute(
      chain.db,
    )
    const back = await act(manager, wrong, 'take-back-extension')
    expect([back.status, back.text]).toEqual([200, ''])
    expect(back.data).toMatchObject({ due_at: wrong.due_at, breached_at: null, is_breached: false })
    const kept = await row(
      chain.db,
      { is_extended: 'boolean', due_round: 'number', fired: 'number' },
      sql`select is_extended, due_round, (select count(*)::int from escalation_events f where f.complaint = c.id and f.clock = 'completion') as fired
          from complaints c where id = ${wrong.id}`,
    )
    expect(kept).toEqual({ is_extended: false, due_round: 1, fired: 0 })
    const history = await chain.call<{ data: { action: string }[] }>('GET', `ticket/${wrong.id}/history`, { by: admin })
    expect(history.data.data[0]?.action).toBe('take back extension')
    expect((await act(manager, back.data, 'take-back-extension')).status).toBe(409)
  })

  test('is taken back by an administrator, and by nobody else', async () => {
    const wrong = await mistaken()
    expect((await act(colleague, wrong, 'take-back-extension')).status).toBe(403)
    expect((await act(foreign, wrong, 'take-back-extension')).status).toBe(404)
    expect((await act(admin, wrong, 'take-back-extension')).status).toBe(200)
  })

  test('leaves a breach that was there before, and none to take back where the deadline changed since', async () => {
    const late = await make()
    await sql`update complaints set due_at = now() - interval '1 hour' where id = ${late.id}`.execute(chain.db)
    const given = await act(manager, late, 'extend', { due_at: inDays(3), reason: 'Chờ hàng' })
    const back = await act(manager, given.data, 'take-back-extension')
    expect(back.data).toMatchObject({ is_breached: true, status: 'overdue' })
    const changed = await act(manager, await make(), 'extend', { due_at: inDays(30), reason: 'Chờ hàng' })
    await chain.call('PUT', `ticket/${changed.data.id}`, {
      by: admin,
      body: { version: changed.data.version, priority: 'high' },
    })
    expect((await act(manager, await show(changed.data.id), 'take-back-extension')).status).toBe(409)
  })
})

describe('who looks and reports everywhere', () => {
  test('approves costs, and moves no complaint', async () => {
    const ticket = await make()
    const due = { due_at: inDays(30), reason: 'x' }
    for (const [name, body] of [
      ['assign', { assignee: worker.id }],
      ['assign-to', { assignee: worker.id }],
      ['extend', due],
      ['take-back-extension', {}],
      ['close', {}],
      ['reopen', { reason: 'x' }],
      ['merge', { into: 1 }],
    ] as const)
      expect((await act(ceo, ticket, name, body)).status, name).toBe(403)
    const many = await chain.call('POST', 'ticket/bulk/assign', {
      by: ceo,
      body: { rows: [[ticket.id, 1]], assignee: worker.id },
    })
    expect(many.status).toBe(403)
    expect((await chain.call('GET', `ticket/${ticket.id}`, { by: ceo })).status).toBe(200)
    const asked = await chain.call<Ticket>('PUT', `ticket/${ticket.id}`, {
      by: manager,
      body: { version: 1, cost: 9_000_000 },
    })
    expect((await act(ceo, asked.data, 'approve-cost', { reason: 'Hợp lý' })).status).toBe(200)
  })
})

describe('whoever is given a complaint can see it', () => {
  const says = { assignee: 'This person does not handle complaints of this store' }
  test('on every way it is given', async () => {
    const ticket = await make()
    for (const name of ['assign', 'assign-to']) {
      const answer = await act(admin, ticket, name, { assignee: foreign.id })
      expect([answer.status, answer.data.fields], name).toEqual([422, says])
    }
    const changed = await chain.call<Deadline>('PUT', `ticket/${ticket.id}`, {
      by: admin,
      body: { version: ticket.version, assignee: foreign.id },
      headers: { 'accept-language': 'en' },
    })
    expect([changed.status, changed.data.fields]).toEqual([422, says])
    const made = await chain.call('POST', 'ticket', { by: admin, body: chain.complaint({ assignee: foreign.id }) })
    expect(made.status).toBe(422)
    const many = await chain.call<{ refused: number }>('POST', 'ticket/bulk/assign', {
      by: admin,
      body: { rows: [[ticket.id, ticket.version]], assignee: foreign.id },
    })
    expect(many.data.refused).toBe(1)
    expect((await act(admin, ticket, 'assign-to', { assignee: worker.id })).status).toBe(200)
  })
})
