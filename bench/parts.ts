import { randomUUID } from 'node:crypto'
import type { Statement } from './capture.ts'
import { DEPARTMENTS, STORES, TYPES } from './fill.ts'
import { ask, type Ground } from './fixture-db.ts'
import type { HttpCall } from './http.ts'
import type { Script } from './pgbench.ts'
import { GOODS, OPENINGS, SCENES, SEARCHES, TROUBLES, WISHES } from './words.ts'

export interface Slowest {
  share: 'p95' | 'p99'
  /** ms. */
  most: number
  connections: number
  /** Records for which it is asked; any number unless said. */
  upTo?: number
}

export interface Part {
  name: string
  /** What design and issue ask for, as a share of pgbench's throughput at 16 connections. */
  goal?: { ratio: number }
  /** Another statement shown beside, such as a plain insert: what number, deadline, history and the key against doubles cost. */
  beside?: { name: string; script: Script; goal?: { ratio: number } }
  /** The issues' bounds for the slowest calls. */
  slowest: readonly Slowest[]
  /** Calls whose statements are listened to. */
  samples: Record<string, HttpCall>
  /** What one run of the load sends. */
  calls(ground: Ground): Promise<HttpCall[]>
  /** The same on the database alone; several are chosen from at random. */
  scripts(ground: Ground, captured: Record<string, Statement[]>): Script[]
}

/** What a register's list is narrowed by. */
interface Narrowing {
  narrowed?: string
  /** The field that says the store … */
  place?: string
  /** … and the one that says the day; that of entry unless told. */
  day?: string
}

const SAMPLE_ID = 54_321
const SAMPLE_STORE = 37
/** Steps are taken of so many, the newest: what people work on is not years old, and none is left untouched of fewer by the end. */
const WORKED_ON = 400_000
const oldestWorkedOn = (rows: number): number => Math.max(1, rows - WORKED_ON)
const P99: readonly Slowest[] = [{ share: 'p99', most: 60, connections: 16 }]
const listOf = (wire: string): string => `/api/${wire}?page=1&perpage=10`
const LIST = listOf('ticket')
const TODAY: HttpCall = { method: 'GET', path: '/api/today' }

const random = (most: number) => 1 + Math.floor(Math.random() * most)
const many = <R>(count: number, make: (at: number) => R) => Array.from({ length: count }, (_, at) => make(at))
const days = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
const read = (path: string): HttpCall => ({ method: 'GET', path })
/** A register narrowed by a store, the last ninety days, and what more is said. */
const filtered = (wire: string, store: number, { narrowed = '', place = 'store', day }: Narrowing): HttpCall =>
  read(
    `${listOf(wire)}${narrowed}&${place}=${store}${
      day
        ? `&${day}[]=${days(90)}&${day}[]=${days(0)}`
        : `&created_at[]=${days(90)}%2000:00:00&created_at[]=${days(0)}%2023:59:59`
    }`,
  )
