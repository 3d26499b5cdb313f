import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { Chance } from '../../../src/demo/random.ts'
import type { Overview } from '../../../src/modules/dashboard/figures-shape.web.ts'
import { writeDigest } from '../../../src/modules/notifications/digest.server.ts'
import { openIn, type Report, type ReportPart } from '../../../src/modules/report/report.ts'
import { handOnDue } from '../../../src/modules/report/sending.server.ts'
import { actorOfUser } from '../../../src/server/auth/sessions.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import { rowsOf } from '../../../src/server/sheets/xlsx/read-book.ts'
import { wallClock } from '../../../src/shared/format.ts'
import { plusDays } from '../../../src/shared/time/spans.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { until } from '../../setup/mail/mail-chain.ts'
import { asksFor } from '../../setup/steps.ts'

/** A complaint as it stands in the database; what is expected is counted from these by hand, never by the product's SQL. */
const STORED = {
  id: 'number',
  version: 'number',
  state: 'string',
  store: 'number',
  feedback_type: 'number',
  phone: 'string',
  department: 'number?',
  assignee: 'number?',
  priority: 'string?',
  solution: 'string?',
  tags: 'number[]',
  due_at: 'date?',
  handle_due_at: 'date?',
  handle_date: 'date?',
  completed_at: 'date?',
  breached_at: 'date?',
  merged_into_id: 'number?',
} as const
const stored = () =>
  rows(
    db,
    STORED,
    sql`select ${sql.join(Object.keys(STORED).map((name) => sql.ref(name)))} from complaints order by id`,
  )
type Stored = Awaited<ReturnType<typeof stored>>[number]

const ZONE = 'Asia/Ho_Chi_Minh'
const NOW = new Date()
const TODAY = wallClock(NOW, ZONE).day
const YESTERDAY = plusDays(TODAY, -1)
/** Everything here came in yesterday, so that a letter about yesterday is about all of it, and was done since. */
const PERIOD = { from: YESTERDAY, to: plusDays(TODAY, 1) }
const daysOf = (name: string, from: string, to: string) => `${name}[]=${from}%2000:00:00&${name}[]=${to}%2023:59:59`

const chain = await startChain({ PUBLIC_URL: 'https://chain.example', EXPORTS_AT_ONCE: '20' })
const { db } = chain
const [store, elsewhere] = chain.stores
const [department, other] = chain.departments
const [type, second] = chain.types
const admin = await chain.person()
const manager = await chain.person({ role: 'Store manager', store })
const head = await chain.person({ role: 'Department manager', department })
const handler = await chain.person({ role: 'Customer service' })
const colleague = await chain.person({ role: 'Customer service', department: other })
const EYES = { admin, manager, head }
type Eyes = keyof typeof EYES
const tag = (await row(db, { id: 'number' }, sql`insert into tags (name) values ('giá') returning id`))?.id ?? 0
const PHONES = ['0912345678', '0987654321']

const isOpen = ({ state }: Stored) => ['new', 'processing', 'reopened'].includes(state)
const isDone = ({ state }: Stored) => ['completed', 'closed'].includes(state)
const isLive = ({ state }: Stored) => state !== 'deleted'
const isOverdue = (one: Stored) => isOpen(one) && isPast(one.due_at)
const isPast = (at: Date | null) => at !== null && at.getTime() < Date.now()
const isLate = (one: Stored) =>
  one.breached_at !== null ||
  isOverdue(one) ||
  (isDone(one) && one.due_at !== null && one.completed_at !== null && one.due_at < one.completed_at)
const isInTime = (one: Stored) =>
  isDone(one) && !isLate(one) && (one.merged_into_id === null || one.completed_at !== null)
const isSeen: Record<Eyes, (one: Stored) => boolean> = {
  admin: () => true,
  manager: (one) => one.store === store,
  head: (one) => one.department === department,
}

/** What everybody is told, read anew for each round. */
interface Seen {
  rows: Stored[]
  dashboard: Record<Eyes, Overview>
  departments: { id: number | null; open: number; overdue: number; completed: number; closed: number }[]
  report: Record<'by-year' | 'by-month' | 'by-tag' | 'by-dept' | 'by-stores' | 'by-solution', Report>
  letters: Record<string, string>
  digest: string
  today: Record<Eyes, number>
  menu: Record<Eyes, number>
  board: Map<string, number>
  boardOfDepartments: Map<string, number>
  load: number | null | undefined
  customer: { complaints: number; open: number }
}

