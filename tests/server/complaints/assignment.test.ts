import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import type { Notification } from '../../../src/shared/api.ts'
import { type Person, startChain, type Ticket } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()
const [here, there] = chain.stores
const [service, fresh] = chain.departments

interface Stored {
  state: string
  assignee: number | null
  department: number | null
  priority: string | null
  handle_date: Date | null
  due: Date | null
  expected: Date | null
}
/** How a complaint stands, and the deadline that its type and priority mean. */
const stored = async ({ id }: Pick<Ticket, 'id'>): Promise<Stored> => {
  const found = await row(
    chain.db,
    {
      state: 'string',
      assignee: 'number?',
      department: 'number?',
      priority: 'string?',
      handle_date: 'date?',
      due: 'date?',
      expected: 'date?',
    },
    sql`select state, assignee, department, priority, handle_date, due_at as due, ticket_deadline(feedback_type, priority, created_at) as expected
        from complaints where id = ${id}`,
  )
  if (!found) throw new Error('There is no such complaint')
  return found
}
/** What the first line of the history says of the rule. */
const said = async ({ id }: Pick<Ticket, 'id'>) =>
  (
    await rows(
      chain.db,
      { name: 'string?', says: 'string?' },
      sql`select changes->'rule'->1->>'name' as name, (changes->'rule'->1->>'says')::jsonb->>'key' as says from activity
          where module = 'complaints' and record_id = ${id} and action = 'create'`,
    )
  )[0]

const rule = async (more: object) => {
  const answer = await chain.call<{ id: number; version: number; fields?: object }>('POST', 'assignment-rule', {
    by: admin,
    body: { name: `Quy tắc ${crypto.randomUUID().slice(0, 8)}`, person_by: 'load', by_itself: true, ...more },
  })
  expect(answer.text, JSON.stringify(answer.data)).toBe('')
  return answer.data
}
const handler = (more: object = {}) =>
  chain.person({ permissions: { complaints: { read: true, edit: true } }, department: fresh, ...more })
const place = async () => {
  const found = await row(
    chain.db,
    { id: 'number' },
    sql`insert into departments (name) values (${crypto.randomUUID()}) returning id`,
  )
  return found?.id ?? 0
}

beforeEach(() => sql`update assignment_rules set active = false`.execute(chain.db).then(() => undefined))

