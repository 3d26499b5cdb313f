import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { complaintFlow } from '../../../src/modules/complaints/flow.ts'
import type { Notification } from '../../../src/shared/api.ts'
import { isAllowed, type Step } from '../../../src/shared/flow.ts'
import { type Person, startChain, type Ticket } from '../../setup/chain.ts'
import { asksFor } from '../../setup/steps.ts'

type Costed = Ticket & {
  cost: number | null
  cost_state: string | null
  cost_asked_by: { id: number } | null
  cost_decided_by: { id: number } | null
  cost_decided_at: string | null
  cost_reason: string | null
}

/** The limits of the roles delivered, VND. */
const STORE_LIMIT = 1_000_000
const HEAD_LIMIT = 5_000_000
const ABOVE = STORE_LIMIT + 1

const chain = await startChain()
const [store] = chain.stores
const [, department] = chain.departments
const admin = await chain.person()
const manager = await chain.person({ role: 'Store manager', store })
const head = await chain.person({ role: 'Department manager', department })

const make = (by: Person, more: object = {}) =>
  chain.ticket(by, { department: chain.departments[1], ...more }) as Promise<Costed>
const record = (by: Person, ticket: Costed, cost: number | null) =>
  chain.call<Costed>('PUT', `ticket/${ticket.id}`, { by, body: { version: ticket.version, cost } })
const waiting = async (cost = ABOVE) => (await record(manager, await make(admin), cost)).data
const decide = (
  by: Person,
  ticket: Costed,
  how: 'approve' | 'reject' = 'approve',
  more: object = { reason: 'Hợp lý' },
) =>
  chain.call<Costed & { changed_by?: string }>('POST', `ticket/${ticket.id}/${how}-cost`, {
    by,
    body: { version: ticket.version, ...more },
  })
const step = (by: Person, ticket: Ticket, name: string) =>
  chain.call<Costed>('POST', `ticket/${ticket.id}/${name}`, {
    by,
    body: asksFor(name, {
      version: ticket.version,
      solution: 'compensation',
      origin: 'Hàng lỗi',
      comment: 'Đã đền bù',
      reason: 'Chưa xong',
    }),
  })

const setLimit = async (person: Person, value: number | null) => {
  await sql`update user_roles set cost_limit = ${value} where id = (select role from users where id = ${person.id})`.execute(
    chain.db,
  )
  chain.running.context.sessions.forget(person.id)
}

describe('a cost above the limit of whoever records it waits for approval', () => {
  test.each([
    ['nothing', null, null],
    ['zero', 0, null],
    ['less', STORE_LIMIT - 1, null],
    ['exactly the limit', STORE_LIMIT, null],
    ['one đồng more', ABOVE, 'requested'],
  ])('%s', async (_, cost, state) => {
    const { data } = await record(manager, await make(admin), cost)
    expect(data).toMatchObject({ cost, cost_state: state })
    expect(data.cost_asked_by?.id ?? null).toBe(state && manager.id)
  })

  test('with a new complaint as well', async () => {
    const worker = await chain.person({ role: 'Customer service' })
    expect(await make(worker, { cost: 2_000_001 })).toMatchObject({ cost: 2_000_001, cost_state: 'requested' })
    expect(await make(worker, { cost: 2_000_000 })).toMatchObject({ cost_state: null })
  })

  test('a role without a limit needs nobody, and settles what waited', async () => {
    const ticket = await waiting()
    expect((await record(admin, ticket, 90_000_000)).data).toMatchObject({ cost: 90_000_000, cost_state: null })
  })

  test('what was approved may become less; more asks again', async () => {
    const approved = (await decide(head, await waiting(3_000_000))).data
    expect(approved).toMatchObject({ cost_state: 'approved', cost_reason: 'Hợp lý' })
    const less = (await record(manager, approved, 2_000_000)).data
    expect(less).toMatchObject({ cost: 2_000_000, cost_state: 'approved' })
    const more = (await record(manager, less, 2_000_001)).data
    expect(more).toMatchObject({ cost_state: 'requested', cost_decided_by: null, cost_decided_at: null })
  })

  test('another change of the complaint leaves the approval as it stands', async () => {
    const ticket = await waiting()
    const changed = await chain.call<Costed>('PUT', `ticket/${ticket.id}`, {
      by: admin,
      body: { version: ticket.version, title: 'Tiêu đề khác', cost: ABOVE },
    })
    expect(changed.data).toMatchObject({ cost_state: 'requested', cost_asked_by: { id: manager.id } })
  })

  test('nobody sets the approval itself', async () => {
    const ticket = await waiting()
    for (const [name, value] of Object.entries({
      cost_state: 'approved',
      cost_asked_by: admin.id,
      cost_decided_by: manager.id,
      cost_decided_at: new Date().toISOString(),
      cost_reason: 'Tự duyệt',
    })) {
      const forged = { version: ticket.version, [name]: value }
      expect((await chain.call('PUT', `ticket/${ticket.id}`, { by: manager, body: forged })).status).toBe(400)
      expect((await chain.call('POST', 'ticket', { by: admin, body: chain.complaint({ [name]: value }) })).status).toBe(
        400,
      )
    }
  })
})

