import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { complaints } from '../../../src/modules/complaints/complaints.ts'
import { STATUSES } from '../../../src/modules/complaints/states.ts'
import { recount } from '../../../src/server/counters/counters.ts'
import { rows } from '../../../src/server/db/db.ts'
import type { RowOf } from '../../../src/server/db/shape.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { inPieces } from '../../setup/records/in-pieces.ts'

const RAW = {
  id: 'number',
  title: 'string',
  status: 'string',
  state: 'string',
  store: 'number',
  department: 'number?',
  feedback_type: 'number',
  day: 'string',
  completed_day: 'string?',
  rating: 'number?',
  is_on_time: 'boolean?',
} as const
type Raw = RowOf<typeof RAW>

/** What was completed weeks ago stays as it is counted here: the clock, which closes it, comes by every ten minutes. */
const chain = await startChain({ AUTO_CLOSE_DAYS: '365' })
const { db } = chain
const [store] = chain.stores
const [, department] = chain.departments
const people: Record<string, Person> = {
  chain: await chain.person(),
  store: await chain.person({ role: 'Store manager', store }),
  department: await chain.person({ role: 'Department manager', department }),
}
await fill(700)
const raw = await rows(
  db,
  RAW,
  sql`select id, title, (case when state in ('new','processing','reopened') and due_at < now() then 'overdue' else state end) as status, state, store, department, feedback_type, rating,
        to_char(created_at at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD') as day, to_char(completed_at at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD') as completed_day,
        completed_at <= due_at as is_on_time
      from complaints`,
)

/** Complaints of the last ninety days in every state, place and mood, some without a department. */
async function fill(most: number): Promise<void> {
  await sql`select setseed(0.42)`.execute(db)
  await sql`insert into complaints (issue_number, title, state, store, department, feedback_type, feedback_method, customer_name, phone, content, created_at, due_at, completed_at, rating, deleted_at)
    select '9901-' || lpad(n::text, 6, '0'), 'Góp ý ' || n, state, (${[...chain.stores]}::bigint[])[1 + n % 2], case when n % 3 > 0 then (${[...chain.departments]}::bigint[])[1 + (n / 3) % 2] end,
      (${[...chain.types]}::bigint[])[1 + (n / 7) % 2], (array['hotline','email','facebook','ideas_box'])[1 + n % 4], 'Khách', '0912345678', '<p>x</p>', at, at + interval '2 days',
      case when state in ('completed', 'closed') then at + random() * interval '4 days' end, case when state = 'closed' and n % 2 = 0 then 1 + n % 5 end, case when state = 'deleted' then now() end
    from (select n, now() - random() * interval '90 days' as at, (array['new','processing','completed','closed','reopened','deleted'])[1 + floor(random() * 6)::int] as state from generate_series(1, ${most}::int) n) x`.execute(
    db,
  )
  await recount(db, complaints)
}

/** What a person may see, by a rule written anew here. */
const seen: Record<string, (one: Raw) => boolean> = {
  chain: () => true,
  store: (one) => one.store === store,
  department: (one) => one.department === department,
}
const tally = <K extends string | number | null>(all: readonly Raw[], of: (one: Raw) => K) => {
  const counts = new Map<K, number>()
  for (const one of all) counts.set(of(one), (counts.get(of(one)) ?? 0) + 1)
  return counts
}

interface Column {
  id: string
  total: number
  item_ids: number[]
}
interface Dashboard {
  period: { from: string; to: string; before_from: string; before_to: string }
  figures: Record<
    'open' | 'new' | 'overdue' | 'completed' | 'rating' | 'on_time_share',
    { value: number | null; before: number | null }
  >
  by_status: { key: string; n: number }[]
  by_type: { id: number; n: number }[]
  by_day: { day: string; created: number; completed: number }[]
}