describe('A rule that assigns by itself', () => {
  test('gives a hundred complaints in turn, twenty at once: 34, 33 and 33', async () => {
    const department = await place()
    const people = await Promise.all([1, 2, 3].map(() => handler({ department })))
    await rule({ types: [chain.types[0]], department, person_by: 'turn' })
    for (let n = 0; n < 5; n++) await Promise.all(Array.from({ length: 20 }, () => chain.ticket(admin)))
    const counts = await rows(
      chain.db,
      { assignee: 'number', n: 'number' },
      sql`select assignee, count(*)::int as n from complaints where department = ${department} group by 1`,
    )
    expect(counts.map(({ assignee }) => assignee).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
    expect(counts.map(({ n }) => n).toSorted()).toEqual([33, 33, 34])
  })

  test('by load fills up who has fewest open, also where they come at once', async () => {
    const department = await place()
    const [busy, free] = [await handler({ department }), await handler({ department })]
    for (let n = 0; n < 4; n++)
      await chain.ticket(admin, { feedback_type: chain.types[1], assignee: busy.id, department })
    // What is done is no load.
    await sql`insert into complaints (issue_number, title, store, feedback_type, feedback_method, customer_name, content, state, assignee)
      select '9701-' || lpad(n::text, 6, '0'), 'x', ${here}, ${chain.types[1]}, 'hotline', 'x', 'x', 'closed', ${free.id}::bigint from generate_series(1, 9) n`.execute(
      chain.db,
    )
    await rule({ department })
    await Promise.all(Array.from({ length: 8 }, () => chain.ticket(admin)))
    const counts = await rows(
      chain.db,
      { assignee: 'number', n: 'number' },
      sql`select assignee, count(*)::int as n from complaints where department = ${department} and state <> 'closed' group by 1 order by 1`,
    )
    expect(counts).toEqual([busy, free].map(({ id }) => ({ assignee: id, n: 6 })))
  })

  test('leaves the handling to begin and its deadlines to run, says so in the history, and tells the person', async () => {
    const person = await handler()
    const { id } = await rule({ name: 'Hàng tươi về quầy', department: fresh, person_by: 'fixed', person: person.id })
    const ticket = await chain.ticket(admin)
    const now = await stored(ticket)
    expect(now).toMatchObject({ state: 'new', assignee: person.id, department: fresh, handle_date: null })
    expect(now.due).toEqual(now.expected)
    expect(ticket.version).toBe(1)
    expect(await said(ticket)).toEqual({ name: 'Hàng tươi về quầy', says: null })
    const bells = async () =>
      (await chain.call<{ data: Notification[] }>('GET', 'notification?perpage=100', { by: person })).data.data
        .filter((one) => one.ticket_id === ticket.id)
        .map(({ kind, title }) => [kind, title])
    await expect
      .poll(bells)
      .toEqual([['assigned', `“Hàng tươi về quầy” assigned complaint ${ticket.issue_number} to you`]])
    expect((await chain.call('DELETE', `assignment-rule/${id}`, { by: admin, body: {} })).text).toBe('')
  })

  test('gives its priority where none was said, and the deadline of that', async () => {
    await rule({ priority: 'high', department: fresh, person_by: 'nobody' })
    const ticket = await chain.ticket(admin)
    expect(await stored(ticket)).toMatchObject({ priority: 'high', department: fresh, assignee: null })
    const now = await stored(ticket)
    expect(now.due).toEqual(now.expected)
    expect((await stored(await chain.ticket(admin, { priority: 'low' }))).priority).toBe('low')
  })

  test('leaves alone what a person said, and only proposes where it does not assign by itself', async () => {
    const person = await handler()
    await rule({ department: fresh })
    expect((await stored(await chain.ticket(admin, { department: service }))).department).toBe(service)
    const mine = await chain.ticket(admin, { assignee: admin.id })
    expect(await stored(mine)).toMatchObject({ assignee: admin.id, department: null, state: 'processing' })
    await sql`update assignment_rules set by_itself = false`.execute(chain.db)
    const ticket = await chain.ticket(admin)
    expect(await stored(ticket)).toMatchObject({ assignee: null, department: null })
    expect(await said(ticket)).toEqual({ name: null, says: null })
    const proposed = await chain.call('GET', `ticket/${ticket.id}/proposal`, { by: admin })
    expect(proposed.data).toMatchObject({ department: { id: fresh }, assignee: { kind: 'person' }, says: null })
    expect(person.id).toBeGreaterThan(0)
  })

  test('is the first that fits by order, type, store and source', async () => {
    const only = async (more: object, position: number) =>
      rule({ person_by: 'nobody', department: await place(), position, ...more })
    const departmentOf = async (more: object) => (await stored(await chain.ticket(admin, more))).department
    const named = async ({ id }: { id: number }) =>
      (await row(chain.db, { d: 'number' }, sql`select department as d from assignment_rules where id = ${id}`))?.d
    const other = await only({ source: 'public' }, 0)
    const store = await only({ stores: [there] }, 1)
    const type = await only({ types: [chain.types[1]] }, 2)
    const rest = await only({}, 3)
    expect(await departmentOf({ store: there, feedback_type: chain.types[1] })).toBe(await named(store))
    expect(await departmentOf({ store: here, feedback_type: chain.types[1] })).toBe(await named(type))
    expect(await departmentOf({ store: here })).toBe(await named(rest))
    await sql`update assignment_rules set source = 'staff' where id = ${other.id}`.execute(chain.db)
    expect(await departmentOf({ store: here })).toBe(await named(other))
  })
})

describe('Where nobody can be given it, the department alone gets it and the history says why:', () => {
  const nobody = 'Nobody of its department is active and may handle complaints'
  const elsewhere = 'Nobody of its department works for this store'

  test.each([
    ['a department without people', async (_department: number) => undefined, 'Its department has nobody'],
    [
      'all of it blocked',
      async (department: number) => {
        const { id } = await handler({ department })
        await sql`update users set blocked = true where id = ${id}`.execute(chain.db)
      },
      nobody,
    ],
    [
      'all of it away',
      async (department: number) => {
        const { id } = await handler({ department })
        await sql`update users set status = 'unactivated' where id = ${id}`.execute(chain.db)
      },
      nobody,
    ],
    [
      'nobody with the right',
      (department: number) => handler({ department, permissions: { complaints: { read: true } } }),
      nobody,
    ],
    ['all of another store', (department: number) => handler({ department, store: there, scope: 'store' }), elsewhere],
  ])('%s', async (_, settle, says) => {
    const department = await place()
    await settle(department)
    for (const person_by of ['load', 'turn']) {
      const { id } = await rule({ department, person_by })
      const ticket = await chain.ticket(admin)
      expect(await stored(ticket)).toMatchObject({ department, assignee: null, state: 'new' })
      expect((await said(ticket))?.says).toBe(says)
      await sql`update assignment_rules set active = false where id = ${id}`.execute(chain.db)
    }
  })

  test.each(['blocked = true', 'deleted_at = now()'])('the person that it names has %s', async (how) => {
    const person = await handler()
    await rule({ department: service, person_by: 'fixed', person: person.id })
    await sql`update users set ${sql.raw(how)} where id = ${person.id}`.execute(chain.db)
    const ticket = await chain.ticket(admin)
    expect(await stored(ticket)).toMatchObject({ department: service, assignee: null })
    expect((await said(ticket))?.says).toBe('{{name}} cannot be given complaints of this store now')
  })

  test('a department that is gone leaves it to nobody', async () => {
    const department = await place()
    await handler({ department })
    await rule({ department })
    await sql`update departments set deleted_at = now() where id = ${department}`.execute(chain.db)
    const ticket = await chain.ticket(admin)
    expect(await stored(ticket)).toMatchObject({ department: null, assignee: null })
    expect((await said(ticket))?.says).toBe('Its department is no longer there')
  })

  test('a type that is no longer in use', async () => {
    const department = await place()
    await handler({ department })
    await rule({ types: [chain.types[1]], department, by_itself: false })
    const ticket = await chain.ticket(admin, { feedback_type: chain.types[1] })
    await sql`update ticket_types set active = false where id = ${chain.types[1]}`.execute(chain.db)
    const { data } = await chain.call('GET', `ticket/${ticket.id}/proposal`, { by: admin })
    await sql`update ticket_types set active = true where id = ${chain.types[1]}`.execute(chain.db)
    expect(data).toMatchObject({ department: null, assignee: null, says: 'This feedback type is no longer in use' })
  })

  test('those who work at the store come before those who see every store', async () => {
    const department = await place()
    await handler({ department, store: there })
    const near = await handler({ department, store: here, scope: 'store' })
    await rule({ department })
    for (let n = 0; n < 3; n++) expect((await stored(await chain.ticket(admin))).assignee).toBe(near.id)
  })
})

describe('A rule', () => {
  test('that would do nothing is refused', async () => {
    const send = (body: object) =>
      chain.call<{ fields?: object }>('POST', 'assignment-rule', { by: admin, body: { name: 'Rỗng', ...body } })
    expect((await send({ person_by: 'load' })).data.fields).toHaveProperty('department')
    expect((await send({ person_by: 'fixed', department: fresh })).data.fields).toHaveProperty('person')
  })

  test('is kept by administrators alone', async () => {
    const body = { name: 'Không được', person_by: 'load', department: fresh }
    const by = await handler()
    expect((await chain.call('POST', 'assignment-rule', { by, body })).status).toBe(403)
  })
})

describe('An accepted proposal', () => {
  test('goes on with the turn, and is named in the history', async () => {
    const department = await place()
    const people = [await handler({ department }), await handler({ department })]
    const { id } = await rule({ name: 'Lần lượt', department, person_by: 'turn', by_itself: false })
    const given: unknown[] = []
    for (let n = 0; n < 3; n++) {
      const ticket = await chain.ticket(admin)
      const { data } = await chain.call<{ rule: { id: number }; assignee: { id: number; open: number } }>(
        'GET',
        `ticket/${ticket.id}/proposal`,
        { by: admin },
      )
      expect(data.rule.id).toBe(id)
      const body = { version: 1, department, assignee: data.assignee.id, rule: id }
      const answer = await chain.call<Ticket>('POST', `ticket/${ticket.id}/assign`, { by: admin, body })
      expect(answer.data).toMatchObject({ state: 'processing' })
      given.push(data.assignee.id)
      const line = await row(
        chain.db,
        { name: 'string' },
        sql`select changes->'rule'->1->>'name' as name from activity where record_id = ${ticket.id} and module = 'complaints' and action = 'assign'`,
      )
      expect(line?.name).toBe('Lần lượt')
    }
    expect(given).toEqual([people[0]?.id, people[1]?.id, people[0]?.id])
  })
})

describe('The proposal for several', () => {
  interface Shared {
    rule: { id: number } | null
    department: { id: number } | null
    assignee: { id: number } | null
    priority: string | null
    fields?: Record<string, string>
  }
  const shared = (tickets: readonly (Ticket | number)[], by = admin) =>
    chain.call<Shared>(
      'GET',
      `ticket/proposal?${tickets.map((one) => `ticket=${typeof one === 'number' ? one : one.id}`).join('&')}`,
      { by },
    )
  const NONE = { rule: null, department: null, assignee: null, priority: null }

  test('is what the rules say of each of them', async () => {
    const department = await place()
    const person = await handler({ department })
    const { id } = await rule({
      types: [chain.types[0]],
      department,
      person_by: 'load',
      by_itself: false,
      priority: 'high',
    })
    const tickets = [await chain.ticket(admin), await chain.ticket(admin)]
    const { data } = await shared(tickets)
    expect(data).toMatchObject({
      ...{ rule: { id }, department: { id: department }, assignee: { id: person.id }, priority: 'high' },
    })
    // One of another kind, to which the rule says nothing.
    const other = await chain.ticket(admin, { feedback_type: chain.types[1] })
    expect((await shared([...tickets, other])).data).toMatchObject(NONE)
  })

  test('leaves the person open where each store has another one', async () => {
    const department = await place()
    await handler({ department, role: 'Store manager', permissions: undefined, store: here })
    await handler({ department, role: 'Store manager', permissions: undefined, store: there })
    await rule({ department, person_by: 'load', by_itself: false })
    const tickets = [await chain.ticket(admin, { store: here }), await chain.ticket(admin, { store: there })]
    const { data } = await shared(tickets)
    expect(data).toMatchObject({ department: { id: department }, assignee: null })
  })

  test('tells nothing of complaints that are not theirs, and nothing of none', async () => {
    const department = await place()
    await rule({ department, person_by: 'load', by_itself: false })
    const manager = await chain.person({ role: 'Store manager', store: here })
    const foreign = await chain.ticket(admin, { store: there })
    expect((await shared([foreign], manager)).data).toMatchObject(NONE)
    expect((await shared([])).data).toMatchObject(NONE)
    expect(Object.keys((await shared(Array.from({ length: 201 }, (_, at) => at + 1))).data.fields ?? {})).toEqual([
      'ticket',
    ])
  })

  test('accepted for many is named in the history of each', async () => {
    const department = await place()
    const person = await handler({ department })
    const { id } = await rule({ name: 'Hàng loạt', department, person_by: 'turn', by_itself: false })
    const tickets = [await chain.ticket(admin), await chain.ticket(admin)]
    const given = { department, assignee: person.id, rule: id }
    for (const ticket of tickets)
      await chain.call('POST', `ticket/${ticket.id}/assign`, { by: admin, body: { version: ticket.version, ...given } })
    const lines = await rows(
      chain.db,
      { name: 'string?' },
      sql`select changes->'rule'->1->>'name' as name from activity where module = 'complaints' and action = 'assign'
            and record_id = any(${tickets.map((one) => one.id)}::bigint[])`,
    )
    expect(lines).toEqual([{ name: 'Hàng loạt' }, { name: 'Hàng loạt' }])
  })
})

describe('Assigning', () => {
  const assign = (ticket: Ticket, body: object) =>
    chain.call<Ticket>('POST', `ticket/${ticket.id}/assign`, { by: admin, body: { version: ticket.version, ...body } })

  test('to a department alone begins the handling too', async () => {
    const answer = await assign(await chain.ticket(admin), { department: fresh })
    expect(answer.data).toMatchObject({ state: 'processing', department: { id: fresh }, assignee: null })
  })

  test('to nobody is refused, and no history says otherwise', async () => {
    const ticket = await chain.ticket(admin)
    const answer = await chain.call<{ fields?: object }>('POST', `ticket/${ticket.id}/assign`, {
      by: admin,
      body: { version: ticket.version },
    })
    expect([answer.status, Object.keys(answer.data.fields ?? {})]).toEqual([422, ['department']])
    const told = await chain.call<{ data: { action: string }[] }>('GET', `ticket/${ticket.id}/history`, { by: admin })
    expect(told.data.data.map(({ action }) => action)).not.toContain('assign')
  })

  test('to a department in the form begins it too; another change leaves it New', async () => {
    const ticket = await chain.ticket(admin)
    const put = (version: number, body: object) =>
      chain.call<Ticket>('PUT', `ticket/${ticket.id}`, { by: admin, body: { version, ...body } })
    expect((await put(1, { title: 'Tiêu đề mới' })).data.state).toBe('new')
    expect((await put(2, { department: fresh })).data.state).toBe('processing')
    expect((await stored(ticket)).handle_date).not.toBeNull()
  })

  test('with another priority means another deadline; one that is given counts', async () => {
    const ticket = await chain.ticket(admin, { priority: 'low' })
    const before = await stored(ticket)
    const done = await assign(ticket, { department: fresh, priority: 'high' })
    const now = await stored(ticket)
    expect(now).toMatchObject({ priority: 'high', due: now.expected })
    expect(now.due).not.toEqual(before.due)
    const due_at = new Date(Date.now() + 40 * 86_400_000).toISOString()
    await assign(done.data, { priority: 'normal', due_at })
    expect(await stored(ticket)).toMatchObject({ priority: 'normal', due: new Date(due_at) })
  })
})

describe('The box', () => {
  interface Offered {
    kind: string
    id: number
    name: string
    open: number | null
    department: { id: number } | null
    is_me: boolean
  }
  const offered = async (search: string, ticket?: number, by: Person = admin) =>
    (
      await chain.call<{ data: Offered[] }>(
        'GET',
        `ticket/assignees?search=${encodeURIComponent(search)}${ticket ? `&ticket=${ticket}` : ''}`,
        { by },
      )
    ).data.data
  const named = async (name: string, more: object = {}) => {
    const person = await handler(more)
    await sql`update users set user_name = ${name} where id = ${person.id}`.execute(chain.db)
    return person
  }

  test('finds people by letters without accents, by initials, and by their department, with what they have open', async () => {
    const lan = await named('Nguyễn Thị Thúy Lan')
    await chain.ticket(admin, { assignee: lan.id })
    for (const letters of ['thuy lan', 'lan', 'LAN THU', 'nttl', 'Thúy'])
      expect((await offered(letters))[0], letters).toMatchObject({ kind: 'person', id: lan.id, open: 1 })
    expect((await offered('tuoi song'))[0]).toMatchObject({ kind: 'department', id: fresh, open: null })
    expect((await offered('tuoi song')).map(({ id }) => id)).toContain(lan.id)
    expect(await offered('không có ai')).toEqual([])
    expect(await offered("%_\\' ")).toEqual([])
  })

  test('begins with the people of the proposed department, the least busy first, then oneself', async () => {
    const department = await place()
    const [busy, idle] = [await named('An Bận', { department }), await named('Yến Rảnh', { department })]
    await chain.ticket(admin, { assignee: busy.id })
    await rule({ department, by_itself: false })
    const ticket = await chain.ticket(admin)
    const first = await offered('', ticket.id)
    expect(first.slice(0, 3).map(({ id }) => id)).toEqual([idle.id, busy.id, admin.id])
    expect(first[3]).toMatchObject({ kind: 'department', id: department })
    await sql`update assignment_rules set active = false`.execute(chain.db)
    const plain = await chain.ticket(admin, { department })
    expect((await offered('', plain.id))[0]?.id).toBe(idle.id)
  })

  test('offers nobody who could not be given it, and asks for the right and the complaint', async () => {
    const far = await named('Phạm Ở Xa', { store: there, scope: 'store' })
    const ticket = await chain.ticket(admin)
    expect(await offered('pham o xa', ticket.id)).toEqual([])
    expect((await offered('pham o xa'))[0]?.id).toBe(far.id)
    expect((await chain.call('GET', 'ticket/assignees', { by: far })).status).toBe(403)
    const boss = await chain.person({ role: 'Store manager', store: there })
    expect((await chain.call('GET', `ticket/assignees?ticket=${ticket.id}`, { by: boss })).status).toBe(404)
    expect((await chain.call('GET', `ticket/${ticket.id}/proposal`, { by: boss })).status).toBe(404)
  })
})
