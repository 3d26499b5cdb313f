import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeRepeated } from '../../../src/modules/task-series/making.server.ts'
import { row } from '../../../src/server/db/db.ts'
import { bookOf, imported, sent } from '../../setup/books.ts'
import { startChain } from '../../setup/chain.ts'
import { DIRECTS, office, READS, type Task } from './office.ts'

const chain = await startChain()
const { make, made, shown, step, change, progress } = office(chain)
const boss = await chain.person({ permissions: DIRECTS })
const worker = await chain.person({ permissions: READS })
const mate = await chain.person({ permissions: READS })
const approver = await chain.person({ permissions: READS })
/** May all that a role may, and works on the task. */
const mighty = await chain.person()

const asked = async (more: object = {}): Promise<Task> => {
  const { id } = await made(boss, { processors: [worker.id], approver: approver.id, ...more })
  await progress(worker, id, { progress: 60 })
  await progress(worker, id, { progress: 100 })
  return shown(boss, id)
}

describe('the approval', () => {
  test('is asked for at 100, and given once with a quality', async () => {
    const task = await asked()
    expect(task).toMatchObject({ state: 'asked', status: 'pending', approval: 'requested', progress: 100 })
    const { status, data } = await step(approver, task.id, 'approve', { quality: 4, quality_note: 'Sạch, đúng giờ' })
    expect(status).toBe(200)
    for (const quality of [0, 6, 2.5, null])
      expect((await step(approver, (await asked()).id, 'approve', { quality })).status, String(quality)).toBe(422)
    expect(data).toMatchObject({ state: 'done', status: 'done', approval: 'approved', quality: 4 })
    expect(data.decided_by?.id).toBe(approver.id)
    expect((await step(approver, task.id, 'approve', { quality: 5 })).status).toBe(409)
  })

  test('needs nobody where nobody approves: at 100 the task is done, without a decision', async () => {
    const { id } = await made(boss, { processors: [worker.id] })
    const { data } = await progress(worker, id, { progress: 100 })
    expect(data).toMatchObject({ state: 'done', approval: 'none', quality: null, decided_by: null })
  })

  test('rejected with a reason, it goes on at the progress it had, and is asked for again', async () => {
    const task = await asked()
    expect((await step(approver, task.id, 'reject')).status).toBe(422)
    const { data } = await step(approver, task.id, 'reject', { reject_reason: 'Ảnh mờ' })
    expect(data).toMatchObject({ state: 'rejected', status: 'pending', approval: 'rejected', progress: 60 })
    expect(data).toMatchObject({ reject_reason: 'Ảnh mờ', finished_at: null })
    const again = await progress(worker, task.id, { progress: 100 })
    expect(again.data).toMatchObject({ state: 'asked', approval: 'requested', reject_reason: null })
  })

  test('is taken by one of 64 at once; the others are told', async () => {
    const task = await asked()
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, at) =>
        chain.call<Task>('POST', `task/${task.id}/${at % 2 ? 'approve' : 'reject'}`, {
          by: approver,
          body: { version: task.version, ...(at % 2 ? { quality: 3 } : { reject_reason: 'Chưa xong' }) },
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    for (const { status, data } of answers) if (status === 409) expect(data).toHaveProperty('changed_by', approver.name)
    const decided = await chain.call<{ data: { action: string }[] }>('GET', `task/${task.id}/history`, { by: boss })
    expect(decided.data.data.filter(({ action }) => action === 'approve' || action === 'reject')).toHaveLength(1)
  })

  test('is for the approver alone, or on behalf for who may: not for whoever reads, nor for a key', async () => {
    const task = await asked()
    const reader = await chain.person({ permissions: READS })
    expect((await step(reader, task.id, 'approve', { quality: 3 })).status).toBe(403)
    expect((await step(reader, task.id, 'reject', { reject_reason: 'x' })).status).toBe(403)
    // A key with every right decides nothing: who stands behind it may be who did the work.
    const admin = await chain.person()
    const {
      data: { key },
    } = await chain.call<{ key: string }>('POST', 'api-key', {
      by: admin,
      body: { name: 'Kho', purpose: 'Kho lạnh', permissions: { 'task-management': { ...DIRECTS['task-management'] } } },
    })
    const byKey = await chain.call('POST', `task/${task.id}/approve`, {
      by: key,
      body: { version: task.version, quality: 5 },
    })
    expect([byKey.status, byKey.code]).toEqual([403, 1202])
    const behalf = await step(boss, task.id, 'approve', { quality: 3 })
    expect(behalf.data).toMatchObject({ state: 'done', decided_by: { id: boss.id }, approver: { id: approver.id } })
  })
})

describe('whoever works on a task never approves it', () => {
  test('by the step, even with every right, one by one or many at once', async () => {
    const { id } = await made(boss, { processors: [mighty.id], approver: approver.id })
    await progress(mighty, id, { progress: 100 })
    expect((await step(mighty, id, 'approve', { quality: 5 })).code).toBe(1511)
    expect((await step(mighty, id, 'reject', { reject_reason: 'x' })).code).toBe(1511)
    const { version } = await shown(boss, id)
    const bulk = await chain.call<{ done: number; refused: number }>('POST', 'task/bulk/approve', {
      by: mighty,
      body: { quality: 5, rows: [[id, version]] },
    })
    expect(bulk.data).toMatchObject({ done: 0, refused: 1 })
    expect((await shown(boss, id)).state).toBe('asked')
  })

  test('by saving what only the approval sets', async () => {
    const { id } = await made(boss, { processors: [mighty.id], approver: approver.id })
    for (const more of [
      { state: 'done' },
      { quality: 5 },
      { decided_by: approver.id },
      { progress: 100 },
      { done_at: '2026-01-01T00:00:00Z' },
    ])
      expect((await change(mighty, id, more)).status, JSON.stringify(more)).toBe(400)
    expect((await change(mighty, id, { worked_by: [] })).status).toBe(422)
    expect((await make(mighty, { processors: [mighty.id], state: 'done' })).status).toBe(400)
  })

  test('by becoming the approver, or dropping the one there is', async () => {
    const { id } = await made(boss, { processors: [mighty.id], approver: approver.id })
    for (const wished of [mighty.id, null, boss.id]) {
      const { status, data } = await change(mighty, id, { approver: wished })
      expect([status, Object.keys(data.fields ?? {})]).toEqual([422, ['approver']])
    }
    expect((await change(boss, id, { approver: boss.id })).status).toBe(200)
    expect((await make(boss, { processors: [mighty.id, boss.id], approver: boss.id })).status).toBe(422)
  })

  test('by leaving the processors first', async () => {
    const { id } = await made(boss, { processors: [mighty.id], approver: approver.id })
    expect((await change(mighty, id, { processors: [worker.id] })).status).toBe(200)
    for (const wished of [mighty.id, null]) expect((await change(mighty, id, { approver: wished })).status).toBe(422)
    expect((await change(boss, id, { approver: mighty.id })).status).toBe(422)
    await progress(worker, id, { progress: 100 })
    expect((await step(mighty, id, 'approve', { quality: 5 })).code).toBe(1511)
    expect((await step(approver, id, 'approve', { quality: 5 })).status).toBe(200)
  })

  test('by having worked on it before it came to others', async () => {
    const { id } = await made(boss, { processors: [mighty.id, mate.id], approver: approver.id })
    await progress(mighty, id, { progress: 50 })
    expect((await change(boss, id, { processors: [mate.id] })).status).toBe(200)
    await progress(mate, id, { progress: 100 })
    expect((await step(mighty, id, 'approve', { quality: 5 })).code).toBe(1511)
  })

  test('by moving its card on the board, by a workbook, by a batch, or by writing it over later ones of a repetition', async () => {
    const board = chain.running.routes.filter(({ path }) => /^task\/board/.test(path))
    expect(board.map(({ method }) => method)).toEqual(['GET'])
    const batch = await chain.call('POST', 'task/batch', {
      by: mighty,
      body: { records: [{ external_id: 'x', title: 'x' }] },
    })
    expect(batch.status).toBe(404)
    const head = ['Title', 'Processors', 'Approver', 'Stage', 'Quality', 'Progress']
    const rows = [
      ['Tự duyệt', mighty.name, mighty.name],
      ['Đã xong', mighty.name, approver.name, 'Done', '5', '100'],
    ]
    const book = await sent(
      chain,
      'task',
      mighty,
      await bookOf(
        head,
        rows.map((row) => head.map((_, at) => row[at] ?? null)),
      ),
    )
    expect(book.counts).toMatchObject({ new: 1, bad: 1 })
    await imported(chain, 'task', mighty, book)
    const list = await chain.call<{ data: Task[] }>('GET', 'task?search=Đã%20xong', { by: mighty })
    expect(list.data.data).toMatchObject([
      { state: 'todo', approval: 'none', progress: 0, quality: null, approver: { id: approver.id } },
    ])
    const day = (n: number) => new Date(Date.now() + n * 86_400_000)
    const own = await made(mighty, {
      processors: [mighty.id],
      date_start: day(1).toISOString(),
      date_end: day(1.1).toISOString(),
    })
    await chain.call('POST', `task/${own.id}/repetition`, { by: mighty, body: { rule: 'FREQ=DAILY' } })
    await makeRepeated(chain.running.context, day(2))
    const next = await row(
      chain.db,
      { id: 'number' },
      sql`select id from task_management where series_id = (select series_id from task_management where id = ${own.id}) and id <> ${own.id}`,
    )
    const id = next?.id ?? 0
    expect((await change(boss, id, { approver: approver.id })).status).toBe(200)
    const later = await chain.call<Task>('POST', `task/${own.id}/repetition/later`, { by: mighty })
    expect([later.status, Object.keys(later.data.fields ?? {})]).toEqual([422, ['approver']])
    expect((await shown(boss, id)).approver?.id).toBe(approver.id)
  })

  test('by reopening what was approved', async () => {
    const { id } = await asked({ processors: [mighty.id, worker.id] })
    await step(approver, id, 'approve', { quality: 2 })
    expect((await step(mighty, id, 'reopen', { reason: 'Làm lại' })).status).toBe(200)
    await progress(mighty, id, { progress: 100 })
    expect((await step(mighty, id, 'approve', { quality: 5 })).code).toBe(1511)
  })

  test('and who was taken off it before anything was done may', async () => {
    const { id } = await made(boss, { processors: [mate.id, worker.id] })
    expect((await change(boss, id, { processors: [worker.id], approver: mate.id })).status).toBe(200)
    await progress(worker, id, { progress: 100 })
    expect((await step(mate, id, 'approve', { quality: 5 })).data.state).toBe('done')
  })

  test('the database itself refuses a processor as approver', async () => {
    const { id } = await made(boss, { processors: [worker.id], approver: approver.id })
    await expect(
      sql`update task_management set approver = ${worker.id} where id = ${id}`.execute(chain.db),
    ).rejects.toThrow('task_management_approver')
  })
})

describe('beyond that', () => {
  test('only processors move the progress, in steps of 5, and not once it is decided', async () => {
    const { id } = await made(boss, { processors: [worker.id], approver: approver.id })
    expect((await progress(boss, id, { progress: 50 })).code).toBe(1510)
    expect((await progress(worker, id, { progress: 52 })).status).toBe(422)
    expect((await progress(worker, id, { progress: 105 })).status).toBe(422)
    expect((await progress(worker, id, { progress: 5 })).data).toMatchObject({ state: 'doing', progress: 5 })
    await progress(worker, id, { progress: 100 })
    expect((await progress(worker, id, { progress: 80 })).data).toMatchObject({ state: 'doing', finished_at: null })
    await progress(worker, id, { progress: 100 })
    await step(approver, id, 'approve', { quality: 5 })
    expect((await progress(worker, id, { progress: 10 })).status).toBe(409)
    expect((await change(boss, id, { title: 'Khác' })).code).toBe(1514)
  })

  test('a slip without an approver is taken back within minutes, and not later', async () => {
    const { id } = await made(boss, { processors: [worker.id] })
    await progress(worker, id, { progress: 100 })
    expect((await progress(worker, id, { progress: 40 })).data).toMatchObject({ state: 'doing', progress: 40 })
    await progress(worker, id, { progress: 100 })
    await sql`update task_management set done_at = now() - interval '11 minutes' where id = ${id}`.execute(chain.db)
    expect((await progress(worker, id, { progress: 40 })).status).toBe(409)
  })

  test('cancelling is for who directs, with a reason, and not for who was given the task', async () => {
    const { id } = await made(boss, { processors: [mighty.id] })
    expect((await step(worker, id, 'cancel', { cancel_reason: 'x' })).status).toBe(403)
    expect((await step(mighty, id, 'cancel', { cancel_reason: 'x' })).code).toBe(1513)
    expect((await step(boss, id, 'cancel')).status).toBe(422)
    const { data } = await step(boss, id, 'cancel', { cancel_reason: 'Kệ đã dỡ' })
    expect(data).toMatchObject({ state: 'cancelled', status: 'cancelled', outcome: 'cancelled' })
    const own = await made(mighty, { processors: [mighty.id] })
    expect((await step(mighty, own.id, 'cancel', { cancel_reason: 'Không cần' })).status).toBe(200)
  })

  test('a task that waits for approval keeps somebody who decides', async () => {
    const task = await asked()
    expect((await change(boss, task.id, { approver: null })).status).toBe(422)
    expect((await change(boss, task.id, { approver: mate.id })).status).toBe(200)
  })

  test('the end is not before the start, and people must be able to open it', async () => {
    const day = (n: number) => `2026-12-0${n}T03:00:00.000Z`
    expect(
      (await make(boss, { processors: [worker.id], date_start: day(2), date_end: day(1) })).data.fields,
    ).toHaveProperty('date_end')
    expect((await make(boss, { processors: [worker.id], date_start: day(1), date_end: day(1) })).status).toBe(201)
    const stranger = await chain.person({ permissions: { stores: { read: true } } })
    expect((await make(boss, { processors: [stranger.id] })).data.fields).toHaveProperty('processors')
    expect((await make(boss, { processors: [worker.id], approver: stranger.id })).data.fields).toHaveProperty(
      'approver',
    )
    expect((await make(boss, { processors: [] })).data.fields).toHaveProperty('processors')
  })
})