const get = async <D>(path: string, by: Person = admin): Promise<D> => {
  const answer = await chain.call<D>('GET', path, { by })
  expect(answer.status, path).toBe(200)
  return answer.data
}

const OPEN = 'status=overdue&status=new&status=processing&status=reopened'
const OPEN_TABS = ['overdue', 'new', 'processing', 'reopened']

interface Filter {
  what: string
  /** The places that may have this filter, beside the list, its tabs and the workbook. */
  where: string
  filter: string
  /** The tabs whose counts together are the number. */
  tab: readonly string[]
  by?: Eyes
  n: (one: Stored) => boolean
  places?: (seen: Seen) => Record<string, number | null | undefined>
}

const FILTERS: Filter[] = [
  {
    what: 'open',
    where: 'list, tabs, workbook, menu, Today, dashboard, its departments, reports, letter and board',
    filter: OPEN,
    tab: OPEN_TABS,
    n: isOpen,
    places: ({ menu, today, dashboard, departments, report, letters, board, boardOfDepartments }) => ({
      menu: menu.admin,
      today: today.admin,
      dashboard: dashboard.admin.figures.open.value,
      'dashboard by status': statusesOf(dashboard.admin, OPEN_TABS),
      'dashboard by department': sum(departments.map((one) => one.open + one.overdue)),
      'report by store': openIn(report['by-stores'].totals),
      'report by year': openIn(report['by-year'].totals),
      'rows of the report by department': sum(report['by-dept'].rows.map(openIn)),
      letter: said(letters.all, /Đang mở: (\d+)/),
      board: sum(OPEN_TABS.map((column) => board.get(column) ?? 0)),
      'board by department': sum([...boardOfDepartments.values()]),
    }),
  },
  {
    what: 'open, of a store manager’s store,',
    where: 'list, tabs, workbook, menu, Today, dashboard, report and letter',
    filter: OPEN,
    tab: OPEN_TABS,
    by: 'manager',
    n: isOpen,
    places: ({ menu, today, dashboard, report, letters }) => ({
      menu: menu.manager,
      today: today.manager,
      dashboard: dashboard.manager.figures.open.value,
      report: openIn(lineOf(report['by-stores'].rows, store)),
      'letter about the store': said(letters.store, /Đang mở: (\d+)/),
      'letter to the manager': said(letters.manager, /Đang mở: (\d+)/),
    }),
  },
  {
    what: 'open, of a department head’s department,',
    where: 'list, tabs, workbook, menu, Today, dashboard, report, letter and board',
    filter: OPEN,
    tab: OPEN_TABS,
    by: 'head',
    n: isOpen,
    places: ({ menu, today, dashboard, departments, report, letters, boardOfDepartments }) => ({
      menu: menu.head,
      today: today.head,
      dashboard: dashboard.head.figures.open.value,
      'dashboard by department': sum(
        departments.filter(({ id }) => id === department).map((one) => one.open + one.overdue),
      ),
      report: openIn(lineOf(report['by-dept'].rows, department)),
      letter: said(letters.department, /Đang mở: (\d+)/),
      board: boardOfDepartments.get(String(department)),
    }),
  },
  {
    what: 'overdue',
    where: 'list, tabs, workbook, dashboard, its departments, reports, letter and board',
    filter: 'status=overdue',
    tab: ['overdue'],
    n: isOverdue,
    places: ({ dashboard, departments, report, letters, board }) => ({
      dashboard: dashboard.admin.figures.overdue.value,
      'dashboard by status': statusesOf(dashboard.admin, ['overdue']),
      'dashboard by department': sum(departments.map((one) => one.overdue)),
      'report by store': report['by-stores'].totals.parts.overdue,
      'days of the report by month': partIn(report['by-month'], 'overdue'),
      letter: said(letters.all, /trong đó (\d+) quá hạn/),
      board: board.get('overdue'),
    }),
  },
  {
    what: 'first reply late',
    where: 'list, tabs and workbook',
    filter: 'is_reply_late=true',
    tab: ['all'],
    n: (one) => one.state === 'new' && one.handle_date === null && isPast(one.handle_due_at),
  },
  {
    what: 'new',
    where: 'list, tabs, workbook, dashboard and board',
    filter: 'status=new',
    tab: ['new'],
    n: (one) => one.state === 'new' && !isOverdue(one),
    places: ({ dashboard, board }) => ({
      'dashboard by status': statusesOf(dashboard.admin, ['new']),
      board: board.get('new'),
    }),
  },
  {
    what: 'reopened',
    where: 'list, tabs, workbook, dashboard and board',
    filter: 'status=reopened',
    tab: ['reopened'],
    n: (one) => one.state === 'reopened' && !isOverdue(one),
    places: ({ dashboard, board }) => ({
      'dashboard by status': statusesOf(dashboard.admin, ['reopened']),
      board: board.get('reopened'),
    }),
  },
  {
    what: 'of a store',
    where: 'list, tabs, workbook, report, its rows, and letter',
    filter: `store=${store}`,
    tab: ['all'],
    n: (one) => isLive(one) && one.store === store,
    places: ({ report, letters, dashboard }) => ({
      report: lineOf(report['by-stores'].rows, store).n,
      letter: said(letters.store, /Tiếp nhận: (\d+)/),
      'letter to its manager': said(letters.manager, /Tiếp nhận: (\d+)/),
      'dashboard of its manager': dashboard.manager.figures.new.value,
    }),
  },
  {
    what: 'of a department',
    where: 'list, tabs, workbook, dashboard, report and letter',
    filter: `department=${department}`,
    tab: ['all'],
    n: (one) => isLive(one) && one.department === department,
    places: ({ departments, report, letters, dashboard }) => ({
      'dashboard by department': sum(
        departments
          .filter(({ id }) => id === department)
          .map((one) => one.open + one.overdue + one.completed + one.closed),
      ),
      report: lineOf(report['by-dept'].rows, department).n,
      letter: said(letters.department, /Tiếp nhận: (\d+)/),
      'dashboard of its head': dashboard.head.figures.new.value,
    }),
  },
  {
    what: 'open with a person',
    where: 'list, tabs, workbook and the box for assigning',
    filter: `assignee=${handler.id}&${OPEN}`,
    tab: OPEN_TABS,
    n: (one) => isOpen(one) && one.assignee === handler.id,
    places: ({ load }) => ({ 'box for assigning': load }),
  },
  {
    what: 'overdue with a person',
    where: 'list, tabs, workbook and the morning digest',
    filter: `assignee=${handler.id}&status=overdue`,
    tab: ['overdue'],
    n: (one) => isOverdue(one) && one.assignee === handler.id,
    places: ({ digest }) => ({
      digest: said(digest, /Quá hạn \((\d+)\)/),
      'its subject': said(digest, /: (\d+) khiếu nại quá hạn/),
    }),
  },
  {
    what: 'of a type',
    where: 'list, tabs, workbook, dashboard, report and letter',
    filter: `feedback_type=${type}`,
    tab: ['all'],
    n: (one) => isLive(one) && one.feedback_type === type,
    places: ({ dashboard, report, letters }) => ({
      dashboard: dashboard.admin.by_type.find(({ id }) => id === type)?.n,
      report: lineOf(report['by-month'].columns ?? [], type).n,
      letter: said(letters.type, /Tiếp nhận: (\d+)/),
    }),
  },
  {
    what: 'of a tag',
    where: 'list, tabs, workbook and report',
    filter: `tags=${tag}`,
    tab: ['all'],
    n: (one) => isLive(one) && one.tags.includes(tag),
    places: ({ report }) => ({ report: lineOf(report['by-tag'].columns ?? [], tag).n }),
  },
  {
    what: 'of high priority',
    where: 'list, tabs and workbook',
    filter: 'priority=high',
    tab: ['all'],
    n: (one) => isLive(one) && one.priority === 'high',
  },
  {
    what: 'late now or once',
    where: 'list, tabs, workbook and reports',
    filter: 'is_breached=true',
    tab: ['all'],
    n: (one) => isLive(one) && isLate(one),
    places: ({ report }) => ({
      'report by store': report['by-stores'].totals.late,
      'rows of the report by department': sum(report['by-dept'].rows.map(({ late }) => late)),
    }),
  },
  {
    what: 'done in time',
    where: 'list, tabs, workbook and reports',
    filter: 'is_on_time=true',
    tab: ['all'],
    n: isInTime,
    places: ({ report }) => ({
      'report by store': report['by-stores'].totals.on_time,
      'report by year': report['by-year'].totals.on_time,
    }),
  },
  {
    what: 'received on a day',
    where: 'list, tabs, workbook, dashboard, reports, letter and board',
    filter: daysOf('created_at', YESTERDAY, YESTERDAY),
    tab: ['all'],
    n: isLive,
    places: ({ dashboard, report, letters, board }) => ({
      dashboard: dashboard.admin.figures.new.value,
      'dashboard by day': dashboard.admin.by_day.find(({ day }) => day === YESTERDAY)?.created,
      'dashboard by status': sum(dashboard.admin.by_status.map((one) => one.n)),
      'report by store': report['by-stores'].totals.n,
      'report by month': report['by-month'].totals.n,
      letter: said(letters.all, /Tiếp nhận: (\d+)/),
      board: sum([...board.values()]),
    }),
  },
  {
    what: 'completed in a period',
    where: 'list, tabs, workbook and dashboard',
    filter: daysOf('completed_at', PERIOD.from, PERIOD.to),
    tab: ['all'],
    n: (one) => isDone(one) && one.completed_at !== null,
    places: ({ dashboard }) => ({
      dashboard: dashboard.admin.figures.completed.value,
      'dashboard by day': sum(dashboard.admin.by_day.map(({ completed }) => completed)),
    }),
  },
  {
    what: 'with a solution, of those done,',
    where: 'list, tabs, workbook, report and letter',
    filter: 'solution=apology&status=completed&status=closed',
    tab: ['completed', 'closed'],
    n: (one) => isDone(one) && one.solution === 'apology',
    places: ({ report, letters }) => ({
      report: lineOf(report['by-solution'].rows, 'apology').n,
      letter: said(letters.solution, /Xin lỗi khách hàng · (\d+)/),
    }),
  },
  {
    what: 'in the trash',
    where: 'list, tabs and workbook',
    filter: 'status=deleted',
    tab: ['deleted'],
    n: ({ state }) => state === 'deleted',
  },
  {
    what: 'of a customer',
    where: 'list, tabs, workbook and what is known of the customer',
    filter: `search=${PHONES[0]}`,
    tab: ['all'],
    n: (one) => isLive(one) && one.phone === PHONES[0],
    places: ({ customer }) => ({ customer: customer.complaints }),
  },
]

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const said = (letter: string | undefined, what: RegExp) => Number(what.exec(letter ?? '')?.[1])
const statusesOf = ({ by_status }: Overview, wanted: readonly string[]) =>
  sum(by_status.filter(({ key }) => wanted.includes(key)).map(({ n }) => n))
