import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { complaints } from '../../../src/modules/complaints/complaints.ts'
import { theServer } from '../../../src/server/actor.ts'
import { row } from '../../../src/server/db/db.ts'
import { queueJob } from '../../../src/server/jobs/jobs.ts'
import { change } from '../../../src/server/resource/statements.ts'
import { type Person, startChain, type Ticket } from '../../setup/chain.ts'
import { asksFor } from '../../setup/steps.ts'

const chain = await startChain()
const admin = await chain.person()

const ASKED: Record<string, unknown> = {
  solution: 'apology',
  origin: 'Tem giá cũ',
  comment: 'Đã đổi tem và xin lỗi khách',
  reason: 'Khách chưa hài lòng',
}

const take = (ticket: Ticket, name: string, more: object = {}) =>
  chain.call<Ticket>('POST', `ticket/${ticket.id}/${name}`, {
    by: admin,
    body: asksFor(name, { version: ticket.version, ...ASKED, ...more }),
  })

/** A complaint in a state, led there by allowed steps only. */
async function inState(state: string): Promise<Ticket> {
  const path: Record<string, string[]> = {
    new: [],
    processing: ['start'],
    completed: ['complete'],
    closed: ['complete', 'close'],
    reopened: ['complete', 'reopen'],
    deleted: ['trash'],
  }
  let ticket = await chain.ticket(admin)
  for (const step of path[state] ?? []) ticket = (await take(ticket, step)).data
  expect(ticket.state).toBe(state)
  return ticket
}

test('a status turns overdue on the second its deadline passes, and the complaint remembers where it stood', async () => {
  const ticket = await chain.ticket(admin)
  await sql`update complaints set due_at = now() - interval '1 second' where id = ${ticket.id}`.execute(chain.db)
  const late = await chain.call<Ticket>('GET', `ticket/${ticket.id}`, { by: admin })
  expect(late.data).toMatchObject({ state: 'new', status: 'overdue' })
  const counts = await chain.call<Record<string, number>>('GET', 'ticket/counts', { by: admin })
  const list = await chain.call<{ total: number; data: Ticket[] }>('GET', 'ticket?status=overdue&perpage=1000', {
    by: admin,
  })
  expect(list.data.total).toBe(counts.data.overdue)
  expect(list.data.data.map(({ id }) => id)).toContain(ticket.id)
  const fresh = await chain.call<{ total: number; data: Ticket[] }>('GET', 'ticket?status=new&perpage=1000', {
    by: admin,
  })
  expect(fresh.data.data.map(({ id }) => id)).not.toContain(ticket.id)
  expect(fresh.data.total).toBe(fresh.data.data.length)
  const started = await take(late.data, 'start')
  expect(started.data.state).toBe('processing')
})

