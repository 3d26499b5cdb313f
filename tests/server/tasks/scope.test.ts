import { describe, expect, test } from 'vitest'
import { type Person, startChain } from '../../setup/chain.ts'
import { DIRECTS, office, type Task, WORKS } from './office.ts'

const chain = await startChain()
const { made, step } = office(chain)
const [here, there] = chain.stores
const boss = await chain.person({ permissions: DIRECTS })
const manager = await chain.person({ permissions: DIRECTS, scope: 'store', store: here })
const other = await chain.person({ permissions: DIRECTS, scope: 'store', store: there })
const fresh = await chain.person({ permissions: WORKS, scope: 'department', department: chain.departments[1] })
const own = await chain.person({ permissions: WORKS, scope: 'own' })

interface Page {
  data: Task[]
  total: number
}
const listed = async (by: Person, query = '') =>
  (await chain.call<Page>('GET', `task?perpage=1000${query}`, { by })).data
const idsOf = async (by: Person, query = '') => (await listed(by, query)).data.map(({ id }) => id)

describe('a store', () => {
  test('never sees the task of another one, by whichever call', async () => {
    const task = await made(boss, { store: there, processors: [other.id], title: 'Dán nhãn kệ Long Biên' })
    const to = `task/${task.id}`
    expect(await idsOf(manager)).not.toContain(task.id)
    for (const path of [to, `${to}/checklist`, `${to}/waiting`, `${to}/history`, `task/history-list?task=${task.id}`])
      expect([path, (await chain.call('GET', path, { by: manager })).status]).toEqual([path, 404])
    const { version } = task
    for (const [method, path, body] of [
      ['PUT', to, { version, title: 'x' }],
      ['POST', `${to}/cancel`, { version, cancel_reason: 'x' }],
      ['POST', `${to}/progress`, { progress: 5 }],
      ['POST', `${to}/seen`, {}],
      ['POST', `${to}/checklist`, { title: 'x' }],
    ] as const)
      expect([path, (await chain.call(method, path, { by: manager, body })).status]).toEqual([path, 404])
    const found = await chain.call<{ groups: { module: string }[] }>('GET', 'search?q=nhãn%20kệ%20Long', {
      by: manager,
    })
    expect(found.data.groups.filter(({ module }) => module === 'task-management')).toEqual([])
    expect(
      (await chain.call('POST', 'task', { by: manager, body: { title: 'x', processors: [manager.id], store: there } }))
        .status,
    ).toBe(422)
    expect((await made(manager, { processors: [manager.id] })).id).toBeGreaterThan(0)
  })

  test('counts in its list and its figures what it sees, and nothing else', async () => {
    const { data, total } = await listed(manager)
    expect(total).toBe(data.length)
    const figures = await chain.call<{ totals: { values: { tasks: number } } }>(
      'GET',
      'task/statistics?by=month&from=2025-01-01&to=2027-12-31',
      { by: manager },
    )
    expect(figures.data.totals.values.tasks).toBe(total)
  })
})

describe('whose task it is sees it, whatever their scope', () => {
  test.each([
    ['a processor', { processors: [manager.id] }],
    ['the second processor', { processors: [boss.id, manager.id] }],
    ['the approver', { processors: [boss.id], approver: manager.id }],
  ])('%s', async (_who, people) => {
    const task = await made(boss, { store: there, department: chain.departments[1], ...people })
    expect(await idsOf(manager)).toContain(task.id)
    expect((await chain.call('GET', `task/${task.id}`, { by: manager })).status).toBe(200)
    const counted = await listed(manager)
    expect(counted.total).toBe(counted.data.length)
    const outsider = await chain.person({ permissions: DIRECTS, scope: 'store', store: here })
    expect(await idsOf(outsider)).not.toContain(task.id)
  })

  test('who asked for it, after it went to another store', async () => {
    const task = await made(manager, { processors: [other.id] })
    await chain.call('PUT', `task/${task.id}`, { by: boss, body: { version: task.version, store: there } })
    expect(await idsOf(manager)).toContain(task.id)
  })

  test('a department sees its own, and who sees only their own sees no more', async () => {
    const ofFresh = await made(boss, { store: there, department: chain.departments[1], processors: [boss.id] })
    const ofOthers = await made(boss, { store: there, department: chain.departments[0], processors: [boss.id] })
    const given = await made(boss, { store: there, processors: [own.id] })
    expect(await idsOf(fresh)).toEqual(expect.arrayContaining([ofFresh.id]))
    expect(await idsOf(fresh)).not.toContain(ofOthers.id)
    expect(await idsOf(own)).toEqual([given.id])
  })
})

