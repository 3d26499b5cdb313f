import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { complaints } from '../../../src/modules/complaints/complaints.ts'
import { moduleOf } from '../../../src/modules/index.ts'
import { recount } from '../../../src/server/counters/counters.ts'
import { clockOf } from '../../../src/shared/complaints/clock.ts'
import type { WaitingRegister } from '../../../src/shared/definition/waiting.ts'
import { waitingWords } from '../../../src/shared/definition/waiting.ts'
import type { Row } from '../../../src/shared/resource.ts'
import { type Person, startChain } from '../../setup/chain.ts'

type Complaint = Row<typeof complaints> & Record<string, unknown>

const chain = await startChain()
const { db } = chain
const [here, there] = chain.stores
const [own, other] = chain.departments
const admin = await chain.person()
const people: Record<string, Person> = {
  admin,
  service: await chain.person({ role: 'Customer service' }),
  manager: await chain.person({ role: 'Store manager', store: here }),
  elsewhere: await chain.person({ role: 'Store manager', store: there }),
  head: await chain.person({ role: 'Department manager', department: other }),
  ceo: await chain.person({ role: 'CEO' }),
  accounting: await chain.person({ role: 'Accounting' }),
  reception: await chain.person({ role: 'Reception', store: here }),
  marketing: await chain.person({ role: 'Marketing' }),
  staff: await chain.person({ role: 'Staff', store: here }),
}

beforeAll(async () => {
  await sql`select setseed(0.23)`.execute(db)
  // Every combination of clocks that run, have run out and do not run at all.
  await sql`insert into complaints (issue_number, title, state, store, department, feedback_type, feedback_method, customer_name, phone, content, created_at, handle_due_at, handle_date, due_at, law_due_at, paused_at, completed_at)
    select '9903-' || lpad(n::text, 6, '0'), 'Góp ý ' || n, state, (${[...chain.stores]}::bigint[])[1 + n % 2], (${[own, other]}::bigint[])[1 + (n / 2) % 2], ${chain.types[0]},
      'hotline', 'Khách', '0912345678', '<p>x</p>', now() - random() * interval '20 days',
      case when n % 5 > 0 then now() + (random() * 60 - 40) * interval '1 hour' end, case when state <> 'new' or n % 11 = 0 then now() - interval '1 day' end,
      case when n % 7 > 0 then now() + (random() * 200 - 100) * interval '1 hour' end, case when n % 3 = 0 then now() + (random() * 300 - 100) * interval '1 hour' end,
      case when n % 13 = 0 then now() - interval '3 hours' end, case when state = 'completed' then now() end
    from (select n, (array['new', 'processing', 'reopened', 'completed'])[1 + floor(random() * 4)::int] as state from generate_series(1, 240) n) x`.execute(
    db,
  )
  await recount(db, complaints)
  for (const store of chain.stores) {
    await chain.call('POST', 'task', { by: admin, body: task({ store, date_end: '2026-01-01T08:00:00Z' }) })
    await chain.call('POST', 'task', { by: admin, body: task({ store, date_end: '2100-01-01T08:00:00Z' }) })
  }
})
const task = (more: object) => ({ title: 'Dọn kho', priority: 'normal', processors: [admin.id], ...more })

const today = async (name: string) =>
  (await chain.call<{ registers: WaitingRegister<Complaint>[] }>('GET', 'today', { by: people[name] ?? admin })).data
    .registers
const linesOf = async (name: string, module: string) =>
  (await today(name)).find((one) => one.module === module)?.lines ?? []