const partIn = ({ rows: lines }: Report, part: ReportPart) => sum(lines.map(({ parts }) => parts[part]))

const NO_LINE = { n: 0, parts: { open: 0, overdue: 0, completed: 0, closed: 0 } }
const lineOf = (lines: Report['rows'], key: number | string) =>
  lines.find((line) => line.key === String(key)) ?? NO_LINE

/** The tabs of a list, which answer to all its filters but the status. */
async function tabs(filter: string, names: readonly string[], by: Person): Promise<number> {
  const counts = await get<Record<string, number>>(`ticket/counts?${filter}`, by)
  return sum(names.map((name) => counts[name] ?? 0))
}

async function exportedRows(filter: string, by: Person): Promise<number> {
  const answer = await fetch(`${chain.url}/api/ticket/export?${filter}`, {
    headers: { authorization: `Bearer ${by.token}` },
  })
  expect(answer.status).toBe(200)
  let lines = 0
  for await (const batch of rowsOf(Buffer.from(await answer.arrayBuffer()))) lines += batch.length
  return lines - 1
}

async function lookEverywhere(day: number): Promise<Seen> {
  const period = `from=${PERIOD.from}&to=${PERIOD.to}`
  const report = async (path: string) => get<Report>(`report/${path}`)
  const columns = async (layout: string) => {
    const found = await get<{ columns: { id: string; total: number }[] }>(`board/columns?by=${layout}`)
    return new Map(found.columns.map(({ id, total }) => [id, total]))
  }
  const offered = await get<{ data: { kind: string; id: number; open: number | null }[] }>(
    `ticket/assignees?search=${handler.email.slice(0, 8)}`,
  )
  return {
    rows: await stored(),
    dashboard: await throughAll((by) => get<Overview>(`get-dashboard?${period}`, by)),
    departments: (await get<{ data: Seen['departments'] }>(`get-ticket-dept-chart?${period}`)).data,
    report: {
      'by-year': await report(`by-year?year=${YESTERDAY.slice(0, 4)}`),
      'by-month': await report(`by-month?month=${YESTERDAY.slice(0, 7)}`),
      'by-tag': await report(`by-tag?month=${YESTERDAY.slice(0, 7)}`),
      'by-dept': await report(`by-dept?${period}`),
      'by-stores': await report(`by-stores?${period}`),
      'by-solution': await report(`by-solution?${period}`),
    },
    letters: await letters(day),
    digest: await digest(),
    today: await throughAll(
      async (by) =>
        (await get<{ registers: { module: string; count: number }[] }>('today', by)).registers.find(
          ({ module }) => module === 'complaints',
        )?.count ?? 0,
    ),
    menu: await throughAll(
      async (by) => (await get<{ counts: { complaints: number } }>('modules', by)).counts.complaints,
    ),
    board: await columns('status'),
    boardOfDepartments: await columns('department'),
    load: offered.data.find(({ kind, id }) => kind === 'person' && id === handler.id)?.open,
    customer: await get(`customer/find-customer-by-phone?phone=${PHONES[0]}`),
  }
}

