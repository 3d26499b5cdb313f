import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import type { Bulk, BulkRow, Notification, Page } from '../../../src/shared/api.ts'
import { type Person, startChain, type Ticket } from '../../setup/chain.ts'
import { inPieces } from '../../setup/records/in-pieces.ts'

const chain = await startChain({ LOG_LEVEL: 'silent' })
const { db } = chain
const admin = await chain.person()
const manager = await chain.person({ role: 'Store manager', store: chain.stores[0] })

const bulk = (by: Person, act: string, body: object) => chain.call<Bulk>('POST', `ticket/bulk/${act}`, { by, body })
const pairs = (tickets: readonly Ticket[]) => tickets.map(({ id, version }) => [id, version])
const refusedOf = async (by: Person, { id }: Bulk) =>
  (await chain.call<Page<BulkRow>>('GET', `bulk/${id}/refused`, { by })).data
const through = async (by: Person, { id }: Bulk): Promise<Bulk> => {
  const now = () => chain.call<Bulk>('GET', `bulk/${id}`, { by })
  await expect.poll(async () => (await now()).data.is_finished).toBe(true)
  return (await now()).data
}
const stateOf = async ({ id }: { id: number }) =>
  row(
    db,
    { state: 'string', tags: 'number[]', version: 'number', assignee: 'number?' },
    sql`select state, tags, version, assignee from complaints where id = ${id}`,
  )
