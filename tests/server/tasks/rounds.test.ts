import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RoundLine } from '../../../src/modules/task-rounds/page.server.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import type { StoreHolder } from '../../../src/server/holders.ts'
import { type Person, startChain } from '../../setup/chain.ts'

const chain = await startChain()
const director = await chain.person()
const TASKS = { 'task-management': { add: true, edit: true, read: true, report: true, other: true } }
const WORKS = { 'task-management': { edit: true, read: true } }
const [first, second] = chain.stores
const manager = await runs(first)
/** Nobody runs the second store yet. */
const stranger = await chain.person({ permissions: TASKS, scope: 'store', store: second })
const DUE = '2036-11-27T10:00:00.000Z'

interface Round {
  id: number
  version: number
  sent: number
  done: number
  late: number
  lacking: number
  fields?: Record<string, string>
}
interface Made {
  id: number
  round_id: number
  store: number
  in_charge: number
  approver: number | null
}

async function runs(store: number, permissions: object = WORKS): Promise<Person> {
  const made = await chain.person({ permissions: permissions as typeof WORKS, scope: 'store', store })
  await sql`update stores set manager = ${made.id} where id = ${store}`.execute(chain.db)
  return made
}
let serial = 0
async function template(more: object = {}, items = 2): Promise<number> {
  const checklist = Array.from({ length: items }, (_, at) => ({
    title: `Việc ${at + 1}`,
    kind: at === 1 ? 'number' : 'tick',
    needs_photo: at === 0,
    ...(at === 1 && { unit: '°C', least: -22, most: -18 }),
  }))
  const made = await chain.call<{ id: number; fields?: object }>('POST', 'task-template', {
    by: director,
    body: { name: `Trưng bày Trung thu ${++serial}`, checklist, ...more },
  })
  expect(made.status, JSON.stringify(made.data)).toBe(201)
  return made.data.id
}
const send = async (more: object = {}, by = director) =>
  chain.call<Round>('POST', 'task-round', {
    by,
    body: { title: 'Trưng bày Trung thu', template: await template(), due_at: DUE, ...more },
  })
const page = async ({ id }: { id: number }, by = director) =>
  (await chain.call<{ lines: RoundLine[] }>('GET', `task-round/${id}/progress`, { by })).data.lines
const madeOf = (round: number) =>
  rows(
    chain.db,
    { id: 'number', round_id: 'number', store: 'number', in_charge: 'number', approver: 'number?' },
    sql`select id, round_id, store, in_charge, approver from task_management where round_id = ${round} order by store`,
  ) satisfies Promise<Made[]>
const late = (round: number) =>
  sql`update task_management set date_end = now() - interval '1 hour' where round_id = ${round}`.execute(chain.db)

test('every open store gets one task for its manager, with the checklist of the template; a store without one waits for a person', async () => {
  const round = (await send()).data
  expect(round).toMatchObject({ sent: 1, lacking: 1 })
  expect(await page(round)).toMatchObject([
    { store: { id: second }, task: null, stage: 'nobody', person: null },
    { store: { id: first }, stage: 'unseen', person: { id: manager.id }, items: 2, items_done: 0 },
  ])
  const items = await rows(
    chain.db,
    { title: 'string', kind: 'string', needs_photo: 'boolean', least: 'number?' },
    sql`select i.title, i.kind, i.needs_photo, i.least from task_checklist_items i join task_management t on t.id = i.task where t.round_id = ${round.id} order by i.position`,
  )
  expect(items).toEqual([
    { title: 'Việc 1', kind: 'tick', needs_photo: true, least: null },
    { title: 'Việc 2', kind: 'number', needs_photo: false, least: -22 },
  ])
})

test('whoever would get it is known before it is sent, and the sender may choose another', async () => {
  const id = await template()
  const holders = await chain.call<StoreHolder[]>('GET', `task-round/holders?template=${id}`, { by: director })
  expect(holders.data.map(({ store, person }) => [store.id, person?.id ?? null])).toEqual([
    [first, manager.id],
    [second, null],
  ])
  const round = (await send({ template: id, people: { [second]: stranger.id } })).data
  expect(round).toMatchObject({ sent: 2, lacking: 0 })
  expect((await madeOf(round.id)).map(({ in_charge }) => in_charge)).toEqual([manager.id, stranger.id])
})

test('a store that had nobody is given somebody, once, however many press at once', async () => {
  const round = (await send()).data
  const give = () =>
    chain.call('POST', `task-round/${round.id}/give`, { by: director, body: { store: second, person: stranger.id } })
  const answers = await Promise.all([give(), give(), give()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await madeOf(round.id)).length).toBe(2)
})

test('nobody who cannot see tasks is given one', async () => {
  const blind = await chain.person({ permissions: {}, scope: 'store', store: second })
  const sent = await send({ people: { [second]: blind.id } })
  expect(sent.status).toBe(422)
  expect(sent.data.fields).toHaveProperty('people')
})

test('nobody chosen by hand is nothing said, as the form sends it', async () => {
  const sent = await send({ people: null })
  expect(sent.status, JSON.stringify(sent.data)).toBe(201)
  expect(sent.data).toMatchObject({ sent: 1, lacking: 1 })
})