const throughAll = async <D>(look: (by: Person) => Promise<D>): Promise<Record<Eyes, D>> => ({
  admin: await look(admin),
  manager: await look(manager),
  head: await look(head),
})

/** What the post brings about yesterday: by what each report is narrowed, its text. */
async function letters(day: number): Promise<Record<string, string>> {
  const wanted: Record<string, { report?: string; filters?: string; to?: Person }> = {
    all: {},
    manager: { to: manager },
    store: { filters: `store=${store}` },
    department: { report: 'by-department', filters: `department=${department}` },
    type: { filters: `feedback_type=${type}` },
    solution: { report: 'by-solution' },
  }
  const ids = new Map<number, string>()
  for (const [name, { report = 'by-stores', filters = '', to = admin }] of Object.entries(wanted)) {
    const body = { report, filters, rhythm: 'daily', hour: 7, people: [to.id] }
    const { data } = await chain.call<{ id: number }>('POST', 'report/schedule', { by: admin, body })
    ids.set(data.id, name)
  }
  const due = new Date(NOW.getTime() + day)
  await sql`update report_schedules set next_at = ${due} where id = any(${[...ids.keys()]}::bigint[])`.execute(db)
  await handOnDue(chain.running.context)
  const found = () =>
    rows(
      db,
      { id: 'number', body_text: 'string' },
      sql`select split_part(key, ' ', 2)::bigint as id, body_text from mails where key like 'report %' and split_part(key, ' ', 2)::bigint = any(${[...ids.keys()]}::bigint[])`,
    )
  const written = await until(found, (those) => those.length === ids.size)
  return Object.fromEntries(written.map(({ id, body_text }) => [ids.get(id) ?? '', body_text]))
}