test('two people moving one complaint at once: one wins, the other is told by whom, and nothing is lost', async () => {
  const other = await chain.person()
  for (let round = 0; round < 10; round++) {
    const ticket = await chain.ticket(admin)
    const body = (name: string) => asksFor(name, { version: ticket.version, ...ASKED })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => {
        const name = at % 2 ? 'start' : 'complete'
        return chain.call<{ changed_by?: string }>('POST', `ticket/${ticket.id}/${name}`, {
          by: at % 3 ? admin : other,
          body: body(name),
        })
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const losers = answers.filter(({ status }) => status === 409)
    expect(losers).toHaveLength(7)
    for (const loser of losers) expect(loser.data.changed_by).toMatch(/^Người/)
    const history = await chain.call<{ total: number }>('GET', `ticket/${ticket.id}/history`, { by: admin })
    expect(history.data.total).toBe(2)
  }
})

test('who is behind what the customer just did is told so, in the own language', async () => {
  const done = await inState('completed')
  const found = await row(
    chain.db,
    { token: 'string' },
    sql`select follow_token as token from complaints where id = ${done.id}`,
  )
  const rated = await chain.call('POST', `public/follow/${found?.token}/rate`, { body: { rating: 5 } })
  expect(rated.status).toBe(200)
  const reopen = () =>
    chain.call<{ changed_by: string; changed: string[] }>('POST', `ticket/${done.id}/reopen`, {
      by: admin,
      body: { version: done.version, reason: 'Khách gọi lại' },
      headers: { 'accept-language': 'vi' },
    })
  const noteOverdue = () =>
    sql`insert into activity (action, module, record_id, changes) values ('overdue', 'complaints', ${done.id}, '{"due_at": [null, "2026-11-20"]}')`.execute(
      chain.db,
    )
  await noteOverdue()
  const late = await reopen()
  expect([late.status, late.data.changed_by]).toEqual([409, 'Khách hàng'])
  expect(late.data.changed).toContain('rating')
  expect(late.data.changed).not.toContain('due_at')
  expect(late.text).toContain('Khách hàng')
  await change(
    chain.db,
    complaints,
    { id: done.id, set: { priority: 'high' }, action: 'update', scope: null },
    theServer,
  )
  await noteOverdue()
  const later = await reopen()
  expect(later.data).toMatchObject({ changed_by: 'Hệ thống', changed: expect.arrayContaining(['rating', 'priority']) })
})

test('whatever cannot be done now is refused by the names of the state and of the steps that are open from it', async () => {
  const closed = await inState('closed')
  const due_at = new Date(Date.now() + 86_400_000).toISOString()
  const reason = 'Thử'
  const asked = { assign: { department: 1 }, extend: { due_at, reason }, pause: { reason }, start: {} }
  for (const [act, more] of Object.entries(asked)) {
    const body = { version: closed.version, ...more }
    const answer = await chain.call('POST', `ticket/${closed.id}/${act}`, {
      by: admin,
      body,
      headers: { 'accept-language': 'vi' },
    })
    expect([act, answer.status, answer.text]).toEqual([
      act,
      409,
      'Không thực hiện được khi trạng thái là “Đã đóng”. Hiện có thể: Mở lại.',
    ])
  }
})

test('an edit on a stale version changes nothing and shows the record as it stands', async () => {
  const ticket = await chain.ticket(admin)
  await chain.call('PUT', `ticket/${ticket.id}`, { by: admin, body: { version: 1, title: 'Tiêu đề mới' } })
  const stale = await chain.call<{ record: Ticket; changed: string[] }>('PUT', `ticket/${ticket.id}`, {
    by: admin,
    body: { version: 1, customer_name: 'Khác' },
  })
  expect(stale.status).toBe(409)
  expect(stale.data.record).toMatchObject({ title: 'Tiêu đề mới', version: 2 })
  expect(stale.data.changed).toEqual(['title'])
})

test('a conflict names who changed the record and what, not what was only noted about it since', async () => {
  const [editor, commenter] = [await chain.person(), await chain.person()]
  const ticket = await chain.ticket(admin)
  await chain.call('PUT', `ticket/${ticket.id}`, { by: editor, body: { version: 1, title: 'Tiêu đề mới' } })
  const comment = await chain.call('POST', `ticket/${ticket.id}/comment`, {
    by: commenter,
    body: { body: '<p>Ý kiến</p>' },
  })
  expect(comment.status).toBe(201)
  await sql`insert into activity (action, module, record_id, changes) values ('overdue', 'complaints', ${ticket.id}, '{"due_at": [null, "2026-11-20"]}')`.execute(
    chain.db,
  )
  const stale = await chain.call('PUT', `ticket/${ticket.id}`, {
    by: admin,
    body: { version: 1, customer_name: 'Khác' },
  })
  expect(stale.data).toMatchObject({ changed_by: editor.name, changed: ['title'] })
  const step = await chain.call('POST', `ticket/${ticket.id}/reopen`, {
    by: admin,
    body: { version: 1, reason: 'Khách gọi lại' },
  })
  expect(step.data).toMatchObject({ state: 'new', changed_by: editor.name })
})

test('numbers have no gap and no double when many write at once and some are refused', async () => {
  const before = await chain.ticket(admin)
  const wishes = Array.from({ length: 60 }, (_, at) =>
    chain.call<Ticket>('POST', 'ticket', { by: admin, body: chain.complaint(at % 5 === 0 ? { store: 999_999 } : {}) }),
  )
  const made = (await Promise.all(wishes))
    .filter(({ status }) => status === 201)
    .map(({ data }) => Number(data.issue_number.split('-')[1]))
  const first = Number(before.issue_number.split('-')[1])
  expect(made.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 48 }, (_, at) => first + 1 + at))
})

