import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { complaints } from '../../../src/modules/complaints/complaints.ts'
import { REPORTS } from '../../../src/modules/report/kinds.ts'
import { type ChartRow, columnsOf, rowsOf, totalLinks } from '../../../src/modules/report/lines.web.ts'
import { type FigureSet, type Filters, PARTS, type Report } from '../../../src/modules/report/report.ts'
import { json } from '../../../src/server/db/db.ts'
import { filterFields, listQuery, readState } from '../../../src/web/screens/list/list-state.ts'
import { type Person, startChain, type Ticket } from '../../setup/chain.ts'

/** A complaint as this test made it; every expectation is counted from these by hand, never by the product's SQL. */
interface Made {
  at: string
  store: number
  department: number | null
  feedback_type: number
  state: 'new' | 'processing' | 'completed' | 'closed' | 'reopened'
  due_at: string | null
  completed_at: string | null
  breached_at: string | null
  merged_into_id: number | null
  wait_minutes: number | null
  tags: number[]
  solution: string | null
}

const BY_STORES = REPORTS[4]
/** What was completed years ago stays as it is counted here: the clock, which closes it, comes by every ten minutes. */
const chain = await startChain({}, { autoCloseDays: 36_500 })
const admin = await chain.person()

/** The last and the first moments of days, months, a leap day and a year in Việt Nam (+7), and hours between. */
const BORDERS = [
  '2023-12-31T16:59:59.999Z',
  '2023-12-31T17:00:00.000Z',
  '2024-02-28T17:00:00.000Z',
  '2024-02-29T16:59:59.999Z',
  '2024-12-31T16:59:59.999Z',
  '2024-12-31T17:00:00.000Z',
  '2025-01-31T16:59:59.999Z',
  '2025-01-31T17:00:00.000Z',
  '2025-02-28T16:59:59.999Z',
  '2025-02-28T17:00:00.000Z',
  '2025-09-30T16:59:59.999Z',
  '2025-09-30T17:00:00.000Z',
  '2025-12-31T16:59:59.999Z',
  '2025-12-31T17:00:00.000Z',
]

const ofTwo = ([first, second]: [number, number], nr: number) => (nr % 2 === 0 ? first : second)
const plusHours = (at: string, hours: number) => new Date(Date.parse(at) + hours * 3_600_000).toISOString()

const made = complaintsOf(await tagsOf('giá', 'tươi sống', 'xe'))
await sql`insert into complaints (created_at, issue_number, title, feedback_method, customer_name, phone, content, store, department, feedback_type, state, due_at, completed_at, breached_at, merged_into_id, wait_minutes, tags, solution)
  select x.at, 'T-' || x.nr, 'Góp ý ' || x.nr, 'hotline', 'Khách', '0912345678', 'x', x.store, x.department, x.feedback_type, x.state, x.due_at, x.completed_at, x.breached_at, x.merged_into_id, x.wait_minutes,
    array(select jsonb_array_elements_text(x.tags)::bigint), x.solution
  from jsonb_to_recordset(${json(made.map((one, nr) => ({ ...one, nr })))}) as x(nr int, at timestamptz, store bigint, department bigint, feedback_type bigint, state text, due_at timestamptz,
    completed_at timestamptz, breached_at timestamptz, merged_into_id bigint, wait_minutes int, tags jsonb, solution text)`.execute(
  chain.db,
)

async function tagsOf(...names: string[]): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`insert into tags (name) select unnest(${names}::text[]) returning id`.execute(chain.db)
  return rows.map(({ id }) => id)
}