const closed = (store: number): HttpCall => filtered('ticket', store, { narrowed: '&status=closed' })
/** Whom a complaint may be given to, by two letters. */
const assigned = (id: number): HttpCall => ({ method: 'GET', path: `/api/ticket/assignees?search=an&ticket=${id}` })
const searched = (words: string): HttpCall => ({ method: 'GET', path: `${LIST}&search=${encodeURIComponent(words)}` })
const shown = (wire: string, id: number): HttpCall => read(`/api/${wire}/${id}`)
/** A text as one is being written, as like to others as customers' texts are. */
const compared = (at: number): HttpCall => {
  const of = (list: readonly string[], step: number) => list[Math.floor(at / step) % list.length]
  const content = `<p>${of(OPENINGS, 1)} Sản phẩm ${of(GOODS, 3)} ${of(TROUBLES, 2)}. ${of(SCENES, 5)} ${of(SCENES, 7)}</p><p>${of(WISHES, 11)}</p>`
  return { method: 'POST', path: '/api/ticket/duplicates', body: { content } }
}
const reopened = (id: number): HttpCall => ({
  method: 'POST',
  path: `/api/ticket/${id}/reopen`,
  body: { version: 1, reason: 'Khách gọi lại: vẫn chưa nhận được hàng đổi.' },
})
/** A report as a director might ask for it: of any period, narrowed by any of the three filters to some values. */
function reported(call: string): HttpCall {
  const [from = 0, to = 0] = [random(720), random(720)].toSorted((a, b) => b - a)
  const month = days(random(700)).slice(0, 7)
  const period = {
    'by-year': `year=${days(random(700)).slice(0, 4)}`,
    'by-month': `month=${month}`,
    'by-tag': `month=${month}`,
  }
  const span =
    Object.entries(period).find(([name]) => name === call)?.[1] ??
    `from=${days(Math.min(from, to + 365))}&to=${days(to)}`
  const chosen = (name: string, most: number) =>
    Math.random() < 0.5 ? many(random(3), () => `&${name}=${random(most)}`).join('') : ''
  return {
    method: 'GET',
    path: `/api/report/${call}?${span}${chosen('store', STORES)}${chosen('department', DEPARTMENTS)}${chosen('feedback_type', TYPES)}`,
  }
}
const REPORTS = ['by-year', 'by-month', 'by-tag', 'by-dept', 'by-stores', 'by-solution']
const byYear: HttpCall = { method: 'GET', path: `/api/report/by-year?year=${days(365).slice(0, 4)}` }
const byStores: HttpCall = { method: 'GET', path: `/api/report/by-stores?from=${days(395)}&to=${days(31)}` }
const REPORT_SAMPLES = many(30, (at) => reported(REPORTS[at % REPORTS.length] ?? ''))
const deep: HttpCall = { method: 'GET', path: '/api/ticket?page=100000&perpage=10' }

const TICKET = {
  title: 'Cá hồi cắt lát có mùi lạ khi vừa mở bao bì ra',
  store: 12,
  feedback_type: 3,
  feedback_method: 'hotline',
  customer_name: 'Nguyễn Thị Thảo',
  phone: '0912345678',
  content:
    '<p>Sáng nay tôi đi chợ sớm ở cửa hàng gần nhà. Sản phẩm cá hồi cắt lát có mùi lạ khi vừa mở bao bì ra. Quầy dịch vụ khách hàng không có người trực nên tôi chờ hai mươi phút.</p><p>Mong cửa hàng kiểm tra và trả lời tôi trong hôm nay.</p>',
}
/** As a page sends it: with a key, so that a lost answer never makes a second ticket. */
const created = (): HttpCall => ({
  method: 'POST',
  path: '/api/ticket',
  body: TICKET,
  headers: { 'idempotency-key': randomUUID() },
})
const SAMPLE_CREATE = created()

/** The statement a plain insert of the same ticket is; rights, number, deadline, history and notification left out. */
const PLAIN_INSERT: Script = {
  set: [],
  vary: [],
  statements: [
    {
      text: `insert into complaints (${Object.keys(TICKET).join(', ')}) values (${Object.keys(TICKET)
        .map((_, at) => `$${at + 1}`)
        .join(', ')}) returning id`,
      values: Object.values(TICKET),
    },
  ],
}