describe('while a cost waits or is rejected', () => {
  const SETTLING = ['complete', 'close']
  const STEPS = (Object.entries(complaintFlow.steps) as [string, Step][]).filter(([name]) => name !== 'restore')
  for (const how of ['requested', 'rejected'])
    for (const [name, taken] of STEPS)
      test(`${name} is ${SETTLING.includes(name) ? 'refused' : 'allowed'} while it is ${how}`, async () => {
        let ticket = await make(admin)
        if (!isAllowed(taken, ticket.state)) ticket = (await step(admin, ticket, 'complete')).data
        ticket = (await record(manager, ticket, ABOVE)).data
        if (how === 'rejected') ticket = (await decide(head, ticket, 'reject')).data
        expect(isAllowed(taken, ticket.state)).toBe(true)
        const answer = await step(admin, ticket, name)
        if (!SETTLING.includes(name)) return expect(answer.status, answer.text).toBe(200)
        expect(answer.status).toBe(409)
        expect(answer.text).toMatch(how === 'requested' ? /waits for approval/ : /was rejected/)
        const now = await chain.call<Costed>('GET', `ticket/${ticket.id}`, { by: admin })
        expect(now.data).toMatchObject({ state: ticket.state, version: ticket.version })
      })

  test('it is not merged into another one either, as that closes it', async () => {
    const [ticket, other] = [await waiting(), await make(admin)]
    const body = { version: ticket.version, into: other.id }
    const refused = await chain.call('POST', `ticket/${ticket.id}/merge`, { by: admin, body })
    expect(refused.text).toMatch(/waits for approval/)
    const approved = (await decide(head, ticket)).data
    const merged = await chain.call('POST', `ticket/${ticket.id}/merge`, {
      by: admin,
      body: { ...body, version: approved.version },
    })
    expect(merged.status, merged.text).toBe(200)
  })

  test('it goes on once the cost is approved, or changed to one within the limit', async () => {
    const approved = (await decide(head, await waiting())).data
    expect((await step(manager, approved, 'complete')).data.state).toBe('completed')
    const rejected = (await decide(head, await waiting(), 'reject')).data
    const less = (await record(manager, rejected, STORE_LIMIT)).data
    expect(less).toMatchObject({ cost_state: null, cost_reason: null })
    expect((await step(manager, less, 'complete')).data.state).toBe('completed')
  })
})

describe('who may decide', () => {
  test('not who recorded it, even with a limit that reaches as far by now', async () => {
    const asker = await chain.person({
      permissions: { complaints: { read: true, edit: true, other: true }, ticket: { read: true } },
    })
    await setLimit(asker, 100)
    const ticket = (await record(asker, await make(admin), 101)).data
    await setLimit(asker, null)
    const answer = await decide(asker, ticket)
    expect(answer.status).toBe(403)
    expect(answer.text).toMatch(/somebody else/)
    expect((await decide(admin, ticket)).status).toBe(200)
  })

  test('whose own limit reaches as far: the limit itself is enough, one đồng less is not', async () => {
    expect((await decide(head, await waiting(HEAD_LIMIT))).data.cost_decided_by?.id).toBe(head.id)
    const above = await decide(head, await waiting(HEAD_LIMIT + 1))
    expect(above.status).toBe(403)
    expect(above.text).toMatch(/above your own limit of 5,000,000/)
  })

  test('only with the right for it, and within the own store or department', async () => {
    const ticket = await waiting()
    const plain = await chain.person({ permissions: { complaints: { read: true, edit: true } } })
    expect((await decide(plain, ticket)).status).toBe(403)
    const foreign = await chain.person({ role: 'Department manager', department: chain.departments[0] })
    for (const how of ['approve', 'reject'] as const) expect((await decide(foreign, ticket, how)).status).toBe(404)
    const other = await chain.person({ role: 'Store manager', store: chain.stores[1] })
    expect((await decide(other, ticket)).status).toBe(404)
  })

  test('a rejection needs its reason, an approval may have one', async () => {
    const ticket = await waiting()
    const bare = await decide(head, ticket, 'reject', {})
    expect(bare.status).toBe(422)
    expect(bare.data).toHaveProperty(['fields', 'reason'])
    expect((await decide(head, ticket, 'approve', {})).data).toMatchObject({
      cost_state: 'approved',
      cost_reason: null,
    })
  })

  test('once: of many at the same moment one wins, the others are told by whom', async () => {
    const second = await chain.person()
    for (let round = 0; round < 5; round++) {
      const ticket = await waiting()
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) => decide(at % 2 ? admin : second, ticket, at % 3 ? 'approve' : 'reject')),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const losers = answers.filter(({ status }) => status === 409)
      expect(losers).toHaveLength(7)
      for (const loser of losers) expect(loser.data.changed_by).toMatch(/^Người/)
      const history = await chain.call<{ data: { action: string }[] }>('GET', `ticket/${ticket.id}/history`, {
        by: admin,
      })
      expect(history.data.data.filter(({ action }) => /cost/.test(action))).toHaveLength(1)
    }
    const decided = (await decide(head, await waiting())).data
    expect((await decide(admin, decided, 'reject')).text).toMatch(/No cost waits/)
  })
})