describe.each(['chain', 'store', 'department'])('Who sees a whole %s', (scope) => {
  const whole = () => raw.filter((one) => seen[scope]?.(one))
  const mine = () => whole().filter((one) => one.state !== 'deleted')
  const ask = async <D>(path: string) => {
    const answer = await chain.call<D>('GET', path, { by: people[scope] })
    expect(answer.status, answer.text).toBe(200)
    return answer.data
  }

  /** Department managers may not delete, and the trash is for those who may. */
  const findsNoTrash = async (counts: Record<string, number>) => {
    expect(counts.deleted).toBe(0)
    expect((await chain.call('GET', 'ticket?status=deleted', { by: people[scope] })).status).toBe(403)
  }

  test('reads on the board, the tabs and the list what a plain count says', async () => {
    const byStatus = tally(whole(), (one) => one.status)
    const { columns } = await ask<{ columns: Column[] }>('board/columns?by=status')
    for (const column of columns) {
      expect(column.total, column.id).toBe(byStatus.get(column.id) ?? 0)
      expect(
        column.item_ids.every((id) => raw.find((one) => one.id === id)?.status === column.id),
        column.id,
      ).toBe(true)
      expect(column.item_ids).toHaveLength(Math.min(20, column.total))
    }
    const counts = await ask<Record<string, number>>('ticket/counts')
    for (const { value } of STATUSES) {
      if (value === 'deleted' && scope === 'department') continue
      expect(counts[value], value).toBe(byStatus.get(value) ?? 0)
      expect((await ask<{ total: number }>(`ticket?status=${value}`)).total, value).toBe(byStatus.get(value) ?? 0)
    }
    if (scope === 'department') await findsNoTrash(counts)
    const open = mine().filter((one) => ['new', 'processing', 'reopened'].includes(one.state))
    const byDepartment = tally(open, (one) => String(one.department ?? 'none'))
    const placed = await ask<{ columns: Column[] }>('board/columns?by=department')
    for (const column of placed.columns) expect(column.total, column.id).toBe(byDepartment.get(column.id) ?? 0)
    expect(placed.columns.reduce((sum, column) => sum + column.total, 0)).toBe(open.length)
  })

  test('reads on a board that is narrowed by filters and words what a plain count says', async () => {
    const [, type] = chain.types
    const isWanted = (one: Raw) => one.feedback_type === type && /^Góp ý 6\d\d$/.test(one.title)
    const wanted = mine().filter(isWanted)
    const narrow = `feedback_type=${type}&search=9901-0006`
    const { columns } = await ask<{ columns: Column[] }>(`board/columns?by=status&${narrow}`)
    const byStatus = tally(wanted, (one) => one.status)
    for (const column of columns) expect(column.total, column.id).toBe(byStatus.get(column.id) ?? 0)
    const { deleted, ...counts } = await ask<Record<string, number>>(`ticket/counts?${narrow}`)
    const trashed = whole().filter((one) => isWanted(one) && one.status === 'deleted')
    expect(deleted).toBe(scope === 'department' ? 0 : trashed.length)
    expect(counts).toEqual({
      all: wanted.filter(({ status }) => status !== 'deleted').length,
      ...Object.fromEntries(
        STATUSES.filter(({ value }) => value !== 'deleted').map(({ value }) => [value, byStatus.get(value) ?? 0]),
      ),
    })
    const placed = await ask<{ columns: Column[] }>(`board/columns?by=department&${narrow}`)
    const open = mine().filter((one) => ['new', 'processing', 'reopened'].includes(one.state))
    const byDepartment = tally(open.filter(isWanted), (one) => String(one.department ?? 'none'))
    expect(placed.columns).toHaveLength(tally(open, (one) => one.department).size)
    for (const column of placed.columns) {
      expect(column.total, column.id).toBe(byDepartment.get(column.id) ?? 0)
      expect(column.item_ids).toHaveLength(Math.min(20, column.total))
    }
  })

  test('reads on the dashboard what a plain count says', async () => {
    const found = await ask<Dashboard>('get-dashboard')
    const { from, to, before_from, before_to } = found.period
    const within = (day: string | null, first: string, last: string) => day !== null && day >= first && day <= last
    const period = mine().filter((one) => within(one.day, from, to))
    expect(found.figures.new).toEqual({
      value: period.length,
      before: mine().filter((one) => within(one.day, before_from, before_to)).length,
    })
    expect(found.figures.completed.value).toBe(mine().filter((one) => within(one.completed_day, from, to)).length)
    for (const { key, n } of found.by_status) expect(n, key).toBe(tally(period, (one) => one.status).get(key))
    for (const { id, n } of found.by_type) expect(n).toBe(tally(period, (one) => one.feedback_type).get(id))
    for (const { day, created, completed } of found.by_day) {
      expect(created, day).toBe(mine().filter((one) => one.day === day).length)
      expect(completed, day).toBe(mine().filter((one) => one.completed_day === day).length)
    }
    expect(found.by_day.map(({ day }) => day)).toEqual(found.by_day.map(({ day }) => day).toSorted())
  })

  test('reads in the departments’ chart what a plain count says', async () => {
    const { period } = await ask<Dashboard>('get-dashboard')
    const { data } = await ask<{
      data: { id: number | null; open: number; overdue: number; completed: number; closed: number }[]
    }>('get-ticket-dept-chart')
    const inPeriod = mine().filter((one) => one.day >= period.from && one.day <= period.to)
    for (const one of data.filter(({ id }) => id !== null)) {
      const theirs = tally(
        inPeriod.filter((ticket) => ticket.department === one.id),
        (ticket) => ticket.status,
      )
      expect(one.overdue).toBe(theirs.get('overdue') ?? 0)
      expect([one.completed, one.closed]).toEqual([theirs.get('completed') ?? 0, theirs.get('closed') ?? 0])
    }
  })
})