/** A register's newest ten with their total, the same narrowed by store and days, and one record. */
export function readingParts(
  wire: string,
  { named = '', beside, ...narrowing }: Narrowing & { named?: string; beside?: Part['beside'] } = {},
): [list: Part, filter: Part, show: Part] {
  const [list, filter, show] = [`${named}list`, `${named}filter`, `${named}show`]
  const statements = (captured: Record<string, Statement[]>, name: string) => captured[name] ?? []
  return [
    {
      name: list,
      goal: { ratio: 0.45 },
      ...(beside && { beside }),
      slowest: P99,
      samples: { [list]: read(listOf(wire)) },
      calls: async () => [read(listOf(wire))],
      scripts: (_, captured) => [{ set: [], statements: statements(captured, list), vary: [] }],
    },
    {
      name: filter,
      goal: { ratio: 0.6 },
      slowest: P99,
      samples: { [filter]: filtered(wire, SAMPLE_STORE, narrowing) },
      calls: async () => many(STORES, (at) => filtered(wire, at + 1, narrowing)),
      scripts: (_, captured) => [
        {
          set: [`\\set store random(1, ${STORES})`],
          statements: statements(captured, filter),
          vary: [{ value: SAMPLE_STORE, name: 'store' }],
        },
      ],
    },
    {
      name: show,
      goal: { ratio: 0.45 },
      slowest: P99,
      samples: { [show]: shown(wire, SAMPLE_ID) },
      calls: async ({ rows }) => many(5000, () => shown(wire, random(rows))),
      scripts: ({ rows }, captured) => [
        {
          set: [`\\set id random(1, ${rows})`],
          statements: statements(captured, show),
          vary: [{ value: SAMPLE_ID, name: 'id' }],
        },
      ],
    },
  ]
}

const [LIST_PART, FILTER_PART, SHOW_PART] = readingParts('ticket', { narrowed: '&status=closed' })

export const PARTS: readonly Part[] = [
  LIST_PART,
  FILTER_PART,
  {
    name: 'search',
    slowest: [
      { share: 'p95', most: 50, connections: 1 },
      { share: 'p99', most: 200, connections: 16 },
    ],
    samples: Object.fromEntries(SEARCHES.map((words) => [`search ${words}`, searched(words)])),
    calls: async () => SEARCHES.map(searched),
    scripts: (_, captured) =>
      SEARCHES.map((words) => ({ set: [], statements: captured[`search ${words}`] ?? [], vary: [] })),
  },
  {
    name: 'selective',
    slowest: [
      { share: 'p95', most: 10, connections: 1, upTo: 1_000_000 },
      { share: 'p99', most: 60, connections: 16, upTo: 1_000_000 },
    ],
    // The first search has the server read a sample of all words beside it, which is no part of a later one.
    samples: { 'first search': searched('0900000000'), selective: searched('0912345678') },
    calls: selectiveOnes,
    scripts: (_, { selective = [] }) => [{ set: [], statements: selective, vary: [] }],
  },
  {
    name: 'report-by-year',
    goal: { ratio: 0.5 },
    slowest: [{ share: 'p95', most: 100, connections: 1 }],
    samples: { 'by year': byYear },
    calls: async () => [byYear],
    scripts: (_, captured) => [{ set: [], statements: captured['by year'] ?? [], vary: [] }],
  },
  {
    name: 'report-by-stores',
    goal: { ratio: 0.5 },
    slowest: [{ share: 'p95', most: 100, connections: 1 }],
    samples: { 'by stores': byStores },
    calls: async () => [byStores],
    scripts: (_, captured) => [{ set: [], statements: captured['by stores'] ?? [], vary: [] }],
  },
  {
    name: 'reports',
    slowest: [{ share: 'p95', most: 100, connections: 1 }],
    samples: Object.fromEntries(REPORT_SAMPLES.map((call) => [call.path, call])),
    calls: async () => many(600, (at) => reported(REPORTS[at % REPORTS.length] ?? '')),
    scripts: (_, captured) =>
      REPORT_SAMPLES.map(({ path }) => ({ set: [], statements: captured[path] ?? [], vary: [] })),
  },
  {
    name: 'last-page',
    slowest: [{ share: 'p95', most: 100, connections: 1 }],
    samples: { deep },
    calls: async () => [deep],
    scripts: (_, captured) => [{ set: [], statements: captured.deep ?? [], vary: [] }],
  },
  SHOW_PART,
  {
    name: 'today',
    slowest: [{ share: 'p95', most: 60, connections: 1 }],
    samples: { today: TODAY },
    calls: async () => [TODAY],
    scripts: (_, { today = [] }) => [{ set: [], statements: today, vary: [] }],
  },
  {
    name: 'assignees',
    slowest: [{ share: 'p95', most: 50, connections: 1 }],
    samples: { assignees: assigned(SAMPLE_ID) },
    calls: async () => [assigned(SAMPLE_ID)],
    scripts: (_, { assignees = [] }) => [{ set: [], statements: assignees, vary: [] }],
  },
  {
    name: 'duplicates',
    slowest: [{ share: 'p95', most: 100, connections: 1 }],
    samples: { compared: compared(0) },
    calls: async () => many(400, compared),
    scripts: (_, captured) => [{ set: [], statements: captured.compared ?? [], vary: [] }],
  },
  {
    name: 'create',
    goal: { ratio: 0.35 },
    beside: { name: 'plain insert', script: PLAIN_INSERT },
    slowest: P99,
    samples: { create: SAMPLE_CREATE },
    calls: async () => many(40_000, created),
    scripts: (_, { create = [] }) => [
      {
        set: ['\\set key random(1, 9000000000000000000)'],
        statements: create,
        vary: [{ value: SAMPLE_CREATE.headers?.['idempotency-key'], name: 'key' }],
      },
    ],
  },
  {
    name: 'step',
    goal: { ratio: 0.4 },
    slowest: P99,
    samples: { step: reopened(SAMPLE_ID) },
    calls: closedOnes,
    scripts: ({ rows }, { step = [] }) => [
      {
        set: [`\\set id random(${oldestWorkedOn(rows)}, ${rows})`],
        statements: step,
        vary: [{ value: SAMPLE_ID, name: 'id' }],
      },
    ],
  },
]

