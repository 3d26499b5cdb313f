import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { announceTasks, markLate } from '../../../src/modules/task-management/lateness/late.server.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import { jsonOf } from '../../../src/server/db/shape.ts'
import { bookOf, imported, sent } from '../../setup/books.ts'
import { startChain } from '../../setup/chain.ts'
import { DIRECTS, office, READS } from './office.ts'

const chain = await startChain()
const { made, shown, step, change, progress } = office(chain)
const boss = await chain.person({ permissions: DIRECTS })
const worker = await chain.person({ permissions: READS })
const HOUR = 3_600_000
const inHours = (n: number) => new Date(Date.now() + n * HOUR).toISOString()

const waitUntil = async (is: () => Promise<boolean>) => {
  for (let at = 0; at < 600; at++) {
    if (await is()) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('It never came to that')
}
const actions = async (id: number): Promise<string[]> =>
  (
    await rows(
      chain.db,
      { action: 'string' },
      sql`select action from activity where module = 'task-management' and record_id = ${id} order by id`,
    )
  ).map(({ action }) => action)

describe('a task that waits for others', () => {
  test('says for how many, and its processors are told once, when the last of them is over', async () => {
    const [a, b] = [await made(boss, { processors: [worker.id] }), await made(boss, { processors: [worker.id] })]
    const last = await made(boss, { processors: [worker.id], waits_for: [a.id, b.id] })
    expect(last.waits_open).toBe(2)
    await progress(worker, a.id, { progress: 100 })
    await new Promise((done) => setTimeout(done, 700))
    expect(await actions(last.id)).not.toContain('free')
    // What is no longer needed is not waited for.
    await step(boss, b.id, 'cancel', { cancel_reason: 'Không cần' })
    await waitUntil(async () => (await actions(last.id)).includes('free'))
    expect((await shown(boss, last.id)).waits_open).toBe(0)
    await new Promise((done) => setTimeout(done, 500))
    expect((await actions(last.id)).filter((one) => one === 'free')).toHaveLength(1)
  })

  test('never waits for itself, over however many others', async () => {
    const chainOf: number[] = []
    for (let at = 0; at < 4; at++) {
      const before = chainOf.at(-1)
      chainOf.push((await made(boss, { processors: [worker.id], ...(before && { waits_for: [before] }) })).id)
    }
    const [first = 0, , , last = 0] = chainOf
    for (const waits_for of [[first], [last], [chainOf[1] ?? 0, last]])
      expect((await change(boss, first, { waits_for })).data.fields).toHaveProperty('waits_for')
    expect((await change(boss, last, { waits_for: [first] })).status).toBe(200)
  })

  test('nor when two changes that make a circle only together come at once', async () => {
    for (let turn = 0; turn < 8; turn++) {
      const [a, b] = [await made(boss, { processors: [worker.id] }), await made(boss, { processors: [worker.id] })]
      const both = await Promise.all([
        change(boss, a.id, { waits_for: [b.id] }),
        change(boss, b.id, { waits_for: [a.id] }),
      ])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    }
  })
})

describe('the end of a task', () => {
  test('once passed is marked and told once; moved on, it is not late any more', async () => {
    const { id } = await made(boss, { processors: [worker.id], date_start: inHours(-5), date_end: inHours(-1) })
    expect(await shown(boss, id)).toMatchObject({ is_overdue: true, outcome: 'open' })
    await markLate(chain.running.context)
    await markLate(chain.running.context)
    expect((await actions(id)).filter((one) => one === 'late')).toHaveLength(1)
    expect((await shown(boss, id)).outcome).toBe('open_late')
    await change(boss, id, { date_end: inHours(3) })
    expect(await shown(boss, id)).toMatchObject({ is_overdue: false, outcome: 'open' })
  })

  test('is held against when its processors were through, not against when it was approved', async () => {
    const { id } = await made(boss, { processors: [worker.id], approver: boss.id, date_end: inHours(1) })
    await progress(worker, id, { progress: 100 })
    await sql`update task_management set date_end = now() - interval '1 second', finished_at = now() - interval '1 minute' where id = ${id}`.execute(
      chain.db,
    )
    expect((await step(boss, id, 'approve', { quality: 5 })).data.outcome).toBe('on_time')
    const late = await made(boss, { processors: [worker.id], date_end: inHours(-1) })
    await progress(worker, late.id, { progress: 100 })
    expect((await shown(boss, late.id)).outcome).toBe('late')
  })

  test('that passes while the approver has the work makes nothing late, until it is handed back', async () => {
    const { id } = await made(boss, { processors: [worker.id], approver: boss.id, date_end: inHours(1) })
    await progress(worker, id, { progress: 100 })
    await sql`update task_management set date_end = now() - interval '1 hour', finished_at = now() - interval '2 hours' where id = ${id}`.execute(
      chain.db,
    )
    await markLate(chain.running.context)
    expect(await shown(boss, id)).toMatchObject({ state: 'asked', is_overdue: false, outcome: 'open' })
    expect(await actions(id)).not.toContain('late')
    const overdue = async () =>
      (await chain.call<{ data: { id: number }[] }>('GET', 'task?is_overdue=true&perpage=100', { by: boss })).data.data
    expect((await overdue()).map((task) => task.id)).not.toContain(id)

    await step(boss, id, 'reject', { reject_reason: 'Chưa đủ ảnh' })
    await markLate(chain.running.context)
    expect(await shown(boss, id)).toMatchObject({ state: 'rejected', is_overdue: true, outcome: 'open_late' })
    expect((await overdue()).map((task) => task.id)).toContain(id)
  })

  test('each working morning is told once, and on no day off', async () => {
    const told = async () =>
      (
        await row(
          chain.db,
          { n: 'number' },
          // The server tells of the real morning by its own clock.
          sql`select count(*)::int as n from activity where action = 'remind of tasks' and record_title like '2037-03-%'`,
        )
      )?.n
    const at = (day: string, hour: string) => new Date(`${day}T${hour}:00:00+07:00`)
    await announceTasks(chain.running.context, at('2037-03-10', '05'))
    expect(await told()).toBe(0)
    await announceTasks(chain.running.context, at('2037-03-10', '07'))
    await Promise.all([1, 2, 3].map(() => announceTasks(chain.running.context, at('2037-03-10', '08'))))
    expect(await told()).toBe(1)
    await sql`insert into holidays (day, name, kind) values ('2037-03-11', 'Nghỉ', 'off')`.execute(chain.db)
    await announceTasks(chain.running.context, at('2037-03-11', '08'))
    expect(await told()).toBe(1)
    await announceTasks(chain.running.context, at('2037-03-12', '08'))
    const last = await row(
      chain.db,
      { changes: jsonOf<{ days: [null, string[]] }>() },
      sql`select changes from activity where action = 'remind of tasks' and record_title = '2037-03-12'`,
    )
    // Working days alone tell how late is how late.
    expect(last?.changes.days[1]).toEqual(['2037-03-12', '2037-03-10', '2037-03-09'])
  })
})

test('several tasks of one complaint come at once, each with its title, or none', async () => {
  const ticket = await chain.ticket(await chain.person())
  const admin = await chain.person()
  const send = (more: object) =>
    chain.call<{ ids: number[]; fields?: object }>('POST', 'task/several', {
      by: admin,
      body: {
        complaint: ticket.id,
        processors: [worker.id],
        titles: 'Gọi khách\nĐổi hàng\n\nSửa giá trên kệ',
        ...more,
      },
    })
  const { status, data } = await send({})
  expect([status, data.ids.length]).toEqual([201, 3])
  const list = await chain.call<{ data: { title: string }[] }>('GET', `task?complaint=${ticket.id}&sort=id`, {
    by: admin,
  })
  expect(list.data.data.map(({ title }) => title)).toEqual(['Gọi khách', 'Đổi hàng', 'Sửa giá trên kệ'])
  expect((await send({ titles: `Được\n${'x'.repeat(192)}` })).data.fields).toHaveProperty('titles')
  expect((await send({ approver: worker.id })).data.fields).toHaveProperty('approver')
  expect((await chain.call<{ total: number }>('GET', `task?complaint=${ticket.id}`, { by: admin })).data.total).toBe(3)
})

test('a workbook brings new tasks, by the rules of the form, and nobody’s progress or approval', async () => {
  const admin = await chain.person()
  const approver = await chain.person({ permissions: READS })
  const stranger = await chain.person({ permissions: { stores: { read: true } } })
  const book = await bookOf(
    ['Title', 'Processors', 'Approver'],
    [
      ['Lau kệ sữa', worker.name, approver.name],
      ['Tự duyệt', worker.name, worker.name],
      ['Người lạ', stranger.name, ''],
    ],
  )
  const job = await sent(chain, 'task', admin, book)
  expect(job.counts).toMatchObject({ new: 1, bad: 2 })
  expect(await imported(chain, 'task', admin, job)).toMatchObject({ state: 'done' })
  const list = await chain.call<{ data: object[] }>('GET', 'task?search=Lau%20kệ', { by: admin })
  expect(list.data.data[0]).toMatchObject({
    source: 'import',
    state: 'todo',
    progress: 0,
    approver: { id: approver.id },
  })
})

test('figures tell on time, late, open and cancelled apart, exactly', async () => {
  const fresh = await chain.person({ permissions: READS })
  const of = { processors: [fresh.id], estimate: 2, store: chain.stores[1] }
  const end = inHours(24)
  const [onTime, late, cancelled] = [
    await made(boss, { ...of, date_end: end }),
    await made(boss, { ...of, date_end: end }),
    await made(boss, { ...of, date_end: end }),
  ]
  await made(boss, { ...of, date_end: end })
  await progress(fresh, onTime.id, { progress: 100, hours_spent: 3 })
  await progress(fresh, late.id, { progress: 100 })
  await sql`update task_management set finished_at = date_end + interval '1 hour' where id = ${late.id}`.execute(
    chain.db,
  )
  await step(boss, cancelled.id, 'cancel', { cancel_reason: 'x' })
  const { data } = await chain.call<{ rows: { key: string; values: Record<string, number> }[] }>(
    'GET',
    `task/statistics?by=in_charge&from=2020-01-01&to=2024-12-31`,
    { by: boss },
  )
  expect(data.rows).toEqual([])
  const { data: now } = await chain.call<typeof data>(
    'GET',
    'task/statistics?by=in_charge&from=2026-01-01&to=2029-12-31',
    { by: boss },
  )
  expect(now.rows.find(({ key }) => key === String(fresh.id))?.values).toMatchObject({
    ...{ tasks: 4, on_time: 1, late: 1, open: 1, cancelled: 1, on_time_share: 0.5 },
    ...{ estimated: 2, spent: 3, spent_more: 1 },
  })
})

describe('a complaint with open tasks', () => {
  const DONE = { solution: 'apology', origin: 'Nhãn giá cũ', comment: 'Đã xin lỗi và đổi hàng.' }
  test('is completed only by whoever says so, and the answer is kept; with none open nobody is asked', async () => {
    const admin = await chain.person()
    const ticket = await chain.ticket(admin)
    const task = await made(admin, { complaint: ticket.id, processors: [worker.id] })
    const complete = async (more: object) => {
      const { data } = await chain.call<{ version: number }>('GET', `ticket/${ticket.id}`, { by: admin })
      return chain.call<{ state: string }>('POST', `ticket/${ticket.id}/complete`, {
        by: admin,
        body: { version: data.version, ...DONE, ...more },
      })
    }
    const refused = await complete({})
    expect([refused.status, refused.code, refused.text]).toEqual([
      409,
      1517,
      'Tasks of this complaint are still open: 1.',
    ])
    expect((await complete({ despite_tasks: false })).code).toBe(1517)
    expect((await complete({ despite_tasks: true })).data.state).toBe('completed')
    const kept = await row(
      chain.db,
      { changes: jsonOf<Record<string, unknown>>() },
      sql`select changes from activity where module = 'complaints' and record_id = ${ticket.id} and action = 'complete'`,
    )
    expect(kept?.changes.despite_tasks).toEqual([null, true])
    const other = await chain.ticket(admin)
    const done = await made(admin, { complaint: other.id, processors: [worker.id] })
    await progress(worker, done.id, { progress: 100 })
    const free = await chain.call<{ state: string }>('POST', `ticket/${other.id}/complete`, {
      by: admin,
      body: { version: other.version, ...DONE },
    })
    expect(free.data.state).toBe('completed')
    expect(task.id).toBeLessThan(done.id)
  })

  test('has those of what was merged into it as well, through any number of merges', async () => {
    const admin = await chain.person()
    const [stays, between, merged] = [await chain.ticket(admin), await chain.ticket(admin), await chain.ticket(admin)]
    const task = await made(admin, { complaint: merged.id, processors: [worker.id] })
    const merge = (from: { id: number; version: number }, into: { id: number }) =>
      chain.call('POST', `ticket/${from.id}/merge`, { by: admin, body: { into: into.id, version: from.version } })
    await merge(merged, between)
    await merge(between, stays)
    const complete = async () => {
      const { data } = await chain.call<{ version: number }>('GET', `ticket/${stays.id}`, { by: admin })
      return chain.call('POST', `ticket/${stays.id}/complete`, { by: admin, body: { version: data.version, ...DONE } })
    }
    expect((await complete()).text).toBe('Tasks of this complaint are still open: 1.')
    const listed = async (of: { id: number }) =>
      (await chain.call<{ data: { id: number }[] }>('GET', `task?of_complaint=${of.id}`, { by: admin })).data.data.map(
        ({ id }) => id,
      )
    expect([await listed(stays), await listed(between), await listed(merged)]).toEqual([
      [task.id],
      [task.id],
      [task.id],
    ])
    await progress(worker, task.id, { progress: 100 })
    expect((await complete()).status).toBe(200)
  })
})
