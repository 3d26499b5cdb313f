import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeRepeated } from '../../../src/modules/task-series/making.server.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import { instantOf, wallClock } from '../../../src/shared/format.ts'
import { plusDays } from '../../../src/shared/time/spans.ts'
import { type Person, startChain } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()
const somebody = await chain.person()
const { context } = chain.running
const ZONE = context.config.timezone
const today = wallClock(new Date(), ZONE).day
const at = (day: string, time = '09:00') => instantOf(`${day} ${time}`, ZONE)

interface Repetition {
  words: string
  days: string[]
  fields?: Record<string, string>
}
interface Task {
  id: number
  version: number
  date_end: string
}

/** Tomorrow at nine, for an hour. */
async function task(more: object = {}, day = plusDays(today, 1)): Promise<Task> {
  const body = {
    ...{ title: 'Kiểm tra kho lạnh', processors: [admin.id], store: chain.stores[0] },
    ...{ date_start: at(day).toISOString(), date_end: at(day, '10:00').toISOString() },
    ...more,
  }
  const made = await chain.call<Task>('POST', 'task', { by: admin, body })
  expect(made.status, JSON.stringify(made.data)).toBe(201)
  return made.data
}
const repeat = ({ id }: Task, rule: string, left_out = 'none') =>
  chain.call<Repetition>('POST', `task/${id}/repetition?lang=en`, { by: admin, body: { rule, left_out } })
async function seriesOf({ id }: Task) {
  const found = await rows(
    chain.db,
    { id: 'number', day: 'string', start: 'date', end: 'date', title: 'string', state: 'string' },
    sql`select t.id, t.occurrence_on as day, t.date_start as start, t.date_end as end, t.title, t.state from task_management t
        where t.series_id = (select series_id from task_management where id = ${id}) and t.deleted_at is null order by t.occurrence_on`,
  )
  return found
}
const days = async (one: Task) => (await seriesOf(one)).map(({ day }) => day)
/** As if the servers came back then. */
const back = (day: string, time = '12:00') => makeRepeated(context, at(day, time))

test('the next one is made a day ahead of its start, once, whichever of two servers is asked, however often', async () => {
  const one = await task()
  const answer = await repeat(one, 'FREQ=DAILY')
  expect(answer.data).toMatchObject({ words: 'every day' })
  expect(await days(one)).toEqual([plusDays(today, 1)])
  const other = await chain.another()
  const next = plusDays(today, 1)
  await Promise.all([0, 1, 2, 3].flatMap(() => [back(next), makeRepeated(other.context, at(next, '12:00'))]))
  expect(await days(one)).toEqual([plusDays(today, 1), plusDays(today, 2)])
  const [, made] = await seriesOf(one)
  expect([made?.start, made?.end]).toEqual([at(plusDays(today, 2)), at(plusDays(today, 2), '10:00')])
})

test('after an outage of three days what was missed is made once, the last of it, with time to do it; then it goes on as ever', async () => {
  const one = await task()
  await repeat(one, 'FREQ=DAILY')
  const again = plusDays(today, 5)
  await back(again)
  await back(again)
  expect(await days(one)).toEqual([plusDays(today, 1), again, plusDays(again, 1)])
  const [, missed] = await seriesOf(one)
  expect(missed?.end.getTime()).toBe(at(again, '13:00').getTime())
  await back(again, '20:00')
  await back(plusDays(again, 1))
  expect(await days(one)).toEqual([plusDays(today, 1), again, plusDays(again, 1), plusDays(again, 2)])
})

test('days off that it leaves out have no task, and Tết is in the register of days off', async () => {
  const monday = '2036-01-28' // Tết of 2036 is on 28 January.
  await sql`insert into holidays (day, name, kind) values ('2036-01-28', 'Tết', 'off'), ('2036-01-29', 'Tết', 'off')`.execute(
    chain.db,
  )
  const one = await task({}, plusDays(monday, -1))
  const answer = await repeat(one, 'FREQ=DAILY', 'tet')
  expect(answer.data.words).toBe('every day, but Tết')
  await back(plusDays(monday, -1), '23:00')
  await back(monday, '23:00')
  await back(plusDays(monday, 1), '23:00')
  await back(plusDays(monday, 2), '08:00')
  expect(await days(one)).toEqual([plusDays(monday, -1), plusDays(monday, 2)])
})

test('month ends: what began on the 31st of January comes on the last day of February', async () => {
  const one = await task({}, '2037-01-31')
  await repeat(one, 'FREQ=MONTHLY;BYMONTHDAY=-1')
  await back('2037-02-27', '23:00')
  expect(await days(one)).toEqual(['2037-01-31', '2037-02-28'])
})

test('a rule that cannot be said in words is refused, and so is a task without a date', async () => {
  const one = await task()
  expect((await repeat(one, 'FREQ=SECONDLY')).data.fields).toHaveProperty('rule')
  const none = await task({ date_start: null, date_end: null })
  expect((await repeat(none, 'FREQ=DAILY')).status).toBe(422)
})

