import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lookAtAlarms } from '../../../src/modules/complaints/deadlines/alarms.server.ts'
import { watchAll } from '../../../src/modules/complaints/deadlines/monitor.server.ts'
import type { Escalation } from '../../../src/modules/complaints/escalation/escalation.server.ts'
import { record } from '../../../src/server/activity/activity.ts'
import { theServer } from '../../../src/server/actor.ts'
import { openDb, row, rows } from '../../../src/server/db/db.ts'
import type { Notification } from '../../../src/shared/api.ts'
import { startChain } from '../../setup/chain.ts'

const HOUR = 3_600_000

const chain = await startChain()
const house = chain.running.context
const [store] = chain.stores
const [, department] = chain.departments
const admin = await chain.person()
const handler = await chain.person({ role: 'Department manager', department })
const head = await chain.person({ role: 'Department manager', department })
const manager = await chain.person({ role: 'Store manager', store })
const director = await chain.person({ role: 'CEO' })
await sql`update stores set manager = ${manager.id} where id = ${store}`.execute(house.db)
await sql`update departments set manager = ${head.id} where id = ${department}`.execute(house.db)
// Worked around the clock, so that an hour of the ladder is an hour.
await sql`update working_hours set opens = '00:00', closes = '24:00', is_law_day = true`.execute(house.db)
await sql`delete from holidays`.execute(house.db)
const other = await chain.another()

/** A complaint of the handler's, watched. */
async function ticket(more: object = { assignee: handler.id }): Promise<number> {
  const { id } = await chain.ticket(admin, { department: chain.departments[1], ...more })
  await until(async () => (await alarmOf(id)) !== undefined)
  return id
}
const alarmOf = (id: number) =>
  row(
    house.db,
    { at: 'number' },
    sql`select extract(epoch from at)::float8 * 1000 as at from complaint_alarms where complaint = ${id} and at < 'infinity'`,
  )

async function until(holds: () => Promise<boolean>, what = 'it'): Promise<void> {
  for (let turn = 0; turn < 600; turn += 1) {
    if (await holds()) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`${what} did not come to be`)
}

