import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { CalendarWindow } from '../../../src/modules/task-management/calendar/window.ts'
import type { Load } from '../../../src/modules/task-management/load/load.ts'
import { wallClock } from '../../../src/shared/format.ts'
import { plusDays } from '../../../src/shared/time/spans.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { DIRECTS, office, READS, WORKS } from './office.ts'

const chain = await startChain()
const { db } = chain
const { made, progress, add, put, items } = office(chain)
const boss = await chain.person({ permissions: DIRECTS })
const worker = await chain.person({ permissions: READS, scope: 'store', store: chain.stores[0] })
const stranger = await chain.person({ permissions: READS, scope: 'store', store: chain.stores[1] })
const at = (wall: string) => new Date(`${wall.replace(' ', 'T')}+07:00`).toISOString()

const windowOf = (by: Person, from: string, to = from, more = '') =>
  chain.call<CalendarWindow & { fields?: Record<string, string> }>(
    'GET',
    `task/calendar?from=${from}&to=${to}${more}`,
    { by },
  )
const titles = async (...asked: Parameters<typeof windowOf>) =>
  (await windowOf(...asked)).data.tasks.map(({ title }) => title).toSorted()
const task = (title: string, start: string | null, end: string | null, more: object = {}) =>
  made(boss, {
    title,
    processors: [worker.id],
    date_start: start && at(start),
    date_end: end && at(end),
    ...more,
  })

describe('the window of a calendar', () => {
  test('holds what touches its days, by the clock of the chain', async () => {
    await task('ends at midnight', '2030-03-04 20:00', '2030-03-05 00:00')
    await task('begins a minute before', '2030-03-04 23:59', '2030-03-05 00:30')
    await task('last minute', null, '2030-03-05 23:59')
    await task('next day', null, '2030-03-06 00:00')
    await task('over days', '2030-03-01 08:00', '2030-03-20 17:00')
    await task('only begun', '2030-03-05 09:00', null)
    await task('without dates', null, null)
    expect(await titles(boss, '2030-03-05')).toEqual(
      [...['begins a minute before', 'ends at midnight', 'last minute', 'next day', 'only begun', 'over days']].filter(
        (title) => title !== 'next day',
      ),
    )
    expect(await titles(boss, '2030-03-04')).toEqual(['begins a minute before', 'ends at midnight', 'over days'])
    expect(await titles(boss, '2030-03-21')).toEqual([])
    expect(await titles(boss, '2030-02-25', '2030-04-07')).toHaveLength(6)
  })

  test('tells each task once, however many of its days are seen', async () => {
    const { data } = await windowOf(boss, '2030-03-01', '2030-03-31')
    expect(data.tasks.filter(({ title }) => title === 'over days')).toHaveLength(1)
  })

  test('shows what a person may see and nothing else', async () => {
    const hers = await task('of the other store', null, '2031-01-06 10:00', {
      processors: [boss.id],
      store: chain.stores[1],
    })
    await task('of this store', null, '2031-01-06 11:00', { processors: [boss.id], store: chain.stores[0] })
    await task('given across', null, '2031-01-06 12:00', { processors: [worker.id], store: chain.stores[1] })
    expect(hers.id).toBeGreaterThan(0)
    expect(await titles(boss, '2031-01-06')).toEqual(['given across', 'of the other store', 'of this store'].toSorted())
    expect(await titles(worker, '2031-01-06')).toEqual(['given across', 'of this store'])
    expect(await titles(stranger, '2031-01-06')).toEqual(['given across', 'of the other store'])
    const nobody = await chain.person({ permissions: {} })
    expect((await windowOf(nobody, '2031-01-06')).status).toBe(403)
  })

  test('is narrowed as the list is, and leaves out what is no longer needed unless that is asked for', async () => {
    await task('high', null, '2031-02-03 10:00', { priority: 'high' })
    const gone = await task('not needed', null, '2031-02-03 11:00')
    await sql`update task_management set state = 'cancelled' where id = ${gone.id}`.execute(db)
    expect(await titles(boss, '2031-02-03')).toEqual(['high'])
    expect(await titles(boss, '2031-02-03', '2031-02-03', '&state=cancelled')).toEqual(['not needed'])
    expect(await titles(boss, '2031-02-03', '2031-02-03', '&priority=low')).toEqual([])
    expect(await titles(boss, '2031-02-03', '2031-02-03', '&search=HIG')).toEqual(['high'])
    expect(await titles(boss, '2031-02-03', '2031-02-03', `&processors=${worker.id}`)).toEqual(['high'])
  })

  test('names the holidays and what is worked', async () => {
    await sql`insert into holidays (day, name, kind) values ('2031-01-23', 'Tết Nguyên đán', 'off')`.execute(db)
    const { data } = await windowOf(boss, '2031-01-22', '2031-01-23')
    expect(data.days).toEqual([
      { day: '2031-01-22', opens: '08:00', closes: '22:00', holiday: null },
      { day: '2031-01-23', opens: null, closes: null, holiday: { name: 'Tết Nguyên đán', kind: 'off' } },
    ])
  })

  test.each([
    ['', 'to'],
    ['from=2030-02-30&to=2030-03-01', 'from'],
    ['from=2030-03-02&to=2030-03-01', 'to'],
    ['from=2030-01-01&to=2030-03-31', 'to'],
    ['from=2030-03-01&to=2030-03-02&page=2', 'page'],
  ])('refuses %s by name', async (query, field) => {
    const { status, data } = await chain.call<{ fields: Record<string, string> }>('GET', `task/calendar?${query}`, {
      by: boss,
    })
    expect(status).toBe(422)
    expect(Object.keys(data.fields)).toContain(field)
  })

  test('of a crowded day tells as many as find room, and that there are more', async () => {
    await sql`insert into task_management (title, processors, date_end, created_by)
      select 'crowd ' || n, array[${worker.id}::bigint], timestamptz '2032-05-03 09:00+07' + n * interval '1 second', ${boss.id} from generate_series(1, 700) n`.execute(
      db,
    )
    const day = await windowOf(boss, '2032-05-03')
    expect([day.data.tasks.length, day.data.more]).toEqual([500, ['2032-05-03']])
    const week = await windowOf(boss, '2032-05-03', '2032-05-09')
    expect([week.data.tasks.length, week.data.more]).toEqual([125, ['2032-05-03']])
  })
})