/** What people look at, one of each at random. */
export const READS: readonly ((rows: number) => HttpCall)[] = [
  () => ({ method: 'GET', path: LIST }),
  () => ({ method: 'GET', path: '/api/ticket/counts' }),
  () => closed(random(STORES)),
  (rows) => shown('ticket', random(rows)),
  () => reported(REPORTS[random(REPORTS.length) - 1] ?? ''),
  () => searched(SEARCHES[random(SEARCHES.length) - 1] ?? ''),
]

/** What customers are found by: a phone, a number, the receipt a text tells; of any day, as all answers but few are old. */
async function selectiveOnes({ embedded, rows }: Ground): Promise<HttpCall[]> {
  const found = await ask<{ words: string | null }>(
    embedded.url,
    `select case id % 3 when 0 then phone when 1 then issue_number else substring(content from '\\d{8}') end as words
     from complaints where id in (select (random() * ${rows})::bigint from generate_series(1, 5000)) and deleted_at is null`,
  )
  return found.flatMap(({ words }) => (words ? [searched(words)] : []))
}

/** Closed tickets nobody has touched, each once. */
async function closedOnes({ embedded, rows }: Ground): Promise<HttpCall[]> {
  const found = await ask<{ id: string }>(
    embedded.url,
    `select id from complaints where state = 'closed' and version = 1 and id between ${oldestWorkedOn(rows)} and ${rows} order by random() limit 20000`,
  )
  return found.map(({ id }) => reopened(Number(id)))
}

/** Steps need tickets as the filling left them: the sample's own, and where earlier runs have taken most of them, all. */
export async function resetSteps({ embedded, rows }: Ground): Promise<void> {
  const reset = (which: string) =>
    ask(embedded.url, `update complaints set state = 'closed', version = 1, deleted_at = null where ${which}`)
  await reset(`id = ${SAMPLE_ID}`)
  const recent = `id between ${oldestWorkedOn(rows)} and ${rows}`
  const [left] = await ask<{ n: number }>(
    embedded.url,
    `select count(*)::int as n from complaints where state = 'closed' and version = 1 and ${recent}`,
  )
  if (!left || left.n > (rows - oldestWorkedOn(rows)) / 2) return
  await reset(`state = 'reopened' and version = 2 and ${recent}`)
  await ask(embedded.url, 'vacuum (analyze) complaints')
}