const linesOf = async (action: string, title: string) =>
  rows(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from activity a where a.action = ${action} and a.record_title = ${title} group by a.record_id`,
  )

/** Open complaints by SQL, all of one title. */
const fill = (title: string, most: number): Promise<void> =>
  inPieces(
    db,
    most,
    (
      from,
      to,
    ) => sql`insert into complaints (issue_number, title, state, store, feedback_type, feedback_method, customer_name, phone, content)
    select ${title} || n, ${title}, 'new', (${[...chain.stores]}::bigint[])[1 + n % 2], ${chain.types[0]}, 'hotline', 'Khách', '0912345678', '<p>x</p>' from generate_series(${from}::int, ${to}::int) n`,
  )

test('the selected are done one by one; what does not fit is told record by record with its reason', async () => {
  const tickets = [await chain.ticket(admin), await chain.ticket(admin), await chain.ticket(admin)]
  const [, closed, changed] = tickets
  if (closed) await sql`update complaints set state = 'closed' where id = ${closed.id}`.execute(db)
  if (changed) await chain.call('POST', `ticket/${changed.id}/start`, { by: admin, body: { version: changed.version } })
  const answer = await bulk(admin, 'assign', { rows: pairs(tickets), assignee: manager.id })
  expect(answer.data).toMatchObject({ total: 3, done: 1, refused: 2, is_finished: true })
  const { data } = await refusedOf(admin, answer.data)
  expect(data.map(({ name, reason }) => [name, reason])).toEqual([
    [closed?.issue_number, expect.stringContaining('Not possible while the state is')],
    [changed?.issue_number, expect.stringContaining('changed this meanwhile')],
  ])
  if (tickets[0]) expect(await stateOf(tickets[0])).toMatchObject({ state: 'processing', assignee: manager.id })
})

test('the refused are tried again as they stand now', async () => {
  const ticket = await chain.ticket(admin)
  const answer = await bulk(admin, 'trash', { rows: [[ticket.id, ticket.version + 5]] })
  expect(answer.data).toMatchObject({ done: 0, refused: 1 })
  await chain.call('POST', `bulk/${answer.data.id}/retry`, { by: admin })
  expect(await through(admin, answer.data)).toMatchObject({ done: 1, refused: 0 })
  expect(await stateOf(ticket)).toMatchObject({ state: 'deleted' })
})

test('tags come and go without touching those that stand as wished', async () => {
  const tag = await chain.call<{ id: number }>('POST', 'tag', { by: admin, body: { name: 'ưu tiên' } })
  const ticket = await chain.ticket(admin, { tags: [tag.data.id] })
  const other = await chain.ticket(admin)
  const added = await bulk(admin, 'tag', { rows: pairs([ticket, other]), tags: [tag.data.id] })
  expect(added.data).toMatchObject({ done: 2, refused: 0 })
  expect(await stateOf(ticket)).toMatchObject({ tags: [tag.data.id], version: ticket.version })
  expect(await stateOf(other)).toMatchObject({ tags: [tag.data.id], version: other.version + 1 })
  expect((await bulk(admin, 'tag', { rows: pairs([ticket]), tags: [999_999] })).data.refused).toBe(1)
  await bulk(admin, 'untag', { rows: [[other.id, other.version + 1]], tags: [tag.data.id] })
  expect(await stateOf(other)).toMatchObject({ tags: [] })
})

test('a step asks once for all, and without its answers nothing begins', async () => {
  const ticket = await chain.ticket(admin)
  const missing = await bulk(admin, 'complete', { rows: pairs([ticket]) })
  expect(missing.status).toBe(422)
  expect(missing.data).toHaveProperty('fields.solution')
  const body = { rows: pairs([ticket]), solution: 'apology', origin: 'Kệ hàng', comment: 'Đã xin lỗi' }
  expect((await bulk(admin, 'complete', body)).data.done).toBe(1)
})

test('nobody reaches by a bulk what they could not reach one by one', async () => {
  const there = await chain.ticket(admin, { store: chain.stores[1] })
  const answer = await bulk(manager, 'assign', { rows: pairs([there]), assignee: manager.id })
  expect((await refusedOf(manager, answer.data)).data).toEqual([
    { id: there.id, name: null, reason: expect.stringContaining('not open to you') },
  ])
  const staff = await chain.person({ role: 'Staff', store: chain.stores[0] })
  expect((await bulk(staff, 'trash', { rows: pairs([there]) })).status).toBe(403)
  expect((await chain.call('GET', `bulk/${answer.data.id}`, { by: admin })).status, 'another one’s bulk').toBe(404)
  expect((await chain.call('POST', `bulk/${answer.data.id}/cancel`, { by: admin })).status).toBe(404)
})

test('tells each person once, with the way to just these, and once more of what was tried again', async () => {
  const handler = await chain.person({ role: 'Store manager', store: chain.stores[0] })
  const tickets: Ticket[] = []
  for (let n = 0; n < 4; n++) tickets.push(await chain.ticket(admin))
  const [first] = tickets
  await sql`update complaints set state = 'closed' where id = ${first?.id}`.execute(db)
  const bells = async () =>
    (await chain.call<Page<Notification>>('GET', 'notification?perpage=100', { by: handler })).data.data.filter(
      ({ kind }) => kind === 'assigned',
    )
  const answer = await bulk(admin, 'assign', { rows: pairs(tickets), assignee: handler.id })
  expect(answer.data).toMatchObject({ done: 3, refused: 1 })
  await expect.poll(bells).toHaveLength(1)
  const [bell] = await bells()
  expect(bell).toMatchObject({ title: expect.stringMatching(/ assigned 3 complaints to you$/), ticket_id: null })
  expect(bell?.description).toBe(
    tickets
      .slice(1)
      .map(({ issue_number }) => issue_number)
      .join(', '),
  )
  expect(bell?.link).toBe(`/complaints?told=${bell?.id}`)
  const listed = async (by: Person) =>
    (await chain.call<Page<Ticket>>('GET', `ticket?told=${bell?.id}&sort=id`, { by })).data
  expect((await listed(handler)).data.map(({ id }) => id)).toEqual(tickets.slice(1).map(({ id }) => id))
  expect((await listed(handler)).total).toBe(3)
  expect((await listed(admin)).total, 'what others were told is theirs').toBe(0)
  await sql`update complaints set state = 'new' where id = ${first?.id}`.execute(db)
  await chain.call('POST', `bulk/${answer.data.id}/retry`, { by: admin })
  await expect.poll(bells).toHaveLength(2)
  expect((await bells())[0]).toMatchObject({
    title: expect.stringContaining(`assigned complaint ${first?.issue_number} to you`),
    link: `/complaints/view/${first?.id}`,
  })
})

test('all that match a filter are done in the background, each exactly once, whatever breaks meanwhile', async () => {
  await fill('Hàng loạt', 600)
  const twin = await chain.another()
  onTestFinished(() => twin.context.jobs.stop())
  const begun = await bulk(admin, 'start', { query: 'search=hang loat&status=new' })
  expect(begun.data).toMatchObject({ total: 600, is_finished: false })
  for (let n = 0; n < 4; n++) {
    await new Promise((wait) => setTimeout(wait, 150))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
      .execute(db)
      .catch(() => undefined)
    // What the job that was cut off left behind is taken up again, as the clock does every minute.
    await sql`select graphile_worker.add_job('bulk', json_build_object('id', ${begun.data.id}::bigint), job_key => ${`again ${n}`})`
      .execute(db)
      .catch(() => undefined)
  }
  expect(await through(admin, begun.data)).toMatchObject({ total: 600, done: 600, refused: 0 })
  const lines = await linesOf('start', 'Hàng loạt')
  expect(lines).toHaveLength(600)
  expect(lines.every(({ n }) => n === 1)).toBe(true)
})

test('a filter of a person with a narrower view takes in only what they see', async () => {
  await fill('Theo phạm vi', 10)
  const begun = await bulk(manager, 'start', { query: 'search=theo pham vi' })
  expect(begun.data).toMatchObject({ total: 5, done: 5 })
})

test('a cancelled bulk leaves the rest as it is, and says how much that is', async () => {
  await fill('Dừng lại', 3000)
  const begun = await bulk(admin, 'start', { query: 'search=dung lai' })
  const { data } = await chain.call<Bulk>('POST', `bulk/${begun.data.id}/cancel`, { by: admin })
  expect(data).toMatchObject({ is_cancelled: true, is_finished: true })
  // Of the bulk before, a job may wait still for its worker that was cut off.
  const left = () =>
    rows(db, sql`select 1 from graphile_worker._private_jobs where payload->>'id' = ${String(begun.data.id)}`)
  await expect.poll(left).toEqual([])
  const settled = await rows(db, sql`select 1 from complaints where title = 'Dừng lại' and state = 'processing'`)
  expect(settled.length).toBeLessThan(3000)
  expect((await chain.call<Bulk>('GET', `bulk/${begun.data.id}`, { by: admin })).data.done).toBe(settled.length)
  const mine = await chain.call<{ data: Bulk[] }>('GET', 'bulk', { by: admin })
  expect(mine.data.data.map(({ id }) => id)).toContain(begun.data.id)
  await chain.call('POST', `bulk/${begun.data.id}/seen`, { by: admin })
  const after = await chain.call<{ data: Bulk[] }>('GET', 'bulk', { by: admin })
  expect(after.data.data.map(({ id }) => id)).not.toContain(begun.data.id)
})

test('of a stopped bulk people are told what was done, and only what was refused is tried again', async () => {
  const handler = await chain.person()
  await fill('Giữa chừng', 3000)
  const first = await row(
    db,
    { id: 'number' },
    sql`update complaints set state = 'closed' where id = (select min(id) from complaints where title = 'Giữa chừng') returning id`,
  )
  const bells = async () =>
    (await chain.call<Page<Notification>>('GET', 'notification?perpage=100', { by: handler })).data.data.flatMap(
      ({ kind, title }) => (kind === 'assigned' ? [title] : []),
    )
  const ends = () =>
    rows(db, sql`select changes from activity where action = 'bulk' and bulk = ${begun.data.id} order by id`)
  const assigned = async () =>
    (await rows(db, sql`select 1 from complaints where title = 'Giữa chừng' and assignee = ${handler.id}`)).length
  const begun = await bulk(admin, 'assign', { query: 'search=giua chung', assignee: handler.id })
  await expect.poll(assigned).toBeGreaterThan(1)
  const stopped = (await chain.call<Bulk>('POST', `bulk/${begun.data.id}/cancel`, { by: admin })).data
  const done = await assigned()
  expect(stopped).toMatchObject({ total: 3000, done, refused: 1, is_cancelled: true, is_finished: true })
  expect(await ends()).toEqual([{ changes: { act: [null, 'assign'], done: [null, done], refused: [null, 1] } }])
  await expect.poll(bells).toEqual([expect.stringContaining(`assigned ${done} complaints to you`)])

  await sql`update complaints set state = 'new' where id = ${first?.id}`.execute(db)
  const again = await chain.call<Bulk>('POST', `bulk/${begun.data.id}/retry`, { by: admin })
  expect(again.data).toMatchObject({ total: done + 1, is_cancelled: false })
  expect(await through(admin, begun.data)).toMatchObject({ total: done + 1, done: done + 1, refused: 0 })
  expect(await assigned()).toBe(done + 1)
  expect(await ends()).toHaveLength(2)
  await expect.poll(bells).toHaveLength(2)
})

test('who lost the right meanwhile does nothing more', async () => {
  await fill('Mất quyền', 150)
  const handler = await chain.person({ permissions: { complaints: { read: true, edit: true } } })
  await chain.running.context.jobs.stop()
  const begun = await bulk(handler, 'start', { query: 'search=mat quyen' })
  await sql`update users set status = 'inactive' where id = ${handler.id}`.execute(db)
  await chain.another()
  await expect
    .poll(
      async () =>
        (
          await row(
            db,
            { n: 'number' },
            sql`select count(*)::int as n from bulk_rows where bulk_id = ${begun.data.id} and outcome = 'refused'`,
          )
        )?.n,
    )
    .toBe(150)
})

test('every simple list deletes and restores many as well', async () => {
  const made = await chain.call<{ id: number; version: number }>('POST', 'shipper', {
    by: admin,
    body: { name: 'Giao hàng nhanh', phone: '0912345678', code: 'GH1', store: chain.stores[0] },
  })
  expect(made.status, JSON.stringify(made.data)).toBe(201)
  const rowsOf = (version: number) => ({ rows: [[made.data.id, version]] })
  const stale = await chain.call<Bulk>('POST', 'shipper/bulk/delete', { by: admin, body: rowsOf(7) })
  expect(stale.data).toMatchObject({ done: 0, refused: 1 })
  const gone = await chain.call<Bulk>('POST', 'shipper/bulk/delete', { by: admin, body: rowsOf(1) })
  expect(gone.data).toMatchObject({ done: 1 })
  const back = await chain.call<Bulk>('POST', 'shipper/bulk/restore', {
    by: admin,
    body: { query: 'trashed=1', all: true },
  })
  expect(back.data).toMatchObject({ total: 1, done: 1 })
})

test('a selection that is none is refused', async () => {
  for (const body of [{}, { rows: 'all' }, { rows: [[1]] }, { rows: [[1, 'x']] }, { query: 'status=nonsense' }])
    expect((await bulk(admin, 'start', body)).status).toBe(422)
})