describe('the load', () => {
  const loadOf = (by: Person, from: string, to: string, more = '') =>
    chain.call<Load>('GET', `task/load?from=${from}&to=${to}${more}`, { by })
  const today = wallClock(new Date(), 'Asia/Ho_Chi_Minh').day

  test('sets the hours that are left against those that are worked', async () => {
    const helper = await chain.person({ permissions: WORKS })
    const [from, to] = ['2030-04-08', '2030-04-09']
    const one = await made(boss, {
      title: 'long',
      processors: [helper.id],
      estimate: 2,
      estimate_unit: 'days',
      date_start: at(`${from} 08:00`),
      date_end: at(`${to} 17:00`),
    })
    await made(boss, { title: 'short', processors: [helper.id], estimate: 3, date_end: at(`${from} 17:00`) })
    const { data } = await loadOf(boss, from, to, `&processors=${helper.id}`)
    expect(data.days.map(({ hours }) => hours)).toEqual([8, 8])
    expect(data.people).toMatchObject([{ id: helper.id, days: [{ hours: 11 }, { hours: 8 }] }])
    await progress(helper, one.id, { progress: 50 })
    const later = await loadOf(boss, from, to, `&processors=${helper.id}`)
    expect(later.data.people[0]?.days.map(({ hours }) => hours)).toEqual([7, 4])
  })

  test('puts what is late on today, and nothing that is over or waits for approval anywhere', async () => {
    const helper = await chain.person({ permissions: WORKS })
    const late = await made(boss, {
      title: 'late',
      processors: [helper.id],
      estimate: 4,
      date_end: at(`${plusDays(today, -3)} 10:00`),
    })
    await made(boss, { title: 'no estimate', processors: [helper.id], date_end: at(`${today} 23:50`) })
    const done = await made(boss, {
      title: 'done',
      processors: [helper.id],
      estimate: 4,
      date_end: at(`${today} 23:50`),
    })
    await progress(helper, done.id, { progress: 100 })
    const { data } = await loadOf(boss, plusDays(today, -3), today, `&processors=${helper.id}`)
    expect(data.people[0]?.days.map(({ hours }) => hours)).toEqual([0, 0, 0, 4])
    expect(data.people[0]?.days[3]?.tasks).toContain(late.id)
    expect(data.tasks.map(({ title }) => title)).toEqual(['late', 'no estimate'])
  })

  test('shows the people of a store who are free, to those who see it', async () => {
    const manager = await chain.person({ permissions: WORKS, scope: 'store', store: chain.stores[0] })
    const { data } = await loadOf(manager, plusDays(today, 40), plusDays(today, 41))
    expect(data.people.map(({ id }) => id)).toEqual(expect.arrayContaining([worker.id, manager.id]))
    expect(data.people.map(({ id }) => id)).not.toContain(stranger.id)
  })
})

