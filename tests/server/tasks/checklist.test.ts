import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { shareOf } from '../../../src/modules/task-management/progress/moved.ts'
import { rows } from '../../../src/server/db/db.ts'
import { jsonOf } from '../../../src/server/db/shape.ts'
import { startChain } from '../../setup/chain.ts'
import { type Checklist, DIRECTS, office, READS, WORKS } from './office.ts'

const chain = await startChain()
const { made, shown, step, progress, add, items, put, photographed } = office(chain)
const boss = await chain.person({ permissions: DIRECTS })
const worker = await chain.person({ permissions: READS })
const manager = await chain.person({ permissions: WORKS })
const approver = await chain.person({ permissions: READS })

const withItems = async (titles: string, more: object = {}) => {
  const task = await made(boss, { processors: [worker.id], approver: approver.id, ...more })
  const { data } = await add(boss, task.id, { titles })
  return { id: task.id, list: data.data }
}
const fileKey = async (by: typeof boss) =>
  (await chain.call<{ key: string }>('POST', 'file-key', { by, body: {} })).data.key
const FOUR = 'Mở đèn\nĐo nhiệt độ\nChụp kệ\nKý sổ'

describe('the checklist', () => {
  test('makes ten items of ten pasted lines, in their order, without empty ones', async () => {
    const lines = Array.from({ length: 10 }, (_, at) => `Mục ${at + 1}`)
    const { id } = await withItems(`${lines.join('\n')}\n\n  \n`)
    expect((await items(boss, id)).map(({ title, position }) => [title, position])).toEqual(
      lines.map((line, at) => [line, at + 1]),
    )
    expect((await shown(boss, id)).state).toBe('todo')
  })

  test('moves the progress by its done share in steps of 5, and asks for approval when all is done', async () => {
    const { id, list } = await withItems(FOUR)
    const reached: unknown[] = []
    for (const { id: item } of list) reached.push((await put(worker, id, item, { done: true })).data.task)
    expect(reached).toMatchObject([
      { progress: 25, state: 'doing' },
      { progress: 50, state: 'doing' },
      { progress: 75, state: 'doing' },
      { progress: 100, state: 'asked' },
    ])
    const [first] = await items(worker, id)
    expect(first).toMatchObject({ done_by: { id: worker.id } })
    expect(first?.done_at).not.toBeNull()
    // Taken back, nothing waits for approval any more.
    expect((await put(worker, id, list[0]?.id ?? 0, { done: false })).data.task).toMatchObject({
      progress: 75,
      state: 'doing',
    })
  })

  test('is whole only when nothing is left, and rounds to the nearest step otherwise', () => {
    expect([shareOf(0, 8), shareOf(1, 8), shareOf(3, 8), shareOf(39, 40), shareOf(40, 40), shareOf(0, 0)]).toEqual([
      0, 15, 40, 95, 100, 0,
    ])
  })

  test('moves the progress alone: by hand only to the end, and then with a reason that is kept', async () => {
    const { id, list } = await withItems(FOUR)
    await put(worker, id, list[0]?.id ?? 0, { done: true })
    expect((await progress(worker, id, { progress: 50 })).code).toBe(1516)
    const refused = await progress(worker, id, { progress: 100 })
    expect([refused.code, (refused.data as unknown as Checklist).open]).toEqual([1515, 3])
    const { data } = await progress(worker, id, { progress: 100, open_items_reason: 'Mất điện, làm sau' })
    expect(data).toMatchObject({ state: 'asked', open_items_reason: 'Mất điện, làm sau' })
    // Rejected, it goes on at what the checklist says.
    const back = await step(approver, id, 'reject', { reject_reason: 'Làm nốt' })
    expect(back.data).toMatchObject({ state: 'rejected', progress: 25, open_items_reason: null })
  })

  test('keeps its order as items are moved, added and removed', async () => {
    const { id, list } = await withItems(FOUR)
    const [a, b, c, d] = list.map((one) => one.id)
    await put(boss, id, d ?? 0, { position: 1 })
    expect((await items(boss, id)).map((one) => one.id)).toEqual([d, a, b, c])
    await put(worker, id, d ?? 0, { position: 99 })
    expect((await items(boss, id)).map((one) => one.id)).toEqual([a, b, c, d])
    const gone = await chain.call<Checklist>('DELETE', `task/${id}/checklist/${b}`, { by: boss })
    expect(gone.data.data.map((one) => one.id)).toEqual([a, c, d])
    expect((await chain.call('GET', `task/${id}/checklist/${b}`, { by: boss })).status).toBe(404)
    expect((await chain.call<{ title: string }>('GET', `task/${id}/checklist/${c}`, { by: boss })).data.title).toBe(
      'Chụp kệ',
    )
  })
})