/** Waits until somebody waits for a lock that another holds. */
const untilHeldUp = (): Promise<void> =>
  until(
    async () =>
      (await row(
        house.db,
        sql`select 1 as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )) !== undefined,
    'the wait',
  )

/** Lets the clock of this one complaint run to a moment, alarm by alarm, as a server does. */
async function runTo(id: number, at: number): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    const alarm = await alarmOf(id)
    if (!alarm || alarm.at > at) return
    await sql`update complaint_alarms set at = 'infinity' where complaint <> ${id}`.execute(house.db)
    await lookAtAlarms(house, house.db, Math.ceil(alarm.at))
  }
}
const dueOf = async (id: number) =>
  (
    await row(
      house.db,
      { due: 'number' },
      sql`select extract(epoch from due_at)::float8 * 1000 as due from complaints where id = ${id}`,
    )
  )?.due ?? 0

const firedOf = (id: number) =>
  rows(
    house.db,
    {
      rung_name: 'string',
      user_id: 'number?',
      as_whom: 'string',
    },
    sql`select rung_name, user_id, as_whom from escalation_events where complaint = ${id} and again_on is null and clock <> 'law' order by planned_at, rung, id`,
  )

describe('the ladder of a complaint', () => {
  test('tells the assignee, then the department manager, then the store manager, then the director', async () => {
    const id = await ticket()
    const due = await dueOf(id)
    await runTo(id, due + 9 * HOUR)
    const told = await firedOf(id)
    expect(told.map(({ user_id, as_whom }) => [user_id, as_whom])).toEqual([
      [handler.id, 'assignee'],
      [handler.id, 'assignee'],
      [head.id, 'department manager'],
      [manager.id, 'store manager'],
      [director.id, 'role'],
    ])
    const now = await row(house.db, { breached_at: 'date?' }, sql`select breached_at from complaints where id = ${id}`)
    expect(now?.breached_at).not.toBeNull()
  })

  test('shows who is told when if nobody acts, who was, and when they read it', async () => {
    const id = await ticket()
    const before = await chain.call<Escalation>('GET', `ticket/${id}/escalation`, { by: admin })
    const completion = before.data.coming.filter(({ clock }) => clock === 'completion')
    expect(completion.map(({ people }) => people.map((one) => one.id))).toEqual([
      [handler.id],
      [handler.id],
      [head.id],
      [manager.id],
      [director.id],
    ])
    const due = await dueOf(id)
    await runTo(id, due - 10 * HOUR)
    const bell = async () =>
      (await chain.call<{ data: Notification[] }>('GET', 'notification', { by: handler })).data.data.find(
        (one) => one.kind === 'reminder' && one.ticket_id === id,
      )
    await until(async () => (await bell()) !== undefined, 'the reminder')
    await chain.call('POST', 'notification/update', { by: handler, body: { notification_id: (await bell())?.id } })
    const { data } = await chain.call<Escalation>('GET', `ticket/${id}/escalation`, { by: admin })
    expect(data.fired).toHaveLength(1)
    expect(data.fired[0]).toMatchObject({ person: { id: handler.id }, clock: 'completion' })
    expect(data.fired[0]?.read_at).not.toBeNull()
    expect(data.coming).toHaveLength(before.data.coming.length - 1)
  })

  test.each(['comment', 'send mail'])('gives whoever acts on a late one a working day: %s', async (action) => {
    const id = await ticket()
    await sql`update complaints set due_at = now() - interval '1 hour' where id = ${id}`.execute(house.db)
    const next = async () => {
      const { data } = await chain.call<Escalation>('GET', `ticket/${id}/escalation`, { by: admin })
      return Date.parse(data.coming.find(({ people }) => people.some((one) => one.id === manager.id))?.at ?? '')
    }
    const before = await next()
    await record(house.db, { ...theServer, id: handler.id }, { action, module: 'complaints', recordId: id })
    expect(await next()).toBeGreaterThan(before + 12 * HOUR)
  })

  test('where nobody is assigned the next above is reminded', async () => {
    const id = await ticket({})
    await runTo(id, Date.now() + 3.5 * HOUR)
    expect((await firedOf(id)).map(({ user_id }) => user_id)).toEqual([head.id])
    const alone = await ticket({ department: null })
    await runTo(alone, Date.now() + 3.5 * HOUR)
    expect((await firedOf(alone)).map(({ user_id, as_whom }) => [user_id, as_whom])).toEqual([
      [manager.id, 'store manager'],
    ])
  })

  test('a manager who is blocked or works elsewhere by now counts as none: who directs in the store is told, then the first role', async () => {
    const [, second] = chain.stores
    const gone = await chain.person({ role: 'Store manager', store: second })
    await sql`update stores set manager = ${gone.id} where id = ${second}`.execute(house.db)
    const id = await ticket({ store: second, department: null })
    const told = async () => {
      const { data } = await chain.call<Escalation>('GET', `ticket/${id}/escalation`, { by: admin })
      return data.coming.filter(({ clock }) => clock === 'completion').map(({ people }) => people.map((one) => one.id))
    }
    const above = ({ id }: { id: number }) => [...Array.from({ length: 4 }, () => [id]), [director.id]]
    expect(await told()).toEqual(above(gone))
    await sql`update users set blocked = true where id = ${gone.id}`.execute(house.db)
    expect(await told()).toEqual(above(director))
    await sql`update users set blocked = false, store = ${store} where id = ${gone.id}`.execute(house.db)
    expect(await told()).toEqual(above(director))
    const deputy = await chain.person({ role: 'Store manager', store: second })
    expect(await told()).toEqual(above(deputy))
  })

  test('each rung comes once, however many servers look at once and however often', async () => {
    const id = await ticket()
    const due = await dueOf(id)
    await sql`update complaint_alarms set at = 'infinity' where complaint <> ${id}`.execute(house.db)
    // Half of a day and three quarters are reached to the millisecond; a minute later they are surely over.
    for (const hours of [-12, -6, 1, 5, 9].map((whole) => whole + 1 / 60))
      await Promise.all(
        [house, other.context, house, other.context, house].map((one) => lookAtAlarms(one, one.db, due + hours * HOUR)),
      )
    // A plan from before a firing was known sends nothing twice either.
    await sql`update complaint_alarms set at = now() where complaint = ${id}`.execute(house.db)
    await lookAtAlarms(house, house.db, due + 9 * HOUR)
    const told = await firedOf(id)
    expect(told).toHaveLength(5)
    const lines = await rows(
      house.db,
      sql`select id from activity where module = 'complaints' and record_id = ${id} and action in ('remind', 'escalate')`,
    )
    const all = await rows(
      house.db,
      sql`select distinct clock, rung, again_on from escalation_events where complaint = ${id}`,
    )
    expect(lines).toHaveLength(all.length)
  })

  test('complaints that are gone for good hold up nobody else’s deadline', async () => {
    const id = await ticket()
    const due = await dueOf(id)
    await sql`update complaint_alarms set at = 'infinity' where complaint <> ${id}`.execute(house.db)
    // More than are looked at in one go, and all before it.
    await sql`insert into complaint_alarms (complaint, at, since) select 900000000 + n, now() - interval '1 year', now() from generate_series(1, 250) n`.execute(
      house.db,
    )
    await lookAtAlarms(house, house.db, due + HOUR)
    await lookAtAlarms(house, house.db, due + HOUR)
    expect((await firedOf(id)).length).toBeGreaterThan(0)
    // The running server looks as well.
    await until(
      async () =>
        (await row(house.db, sql`select 1 as n from complaint_alarms where complaint > 900000000`)) === undefined,
      'the last of them',
    )
  })

  test('a deadline that is moved just as it passes is not missed, and nobody is told of the former one', async () => {
    const id = await ticket()
    const due = await dueOf(id)
    await sql`update complaint_alarms set at = 'infinity' where complaint <> ${id}`.execute(house.db)
    const { looking } = await house.db.transaction().execute(async (tx) => {
      await sql`update complaints set due_at = due_at + interval '3 days', due_round = due_round + 1 where id = ${id}`.execute(
        tx,
      )
      const begun = lookAtAlarms(other.context, other.context.db, due + 1000)
      await untilHeldUp()
      return { looking: begun }
    })
    await looking
    const now = await row(house.db, { breached_at: 'date?' }, sql`select breached_at from complaints where id = ${id}`)
    expect([now?.breached_at, await firedOf(id)]).toEqual([null, []])
  })

  test('a server that is killed while it tells leaves all of it to the next', async () => {
    const id = await ticket()
    const due = await dueOf(id)
    await sql`update complaint_alarms set at = 'infinity' where complaint <> ${id}`.execute(house.db)
    const dying = openDb({ url: house.config.databaseUrl ?? '', size: 1, statementTimeout: 20_000, name: 'dying' })
    const blocker = openDb({ url: house.config.databaseUrl ?? '', size: 1, statementTimeout: 20_000, name: 'blocker' })
    let release = () => {}
    const isHeld = new Promise<void>((held) => {
      void blocker.db.transaction().execute(async (tx) => {
        await sql`lock table escalation_events in exclusive mode`.execute(tx)
        held()
        await new Promise<void>((done) => {
          release = done
        })
      })
    })
    await isHeld
    const looking = lookAtAlarms({ ...house, log: house.log }, dying.db, due + HOUR).catch(() => 0)
    await untilHeldUp()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dying' and datname = current_database()`.execute(
      house.db,
    )
    release()
    await looking
    expect(await firedOf(id)).toEqual([])
    await sql`update complaint_alarms set at = now() where complaint = ${id}`.execute(house.db)
    await lookAtAlarms(other.context, other.context.db, due + HOUR)
    expect((await firedOf(id)).map(({ as_whom }) => as_whom)).toContain('department manager')
    await dying.close()
    await blocker.close()
  })
})