describe('what was done without a line', () => {
  test('bears its time: the tick, the number and the progress it brings', async () => {
    const done = new Date(Date.now() - 2 * 3_600_000)
    const one = await task('cold room', null, '2030-01-07 10:00')
    const { data } = await add(boss, one.id, { titles: 'Đo nhiệt độ', kind: 'number', least: 0, most: 5 })
    const item = data.data[0]?.id ?? 0
    const send = (key: string) =>
      chain.call('PUT', `task/${one.id}/checklist/${item}`, {
        by: worker,
        body: { number: 3.5, done: true },
        headers: { 'done-at': done.toISOString(), 'idempotency-key': key },
      })
    expect((await send('a')).status).toBe(200)
    expect((await send('a')).status).toBe(200)
    const [kept] = await items(worker, one.id)
    expect(new Date(kept?.done_at ?? 0).toISOString()).toBe(done.toISOString())
    const history = await chain.call<{ data: { action: string; done_at: string | null }[] }>(
      'GET',
      `task/${one.id}/history`,
      {
        by: boss,
      },
    )
    const ticks = history.data.data.filter(({ action }) => action === 'tick')
    expect(ticks).toHaveLength(1)
    expect(Math.abs(Date.parse(ticks[0]?.done_at ?? '') - done.getTime())).toBeLessThan(1000)
  })

  test('is refused from the future, and after more than three days', async () => {
    const one = await task('times', null, '2030-01-07 10:00')
    const send = (ms: number) =>
      chain.call('POST', `task/${one.id}/progress`, {
        by: worker,
        body: { progress: 25 },
        headers: { 'done-at': new Date(Date.now() + ms).toISOString() },
      })
    expect((await send(3_600_000)).status).toBe(422)
    expect((await send(-4 * 86_400_000)).status).toBe(422)
    expect((await send(-86_400_000)).status).toBe(200)
  })

  test('adds photos to those that are there, and no more than an item holds', async () => {
    const { photographed } = office(chain)
    const one = await task('shelf', null, '2030-01-07 10:00')
    const { data } = await add(boss, one.id, { titles: 'Chụp kệ', needs_photo: true })
    const item = data.data[0]?.id ?? 0
    await put(worker, one.id, item, { more_photos: [await photographed(worker)], done: true })
    await put(worker, one.id, item, { more_photos: [await photographed(worker)] })
    expect((await items(worker, one.id))[0]?.photos).toHaveLength(2)
    const four = [
      await photographed(worker),
      await photographed(worker),
      await photographed(worker),
      await photographed(worker),
    ]
    const refused = await put(worker, one.id, item, { more_photos: four })
    expect([refused.status, Object.keys(refused.data.fields ?? {})]).toEqual([422, ['photos']])
    expect((await items(worker, one.id))[0]?.photos).toHaveLength(2)
  })
})

describe('the day of a processor', () => {
  interface Day {
    day: string
    tasks: { title: string; part: string; items: { title: string }[] }[]
  }
  const dayOf = async (by: Person) => (await chain.call<Day>('GET', 'task/today', { by })).data

  test('tells what is late, for today, for later and done, and nothing of others', async () => {
    const me = await chain.person({ permissions: READS, scope: 'store', store: chain.stores[0] })
    const day = wallClock(new Date(), 'Asia/Ho_Chi_Minh').day
    const mine = (title: string, end: string | null) =>
      made(boss, { title, processors: [me.id], store: chain.stores[1], date_end: end && at(end) })
    await mine('late', `${plusDays(day, -1)} 09:00`)
    const today = await mine('today', null)
    await mine('later', `${plusDays(day, 3)} 09:00`)
    await mine('far', `${plusDays(day, 30)} 09:00`)
    const over = await mine('over', null)
    await made(boss, { title: 'of another', processors: [stranger.id] })
    await add(boss, today.id, { titles: 'Một\nHai' })
    await progress(me, over.id, { progress: 100 })
    const told = await dayOf(me)
    expect(told.day).toBe(day)
    expect(told.tasks.map(({ title, part }) => [part, title])).toEqual([
      ['late', 'late'],
      ['today', 'today'],
      ['later', 'later'],
      ['done', 'over'],
    ])
    expect(told.tasks[1]?.items.map(({ title }) => title)).toEqual(['Một', 'Hai'])
  })
})
