import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { announceTasks, markLate } from '../../../src/modules/task-management/lateness/late.server.ts'
import { bookOf, imported, sent } from '../../setup/books.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { DIRECTS, office, READS } from './office.ts'

const chain = await startChain()
const { made, step, progress, add, put } = office(chain)
const boss = await chain.person({ permissions: DIRECTS })
const worker = await chain.person({ permissions: READS })
const approver = await chain.person({ permissions: READS })

interface Told {
  kind: string
  title: string
  link: string
}
const toldTo = async (by: Person): Promise<Told[]> =>
  (await chain.call<{ data: Told[] }>('GET', 'notification?perpage=50', { by })).data.data

/** Waits until somebody is told of a kind. */
async function heard(by: Person, kind: string): Promise<Told> {
  for (let at = 0; at < 600; at++) {
    const found = (await toldTo(by)).find((one) => one.kind === kind)
    if (found) return found
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`Nobody told of ${kind}: ${JSON.stringify(await toldTo(by))}`)
}

test('each hears what concerns them, and nobody of what they did themselves', async () => {
  const task = await made(boss, { processors: [worker.id], approver: approver.id })
  expect(await heard(worker, 'task assigned')).toMatchObject({
    title: `${boss.name} gave you task ${task.number}`,
    link: `/task-management/view/${task.id}`,
  })
  await progress(worker, task.id, { progress: 100 })
  expect((await heard(approver, 'task approval asked')).title).toBe(
    `${worker.name} asks for approval of task ${task.number}`,
  )
  await step(approver, task.id, 'reject', { reject_reason: 'Ảnh mờ' })
  await heard(worker, 'task rejected')
  await heard(boss, 'task rejected')
  await progress(worker, task.id, { progress: 100 })
  await step(approver, task.id, 'approve', { quality: 5 })
  await heard(worker, 'task approved')
  expect((await toldTo(worker)).map(({ kind }) => kind)).not.toContain('task approval asked')
  expect((await toldTo(approver)).map(({ kind }) => kind)).toEqual(['task approval asked', 'task approval asked'])
})

test('where the approver cannot sign in, whoever else may approve it is asked; where nobody can, whoever handed it in is told', async () => {
  const [gone, hand] = [await chain.person({ permissions: READS }), await chain.person({ permissions: READS })]
  const director = await chain.person({ permissions: DIRECTS })
  const stranger = await chain.person({ permissions: DIRECTS, scope: 'store', store: chain.stores[1] })
  const given = { processors: [hand.id], approver: gone.id, store: chain.stores[0] }
  const [task, stuck] = [await made(boss, given), await made(boss, given)]
  await sql`update users set blocked = true where id = ${gone.id}`.execute(chain.db)
  await progress(hand, task.id, { progress: 100 })
  expect((await heard(director, 'task approval asked')).link).toBe(`/task-management/view/${task.id}`)
  await heard(boss, 'task approval asked')
  expect((await toldTo(hand)).map(({ kind }) => kind)).not.toContain('task without approver')
  expect(await toldTo(stranger)).toEqual([])
  const others = sql`users set blocked = not blocked where id not in (${hand.id}, ${gone.id}) and kind = 'person'`
  await sql`update ${others}`.execute(chain.db)
  await progress(hand, stuck.id, { progress: 100 })
  expect((await heard(hand, 'task without approver')).title).toBe(
    `Nobody who may approve task ${stuck.number} can sign in: please ask for another approver`,
  )
  await sql`update ${others}`.execute(chain.db)
})

test('a number out of its range is told to the approver', async () => {
  const task = await made(boss, { processors: [worker.id], approver: approver.id })
  const { data } = await add(boss, task.id, { title: 'Tủ mát 2', kind: 'number', unit: '°C', least: 0, most: 4 })
  await put(worker, task.id, data.data[0]?.id ?? 0, { number: 9 })
  expect((await heard(approver, 'task item out of range')).title).toBe(
    `Task ${task.number}: Tủ mát 2 is out of range, 9 °C`,
  )
})

test('of many given at once one line is told', async () => {
  const fresh = await chain.person({ permissions: READS })
  const { status } = await chain.call('POST', 'task/several', {
    by: boss,
    body: { titles: 'Một\nHai\nBa', processors: [fresh.id] },
  })
  expect(status).toBe(201)
  expect((await heard(fresh, 'task assigned')).title).toBe(`${boss.name} gave you 3 tasks`)
  expect(await toldTo(fresh)).toHaveLength(1)
})

