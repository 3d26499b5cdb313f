import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type SheetRow, workbook } from '../src/server/sheets/sheets.ts'
import { ask, type Ground } from './fixture-db.ts'
import { type HttpCall, send } from './http.ts'
import { PARTS } from './parts.ts'
import type { Line } from './table.ts'

const MEMORY_MOST = 64
const P99_MOST = 100
/** Of the same columns by COPY in the same format of text (design/performance.md 4). */
const COPY_MOST = 2.5
/** The same COPY takes twice as long a minute later. */
const ROUNDS = 3
/** How often an import is asked how far it is: more seldom it seems to take longer, more often it does. */
const ASKED_MS = 100
/** Of what COPY writes in the same time, with all indexes and triggers (design/performance.md 5). */
const COPY_LEAST = 0.25

/** A list as a workbook: what is asked for, and the same rows and columns as SQL. */
export interface Exported {
  what: string
  /** Below /api, with its query. */
  path: string
  /** How many rows there must be at the least. */
  least: number
  same: string
}

/** Rows of a workbook that come in. */
export interface Imported {
  what: string
  wire: string
  head: readonly string[]
  rows: number
  row(n: number): SheetRow
  /** Seconds for the preview and for the writing … */
  most?: { preview: number; write: number }
  /** … or for both together … */
  within?: number
  /** … or the table they go to, where COPY of the same rows is the measure. */
  table?: string
}

export const text = (value: string) => ({ type: 'text' as const, text: value })
export const whole = (number: number) => ({ type: 'number' as const, number, format: 'whole' as const })

interface Standing {
  ground: Ground
  url: string
  pid: number
  token: string
}

/**
 * A list as a workbook: how long, how much the serving process grows, and what others wait meanwhile. By turns with COPY, with others
 * beside both; the median of each counts.
 */
export async function measureExport(
  { ground, url, pid, token }: Standing,
  { what, path, least, same }: Exported,
): Promise<Line[]> {
  const copied: number[] = []
  const exported: ExportOnce[] = []
  const waits: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const whileCopying = watch(ground, url, token)
    copied.push(await timed(ground, `copy (${same}) to program 'cat > /dev/null' csv`))
    await whileCopying()
    const whileExporting = watch(ground, url, token)
    exported.push(await exportOnce(url, pid, token, path))
    waits.push(...(await whileExporting()))
  }
  const copySeconds = median(copied)
  const seconds = median(exported.map((one) => one.seconds))
  const grown = Math.max(...exported.map(({ highest }) => highest)) - (exported[0]?.before ?? 0)
  const isWhole = exported.every(({ isDone, rows }) => isDone && rows >= least)
  return [
    {
      what: `${what}: export as a workbook`,
      at: `${exported[0]?.rows.toLocaleString('en')} rows, ${ROUNDS} by turns`,
      measured: `${seconds.toFixed(1)} s, ${((exported[0]?.bytes ?? 0) / 1e6).toFixed(0)} MB${isWhole ? '' : ', not whole'}`,
      limit: `COPY ${copySeconds.toFixed(1)} s`,
      ratio: `${(seconds / copySeconds).toFixed(1)} x`,
      goal: `≤ ${COPY_MOST} x`,
      isMet: isWhole && seconds <= copySeconds * COPY_MOST,
    },
    {
      what: `${what}: memory of the serving process meanwhile`,
      at: '',
      measured: `+${grown.toFixed(0)} MiB`,
      goal: `≤ ${MEMORY_MOST} MiB`,
      isMet: grown <= MEMORY_MOST,
    },
    othersLine(`${what}: other requests during the export`, waits),
  ]
}

interface ExportOnce {
  seconds: number
  bytes: number
  rows: number
  isDone: boolean
  /** What the serving process held, in MiB. */
  before: number
  highest: number
}

/** One export to its last byte. */
async function exportOnce(url: string, pid: number, token: string, path: string): Promise<ExportOnce> {
  const before = await resident(pid)
  let highest = before
  const watching = setInterval(() => {
    void resident(pid).then((now) => {
      highest = Math.max(highest, now)
    })
  }, 100)
  const began = performance.now()
  const response = await fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } })
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  const seconds = (performance.now() - began) / 1000
  clearInterval(watching)
  const state = await send(url, token, { method: 'GET', path: `/api/export/${response.headers.get('x-export')}` })
  const isDone = state.state === 'done' && state.bytes === bytes
  return { seconds, bytes, rows: Number(state.rows), isDone, before, highest }
}