/** What the handler would read in the morning, as it is written when it is sent. */
async function digest(): Promise<string> {
  const reader = await actorOfUser(db, handler.id, null)
  const facts = { day: TODAY, since: NOW.toISOString(), until: NOW.toISOString() }
  const letter = reader && (await writeDigest(chain.running.context, reader, facts))
  return `${letter?.subject}\n${letter?.text}`
}

describe.each([1, 2])('After the %s. day of work', (day) => {
  let seen: Seen

  beforeAll(async () => {
    await work(new Chance(2300 + day), 40)
    seen = await lookEverywhere(day)
  })

  test('there is something of everything to count', () => {
    for (const { what, n } of FILTERS) expect(seen.rows.filter(n).length, what).toBeGreaterThan(0)
  })

  test.each(FILTERS)('$what is one number in $where', async ({ filter, tab, by = 'admin', n, places = () => ({}) }) => {
    const told = {
      list: (await get<{ total: number }>(`ticket?${filter}&perpage=1`, EYES[by])).total,
      tabs: await tabs(filter, tab, EYES[by]),
      workbook: await exportedRows(filter, EYES[by]),
      ...places(seen),
    }
    const counted = seen.rows.filter((one) => n(one) && isSeen[by](one)).length
    expect(told).toEqual(Object.fromEntries(Object.keys(told).map((place) => [place, counted])))
  })
})