describe('alarms move with what they hang on', () => {
  const alarms = async (id: number) => (await alarmOf(id))?.at ?? null
  const change = async (id: number, method: string, path: string, body: object) => {
    const { data } = await chain.call<{ version: number }>('GET', `ticket/${id}`, { by: admin })
    const answer = await chain.call(method, path, { by: admin, body: { version: data.version, ...body } })
    expect(answer.status, answer.text).toBe(200)
  }

  test('a later deadline, another priority, waiting for the customer, and the end', async () => {
    const id = await ticket()
    const first = await alarms(id)
    const act = (method: string, path: string, body: object) => change(id, method, path, body)
    await act('POST', `ticket/${id}/extend`, { due_at: new Date(Date.now() + 100 * HOUR).toISOString(), reason: 'Chờ' })
    await until(async () => Number(await alarms(id)) > Number(first) + HOUR, 'the later alarm')
    await act('PUT', `ticket/${id}`, { priority: 'high' })
    await until(async () => Number(await alarms(id)) < Number(first), 'the earlier alarm')
    await act('POST', `ticket/${id}/pause`, { reason: 'Chờ khách' })
    await until(async () => (await alarms(id)) === null, 'silence')
    await act('POST', `ticket/${id}/resume`, {})
    await until(async () => (await alarms(id)) !== null, 'the alarm')
    await act('POST', `ticket/${id}/complete`, { solution: 'apology', origin: 'Sai', comment: 'Xong' })
    await until(async () => (await alarms(id)) === null, 'the end')
  })

  test('a day off that is added moves the deadlines to come, and their alarms', async () => {
    const id = await ticket()
    const [before, alarm] = [await dueOf(id), await alarms(id)]
    const day = new Date(Number(alarm) + 7 * HOUR).toISOString().slice(0, 10)
    const made = await chain.call('POST', 'holiday', { by: admin, body: { day, name: 'Nghỉ đột xuất', kind: 'off' } })
    expect(made.status).toBe(201)
    await until(async () => (await dueOf(id)) > before, 'the later deadline')
    await until(async () => Number(await alarms(id)) > Number(alarm), 'the later alarm')
    await sql`delete from holidays`.execute(house.db)
  })

  test('the law’s reminder comes when so much of its own time is used, however long the customer was waited for', async () => {
    const id = await ticket()
    await change(id, 'POST', `ticket/${id}/pause`, { reason: 'Chờ khách' })
    // Two days of the law's time, then ten of waiting.
    await sql`update complaints set created_at = law_begins(now()) - interval '13 days 1 hour', law_due_at = law_deadline(law_begins(now()) - interval '13 days 1 hour'),
        paused_at = law_begins(now()) - interval '11 days' where id = ${id}`.execute(house.db)
    await change(id, 'POST', `ticket/${id}/resume`, {})
    const meant = await row(
      house.db,
      { at: 'number' },
      sql`select extract(epoch from now() + 0.7 * (interval '7 days' - interval '1 second') - interval '2 days')::float8 * 1000 as at`,
    )
    const { data } = await chain.call<Escalation>('GET', `ticket/${id}/escalation`, { by: admin })
    const [reminder] = data.coming.filter(({ clock }) => clock === 'law')
    expect(Math.abs(Date.parse(reminder?.at ?? '') - (meant?.at ?? 0))).toBeLessThan(60_000)
  })

  test('a day off that is added takes nothing back from whoever begins to wait for the customer just then', async () => {
    const id = await ticket()
    const before = await dueOf(id)
    const day = new Date(Date.now() + 12 * HOUR + 7 * HOUR).toISOString().slice(0, 10)
    await house.db.transaction().execute(async (tx) => {
      await sql`update complaints set paused_at = now(), paused_due_at = due_at, due_at = null where id = ${id}`.execute(
        tx,
      )
      const made = await chain.call('POST', 'holiday', { by: admin, body: { day, name: 'Nghỉ đột xuất', kind: 'off' } })
      expect(made.status).toBe(201)
      await until(
        async () =>
          (await row(
            house.db,
            sql`select 1 as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%with chosen as%'`,
          )) !== undefined,
        'the wait',
      )
    })
    await until(
      async () =>
        (await row(
          house.db,
          sql`select 1 as n from activity where module = 'complaints' and record_id = ${id} and action = 'deadline'`,
        )) !== undefined,
      'the recount',
    )
    const stands = await row(
      house.db,
      { is_paused: 'boolean', due_at: 'date?', due: 'number' },
      sql`select paused_at is not null as is_paused, due_at, extract(epoch from paused_due_at)::float8 * 1000 as due from complaints where id = ${id}`,
    )
    expect(stands).toMatchObject({ is_paused: true, due_at: null })
    expect(stands?.due).toBeGreaterThan(before + 6 * HOUR)
    await sql`delete from holidays`.execute(house.db)
  })

  test('a day off moves the law’s deadline as well, of what waited for the customer or still does', async () => {
    const [waited, waiting] = [await ticket(), await ticket()]
    const lawOf = async (id: number) =>
      (await row(
        house.db,
        { at: 'date', day: 'string', is_meant: 'boolean' },
        sql`select law_due_at as at, (law_due_at at time zone chain_zone())::date::text as day,
              law_due_at = law_deadline(created_at, law_paused_work) as is_meant from complaints where id = ${id}`,
      )) ?? { at: new Date(0), day: '', is_meant: false }
    for (const id of [waited, waiting]) {
      await change(id, 'POST', `ticket/${id}/pause`, { reason: 'Chờ khách' })
      await sql`update complaints set created_at = created_at - interval '8 days', law_due_at = law_deadline(created_at - interval '8 days'),
          paused_at = paused_at - interval '6 days' where id = ${id}`.execute(house.db)
    }
    await change(waited, 'POST', `ticket/${waited}/resume`, {})
    const before = [await lawOf(waited), await lawOf(waiting)]
    expect(before.map(({ is_meant }) => is_meant)).toEqual([true, true])
    const off = async (day: string) =>
      (await chain.call('POST', 'holiday', { by: admin, body: { day, name: 'Nghỉ đột xuất', kind: 'off' } })).status
    for (const day of new Set(before.map(({ day }) => day))) expect(await off(day)).toBe(201)
    for (const [at, id] of [waited, waiting].entries()) {
      await until(async () => (await lawOf(id)).is_meant, 'the deadline by the new calendar')
      expect((await lawOf(id)).at > (before[at]?.at ?? new Date(0))).toBe(true)
    }
    await change(waiting, 'POST', `ticket/${waiting}/resume`, {})
    expect((await lawOf(waiting)).is_meant).toBe(true)
    await sql`delete from holidays`.execute(house.db)
  })

  test('what was received long ago is to be handled from when it was imported, by another priority or calendar too', async () => {
    const id = await ticket({})
    await sql`update complaints set created_at = created_at - interval '30 days', due_since = created_at where id = ${id}`.execute(
      house.db,
    )
    const isMeant = async () =>
      (
        await row(
          house.db,
          { is_meant: 'boolean' },
          sql`select handle_due_at = handling_deadline(feedback_type, priority, due_since) and handle_due_at > now() as is_meant from complaints where id = ${id}`,
        )
      )?.is_meant
    await change(id, 'PUT', `ticket/${id}`, { priority: 'high' })
    expect(await isMeant()).toBe(true)
    const before = await dueOf(id)
    const day = new Date(Date.now() + 2 * HOUR + 7 * HOUR).toISOString().slice(0, 10)
    const made = await chain.call('POST', 'holiday', { by: admin, body: { day, name: 'Nghỉ đột xuất', kind: 'off' } })
    expect(made.status).toBe(201)
    await until(async () => (await dueOf(id)) > before, 'the later deadline')
    expect(await isMeant()).toBe(true)
    await sql`delete from holidays`.execute(house.db)
  })

  test('a complaint that no activity told of is watched from now on, and its past is told to nobody', async () => {
    const id = await ticket()
    await sql`delete from complaint_alarms where complaint = ${id}`.execute(house.db)
    await sql`update complaints set created_at = created_at - interval '9 days', due_at = now() - interval '2 days', handle_due_at = now() - interval '5 days' where id = ${id}`.execute(
      house.db,
    )
    await watchAll(house)
    await until(async () => {
      const found = await row(
        house.db,
        { breached_at: 'date?' },
        sql`select breached_at from complaints where id = ${id}`,
      )
      return found?.breached_at !== null
    }, 'the breach')
    expect(await firedOf(id)).toEqual([])
  })
})

test('on the second: a deadline is told by the servers themselves', async () => {
  const id = await ticket()
  await sql`update complaints set due_at = now() + interval '2 seconds', due_round = due_round + 1 where id = ${id}`.execute(
    house.db,
  )
  await sql`update complaint_alarms set at = now() where complaint = ${id}`.execute(house.db)
  await until(async () => (await firedOf(id)).some(({ as_whom }) => as_whom === 'department manager'), 'the firing')
  const late = await row(
    house.db,
    { seconds: 'number' },
    sql`select extract(epoch from f.fired_at - c.due_at)::float8 as seconds from escalation_events f join complaints c on c.id = f.complaint
        where c.id = ${id} and f.as_whom = 'department manager'`,
  )
  expect(late?.seconds).toBeLessThan(2)
})
