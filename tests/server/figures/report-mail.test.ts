import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { nextAt } from '../../../src/modules/report/schedules.server.ts'
import { handOnDue } from '../../../src/modules/report/sending.server.ts'
import { periodBefore } from '../../../src/modules/report/turns.ts'
import { rows } from '../../../src/server/db/db.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { opened } from '../../setup/office.ts'

const chain = await startChain({ PUBLIC_URL: 'https://chain.example' })
const second = await chain.another()
const director = await chain.person({ role: 'CEO' })
const manager = await chain.person({ role: 'Store manager', store: chain.stores[0] })
const clerk = await chain.person({ permissions: { complaints: { read: true } } })
// The day before yesterday, yesterday and today, as the chain counts them; three in one store, one in the other.
for (const [days, store] of [
  [2, 0],
  [1, 0],
  [1, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const)
  await sql`insert into complaints (created_at, issue_number, title, store, feedback_type, feedback_method, customer_name, phone, content)
    select (current_date_of_chain - ${days}::int + time '12:00') at time zone chain_zone(), 'M-' || gen_random_uuid(), 'Góp ý', ${chain.stores[store]}, ${chain.types[0]}, 'hotline', 'Khách', '0912345678', 'x'
    from (select (now() at time zone chain_zone())::date as current_date_of_chain) d`.execute(chain.db)

interface Schedule {
  id: number
  next_at: string
  is_paused: boolean
}
const schedule = async (by: Person, more: object = {}) =>
  chain.call<Schedule>('POST', 'report/schedule', {
    by,
    body: {
      report: 'by-stores',
      filters: '',
      rhythm: 'daily',
      hour: 7,
      people: [director.id, manager.id, clerk.id],
      ...more,
    },
  })
const makeDue = (id: number, ago = '1 minute') =>
  sql`update report_schedules set next_at = now() - ${ago}::interval where id = ${id}`.execute(chain.db)
const mails = (schedule: number) =>
  rows(
    chain.db,
    {
      key: 'string',
      recipient: 'string',
      subject: 'string',
      body_text: 'string',
      body_html: 'string',
      content: 'buffer',
      name: 'string',
    },
    sql`select m.key, m.recipient, m.subject, m.body_text, m.body_html, p.content, p.name from mails m join mail_parts p on p.mail = m.id where m.key like ${`report ${schedule} %`} order by m.recipient`,
  )
const waitForJobs = () =>
  expect
    .poll(() => rows(chain.db, sql`select 1 from graphile_worker._private_jobs where attempts < max_attempts`))
    .toEqual([])

test('a due report goes to each once, from two servers at once, and shows each what they may see', async () => {
  const { data } = await schedule(director)
  expect(Date.parse(data.next_at)).toBeGreaterThan(Date.now())
  await makeDue(data.id)
  const houses = [chain.running.context, second.context]
  await Promise.all([...houses, ...houses].map((house) => handOnDue(house)))
  await waitForJobs()
  const sent = await mails(data.id)
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual([director.email, manager.email].toSorted())
  const to = (person: Person) => sent.find(({ recipient }) => recipient === person.email)
  expect(to(director)?.body_text).toContain('Tiếp nhận: 4')
  expect(to(director)?.body_text).toContain('S02 Siêu thị Long Biên · 1')
  expect(to(manager)?.body_text).toContain('Tiếp nhận: 3')
  expect(to(manager)?.body_text).not.toContain('S02')
  const day = periodBefore('daily', new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)).from
  expect(to(director)?.body_html).toContain(`https://chain.example/report/by-stores?period=${day}..${day}`)
  const [sheet] = await opened(to(manager)?.content ?? Buffer.alloc(0))
  expect(sheet?.name).toBe('Theo cửa hàng')
  expect(sheet?.rows.slice(0, 3).map((cells) => cells.slice(0, 3).map(({ text }) => text))).toEqual([
    ['Cửa hàng', 'Tiếp nhận', 'Tỷ trọng'],
    ['S01 Siêu thị Cầu Giấy', '3', '100.00%'],
    ['Tổng', '3', '100.00%'],
  ])
  expect(sheet?.rows[1]?.[1]).toMatchObject({ type: 'float', value: '3' })
})

test('times that were missed are made up for once, and then it goes on as ever', async () => {
  const { data } = await schedule(director, { people: [director.id] })
  await makeDue(data.id, '3 days')
  await Promise.all([chain.running.context, second.context].map((house) => handOnDue(house)))
  await handOnDue(second.context)
  await waitForJobs()
  expect(await mails(data.id)).toHaveLength(1)
  const [after] = await rows(
    chain.db,
    { next_at: 'date' },
    sql`select next_at from report_schedules where id = ${data.id}`,
  )
  expect(after?.next_at.toISOString()).toBe(new Date(data.next_at).toISOString())
})

test('a paused or ended one sends nothing; only its owner holds it up, and others do not see it', async () => {
  const mine = (await schedule(director)).data
  const ended = (await schedule(director)).data
  expect((await chain.call('PUT', `report/schedule/${mine.id}`, { by: manager, body: { paused: true } })).status).toBe(
    404,
  )
  expect((await chain.call('DELETE', `report/schedule/${mine.id}`, { by: manager })).status).toBe(404)
  const paused = await chain.call<Schedule>('PUT', `report/schedule/${mine.id}`, {
    by: director,
    body: { paused: true },
  })
  expect(paused.data.is_paused).toBe(true)
  expect((await chain.call('DELETE', `report/schedule/${ended.id}`, { by: director })).status).toBe(200)
  await makeDue(mine.id)
  await makeDue(ended.id)
  await handOnDue(chain.running.context)
  await waitForJobs()
  expect([...(await mails(mine.id)), ...(await mails(ended.id))]).toEqual([])
  const going = await chain.call<Schedule>('PUT', `report/schedule/${mine.id}`, {
    by: director,
    body: { paused: false },
  })
  expect(Date.parse(going.data.next_at)).toBeGreaterThan(Date.now())
  const list = async (by: Person) =>
    (await chain.call<{ data: Schedule[] }>('GET', 'report/schedule', { by })).data.data.map(({ id }) => id)
  expect(await list(director)).toContain(mine.id)
  expect(await list(director)).not.toContain(ended.id)
  expect(await list(manager)).toEqual([])
})

test('that of somebody who cannot sign in sends nothing until they can again, and who may delete reports ends it', async () => {
  const gone = await chain.person({ role: 'CEO' })
  const admin = await chain.person()
  const { data } = await schedule(gone, { people: [director.id] })
  const block = (act: string) => chain.call('POST', `user/${gone.id}/${act}`, { by: admin })
  const due = async () => {
    await makeDue(data.id)
    await handOnDue(chain.running.context)
    await waitForJobs()
    return (await mails(data.id)).length
  }
  expect((await block('block')).status).toBe(200)
  expect(await due()).toBe(0)
  const seen = async (by: Person) =>
    (await chain.call<{ data: object[] }>('GET', 'report/schedule', { by })).data.data.find(
      (one) => 'id' in one && one.id === data.id,
    )
  expect(await seen(director)).toBeUndefined()
  expect(await seen(admin)).toMatchObject({ owner: { id: gone.id, name: gone.name }, is_held: true })
  await block('unblock')
  expect(await seen(admin)).toMatchObject({ is_held: false })
  expect(await due()).toBe(1)
  await block('block')
  const paused = await chain.call<Schedule>('PUT', `report/schedule/${data.id}`, { by: admin, body: { paused: true } })
  expect(paused.data.is_paused).toBe(true)
  expect((await chain.call('DELETE', `report/schedule/${data.id}`, { by: admin })).status).toBe(200)
  expect(await seen(admin)).toBeUndefined()
})

test('a reader ends it for themselves by the link in the mail; the others go on getting it, and what nobody gets is over', async () => {
  const { data } = await schedule(director, { people: [director.id, manager.id] })
  const send = async () => {
    await makeDue(data.id)
    await handOnDue(chain.running.context)
    await waitForJobs()
    return mails(data.id)
  }
  const first = await send()
  const leave = async (person: Person) => {
    const text = first.find(({ recipient }) => recipient === person.email)?.body_text ?? ''
    const token = /https:\/\/chain\.example\/backoffice\/unsubscribe\/(\S+)/.exec(text)?.[1]
    return chain.call<{ ended: string[] }>('POST', `notification/unsubscribe?token=${token}`)
  }
  expect((await leave(manager)).data.ended).toEqual(['Report by e-mail'])
  const second = (await send()).filter(({ key }) => first.every((before) => before.key !== key))
  expect(second.map(({ recipient }) => recipient)).toEqual([director.email])
  expect((await leave(director)).status).toBe(200)
  const left = await chain.call<{ data: Schedule[] }>('GET', 'report/schedule', { by: director })
  expect(left.data.data.map(({ id }) => id)).not.toContain(data.id)
})

test('what is no report, no filter, no hour or nobody is refused by name', async () => {
  for (const [wrong, field] of [
    [{ report: 'by-moon' }, 'report'],
    [{ hour: 24 }, 'hour'],
    [{ rhythm: 'hourly' }, 'rhythm'],
    [{ people: [999_999] }, 'people'],
    [{ filters: 'store=abc' }, 'store'],
    [{ filters: 'compare=never' }, 'compare'],
  ] as const) {
    const answer = await schedule(director, wrong)
    expect(answer.status, field).toBe(422)
    expect(answer.data, field).toHaveProperty(`fields.${field}`)
  }
})

describe('the next time', () => {
  const zone = 'Asia/Ho_Chi_Minh'
  test.each([
    ['daily', null, 7, '2026-11-21T23:59:59Z', '2026-11-22T00:00:00.000Z'],
    ['daily', null, 7, '2026-11-22T00:00:00Z', '2026-11-23T00:00:00.000Z'],
    ['weekly', 'monday', 0, '2026-11-21T10:00:00Z', '2026-11-22T17:00:00.000Z'],
    ['weekly', 'monday', 0, '2026-11-22T17:00:00Z', '2026-11-29T17:00:00.000Z'],
    ['weekly', 'sunday', 8, '2026-11-22T00:59:00Z', '2026-11-22T01:00:00.000Z'],
    ['weekly', 'saturday', 8, '2026-11-22T00:59:00Z', '2026-11-28T01:00:00.000Z'],
    ['monthly', null, 6, '2026-12-31T22:59:00Z', '2026-12-31T23:00:00.000Z'],
    ['monthly', null, 6, '2026-12-31T23:00:00Z', '2027-01-31T23:00:00.000Z'],
  ] as const)('of a %s one (%s) at %i after %s is %s', (rhythm, weekday, hour, now, then) => {
    expect(nextAt({ rhythm, weekday, hour }, zone, new Date(now)).toISOString()).toBe(then)
  })

  test('is about the finished day, week or month before', () => {
    expect(periodBefore('daily', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' })
    expect(periodBefore('weekly', '2026-03-02')).toEqual({ from: '2026-02-23', to: '2026-03-01' })
    expect(periodBefore('monthly', '2027-01-01')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  })
})

test('a report by solution tells in the letter and the workbook that it counts what has ended, and only that', async () => {
  const made = (state: string) =>
    sql`insert into complaints (created_at, issue_number, title, store, feedback_type, feedback_method, customer_name, phone, content, solution, state, completed_at)
      select t.at, 'M-' || gen_random_uuid(), 'Góp ý', ${chain.stores[0]}, ${chain.types[0]}, 'hotline', 'Khách', '0912345678', 'x', 'apology', ${state}, case when ${state} = 'completed' then t.at end
      from (select ((now() at time zone chain_zone())::date - 1 + time '12:00') at time zone chain_zone() as at) t`.execute(
      chain.db,
    )
  for (const state of ['new', 'processing', 'reopened', 'completed']) await made(state)
  const { data } = await schedule(director, { report: 'by-solution', people: [director.id] })
  await makeDue(data.id)
  await handOnDue(chain.running.context)
  await waitForJobs()
  const [sent] = await mails(data.id)
  const told = ['Trạng thái: Hoàn thành, Đã đóng', 'Đã xử lý xong: 1', '- Xin lỗi khách hàng · 1']
  for (const line of told) expect(sent?.body_text.split('\n')).toContain(line)
  for (const word of ['Đang mở', 'Quá hạn', 'Tiếp nhận']) expect(sent?.body_text).not.toContain(word)
  const [sheet, about] = await opened(sent?.content ?? Buffer.alloc(0))
  const head = sheet?.rows[0]?.map(({ text }) => text) ?? []
  expect(head.slice(0, 3)).toEqual(['Cách giải quyết', 'Đã xử lý xong', 'Tỷ trọng'])
  expect(head).not.toContain('Đang mở')
  expect(sheet?.rows.slice(1).map((cells) => cells.slice(0, 2).map(({ text }) => text))).toEqual([
    ['Xin lỗi khách hàng', '1'],
    ['Tổng', '1'],
  ])
  expect(about?.rows.map((cells) => cells.map(({ text }) => text))).toContainEqual([
    'Trạng thái',
    'Hoàn thành, Đã đóng',
  ])
})