/** A workbook of new records: until its preview stands, until its rows are written, and what others wait meanwhile. */
export async function measureImport({ ground, url, token }: Standing, imported: Imported): Promise<Line[]> {
  const { what, wire, rows, most, within, table } = imported
  const form = new FormData()
  form.append('file', new Blob([await book(imported)]), `${wire}.xlsx`)
  const others = watch(ground, url, token)
  const began = performance.now()
  const sent = await fetch(`${url}/api/${wire}/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { Data: begun } = (await sent.json()) as { Data: { id: number } } // the envelope of every answer
  const path = `/api/${wire}/import/${begun.id}`
  const read = await until(url, token, path, 'reading')
  const previewed = (performance.now() - began) / 1000
  await send(url, token, { method: 'POST', path: `${path}/start`, body: { changes: false } })
  const writing = performance.now()
  const done = await until(url, token, path, 'importing')
  const written = (performance.now() - writing) / 1000
  const waits = await others()
  const isRead = read.state === 'ready' && (read.counts as { new: number }).new === rows
  const isDone = done.state === 'done' && done.done === rows
  const at = `${rows.toLocaleString('en')} rows`
  return [
    {
      what: `${what}: preview of a workbook`,
      at,
      measured: `${previewed.toFixed(1)} s${isRead ? '' : ` ${JSON.stringify(read).slice(0, 300)}`}`,
      ...(most && { goal: `< ${most.preview} s`, isMet: isRead && previewed < most.preview }),
    },
    {
      what: `${what}: writing its rows`,
      at,
      measured: `${written.toFixed(1)} s${isDone ? '' : ` ${JSON.stringify(done).slice(0, 300)}`}`,
      ...(most && { goal: `< ${most.write} s`, isMet: isDone && written < most.write }),
    },
    ...(within === undefined
      ? []
      : [
          {
            what: `${what}: preview and writing`,
            at,
            measured: `${(previewed + written).toFixed(1)} s`,
            goal: `< ${within} s`,
            isMet: isRead && isDone && previewed + written < within,
          },
        ]),
    ...(table ? [await besideCopy(ground, imported, table, isRead && isDone ? previewed + written : Number.NaN)] : []),
    othersLine(`${what}: other requests during the import`, waits),
  ]
}

/** The rows that came in, copied out and in again by the database alone. */
async function besideCopy(ground: Ground, { what, rows }: Imported, table: string, seconds: number): Promise<Line> {
  const [found] = await ask<{ columns: string; file: string }>(
    ground.embedded.url,
    `select string_agg(column_name, ', ') as columns, current_setting('data_directory') || '/bench.csv' as file
       from information_schema.columns where table_name = $1 and is_generated = 'NEVER' and column_name <> 'id'`,
    [table],
  )
  const { columns = '', file = '' } = found ?? {}
  const [newest] = await ask<{ id: string }>(ground.embedded.url, `select max(id) - ${rows} as id from ${table}`)
  await ask(ground.embedded.url, `copy (select ${columns} from ${table} where id > ${newest?.id}) to '${file}' csv`)
  // What must be there once only goes before it comes again.
  await ask(ground.embedded.url, `delete from ${table} where id > ${newest?.id}`)
  const copySeconds = await timed(ground, `copy ${table} (${columns}) from '${file}' csv`)
  return {
    what: `${what}: from sending to the last row`,
    at: `${rows.toLocaleString('en')} rows`,
    measured: `${(rows / seconds).toFixed(0)} rows/s`,
    limit: `COPY ${(rows / copySeconds).toFixed(0)} rows/s`,
    ratio: (copySeconds / seconds).toFixed(2),
    goal: `≥ ${COPY_LEAST}`,
    isMet: copySeconds / seconds >= COPY_LEAST,
  }
}

const othersLine = (what: string, waits: number[]): Line => {
  const sorted = waits.toSorted((a, b) => a - b)
  const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return {
    what,
    at: `${waits.length} calls`,
    measured: `p50 ${share(0.5).toFixed(0)} ms, p99 ${share(0.99).toFixed(0)} ms, most ${share(1).toFixed(0)} ms`,
    goal: `p99 < ${P99_MOST} ms`,
    isMet: share(0.99) < P99_MOST,
  }
}

/** Lists, records and new complaints at an office's pace; the answer ends it and tells every wait in ms. */
function watch(ground: Ground, url: string, token: string): () => Promise<number[]> {
  const waits: number[] = []
  let isOver = false
  const running = (async () => {
    const made = (await PARTS.find(({ name }) => name === 'create')?.calls(ground)) ?? []
    for (let at = 0; !isOver; at += 1) {
      const reading: HttpCall = {
        method: 'GET',
        path: at % 2 ? `/api/ticket/${1 + (at % 5000)}` : '/api/ticket?page=1&perpage=10',
      }
      const call = (at % 10 === 9 && made[at]) || reading
      const began = performance.now()
      await send(url, token, call)
      waits.push(performance.now() - began)
      await pause(15)
    }
  })()
  return async () => {
    isOver = true
    await running
    return waits
  }
}

async function until(url: string, token: string, path: string, state: string): Promise<Record<string, unknown>> {
  for (;;) {
    const found = await send(url, token, { method: 'GET', path })
    if (found.state !== state) return found
    await pause(ASKED_MS)
  }
}

const median = (found: readonly number[]): number =>
  found.toSorted((a, b) => a - b)[Math.floor(found.length / 2)] ?? Number.NaN

/** Seconds of one statement of the database alone. */
async function timed({ embedded }: Ground, statement: string): Promise<number> {
  const began = performance.now()
  await ask(embedded.url, statement)
  return (performance.now() - began) / 1000
}

async function resident(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

async function book({ head, rows, row }: Imported): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  const columns = head.map((label) => ({ label }))
  for await (const part of workbook([{ name: 'Data', columns, batches: batches(rows, row) }])) parts.push(part)
  return Buffer.concat(parts)
}

function* batches(rows: number, row: Imported['row']): Generator<SheetRow[]> {
  for (let from = 0; from < rows; from += 1000)
    yield Array.from({ length: Math.min(1000, rows - from) }, (_, at) => row(from + at))
}

const COLUMNS = [
  'issue_number',
  'title',
  'status',
  'due_at',
  'store',
  'feedback_type',
  'customer_name',
  'assignee',
  'created_at',
]

/**
 * All of a list, and what was made in the last tenth of two years.
 * @param same the same columns of all rows `r` as SQL
 */
export function wholeAndTenth(
  rows: number,
  what: string,
  wire: string,
  columns: readonly string[],
  same: string,
): Exported[] {
  const [from, to] = [73, 0].map((back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10))
  const path = `${wire}/export?${columns.map((name) => `columns=${name}`).join('&')}`
  const live = `${same} where r.deleted_at is null`
  const order = 'order by r.created_at desc, r.id desc'
  return [
    { what, path, least: rows - rows / 20, same: `${live} ${order}` },
    {
      what: `a tenth of ${what}`,
      path: `${path}&created_at[]=${from}&created_at[]=${to}`,
      least: rows / 11,
      same: `${live} and r.created_at >= '${from}'::date::timestamp at time zone chain_zone() ${order}`,
    },
  ]
}

export const complaintsOut = (rows: number): Exported[] =>
  wholeAndTenth(
    rows,
    'complaints',
    'ticket',
    COLUMNS,
    `select r.issue_number, r.title, r.state, r.due_at, s.name, t.name, r.customer_name, u.user_name, r.created_at
      from complaints r left join stores s on s.id = r.store left join ticket_types t on t.id = r.feedback_type left join users u on u.id = r.assignee`,
  )

const COMPLAINTS_IN = {
  what: 'complaints',
  wire: 'ticket',
  head: [
    'title',
    'store',
    'feedback_type',
    'feedback_method',
    'customer_name',
    'phone',
    'content',
    'priority',
    'receipt',
    'cost',
  ],
  row: (n: number): SheetRow => [
    text(`Khách phản ánh giá trên kệ khác giá tại quầy số ${n}`),
    text(`S${String(1 + (n % 100)).padStart(3, '0')}`),
    text(`Loại góp ý ${1 + (n % 12)}`),
    text('Hotline'),
    text(`Nguyễn Thị Thảo ${n % 977}`),
    whole(912_000_000 + (n % 900_000)),
    text(
      `Sáng nay tôi đi chợ ở cửa hàng gần nhà, quầy ${n % 31} tính ${n} đồng cao hơn giá trên kệ. Mong cửa hàng kiểm tra và trả lời tôi.`,
    ),
    n % 5 ? { type: 'empty' } : text('High'),
    text(String(1_000_000 + n)),
    n % 3 ? { type: 'empty' } : whole(1000 * (n % 500)),
  ],
}

/** A great many against the clock, and as many as an office brings against COPY. */
export const complaintsIn: readonly Imported[] = [
  { ...COMPLAINTS_IN, rows: 100_000, most: { preview: 20, write: 15 } },
  { ...COMPLAINTS_IN, what: 'few complaints', rows: 10_000, table: 'complaints' },
]