test('a search lays out the same cards as the list, and where it finds more than is counted says so on the tabs', async () => {
  const bring = async (count: number, before: number) => {
    await inPieces(
      db,
      count,
      (
        from,
        to,
      ) => sql`insert into complaints (issue_number, title, state, store, feedback_type, feedback_method, customer_name, phone, content, created_at, due_at, completed_at)
    select '9902-' || lpad(n::text, 6, '0'), 'Kẹt xe ở bãi ' || n, state, ${store}, ${chain.types[0]}, 'hotline', 'Khách', '0912345678', '<p>x</p>', now() - n * interval '1 minute',
      now() + (n * 7 % 100 - 20) * interval '1 hour', case when state = 'completed' then now() end
    from (select n, (array['new', 'completed'])[1 + n % 2] as state from generate_series(${before + from}::int, ${before + to}::int) n) x`,
    )
    // How many are counted depends on how many the database believes there are: it shall not find out between two questions.
    await sql`analyze complaints`.execute(db)
  }
  const by = people.chain
  const counted = async () =>
    (await chain.call<Record<string, number | string[]>>('GET', 'ticket/counts?search=ket+xe', { by })).data
  await bring(3100, 0)
  const few = await counted()
  expect([few.all, few.completed, few.at_least]).toEqual([3100, 1550, undefined])
  await bring(8900, 3100)
  const { data } = await chain.call<{ columns: (Column & { total_is_more?: boolean })[] }>(
    'GET',
    'board/columns?search=ket+xe',
    { by },
  )
  const orders: Record<string, string> = { new: 'due_at', overdue: 'due_at', completed: '-created_at' }
  for (const { id, total, total_is_more, item_ids } of data.columns) {
    const order = orders[id] ?? '-created_at'
    const list = await chain.call<{ data: Raw[]; total: number }>(
      'GET',
      `ticket?search=ket+xe&status=${id}&sort=${order}&perpage=20`,
      { by },
    )
    expect([id, item_ids]).toEqual([id, list.data.data.map((one) => one.id)])
    expect([id, total, total_is_more ?? false]).toEqual([id, list.data.total, id in orders])
  }
  expect(await counted()).toEqual({
    ...Object.fromEntries(data.columns.map(({ id, total }) => [id, total])),
    all: expect.any(Number),
    deleted: 0,
    at_least: ['all', ...STATUSES.map(({ value }) => value).filter((value) => value in orders)],
  })
})