test('it goes to the stores that were chosen, to those alone, and by a date to come', async () => {
  const round = (await send({ stores: [first] })).data
  expect(round).toMatchObject({ sent: 1, lacking: 0 })
  expect((await send({ due_at: '2020-01-01T00:00:00.000Z' })).data.fields).toHaveProperty('due_at')
  const unused = await template({ active: false })
  expect((await send({ template: unused })).status).toBe(422)
})

test('whoever sends it approves where the template says so, but never their own', async () => {
  const id = await template({ approved_by: 'sender' })
  const round = (await send({ template: id, people: { [second]: director.id } })).data
  expect((await madeOf(round.id)).map(({ approver }) => approver)).toEqual([director.id, null])
})

test('a deputy and whoever leads a department in the store are found by their position; without a department there is no such person', async () => {
  const deputy = await chain.person({ permissions: TASKS, scope: 'store', store: first })
  const leader = await chain.person({
    permissions: WORKS,
    scope: 'store',
    store: first,
    department: chain.departments[1],
  })
  // Who leads a department stands in for nobody; nor does who holds the manager's rights over the whole chain.
  await sql`update users set position = '0' where id in (${leader.id}, ${director.id})`.execute(chain.db)
  await sql`update users set user_code = '0-' || user_code where id = ${leader.id}`.execute(chain.db)
  const who = async (more: object) => {
    const id = await template(more)
    const { data } = await chain.call<StoreHolder[]>('GET', `task-round/holders?template=${id}`, { by: director })
    return data.find(({ store }) => store.id === first)?.person?.id
  }
  expect(await who({ holder: 'deputy' })).toBe(deputy.id)
  expect(await who({ holder: 'department_leader', department: chain.departments[1] })).toBe(leader.id)
  const wrong = await chain.call<Round>('POST', 'task-template', {
    by: director,
    body: { name: 'Không có ngành hàng', holder: 'department_leader' },
  })
  expect(wrong.data.fields).toHaveProperty('department')
  await sql`update users set position = '1' where id in (${deputy.id}, ${leader.id})`.execute(chain.db)
})

test('three rounds are one message, and it goes on counting until it is read', async () => {
  const own = await runs(second)
  for (const _ of [1, 2, 3]) await send({ stores: [second] })
  const bell = () =>
    chain.call<{ data: { title: string; kind: string }[]; count_unread: number }>('GET', 'notification?lang=en', {
      by: own,
    })
  await expect
    .poll(async () => (await bell()).data.data.map(({ title }) => title))
    .toEqual(['Assigned to you: 3 rounds'])
  await sql`update stores set manager = null where id = ${second}`.execute(chain.db)
})

test('the late ones are reminded in one press, each once a day; it says whom, and who was reminded before', async () => {
  const round = (await send({ people: { [second]: stranger.id } })).data
  const remind = () =>
    chain.call<{ reminded: string[]; already: string[] }>('POST', `task-round/${round.id}/remind`, { by: director })
  expect((await remind()).data).toEqual({ reminded: [], already: [] })
  await late(round.id)
  const names = [manager.name, stranger.name].toSorted()
  const [one, other] = await Promise.all([remind(), remind()])
  expect([...one.data.reminded, ...other.data.reminded].toSorted()).toEqual(names)
  expect((await remind()).data).toEqual({ reminded: [], already: names })
  await sql`update task_round_reminders set day = day - 1`.execute(chain.db)
  expect((await remind()).data.reminded).toEqual(names)
  expect(await page(round)).toMatchObject([{ is_late: true, is_reminded: true }, { is_late: true }])
  // Beside what the clock of the server tells of tasks that are late.
  await expect
    .poll(async () =>
      (await chain.call<{ data: { title: string }[] }>('GET', 'notification?lang=en', { by: stranger })).data.data.map(
        ({ title }) => title,
      ),
    )
    .toContainEqual(expect.stringMatching(/reminds you of \d+ rounds? that (are|is) late$/))
})

test('a photo is rejected with a reason: the item is open again, the task is rejected, and its progress falls', async () => {
  const round = (await send({ stores: [first] })).data
  const [task] = await madeOf(round.id)
  const item = await row(
    chain.db,
    { id: 'number' },
    sql`update task_checklist_items set done_at = now(), done_by = ${manager.id} where task = ${task?.id ?? 0} and position = 1 returning id`,
  )
  await sql`update task_checklist_items set done_at = now() where task = ${task?.id ?? 0}`.execute(chain.db)
  await sql`update task_management set state = 'done', progress = 100, finished_at = now(), done_at = now() where id = ${task?.id ?? 0}`.execute(
    chain.db,
  )
  const again = (by: Person, body: object) =>
    chain.call<Round>('POST', `task/${task?.id}/checklist/${item?.id}/again`, { by, body })
  expect((await page(round))[0]).toMatchObject({ is_judged: true })
  expect((await page(round, manager))[0]).toMatchObject({ is_judged: false })
  expect((await again(manager, { reason: 'Của chính mình' })).code).toBe(1511)
  expect((await again(director, {})).data.fields).toHaveProperty('reason')
  expect((await again(director, { reason: 'Ảnh mờ' })).status).toBe(200)
  expect(await page(round)).toMatchObject([
    { stage: 'rejected', progress: 50, items_done: 1, reject_reason: 'Việc 1: Ảnh mờ' },
  ])
  expect((await again(director, { reason: 'Ảnh mờ' })).status).toBe(409)
})