function complaintsOf(tags: number[]): Made[] {
  const hours = Array.from({ length: 240 }, (_, at) =>
    new Date(Date.parse('2024-01-10T00:00:00Z') + at * 73 * 3_600_000).toISOString(),
  )
  const states = ['closed', 'new', 'completed', 'processing', 'reopened'] as const
  return [...BORDERS, ...BORDERS, ...hours].map((at, nr): Made => {
    const state = states[nr % 5] ?? 'new'
    const isMerged = state === 'closed' && nr % 4 === 0
    const isDone = !isMerged && (state === 'closed' || state === 'completed')
    const isSlow = nr % 3 === 0
    return {
      at,
      store: ofTwo(chain.stores, nr),
      department: nr % 4 === 3 ? null : ofTwo(chain.departments, nr),
      feedback_type: ofTwo(chain.types, Math.floor(nr / 2)),
      state,
      due_at: isDone
        ? plusHours(at, 24)
        : !isMerged && nr % 7 === 0
          ? null
          : !isMerged && isSlow
            ? plusHours(at, 24)
            : '2099-01-01T00:00:00.000Z',
      completed_at: isDone ? plusHours(at, isSlow ? 48 : 12) : null,
      breached_at: nr % 11 === 0 ? plusHours(at, 24) : null,
      merged_into_id: isMerged ? 9_000_000 : null,
      wait_minutes: state === 'new' ? null : nr % 90,
      tags: tags.filter((_, tag) => (nr >> tag) % 2 === 1),
      // An open one may have been given its solution when it was made.
      solution: isMerged ? null : (['apology', 'exchange_refund', null][nr % 3] ?? null),
    }
  })
}

const dayOf = ({ at }: Made) => new Date(Date.parse(at) + 7 * 3_600_000).toISOString().slice(0, 10)

const ask = (call: string, by: Person = admin) => chain.call<Report>('GET', `report/${call}`, { by })

/** The figures of some complaints, counted one by one. */
function counted(some: readonly Made[], before: number | null): FigureSet {
  const isOpen = ({ state }: Made) => state !== 'completed' && state !== 'closed'
  const isOverdue = (one: Made) => isOpen(one) && one.due_at !== null && Date.parse(one.due_at) < Date.now()
  const isLate = (one: Made) =>
    one.breached_at !== null ||
    isOverdue(one) ||
    (one.completed_at !== null && one.due_at !== null && one.due_at < one.completed_at)
  const waits = some.flatMap(({ wait_minutes }) => wait_minutes ?? [])
  return {
    n: some.length,
    before,
    parts: {
      open: some.filter((one) => isOpen(one) && !isOverdue(one)).length,
      overdue: some.filter(isOverdue).length,
      completed: some.filter(({ state }) => state === 'completed').length,
      closed: some.filter(({ state }) => state === 'closed').length,
    },
    on_time: some.filter((one) => one.completed_at !== null && !isLate(one)).length,
    late: some.filter(isLate).length,
    wait_minutes: waits.length === 0 ? null : waits.reduce((sum, one) => sum + one, 0) / waits.length,
  }
}

const figuresIn = ({ n, before, parts, on_time, late, wait_minutes }: FigureSet): FigureSet => ({
  n,
  before,
  parts,
  on_time,
  late,
  wait_minutes,
})

type Keys = (one: Made) => (string | number | null)[]
/** A report's lines as counted by hand: those with complaints now or before. */
function linesBy(keysOf: Keys, now: readonly Made[], before: readonly Made[] | null): Record<string, FigureSet> {
  const said = (one: Made) => keysOf(one).map((key) => String(key ?? 'none'))
  const keys = new Set([...now, ...(before ?? [])].flatMap(said))
  const of = (some: readonly Made[], key: string) => some.filter((one) => said(one).includes(key))
  return Object.fromEntries(
    [...keys].map((key) => [key, counted(of(now, key), before ? of(before, key).length : null)]),
  )
}
const linesIn = (lines: readonly (FigureSet & { key: string })[]) =>
  Object.fromEntries(lines.map((line) => [line.key, figuresIn(line)]))
const orNone = (keys: number[]) => (keys.length > 0 ? keys : [null])

const isFinished = ({ state }: Made) => state === 'completed' || state === 'closed'
const within = (from: string, to: string, keep: (one: Made) => boolean = () => true) =>
  made.filter((one) => dayOf(one) >= from && dayOf(one) <= to && keep(one))

