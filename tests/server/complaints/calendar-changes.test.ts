import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import type { Recount } from '../../../src/shared/api.ts'
import type { WorkingHours } from '../../../src/shared/time/working-time.ts'
import { startChain } from '../../setup/chain.ts'
import { saveSettings } from '../../setup/settings.ts'

const OPEN = 1200
const chain = await startChain()
const { db } = chain
const admin = await chain.person()

const first = await chain.ticket(admin)
await sql`insert into complaints (issue_number, title, content, store, feedback_type, feedback_method, customer_name, phone, priority, state, created_at, due_at, handle_due_at, law_due_at)
  select 'M' || n, title, content, store, feedback_type, feedback_method, customer_name, phone, priority, 'new', created_at, due_at, handle_due_at, law_due_at
  from complaints, generate_series(1, ${OPEN}::int) n where id = ${first.id}`.execute(db)

const addDay = (day: string) =>
  chain.call('POST', 'holiday', { by: admin, body: { day, name: 'Nghỉ đột xuất', kind: 'off' } })
const recount = async () => (await chain.call<Recount>('GET', 'working-time/recount', { by: admin })).data
const settled = () => expect.poll(async () => (await recount()).is_running).toBe(false)
/** Where deadlines are not those of the calendar as it stands. */
const wrong = async () =>
  (
    await row(
      db,
      { n: 'number' },
      sql`select count(*)::int as n from complaints where due_at > now() and due_at <> ticket_deadline(feedback_type, priority, created_at)`,
    )
  )?.n

const spans = () =>
  rows(
    db,
    sql`select s.*, m.before + s.before as total from working_spans s join working_months m on m.calendar = s.calendar and m.month = date_trunc('month', s.day::timestamp)::date order by s.calendar, s.day`,
  )
const nextDays = async (n: number) =>
  (
    await rows(
      db,
      { day: 'string' },
      // Whatever day it is today: those that are no holidays yet.
      sql`select day from (select (now() at time zone chain_zone())::date + n as day from generate_series(1, 60) n) d
          where not exists (select 1 from holidays h where h.day = d.day) order by day limit ${n}`,
    )
  ).map(({ day }) => day)

test('a day off is kept at once, as it moves the days of its month alone', async () => {
  const [day = ''] = await nextDays(1)
  const before = await row(db, { xid: 'string' }, sql`select pg_snapshot_xmax(pg_current_snapshot())::xid::text as xid`)
  expect((await addDay(day)).status).toBe(201)
  const written = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from working_spans where age(xmin) <= age(${before?.xid}::xid)`,
  )
  expect(written?.n).toBeLessThan(70)
  await settled()
})

test('working days come out as if counted from the beginning, however days off come, change and go', async () => {
  await sql`insert into holidays (day, name, kind) values ('2010-01-04', 'x', 'off'), ('2031-12-31', 'x', 'off'), ('2032-01-03', 'x', 'working'), ('1999-01-01', 'x', 'off'), ('2099-01-01', 'x', 'off')`.execute(
    db,
  )
  await sql`update holidays set day = '2033-02-28' where day = '2031-12-31'`.execute(db)
  await sql`update holidays set kind = 'off' where day = '2032-01-03'`.execute(db)
  await sql`update holidays set deleted_at = now() where day = '2010-01-04'`.execute(db)
  const kept = await spans()
  await sql`select rebuild_working_spans()`.execute(db)
  expect(kept).toEqual(await spans())
  await sql`delete from holidays where name = 'x'`.execute(db)
  const without = await spans()
  await sql`select rebuild_working_spans()`.execute(db)
  expect(without).toEqual(await spans())
})

test('days off that several people add at once are one recount beside their requests, which tells how far it is', async () => {
  const days = (await nextDays(7)).slice(2)
  const told: Recount[] = []
  let isAdded = false
  const watch = async () => {
    do told.push(await recount())
    while (!isAdded || told.at(-1)?.is_running)
  }
  const add = async () => {
    // However long they take, all are kept before the first complaint can be counted anew.
    const answers = await db.transaction().execute(async (tx) => {
      await sql`select 1 from complaints where id = ${first.id} for update`.execute(tx)
      return Promise.all(days.map(addDay))
    })
    isAdded = true
    return answers
  }
  const [answers] = await Promise.all([add(), watch()])
  expect(answers.map(({ status }) => status)).toEqual(days.map(() => 201))
  expect(told.some(({ total, done }) => total >= OPEN && done < total)).toBe(true)
  expect(await wrong()).toBe(0)
  const moves = await row(
    db,
    { n: 'number' },
    sql`select max(n)::int as n from (select count(*) as n from activity where action = 'deadline' and at > now() - interval '1 minute' group by record_id) a`,
  )
  expect(moves?.n).toBeLessThanOrEqual(3)
})

test('other working hours are kept while working days are still being counted by the former ones, and tell of the deadlines that move, of no others', async () => {
  const { week } = (await chain.call<{ week: WorkingHours[] }>('GET', 'working-time', { by: admin })).data
  await settled()
  const before = await row(db, { id: 'number' }, sql`select max(id) as id from activity`)
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('working spans'))`.execute(tx)
    const body = { week: week.map((day) => ({ ...day, opens: '10:00', closes: '20:00' })) }
    expect((await saveSettings(chain, 'working-time', { by: admin, body })).status).toBe(200)
    expect((await recount()).is_running).toBe(true)
  })
  await settled()
  expect(await wrong()).toBe(0)
  const told = await rows(
    db,
    { field: 'string', isMoved: 'boolean' },
    sql`select distinct c.key as field, c.value -> 0 is distinct from c.value -> 1 as "isMoved" from activity a cross join jsonb_each(a.changes) c
        where a.action = 'deadline' and a.id > ${before?.id ?? 0}`,
  )
  expect(told.every(({ isMoved }) => isMoved)).toBe(true)
  expect(told).toContainEqual({ field: 'due_at', isMoved: true })
  const kept = await spans()
  await sql`select rebuild_working_spans()`.execute(db)
  expect(kept).toEqual(await spans())
})

test('working hours that a colleague has changed since they were read are not undone', async () => {
  const colleague = await chain.person()
  const { week, version } = (
    await chain.call<{ week: WorkingHours[]; version: number }>('GET', 'working-time', { by: admin })
  ).data
  const on = (at: number) => week.map((day, weekday) => (weekday === at ? { ...day, opens: '11:00' } : day))
  const first = { week: on(0), version }
  expect((await chain.call('PUT', 'working-time', { by: colleague, body: first })).status).toBe(200)
  const second = await chain.call<object>('PUT', 'working-time', { by: admin, body: { week: on(1), version } })
  expect([second.status, second.code]).toEqual([409, 1400])
  expect(second.data).toMatchObject({ record: { week: first.week }, changed_by: colleague.name, changed: ['Monday'] })
  expect((await chain.call<object>('GET', 'working-time', { by: admin })).data).toMatchObject({ week: first.week })
})