describe('What waits', () => {
  test.each(['admin', 'service', 'manager', 'elsewhere', 'head', 'ceo'])(
    'stands before %s in the order of the clock: past the law, past the deadline, first reply late, then the nearest',
    async (name) => {
      const by = people[name] ?? admin
      const { data } = await chain.call<{ data: Complaint[] }>(
        'GET',
        'ticket?state=new&state=processing&state=reopened&perpage=1000',
        { by },
      )
      const now = Date.now()
      const rank = (row: Complaint): [number, number] => {
        const clock = clockOf(row, now, 'en')
        if (!clock || clock.tone === 'paused') return [9, Date.parse(row.created_at)]
        const grave = clock.words.endsWith('late by law') ? 0 : clock.words.startsWith('first') ? 2 : 1
        return [clock.tone === 'late' ? grave : 3, Date.parse(clock.at)]
      }
      const wanted = data.data.toSorted((a, b) => {
        const [[x, at], [y, then]] = [rank(a), rank(b)]
        return x - y || at - then || a.id - b.id
      })
      const lines = await linesOf(name, 'complaints')
      expect(lines.length).toBe(6)
      expect(lines.map(({ row }) => row.id)).toEqual(wanted.slice(0, 6).map(({ id }) => id))
    },
  )

  test('speaks the one word of the clock, as the list does', async () => {
    for (const line of await linesOf('manager', 'complaints')) {
      const said = waitingWords(complaints.waiting, line, line.row, Date.now(), 'en')
      expect(said.words).toBe(clockOf(line.row, Date.now(), 'en')?.words)
    }
  })

  test.each(Object.keys(people))('is as many before %s as the menu says and the list has', async (name) => {
    const by = people[name] ?? admin
    const { counts } = (await chain.call<{ counts: Record<string, number> }>('GET', 'modules', { by })).data
    for (const { module, count } of await today(name)) {
      expect(count, module).toBe(counts[module])
      const definition = moduleOf(module)
      const asked = new URLSearchParams(
        Object.entries(definition?.waiting?.list ?? definition?.pendingFilter ?? {}).flatMap(([field, values]) =>
          values.map((value) => [field, value]),
        ),
      )
      const list = await chain.call<{ total: number }>('GET', `${definition?.wire}?${asked}`, { by })
      expect(list.data.total, module).toBe(count)
    }
  })

  test('is of one’s own part of the chain alone', async () => {
    for (const { row } of await linesOf('manager', 'complaints')) expect(row.store?.id).toBe(here)
    for (const { row } of await linesOf('elsewhere', 'complaints')) expect(row.store?.id).toBe(there)
    for (const { row } of await linesOf('head', 'complaints')) expect(row.department?.id).toBe(other)
  })

  test('leaves out what one only looks at, and registers in which nothing waits', async () => {
    const of = async (name: string) => (await today(name)).map(({ module }) => module)
    expect(await of('reception')).not.toContain('complaints')
    expect(await of('marketing')).not.toContain('complaints')
    // Costs are approved there.
    expect(await of('ceo')).toContain('complaints')
    expect(await of('service')).not.toContain('vat-info')
  })

  test('puts a task past its end before one whose end is far', async () => {
    const lines = await linesOf('manager', 'task-management')
    expect(lines.map(({ clock }) => clock)).toEqual([0, 0])
    const [late, far] = lines
    expect(Date.parse(late?.at ?? '')).toBeLessThan(Date.now())
    expect(Date.parse(far?.at ?? '')).toBeGreaterThan(Date.now())
  })

  test('is over a day of delivery with its last minute in the time of the chain', async () => {
    const on = (days: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' }).format(Date.now() + days * 86_400_000)
    for (const days of [0, -1]) {
      const body = {
        ...{ receipt_no: `BILL${days}`, receipt_value: 100_000, packages: 1, store: here, customer_name: 'Khách' },
        ...{ phone: '0912345678', to_address: { line: '1 Láng', ward: 'Láng', province: 'Hà Nội', model: 2 } },
        delivery_date: on(days),
      }
      expect((await chain.call('POST', 'goods-delivery', { by: people.manager ?? admin, body })).code).toBe(0)
    }
    const lines = await linesOf('manager', 'goods-delivery')
    const said = lines.map(
      (line) => waitingWords(moduleOf('goods-delivery')?.waiting, line, line.row, Date.now(), 'en').tone,
    )
    expect(said[0]).toBe('late')
    expect(said[1]).not.toBe('late')
  })

  describe('as one’s own', () => {
    interface Own {
      registers: WaitingRegister<Complaint>[]
      fields?: Record<string, string>
    }
    const own = async (name: string, whose = 'mine') =>
      (await chain.call<Own>('GET', `today?whose=${whose}`, { by: people[name] ?? admin })).data
    const complaintsOf = async (name: string) =>
      (await own(name)).registers.find(({ module }) => module === 'complaints')

    test('leaves out what was given to somebody else, and says how many there are beside', async () => {
      const { service, manager } = people
      const before = await complaintsOf('service')
      // Nobody has any of them yet: they wait for whoever gives them out, and for nobody who does not.
      expect(before?.mine).toBe(before?.count)
      const [given] = before?.lines ?? []
      if (!given || !service || !manager) throw new Error('Nothing waits')
      await sql`update complaints set assignee = ${manager.id} where id = ${given.row.id}`.execute(db)
      const after = await complaintsOf('service')
      expect(after?.mine).toBe((before?.mine ?? 0) - 1)
      expect(after?.count).toBe(before?.count)
      expect(after?.lines.map(({ row }) => row.id)).not.toContain(given.row.id)
      const all = (await own('service', 'all')).registers.find(({ module }) => module === 'complaints')
      expect(all?.lines[0]?.row.id).toBe(given.row.id)
      await sql`update complaints set assignee = ${service.id} where id = ${given.row.id}`.execute(db)
      expect((await complaintsOf('service'))?.lines[0]?.row.id).toBe(given.row.id)
      await sql`update complaints set assignee = null where id = ${given.row.id}`.execute(db)
    })

    test('stands in the same order as all', async () => {
      const all = (await own('service', 'all')).registers.find(({ module }) => module === 'complaints')
      expect((await complaintsOf('service'))?.lines.map(({ row }) => row.id)).toEqual(
        all?.lines.map(({ row }) => row.id),
      )
    })

    test('of tasks are those one works on or approves, and of a register without people all', async () => {
      const registers = (await own('admin')).registers
      const tasks = registers.find(({ module }) => module === 'task-management')
      expect(tasks?.mine).toBe(tasks?.count)
      const foreign = (await own('service')).registers.find(({ module }) => module === 'task-management')
      expect(foreign?.mine).toBe(0)
      expect(foreign?.count).toBe(tasks?.count)
      expect(foreign?.lines).toEqual([])
    })

    test.each(['task-management', 'goods-delivery'])(
      'of %s is as many as the list that it leads to',
      async (module) => {
        const [definition, asked] = [moduleOf(module), await own('manager')]
        const before = asked.registers.find((one) => one.module === module)
        const listed = async (name: string) => {
          const { list, mine } = definition?.waiting ?? {}
          const narrowed = Object.entries({ ...(list ?? definition?.pendingFilter), ...mine }).flatMap(
            ([field, values]) => values.map((one) => `${field}=${one}`),
          )
          const path = `${definition?.wire}?${narrowed.join('&')}`
          return (await chain.call<{ total: number }>('GET', path, { by: people[name] ?? admin })).data.total
        }
        expect(await listed('manager')).toBe(before?.mine)
        // A task that is to be approved once it is done waits for its processors till then.
        const { manager } = people
        await sql`update task_management set approver = ${manager?.id} where store = ${here}`.execute(db)
        const unasked = (await own('manager')).registers.find((one) => one.module === module)
        expect(unasked?.mine).toBe(before?.mine)
        await sql`update task_management set state = 'asked' where id = (select min(id) from task_management where store = ${here})`.execute(
          db,
        )
        const after = (await own('manager')).registers.find((one) => one.module === module)
        expect(after?.mine).toBe((before?.mine ?? 0) + (module === 'task-management' ? 1 : 0))
        expect(await listed('manager')).toBe(after?.mine)
        await sql`update task_management set approver = null, state = 'todo' where store = ${here}`.execute(db)
      },
    )

    test('is asked for by a word of two', async () => {
      expect(Object.keys((await own('admin', 'ours')).fields ?? {})).toEqual(['whose'])
    })
  })

  test('asks for a session', async () => {
    expect((await chain.call('GET', 'today')).status).toBe(401)
  })
})