describe('an item', () => {
  const one = async (shape: object) => {
    const task = await made(boss, { processors: [worker.id], approver: approver.id })
    const { status, data, text } = await add(boss, task.id, { title: 'Nhiệt độ tủ mát', ...shape })
    expect(status, `${text} ${JSON.stringify(data)}`).toBe(201)
    await add(boss, task.id, { title: 'Mục khác' })
    return { id: task.id, item: data.data[0]?.id ?? 0 }
  }

  test('that needs a photo is not ticked without, whoever sends it', async () => {
    const { id, item } = await one({ needs_photo: true })
    const { status, data } = await put(worker, id, item, { done: true })
    expect([status, Object.keys(data.fields ?? {})]).toEqual([422, ['photos']])
    expect((await put(worker, id, item, { done: true, photos: [] })).status).toBe(422)
    // It cannot be made to need none by who is to take it.
    expect((await put(worker, id, item, { needs_photo: false })).code).toBe(1518)
    const photo = await photographed(worker)
    expect((await put(worker, id, item, { done: true, photos: [photo] })).data.data[0]).toMatchObject({
      photos: [{ id: photo }],
    })
    // Nor is the photo taken away while it counts as done.
    expect((await put(worker, id, item, { photos: [] })).status).toBe(422)
    const reader = await chain.person({ permissions: READS })
    const openTo = async (by: typeof reader) =>
      (await fetch(`${chain.url}/api/file/${photo}?key=${await fileKey(by)}`)).status
    expect([await openTo(boss), await openTo(reader)]).toEqual([200, 200])
    const elsewhere = await chain.person({ permissions: READS, scope: 'store', store: chain.stores[1] })
    expect(await openTo(elsewhere)).toBe(404)
  })

  test('out of its range is marked, and its approver is told; within it nobody is', async () => {
    const { id, item } = await one({ kind: 'number', unit: '°C', least: 0, most: 4 })
    expect((await put(worker, id, item, { done: true })).data.fields).toHaveProperty('number')
    expect((await put(worker, id, item, { number: 4 })).data.data[0]).toMatchObject({ is_out: false })
    expect((await put(worker, id, item, { number: 4.1 })).data.data[0]).toMatchObject({ is_out: true })
    const told = await rows(
      chain.db,
      { changes: jsonOf<Record<string, [unknown, unknown]>>() },
      sql`select changes from activity where module = 'task-management' and record_id = ${id} and action = 'item out of range'`,
    )
    expect(told).toHaveLength(1)
    expect(told[0]?.changes).toMatchObject({ noted: [null, '4.1 °C'], told: [null, [approver.id]] })
    // Set right, it is no longer marked.
    expect((await put(worker, id, item, { number: 3 })).data.data[0]).toMatchObject({ is_out: false })
  })

  test('answered yes, no or not applicable is done by the answer, and not without', async () => {
    const { id, item } = await one({ kind: 'answer' })
    expect((await put(worker, id, item, { done: true })).data.fields).toHaveProperty('answer')
    const { data } = await put(worker, id, item, { answer: 'not_applicable' })
    expect(data.data[0]?.done_at).not.toBeNull()
    expect((await put(worker, id, item, { answer: 'maybe' })).status).toBe(422)
  })

  test('is done by processors only, and named for one of them only', async () => {
    const { id, item } = await one({})
    expect((await put(boss, id, item, { done: true })).code).toBe(1510)
    expect((await put(approver, id, item, { done: true })).code).toBe(1510)
    expect((await put(boss, id, item, { person: boss.id })).data.fields).toHaveProperty('person')
    expect((await put(boss, id, item, { person: worker.id })).status).toBe(200)
    expect((await put(boss, id, item, { least: 5, most: 1 })).data.fields).toHaveProperty('most')
  })

  test('of somebody else is neither loosened nor removed by who is to do it; an own one is', async () => {
    const { id, item } = await one({ kind: 'number', least: 0, most: 4 })
    await chain.call('PUT', `task/${id}`, {
      by: boss,
      body: { version: (await shown(boss, id)).version, processors: [manager.id] },
    })
    expect((await put(manager, id, item, { most: 99 })).code).toBe(1518)
    expect((await chain.call('DELETE', `task/${id}/checklist/${item}`, { by: manager })).code).toBe(1518)
    const own = (await add(manager, id, { title: 'Gọi thợ' })).data.data.at(-1)?.id ?? 0
    expect((await put(manager, id, own, { title: 'Gọi thợ điện' })).status).toBe(200)
    expect((await chain.call('DELETE', `task/${id}/checklist/${own}`, { by: manager })).status).toBe(200)
    const reader = await chain.person({ permissions: READS })
    expect((await add(reader, id, { title: 'x' })).status).toBe(403)
  })

  test('is sent back by the approver with a reason, and the task with it', async () => {
    const { id, item } = await one({})
    for (const { id: each } of await items(worker, id)) await put(worker, id, each, { done: true })
    expect((await shown(boss, id)).state).toBe('asked')
    const again = (by: typeof boss) =>
      chain.call<Checklist>('POST', `task/${id}/checklist/${item}/again`, { by, body: { reason: 'Ảnh mờ' } })
    expect((await again(worker)).code).toBe(1511)
    const stranger = await chain.person({ permissions: READS })
    expect((await again(stranger)).code).toBe(1512)
    const { data } = await again(approver)
    expect(data.task).toMatchObject({ state: 'rejected', progress: 50 })
    expect(data.data[0]).toMatchObject({ done_at: null, note: 'Ảnh mờ' })
    expect((await shown(boss, id)).reject_reason).toBe('Nhiệt độ tủ mát: Ảnh mờ')
    expect((await again(approver)).code).toBe(1573)
    expect((await put(worker, id, item, { done: true })).data.task).toMatchObject({ state: 'asked', progress: 100 })
  })

  test('that is sent back loses the photo and the number it was given, so that neither counts twice', async () => {
    const { id, item } = await one({ kind: 'number', needs_photo: true, least: 0, most: 4 })
    await put(worker, id, item, { number: 9, photos: [await photographed(worker)] })
    const body = { reason: 'Đo lại' }
    const { data } = await chain.call<Checklist>('POST', `task/${id}/checklist/${item}/again`, { by: approver, body })
    expect(data.data[0]).toMatchObject({ done_at: null, photos: [], is_out: false, note: 'Đo lại' })
    // Others are still at work on it: it is under way, not rejected.
    expect(data.task).toMatchObject({ state: 'doing', progress: 0 })
    expect((await put(worker, id, item, { number: 3 })).data.fields).toHaveProperty('photos')
  })

  test('of a task that nobody approves is sent back by who asked for it; of an approved one by who may reopen it', async () => {
    const asker = await chain.person({ permissions: WORKS })
    const send = (task: number, item: number, by: typeof boss) =>
      chain.call<Checklist>('POST', `task/${task}/checklist/${item}/again`, { by, body: { reason: 'Chưa sạch' } })
    const plain = await made(asker, { processors: [worker.id] })
    const items = (await add(asker, plain.id, { title: 'Lau kệ' })).data.data
    await put(worker, plain.id, items[0]?.id ?? 0, { done: true })
    expect((await shown(boss, plain.id)).state).toBe('done')
    expect((await send(plain.id, items[0]?.id ?? 0, asker)).data.task).toMatchObject({ state: 'rejected', progress: 0 })
    const { id, list } = await withItems('Một mục')
    await put(worker, id, list[0]?.id ?? 0, { done: true })
    await step(approver, id, 'approve', { quality: 4 })
    expect((await send(id, list[0]?.id ?? 0, approver)).code).toBe(1512)
    expect((await send(id, list[0]?.id ?? 0, boss)).data.task).toMatchObject({ state: 'rejected', progress: 0 })
    expect(await shown(boss, id)).toMatchObject({ approval: 'rejected', quality: null, finished_at: null })
  })

  test('ticked by many at once counts once each: the last one asks for approval', async () => {
    const { id, list } = await withItems(Array.from({ length: 20 }, (_, at) => `Kệ ${at + 1}`).join('\n'))
    await Promise.all(list.map((one) => put(worker, id, one.id, { done: true })))
    expect(await shown(boss, id)).toMatchObject({ state: 'asked', progress: 100, items: 20, items_done: 20 })
  })

  test('done without a line bears the time at which it was done', async () => {
    const { id, item } = await one({})
    const at = new Date(Date.now() - 3_600_000).toISOString()
    const { status, data } = await chain.call<Checklist>('PUT', `task/${id}/checklist/${item}`, {
      by: worker,
      body: { done: true },
      headers: { 'done-at': at, 'idempotency-key': `tick-${id}` },
    })
    expect(status, JSON.stringify(data)).toBe(200)
    expect(data.data[0]?.done_at).toBe(at)
  })
})