const ASKED = { solution: 'apology', origin: 'Tem giá cũ', comment: 'Đã đổi tem', reason: 'Khách chưa hài lòng' }

/** Whatever people do to complaints, so often and by chance, and the deadlines that pass meanwhile. */
async function work(chance: Chance, times: number): Promise<void> {
  const one = <T>(list: readonly T[]): T => list[chance.whole(0, list.length - 1)] as T // never of an empty list
  const isFirst = (await stored()).length === 0
  for (let n = 0; n < (isFirst ? 30 : 8); n++) await receive(chance)
  for (let n = 0; n < times; n++) {
    const ticket = one(await stored())
    const acts = actsOn(ticket, chance)
    const [path, body] = one(acts)
    const answer = await chain.call(path === '' ? 'PUT' : 'POST', `ticket/${ticket.id}${path}`, {
      by: admin,
      body: { version: ticket.version, ...body },
    })
    expect([path, answer.status, answer.data]).toEqual([path, 200, answer.data])
  }
  const all = await stored()
  const idsOf = (share: number) => all.filter(() => chance.happens(share)).map(({ id }) => id)
  const some = (share: number) => sql`id = any(${idsOf(share)}::bigint[])`
  // Some have just passed and nobody has marked them, others are known as late.
  await sql`update complaints set due_at = now() - interval '2 hours' where state in ('new', 'processing', 'reopened') and ${some(0.4)}`.execute(
    db,
  )
  await sql`update complaints set breached_at = due_at where due_at < now() and breached_at is null and ${some(0.5)}`.execute(
    db,
  )
  await sql`update complaints set handle_due_at = now() - interval '1 hour' where state = 'new' and ${some(0.5)}`.execute(
    db,
  )
}

async function receive(chance: Chance): Promise<void> {
  const pick = <T>(...list: T[]): T => list[chance.whole(0, list.length - 1)] as T // never of an empty list
  const { id } = await chain.ticket(admin, {
    ...{ store: pick(store, elsewhere), feedback_type: pick(type, second), priority: pick('low', 'normal', 'high') },
    ...{ department: pick(null, department, other), tags: pick([], [tag]), phone: pick(...PHONES) },
  })
  const at = `${YESTERDAY}T${String(chance.whole(0, 16)).padStart(2, '0')}:30:00Z`
  await sql`update complaints set created_at = ${at} where id = ${id}`.execute(db)
}

/** What may be done to it now: the end of the address, and what it is told. */
function actsOn({ state, store: at }: Stored, chance: Chance): [string, Record<string, unknown>][] {
  const step = (name: string): [string, Record<string, unknown>] => [`/${name}`, asksFor(name, ASKED)]
  if (state === 'deleted') return [step('restore')]
  if (state === 'completed') return [step('close'), step('reopen')]
  if (state === 'closed') return [step('reopen')]
  const later = new Date(NOW.getTime() + 30 * 86_400_000).toISOString()
  return [
    ...(state === 'processing' ? [] : [step('start')]),
    step('complete'),
    step('complete'),
    step('trash'),
    [
      '/assign',
      {
        assignee: chance.happens(0.6) ? handler.id : colleague.id,
        department: chance.happens(0.6) ? department : other,
      },
    ],
    ['/extend', { due_at: later, reason: 'Chờ nhà cung cấp' }],
    ['', { store: at === store ? elsewhere : store }],
  ]
}