describe('a report equals a count by hand', () => {
  test('by year: each month against the same of the year before, at the very borders', async () => {
    for (const year of [2024, 2025]) {
      const { data } = await ask(`by-year?year=${year}`)
      const [now, before] = [within(`${year}-01-01`, `${year}-12-31`), within(`${year - 1}-01-01`, `${year - 1}-12-31`)]
      expect(data.rows.map(({ key }) => key)).toEqual(
        Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}`),
      )
      for (const row of data.rows) {
        const inMonth = (some: readonly Made[], of: number) =>
          some.filter((one) => dayOf(one).startsWith(`${of}${row.key.slice(4)}`))
        expect(figuresIn(row), row.key).toEqual(counted(inMonth(now, year), inMonth(before, year - 1).length))
        expect(row.share).toBeCloseTo(row.n / now.length, 12)
      }
      expect(figuresIn(data.totals)).toEqual(counted(now, before.length))
      expect(data.compared).toEqual(data.before)
    }
  })

  test('by month: each day by type, and by tags under each of a complaint', async () => {
    for (const [month, last, from, to] of [
      ['2024-02', '29', '2024-01-01', '2024-01-31'],
      ['2025-01', '31', '2024-12-01', '2024-12-31'],
      ['2025-10', '31', '2025-09-01', '2025-09-30'],
    ] as const)
      for (const [call, keysOf] of [
        ['by-month', (one: Made) => [one.feedback_type]],
        ['by-tag', (one: Made) => orNone(one.tags)],
      ] as const) {
        const { data } = await ask(`${call}?month=${month}`)
        const [now, before] = [within(`${month}-01`, `${month}-${last}`), within(from, to)]
        expect(data.rows).toHaveLength(Number(last))
        for (const row of data.rows) {
          const today = now.filter((one) => dayOf(one) === row.key)
          const then = before.filter((one) => dayOf(one) === from.slice(0, 8) + row.key.slice(8))
          const hasBefore = row.key.slice(8) <= to.slice(8)
          expect(figuresIn(row), row.key).toEqual(counted(today, hasBefore ? then.length : null))
          expect(row.by).toEqual(
            Object.fromEntries(Object.entries(linesBy(keysOf, today, null)).map(([key, { n }]) => [key, n])),
          )
        }
        expect(linesIn(data.columns ?? [])).toEqual(linesBy(keysOf, now, before))
        expect(figuresIn(data.totals)).toEqual(counted(now, before.length))
      }
  })

  test.each([
    ['by-dept', (one: Made) => [one.department], () => true],
    ['by-stores', (one: Made) => [one.store], () => true],
    ['by-solution', (one: Made) => [one.solution], isFinished],
  ] as const)(
    '%s of any days, against as many before, the same of a year ago, or nothing',
    async (call, keysOf, isCounted) => {
      for (const [from, to, compare, start, end] of [
        ['2025-01-10', '2025-02-08', 'previous', '2024-12-11', '2025-01-09'],
        ['2025-02-01', '2025-02-28', 'previous', '2025-01-01', '2025-01-31'],
        ['2025-02-01', '2025-02-28', 'year', '2024-02-01', '2024-02-29'],
        ['2024-12-31', '2025-12-31', 'none', '', ''],
      ] as const) {
        const { data } = await ask(`${call}?from=${from}&to=${to}&compare=${compare}`)
        const before = compare === 'none' ? null : within(start, end, isCounted)
        const now = within(from, to, isCounted)
        expect(data.before).toEqual(before && { from: start, to: end })
        expect(linesIn(data.rows), `${from} ${compare}`).toEqual(linesBy(keysOf, now, before))
        expect(figuresIn(data.totals)).toEqual(counted(now, before?.length ?? null))
        expect(data.rows.map(({ n }) => n)).toEqual(data.rows.map(({ n }) => n).toSorted((a, b) => b - a))
      }
    },
  )

  test('with filters, and through the eyes of a store or a department', async () => {
    const [store] = chain.stores
    const [department] = chain.departments
    const manager = await chain.person({ role: 'Store manager', store })
    const head = await chain.person({ role: 'Department manager', department })
    const days = 'from=2024-12-01&to=2025-12-31'
    const all = (keep: (one: Made) => boolean) => within('2024-12-01', '2025-12-31', keep)
    const cases: [string, Person, (one: Made) => boolean][] = [
      [`&store=${store}&department=none`, admin, (one) => one.store === store && one.department === null],
      [`&feedback_type=${chain.types[0]}`, admin, (one) => one.feedback_type === chain.types[0]],
      [`&department=none&department=${department}`, admin, (one) => [null, department].includes(one.department)],
      ['', manager, (one) => one.store === store],
      [`&store=${chain.stores[1]}`, manager, () => false],
      ['', head, (one) => one.department === department],
    ]
    for (const [query, by, keep] of cases) {
      const { data } = await ask(`by-stores?${days}&compare=none${query}`, by)
      expect(linesIn(data.rows), query).toEqual(linesBy((one) => [one.store], all(keep), null))
    }
  })
})

test('by province, a store whose address is of before July 2025 counts in the province of today', async () => {
  const [first, second] = chain.stores
  const place = (id: number, address: object | null) =>
    sql`update stores set address = ${address ? json(address) : null} where id = ${id}`.execute(chain.db)
  const line = '1 Đại lộ Bình Dương'
  const days = 'from=2025-01-10&to=2025-02-28'
  const now = within('2025-01-10', '2025-02-28')
  const counts = async (more = '') =>
    (await ask(`by-province?${days}&compare=none${more}`)).data.rows.map(({ label, n, stores }) => [label, n, stores])
  try {
    await place(first, {
      line,
      ward: 'Phường Phú Lợi',
      district: 'Thành phố Thủ Dầu Một',
      province: 'Tỉnh Bình Dương',
      model: 1,
    })
    await place(second, {
      line,
      ward: null,
      district: null,
      province: 'Thành phố Hồ Chí Minh',
      province_code: '79',
      model: 2,
    })
    expect(await counts()).toEqual([['Thành phố Hồ Chí Minh', now.length, [String(first), String(second)]]])
    await place(second, {
      line,
      ward: null,
      district: null,
      province: 'Thành phố Hà Nội',
      province_code: '01',
      model: 2,
    })
    const of = (store: number) => now.filter((one) => one.store === store).length
    expect(new Map((await counts()).map(([label, n]) => [label, n]))).toEqual(
      new Map([
        ['Thành phố Hồ Chí Minh', of(first)],
        ['Thành phố Hà Nội', of(second)],
      ]),
    )
    expect(await counts(`&store=${second}`)).toEqual([['Thành phố Hà Nội', of(second), [String(second)]]])
    await place(second, null)
    expect((await counts()).map(([label]) => label)).toContain('No province')
  } finally {
    for (const store of chain.stores) await place(store, null)
  }
})

test('every figure leads to a list of exactly as many complaints', async () => {
  const filters: Filters = { store: [String(chain.stores[0])] }
  const questions = {
    year: 'year=2025',
    month: 'month=2025-10',
    days: 'from=2025-01-10&to=2025-02-28',
  }
  for (const kind of REPORTS) {
    const { data } = await ask(`${kind.call}?${questions[kind.span]}&store=${chain.stores[0]}`)
    const columns = columnsOf(data, kind, filters)
    for (const line of [...rowsOf(data, kind, filters), ...columns]) await expectLists(line, kind.page)
    await expectLists({ ...data.totals, to: totalLinks(data, kind, filters) }, `${kind.page} totals`)
    const [busiest] = rowsOf(data, kind, filters).toSorted((a, b) => b.n - a.n)
    for (const [key, n] of Object.entries(busiest?.by ?? {}))
      expect(await lengthOf(busiest?.to.column(key) ?? ''), `${kind.page} ${key}`).toBe(n)
  }
})

async function expectLists(line: FigureSet & Pick<ChartRow, 'to'>, where: string): Promise<void> {
  const figures: [string | undefined, number][] = [
    [line.to.all, line.n],
    [line.to.on_time, line.on_time],
    [line.to.late, line.late],
    ...PARTS.map(({ part }): [string, number] => [line.to.part[part], line.parts[part]]),
    ...(line.to.before ? [[line.to.before, line.before ?? 0] as [string, number]] : []),
  ]
  // Nothing behind a nought is worth asking for.
  for (const [to = '', n] of figures.filter(([, one]) => one > 0)) expect(await lengthOf(to), `${where}: ${to}`).toBe(n)
}

/** How many complaints the list of an address has, asked as the screen asks it. */
async function lengthOf(address: string): Promise<number> {
  const fields = filterFields(complaints)
  const params = new URL(address, chain.url).searchParams
  const query = listQuery(complaints, readState(params, fields), fields, '2026-01-01')
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one))
  return (await chain.call<{ total: number }>('GET', `ticket?${search}`, { by: admin })).data.total
}

test('by solution, an open complaint does not count under what it was given when it was made, until it is done', async () => {
  const by = await chain.person()
  const path = 'by-solution?compare=none'
  const exchanges = async () => {
    const { data } = await ask(path, by)
    expect(data.rows.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(data.totals.n > 0 ? 1 : 0, 12)
    expect(data.totals.parts).toMatchObject({ open: 0, overdue: 0 })
    return data.rows.find(({ key }) => key === 'exchange_refund')?.n ?? 0
  }
  const before = await exchanges()
  const ticket = await chain.ticket(by, { solution: 'exchange_refund' })
  expect(await exchanges()).toBe(before)
  const complete = { version: 1, solution: 'exchange_refund', origin: 'Nhãn cũ', comment: 'Đã đổi hàng' }
  const done = await chain.call<Ticket>('POST', `ticket/${ticket.id}/complete`, { by, body: complete })
  expect(done.status, done.text).toBe(200)
  expect(await exchanges()).toBe(before + 1)
  const { data } = await ask(path, by)
  expect(data.narrowed).toEqual([['Status', 'Completed, Closed']])
  const again = { version: done.data.version, reason: 'Hàng đổi cũng hỏng' }
  expect((await chain.call('POST', `ticket/${ticket.id}/reopen`, { by, body: again })).status).toBe(200)
  expect(await exchanges()).toBe(before)
})

test('what was just created, moved or thrown away counts at once', async () => {
  const totals = async () => (await ask('by-stores?compare=none')).data.totals
  const before = await totals()
  const ticket = await chain.ticket(admin)
  expect(await totals()).toMatchObject({ n: before.n + 1, parts: { open: before.parts.open + 1 } })
  const done = await chain.call('POST', `ticket/${ticket.id}/complete`, {
    by: admin,
    body: { version: 1, solution: 'apology', origin: 'Nhãn cũ', comment: 'Đã xin lỗi' },
  })
  expect(done.status).toBe(200)
  expect(await totals()).toMatchObject({
    parts: { open: before.parts.open, completed: before.parts.completed + 1 },
    on_time: before.on_time + 1,
  })
  const solved = await ask('by-solution?compare=none')
  expect(solved.data.rows.find(({ key }) => key === 'apology')?.n).toBe(1)
  const other = await chain.ticket(admin)
  await chain.call('POST', `ticket/${other.id}/trash`, { by: admin, body: { version: 1 } })
  expect((await totals()).n).toBe(before.n + 1)
  const [whole, double] = [await chain.ticket(admin), await chain.ticket(admin)]
  const merged = await chain.call<Ticket>('POST', `ticket/${double.id}/merge`, {
    by: admin,
    body: { into: whole.id, version: 1 },
  })
  expect(merged.status).toBe(200)
  const asMerged = {
    n: before.n + 3,
    parts: { open: before.parts.open + 1, closed: before.parts.closed + 1 },
    on_time: before.on_time + 1,
    late: before.late,
  }
  const { data } = await ask('by-stores?compare=none')
  expect(data.totals).toMatchObject(asMerged)
  await expectLists({ ...data.totals, to: totalLinks(data, BY_STORES, {}) }, 'with a merged one')
  await chain.call('POST', `ticket/${double.id}/unmerge`, { by: admin, body: { version: merged.data.version } })
  expect(await totals()).toMatchObject({
    ...asMerged,
    parts: { open: before.parts.open + 2, closed: before.parts.closed },
  })
})

test('the dashboard tells the same figures as the report of the same days', async () => {
  for (const by of [admin, await chain.person({ role: 'Store manager', store: chain.stores[1] })]) {
    const days = 'from=2025-01-01&to=2025-12-31'
    const { figures, by_status } = (await chain.call<Dashboard>('GET', `get-dashboard?${days}`, { by })).data
    const { totals } = (await ask(`by-stores?${days}`, by)).data
    const { data } = (
      await chain.call<{ data: Record<'open' | 'overdue', number>[] }>('GET', `get-ticket-dept-chart?${days}`, { by })
    ).data
    expect(figures.new).toEqual({ value: totals.n, before: totals.before })
    expect([figures.open.value, figures.overdue.value]).toEqual([
      totals.parts.open + totals.parts.overdue,
      totals.parts.overdue,
    ])
    const earlier = (await ask('by-stores?from=2024-01-01&to=2024-12-31', by)).data.totals.parts
    expect([figures.open.before, figures.overdue.before]).toEqual([earlier.open + earlier.overdue, earlier.overdue])
    expect(by_status.reduce((sum, { n }) => sum + n, 0)).toBe(totals.n)
    for (const part of ['open', 'overdue'] as const)
      expect(data.reduce((sum, one) => sum + one[part], 0)).toBe(totals.parts[part])
    const { total } = (
      await chain.call<{ total: number }>('GET', 'ticket?completed_at[]=2025-01-01&completed_at[]=2025-12-31', { by })
    ).data
    expect(figures.completed.value).toBe(total)
    const onTime = (
      await chain.call<{ total: number }>(
        'GET',
        'ticket?completed_at[]=2025-01-01&completed_at[]=2025-12-31&is_breached=false',
        { by },
      )
    ).data
    expect(figures.on_time_share.value).toBeCloseTo((onTime.total / total) * 100, 0)
  }
})

interface Dashboard {
  figures: Record<'new' | 'open' | 'overdue' | 'completed' | 'on_time_share', { value: number; before: number | null }>
  by_status: { n: number }[]
}

test('a period that is not over is compared as far as it went', async () => {
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
  const year = Number(today.slice(0, 4)) - 1
  for (const call of ['by-year', `by-stores?from=${year + 1}-01-01&to=${year + 1}-12-31&compare=year`]) {
    const { data } = await ask(call)
    const end = today.endsWith('02-29') ? `${year}-02-28` : `${year}${today.slice(4)}`
    expect(data.compared).toEqual({ from: `${year}-01-01`, to: end })
    expect(data.totals.before).toBe(within(`${year}-01-01`, end).length)
    expect(data.before?.to).toBe(`${year}-12-31`)
  }
})

test('a period, a comparison or a filter that is none is refused by name', async () => {
  for (const [call, field] of [
    ['by-year?year=1999', 'year'],
    ['by-year?year=2101', 'year'],
    ['by-year?year=20x6', 'year'],
    ['by-month?month=2025-13', 'month'],
    ['by-tag?month=2025', 'month'],
    ['by-stores?from=2025-02-30&to=2025-03-01', 'from'],
    ['by-stores?from=2025-03-02&to=2025-03-01', 'from'],
    ['by-dept?from=2024-01-01&to=2025-12-31', 'from'],
    ['by-solution?from=0001-01-01&to=0001-02-01', 'from'],
    ['by-stores?compare=sometimes', 'compare'],
    ['by-stores?store=1%20or%201', 'store'],
    ['by-stores?department=x', 'department'],
  ] as const) {
    const answer = await chain.call<{ fields: Record<string, string> }>('GET', `report/${call}`, { by: admin })
    expect(answer.status, call).toBe(422)
    expect(Object.keys(answer.data.fields), call).toEqual([field])
  }
})

test('names are told in the language of whoever asks', async () => {
  const english = await ask('by-solution?from=2025-01-01&to=2025-12-31')
  expect(english.data.rows.find(({ key }) => key === 'none')?.label).toBe('No solution')
  const korean = await chain.call<Report>('GET', 'report/by-solution?from=2025-01-01&to=2025-12-31&lang=ko', {
    by: admin,
  })
  expect(korean.data.rows.find(({ key }) => key === 'none')?.label).toBe('해결 방안 없음')
})