test('a manager finds everyone who may handle a complaint of theirs, wherever they work, and nobody who may not', async () => {
  const [store, otherStore] = chain.stores
  const manager = await chain.person({ role: 'Store manager', store })
  const within = {
    head: await chain.person({ role: 'Department manager', department: chain.departments[1] }),
    desk: await chain.person({ role: 'Customer service' }),
    next: await chain.person({ role: 'Store manager', store }),
  }
  const without = {
    foreign: await chain.person({ role: 'Store manager', store: otherStore }),
    reader: await chain.person({ role: 'Staff', store }),
  }
  const found = async (search: string) =>
    (
      await chain.call<{ data: { name: string }[] }>('GET', `ticket/handlers?search=${search}`, { by: manager })
    ).data.data.map(({ name }) => name)
  const nameOf = ({ email }: Person) => email.slice(0, 8)
  for (const one of Object.values(within)) expect(await found(nameOf(one))).toEqual([`Người ${nameOf(one)}`])
  for (const one of Object.values(without)) expect(await found(nameOf(one))).toEqual([])
  expect((await found('nguoi'))[0]).toMatch(/Người/)

  const ticket = await chain.ticket(manager, { assignee: within.head.id, department: chain.departments[1] })
  expect(ticket).toMatchObject({ assignee: { id: within.head.id } })
  const named = await chain.call<{ data: { id: number }[] }>('GET', `user/get-name?id=${within.head.id}`, {
    by: manager,
  })
  expect(named.data.data.map(({ id }) => id)).toEqual([within.head.id])
})

test('assigning a new complaint begins its handling', async () => {
  const ticket = await chain.ticket(admin)
  const worker = await chain.person({ role: 'Customer service' })
  const answer = await chain.call<Ticket & { assignee: { id: number }; handle_date: string }>(
    'POST',
    `ticket/${ticket.id}/assign`,
    { by: admin, body: { version: 1, assignee: worker.id, department: chain.departments[0] } },
  )
  expect(answer.data).toMatchObject({ state: 'processing', assignee: { id: worker.id } })
  expect(answer.data.handle_date).not.toBeNull()
  const bell = await chain.call<{ count_unread: number; data: { title: string; link: string }[] }>(
    'GET',
    'notification',
    { by: worker },
  )
  await expect
    .poll(
      async () => (await chain.call<{ count_unread: number }>('GET', 'notification', { by: worker })).data.count_unread,
    )
    .toBe(1)
  expect(bell.status).toBe(200)
})

test('a complaint is found without diacritics, by phone and by number', async () => {
  const ticket = await chain.ticket(admin, { title: 'Khiếu nại về đường sữa', phone: '0987000111' })
  for (const words of [
    'khieu nai duong',
    'KHIẾU NẠI',
    '0987000111',
    '000111',
    ticket.issue_number,
    ticket.issue_number.slice(-6),
  ]) {
    const found = await chain.call<{ data: Ticket[] }>('GET', `ticket?search=${encodeURIComponent(words)}`, {
      by: admin,
    })
    expect(
      found.data.data.map(({ id }) => id),
      words,
    ).toContain(ticket.id)
  }
  const none = await chain.call<{ total: number }>('GET', `ticket?search=${encodeURIComponent('khieu%nai_')}`, {
    by: admin,
  })
  expect(none.data.total).toBe(0)
})

test('the clock closes what was completed a week ago, however many before it wait for their cost', async () => {
  const added = (count: number, age: string, costState: string | null) =>
    sql`insert into complaints (title, store, feedback_type, feedback_method, customer_name, phone, content, state, created_at, completed_at, cost, cost_state)
      select 'Đã xử lý ' || g, ${chain.stores[0]}, ${chain.types[0]}, 'hotline', 'Khách', '0912345678', '<p>x</p>', 'completed',
        now() - ${age}::interval, now() - ${age}::interval, ${costState && 9_000_000}::bigint, ${costState}
      from generate_series(1, ${count}::int) g`.execute(chain.db)
  await added(501, '20 days', 'requested')
  await added(2, '8 days', null)
  await added(1, '6 days', null)
  await queueJob(chain.db, 'close-completed', {})
  const ofWeek = (state: string) =>
    row(
      chain.db,
      { n: 'number' },
      sql`select count(*)::int as n from complaints where title like 'Đã xử lý %' and state = ${state}`,
    )
  await expect.poll(async () => (await ofWeek('closed'))?.n).toBe(2)
  expect((await ofWeek('completed'))?.n).toBe(502)
})