test('its page tells not seen, seen, under way, late, and done in time from done late, whenever it is approved', async () => {
  const round = (await send({ stores: [first], template: await template({ approved_by: 'sender' }) })).data
  const [task] = await madeOf(round.id)
  const line = async () => (await page(round))[0]
  const act = (path: string, body: object, by = manager) => chain.call('POST', `task/${task?.id}/${path}`, { by, body })
  expect(await line()).toMatchObject({ stage: 'unseen', is_late: false, was_late: false })
  await act('seen', {})
  expect(await line()).toMatchObject({ stage: 'seen' })
  const version = async () =>
    (await chain.call<{ version: number }>('GET', `task/${task?.id}`, { by: director })).data.version
  await act('begin', { version: await version() })
  expect(await line()).toMatchObject({ stage: 'doing', is_late: false })
  await late(round.id)
  expect(await line()).toMatchObject({ stage: 'doing', is_late: true, was_late: false })
  await act('progress', { progress: 100, open_items_reason: 'Không có hàng' })
  expect(await line()).toMatchObject({ stage: 'asked', is_late: false, was_late: true })
  await act('approve', { version: await version(), quality: 3 }, director)
  expect(await line()).toMatchObject({ stage: 'done', is_late: false, was_late: true })
  // In time, though approved after the end.
  await sql`update task_management set finished_at = date_end - interval '1 minute' where id = ${task?.id ?? 0}`.execute(
    chain.db,
  )
  expect(await line()).toMatchObject({ stage: 'done', is_late: false, was_late: false })
})

test('a store sees its own line of a round and no other, and changes nothing of it', async () => {
  const round = (await send({ people: { [second]: stranger.id } })).data
  expect((await page(round, stranger)).map(({ store }) => store.id)).toEqual([second])
  const alone = (await send({ stores: [first] })).data
  expect((await chain.call('GET', `task-round/${alone.id}/progress`, { by: stranger })).status).toBe(404)
  const moved = await chain.call('PUT', `task-round/${round.id}`, { by: stranger, body: { version: 1, title: 'Khác' } })
  expect(moved.status).toBe(403)
})

test('another due date moves the tasks that are not over; where to and from what it was sent stands', async () => {
  const round = (await send({ people: { [second]: stranger.id } })).data
  await sql`update task_management set state = 'done' where round_id = ${round.id} and store = ${second}`.execute(
    chain.db,
  )
  const change = (version: number, body: object) =>
    chain.call<Round>('PUT', `task-round/${round.id}`, { by: director, body: { version, ...body } })
  expect((await change(1, { stores: [first] })).data.fields).toHaveProperty('stores')
  expect((await change(1, { due_at: '2036-12-01T10:00:00.000Z' })).status).toBe(200)
  const ends = await rows(
    chain.db,
    { date_end: 'date' },
    sql`select date_end from task_management where round_id = ${round.id} order by store`,
  )
  expect(ends.map(({ date_end }) => date_end.toISOString())).toEqual(['2036-12-01T10:00:00.000Z', DUE])
  for (const wrong of [{ date_start: '2036-12-01T10:00:01.000Z' }, { due_at: '2001-12-01T10:00:00.000Z' }]) {
    const refused = await change(2, wrong)
    expect([refused.status, Object.keys(refused.data.fields ?? {})]).toEqual([422, ['due_at']])
  }
})

test('a late round that is given more time has no late tasks any more', async () => {
  const round = (await send({ stores: [first] })).data
  await sql`update task_management set date_end = now() - interval '1 hour', late_since = now() - interval '1 hour' where round_id = ${round.id}`.execute(
    chain.db,
  )
  const given = await chain.call('PUT', `task-round/${round.id}`, {
    by: director,
    body: { version: 1, due_at: '2036-12-01T10:00:00.000Z' },
  })
  expect(given.status, given.text).toBe(200)
  const [line] = await rows(chain.db, sql`select late_since from task_management where round_id = ${round.id}`)
  expect(line).toEqual({ late_since: null })
})

test('who may not add tasks sends no round, and a store sends it to itself alone', async () => {
  expect((await send({}, manager)).status).toBe(403)
  const own = await send({ stores: [first] }, stranger)
  expect(own.status).toBe(422)
  expect((await send({}, stranger)).data).toMatchObject({ sent: 0, lacking: 1 })
})

test('the round goes out as a workbook', async () => {
  const round = (await send()).data
  const answer = await fetch(`${chain.url}/api/task-round/${round.id}/export`, {
    headers: { authorization: `Bearer ${director.token}` },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('spreadsheetml')
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000)
})