test('of a workbook everybody is told what it gives them, as of what is typed', async () => {
  const admin = await chain.person()
  const [one, other] = [await chain.person({ permissions: READS }), await chain.person({ permissions: READS })]
  const rows = [
    ['Lau kệ sữa', one.name],
    ['Dán tem giá', `${one.name}; ${other.name}`],
    ['Việc của tôi', admin.name],
  ]
  const book = await sent(chain, 'task', admin, await bookOf(['Title', 'Processors'], rows))
  await imported(chain, 'task', admin, book)
  expect((await heard(one, 'task assigned')).title).toBe(`${admin.name} gave you 2 tasks`)
  expect((await heard(other, 'task assigned')).title).toMatch(/gave you task T\d+$/)
  expect(await toldTo(one)).toHaveLength(1)
  expect(await toldTo(admin)).toEqual([])
})

test('a word is told to those who stand with a task, and a mention to whom it names', async () => {
  const [hand, named] = [await chain.person({ permissions: READS }), await chain.person({ permissions: READS })]
  const task = await made(boss, { processors: [hand.id] })
  const body = { body: `<p>Nhớ chụp ảnh <span data-mention="${named.id}">@</span></p>`, mentions: [named.id] }
  const said = await chain.call('POST', `task/${task.id}/comment`, { by: boss, body })
  expect(said.status, JSON.stringify(said.data)).toBe(201)
  expect((await heard(hand, 'task comment')).title).toBe(`${boss.name} commented on task ${task.number}`)
  await heard(named, 'task mention')
  expect((await toldTo(boss)).some(({ link }) => link.endsWith(`/${task.id}`))).toBe(false)
})

test('late ones are told to the processor, then the approver, then the manager of the department, each working morning', async () => {
  const [late, judge, head] = await Promise.all([1, 2, 3].map(() => chain.person({ permissions: READS })))
  if (!late || !judge || !head) throw new Error('Nobody came')
  const department = chain.departments[1]
  await sql`update departments set manager = ${head.id} where id = ${department}`.execute(chain.db)
  const at = (day: string, hour: string) => new Date(`${day}T${hour}:00:00+07:00`)
  // The server's own clock tells of the real morning once: before there is anything to tell.
  await announceTasks(chain.running.context, new Date())
  const task = await made(boss, {
    ...{ processors: [late.id], approver: judge.id, department },
    ...{ date_end: at('2026-11-20', '17').toISOString() },
  })
  await markLate(chain.running.context)
  await heard(late, 'task late')
  const morning = async (day: string) => {
    await sql`delete from notifications where kind = 'tasks late'`.execute(chain.db)
    await announceTasks(chain.running.context, at(day, '08'))
    await heard(late, 'tasks late')
    await new Promise((done) => setTimeout(done, 300))
    return (await Promise.all([judge, head].map(toldTo))).map((told) => told.some(({ kind }) => kind === 'tasks late'))
  }
  expect(await morning('2026-11-20')).toEqual([false, false])
  expect(await morning('2026-11-21')).toEqual([true, false])
  expect(await morning('2026-11-23')).toEqual([true, true])
  expect((await heard(head, 'tasks late')).title).toBe('Late tasks that concern you: 1')
  // What is over is told no more.
  await step(boss, task.id, 'cancel', { cancel_reason: 'x' })
  await sql`delete from notifications where kind = 'tasks late'`.execute(chain.db)
  await announceTasks(chain.running.context, at('2026-11-24', '08'))
  await new Promise((done) => setTimeout(done, 1000))
  expect((await toldTo(late)).some(({ kind }) => kind === 'tasks late')).toBe(false)
})

test('what its approver has past its end counts as late in nobody’s morning', async () => {
  const doer = await chain.person({ permissions: READS })
  const date_end = new Date('2026-11-20T17:00:00+07:00').toISOString()
  const [handedIn] = await Promise.all([
    made(boss, { processors: [doer.id], approver: boss.id, date_end }),
    made(boss, { processors: [doer.id], date_end }),
  ])
  await progress(doer, handedIn.id, { progress: 100 })
  await announceTasks(chain.running.context, new Date('2036-12-03T08:00:00+07:00'))
  expect((await heard(doer, 'tasks late')).title).toBe('Late tasks that concern you: 1')
})

test('what ends tomorrow is told this morning', async () => {
  const soon = await chain.person({ permissions: READS })
  await made(boss, { processors: [soon.id], date_end: new Date('2036-12-02T10:00:00+07:00').toISOString() })
  await announceTasks(chain.running.context, new Date('2036-12-01T08:00:00+07:00'))
  expect((await heard(soon, 'tasks end tomorrow')).title).toBe('Your tasks that end tomorrow: 1')
})