test('the tabs tell what stands with somebody, and count it', async () => {
  const me = await chain.person({ permissions: DIRECTS, store: here })
  const mine = await made(boss, { processors: [me.id], store: here })
  const toApprove = await made(boss, { processors: [other.id], approver: me.id })
  await chain.call('POST', `task/${toApprove.id}/progress`, { by: other, body: { progress: 100 } })
  const askedFor = await made(me, { processors: [other.id] })
  const over = await made(boss, { processors: [me.id] })
  await step(boss, over.id, 'cancel', { cancel_reason: 'x' })
  expect(await idsOf(me, '&whose=mine&status=pending')).toEqual([mine.id])
  expect(await idsOf(me, '&whose=to-approve')).toEqual([toApprove.id])
  expect(await idsOf(me, '&whose=asked-for')).toEqual([askedFor.id])
  const { data } = await chain.call<Record<string, number>>('GET', 'task/counts', { by: me })
  expect(data).toMatchObject({ mine: 1, 'to-approve': 1, 'asked-for': 1 })
  expect(data.all).toBe((await listed(me)).total)
  expect(data['my-store']).toBe((await listed(me, '&whose=my-store&status=pending')).total)
  expect((await chain.call('GET', 'task?whose=everybody', { by: me })).status).toBe(422)
})

test('the statuses and the story come by the calls of the specification', async () => {
  const { data } = await chain.call<{ data: { value: string; label: string; stages: { value: string }[] }[] }>(
    'GET',
    'task/status-list',
    { by: boss },
  )
  expect(data.data.map(({ value, label }) => [value, label])).toEqual([
    ['pending', 'Pending'],
    ['done', 'Done'],
    ['cancelled', 'No longer needed'],
  ])
  expect(data.data[0]?.stages.map(({ value }) => value)).toEqual(['todo', 'doing', 'asked', 'rejected'])
  const task = await made(boss, { processors: [other.id] })
  await chain.call('POST', `task/${task.id}/progress`, { by: other, body: { progress: 30 } })
  const story = await chain.call<{ data: { action: string }[] }>('GET', `task/history-list?task=${task.id}`, {
    by: boss,
  })
  expect(story.data.data.map(({ action }) => action)).toEqual(['progress', 'create'])
  expect((await chain.call('GET', 'task/history-list', { by: boss })).status).toBe(422)
  const found = await chain.call<{ groups: { module: string; items: { id: number }[] }[] }>(
    'GET',
    `search?q=${task.number}`,
    { by: boss },
  )
  expect(found.data.groups.find(({ module }) => module === 'task-management')?.items[0]?.id).toBe(task.id)
})

test('people who may open tasks are offered to do and to approve them, those of the own store first, and nobody else', async () => {
  const reads = await chain.person({ permissions: { 'task-management': { read: true } }, scope: 'store', store: here })
  const stranger = await chain.person({ permissions: { stores: { read: true } } })
  const { data } = await chain.call<{ data: { id: number }[] }>(
    'GET',
    `task/handlers?search=${encodeURIComponent(reads.name)}`,
    { by: manager },
  )
  expect(data.data.map(({ id }) => id)).toEqual([reads.id])
  const none = await chain.call<{ data: unknown[] }>(
    'GET',
    `task/handlers?search=${encodeURIComponent(stranger.name)}`,
    { by: manager },
  )
  expect(none.data.data).toEqual([])
})