test('those who may decide are told, whoever recorded it hears the decision, and a filter finds what waits', async () => {
  const ticket = await waiting()
  const far = await chain.person({ role: 'Department manager', department: chain.departments[0] })
  const told = async (by: Person) =>
    (await chain.call<{ data: Notification[] }>('GET', 'notification?perpage=100', { by })).data.data
      .filter((one) => one.ticket_id === ticket.id)
      .map(({ kind }) => kind)
  await expect.poll(() => told(head)).toContain('cost waiting')
  expect(await told(admin)).toContain('cost waiting')
  expect(await told(manager)).not.toContain('cost waiting')
  expect(await told(far)).toEqual([])
  const found = await chain.call<{ data: Costed[] }>('GET', 'ticket?cost_state=requested&perpage=1000', { by: head })
  expect(found.data.data.map(({ id }) => id)).toContain(ticket.id)
  expect(found.data.data.every(({ cost_state }) => cost_state === 'requested')).toBe(true)
  await decide(head, ticket, 'reject', { reason: 'Quá cao so với hóa đơn' })
  await expect.poll(() => told(manager)).toContain('cost rejected')
})

describe('the limit of a role', () => {
  const limited = () =>
    chain.person({
      permissions: {
        'user-roles': { add: true, edit: true, read: true },
        users: { add: true, edit: true, read: true },
        complaints: { read: true },
      },
    })
  let names = 0
  const role = (by: Person, cost_limit?: number | null, more: object = {}) =>
    chain.call<{ id: number; version: number; cost_limit: number | null }>('POST', 'role', {
      by,
      body: {
        name: `Vai trò ${++names}`,
        scope: 'store',
        cost_limit,
        permissions: { complaints: { read: true } },
        ...more,
      },
    })

  test('is given up to the own one, never above, and never opened', async () => {
    const giver = await limited()
    await setLimit(giver, 500_000)
    expect((await role(giver, 500_000)).data.cost_limit).toBe(500_000)
    for (const [limit, more] of [
      [500_001],
      [0, { no_cost_limit: true }],
      [undefined, { no_cost_limit: true }],
    ] as const) {
      const refused = await role(giver, limit, more)
      expect(refused.status).toBe(403)
      expect(refused.data).toHaveProperty(['fields', 'cost_limit'])
    }
    const high = (await role(admin, 800_000)).data
    const change = (body: object) => chain.call('PUT', `role/${high.id}`, { by: giver, body: { version: 1, ...body } })
    expect((await change({ cost_limit: 800_001 })).status).toBe(403)
    expect((await change({ no_cost_limit: true })).status).toBe(403)
    expect((await change({ cost_limit: 600_000 })).status).toBe(200)
  })

  test('goes along with the role: nobody copies it, or moves a person to it or from it, with less', async () => {
    const giver = await limited()
    await setLimit(giver, 500_000)
    const high = (await role(admin, 800_000)).data
    const someone = await chain.person({ permissions: { complaints: { read: true } }, store: chain.stores[0] })
    const move = () =>
      chain.call('POST', 'role/update-user-role', { by: giver, body: { user: someone.id, role: high.id } })
    expect((await chain.call('POST', `role/${high.id}/copy`, { by: giver, body: { name: 'Bản sao' } })).status).toBe(
      403,
    )
    expect((await move()).status).toBe(403)
    await setLimit(giver, 800_000)
    expect((await move()).status).toBe(403)
    await setLimit(someone, 0)
    expect((await move()).status).toBe(200)
  })

  test('the roles delivered come with theirs, the administrator without', async () => {
    const { data } = await chain.call<{ data: { name: string; cost_limit: number | null }[] }>(
      'GET',
      'role?perpage=100',
      {
        by: admin,
      },
    )
    const limits = Object.fromEntries(data.data.map(({ name, cost_limit }) => [name, cost_limit]))
    expect(limits).toMatchObject({
      Administrator: null,
      'Store manager': STORE_LIMIT,
      'Department manager': HEAD_LIMIT,
    })
  })
})