test('one is changed alone, or with all later ones that nobody has begun', async () => {
  const one = await task()
  await repeat(one, 'FREQ=DAILY')
  for (const n of [1, 2, 3]) await back(plusDays(today, n))
  const [, second, third, fourth] = await seriesOf(one)
  await sql`update task_management set state = 'doing' where id = ${third?.id ?? 0}`.execute(chain.db)
  const version = (
    await row(chain.db, { version: 'number' }, sql`select version from task_management where id = ${second?.id ?? 0}`)
  )?.version
  const changed = await chain.call('PUT', `task/${second?.id}`, {
    by: admin,
    body: {
      version,
      title: 'Kiểm tra tủ đông',
      processors: [somebody.id],
      date_start: at(second?.day ?? '', '14:00').toISOString(),
      date_end: at(second?.day ?? '', '16:00').toISOString(),
    },
  })
  expect(changed.status, JSON.stringify(changed.data)).toBe(200)
  expect((await seriesOf(one)).map(({ title }) => title)).toEqual([
    'Kiểm tra kho lạnh',
    'Kiểm tra tủ đông',
    'Kiểm tra kho lạnh',
    'Kiểm tra kho lạnh',
  ])
  await chain.call('POST', `task/${second?.id}/repetition/later`, { by: admin })
  const now = await seriesOf(one)
  expect(now.map(({ title }) => title)).toEqual([
    'Kiểm tra kho lạnh',
    'Kiểm tra tủ đông',
    'Kiểm tra kho lạnh',
    'Kiểm tra tủ đông',
  ])
  expect(now.at(-1)?.end).toEqual(at(fourth?.day ?? '', '16:00'))
  await back(plusDays(today, 4), '20:00')
  const made = (await seriesOf(one)).at(-1)
  expect(made).toMatchObject({ title: 'Kiểm tra tủ đông', start: at(plusDays(today, 5), '14:00') })
})

test('another rhythm from one on takes back what was made ahead; ended, nothing comes any more', async () => {
  const one = await task()
  await repeat(one, 'FREQ=DAILY')
  await back(plusDays(today, 1))
  const [, second] = await seriesOf(one)
  // Half a year away, whatever day it is.
  const month = Number(plusDays(today, 180).slice(5, 7))
  await chain.call('POST', `task/${one.id}/repetition`, {
    by: admin,
    body: { rule: `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=15` },
  })
  expect(await days(one)).toEqual([plusDays(today, 1)])
  const gone = await row(
    chain.db,
    { deleted_at: 'date?' },
    sql`select deleted_at from task_management where id = ${second?.id ?? 0}`,
  )
  expect(gone?.deleted_at).not.toBeNull()
  await chain.call('POST', `task/${one.id}/repetition/end`, { by: admin })
  await back(plusDays(today, 800))
  expect(await days(one)).toEqual([plusDays(today, 1)])
})

test('whoever does not see a task neither reads nor changes its repetition', async () => {
  const one = await task()
  await repeat(one, 'FREQ=DAILY')
  const stranger = await chain.person({
    permissions: { 'task-management': { edit: true, read: true } },
    scope: 'store',
    store: chain.stores[1],
  })
  expect((await chain.call('GET', `task/${one.id}/repetition`, { by: stranger })).status).toBe(404)
  const changed = await chain.call('POST', `task/${one.id}/repetition`, { by: stranger, body: { rule: 'FREQ=DAILY' } })
  expect(changed.status).toBe(404)
})

test('is made for those of its people who can still sign in; where nobody can, who asked for it is told, else the manager of the store', async () => {
  const [stays, leaves, asker, keeper] = [
    await chain.person(),
    await chain.person(),
    await chain.person(),
    await chain.person(),
  ]
  await sql`update stores set manager = ${keeper.id} where id = ${chain.stores[0]}`.execute(chain.db)
  const one = await task({ processors: [leaves.id, stays.id] })
  await sql`update task_management set created_by = ${asker.id} where id = ${one.id}`.execute(chain.db)
  await repeat(one, 'FREQ=DAILY')
  await sql`update task_series set created_by = ${asker.id}`.execute(chain.db)
  const block = (...people: Person[]) =>
    sql`update users set blocked = true where id = any(${people.map(({ id }) => id)}::bigint[])`.execute(chain.db)
  const madeOn = async (day: string) => {
    await back(plusDays(day, -1))
    return row(
      chain.db,
      { id: 'number', processors: 'number[]', in_charge: 'number?' },
      sql`select id, processors, in_charge from task_management where occurrence_on = ${day}::date
          and series_id = (select series_id from task_management where id = ${one.id})`,
    )
  }
  const told = async ({ id }: Person) =>
    rows(
      chain.db,
      { link: 'string' },
      sql`select link from notifications where user_id = ${id} and kind = 'task unassigned'`,
    )
  await block(leaves)
  expect(await madeOn(plusDays(today, 2))).toMatchObject({ processors: [stays.id], in_charge: stays.id })
  await block(stays)
  const third = await madeOn(plusDays(today, 3))
  expect(third).toMatchObject({ processors: [], in_charge: null })
  await expect.poll(() => told(asker)).toEqual([{ link: `/task-management/view/${third?.id}` }])
  expect(await told(keeper)).toEqual([])
  await block(asker)
  const fourth = await madeOn(plusDays(today, 4))
  await expect.poll(() => told(keeper)).toEqual([{ link: `/task-management/view/${fourth?.id}` }])
  const read = await chain.call<Task>('GET', `task/${fourth?.id}`, { by: keeper })
  const given = await chain.call('PUT', `task/${fourth?.id}`, {
    by: keeper,
    body: { version: read.data.version, processors: [keeper.id] },
  })
  expect(given.status, JSON.stringify(given.data)).toBe(200)
})
