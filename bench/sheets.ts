import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type SheetRow, workbook } from '../src/server/sheets/workbook.ts'
import type { Ground } from './ground.ts'
import { type HttpCall, send } from './http.ts'
import { PARTS } from './parts.ts'
import type { Line } from './table.ts'

const IMPORTED = 100_000
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
const PREVIEW_MOST = 20
const WRITE_MOST = 15
const MEMORY_MOST = 64
const P99_MOST = 100
/** Of the same columns by COPY in the same format of text (design/performance.md 4). */
const COPY_MOST = 2.5

interface Standing {
  ground: Ground
  url: string
  pid: number
  token: string
}

/** All complaints as a workbook: how long, how much the serving process grows, and what others wait meanwhile. */
export async function measureExport({ ground, url, pid, token }: Standing): Promise<Line[]> {
  const copySeconds = await copied(ground)
  const others = watch(ground, url, token)
  const before = await resident(pid)
  let highest = before
  const watching = setInterval(() => {
    void resident(pid).then((now) => {
      highest = Math.max(highest, now)
    })
  }, 100)
  const began = performance.now()
  const response = await fetch(`${url}/api/ticket/export?${COLUMNS.map((name) => `columns=${name}`).join('&')}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  const seconds = (performance.now() - began) / 1000
  clearInterval(watching)
  const waits = await others()
  const state = await send(url, token, { method: 'GET', path: `/api/export/${response.headers.get('x-export')}` })
  const grown = highest - before
  const isWhole =
    state.state === 'done' && Number(state.rows) >= ground.rows - ground.rows / 20 && state.bytes === bytes
  return [
    {
      what: 'export as a workbook',
      at: `${ground.rows.toLocaleString('en')} rows`,
      measured: `${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB${isWhole ? '' : ', not whole'}`,
      limit: `COPY ${copySeconds.toFixed(1)} s`,
      ratio: `${(seconds / copySeconds).toFixed(1)} x`,
      goal: `≤ ${COPY_MOST} x`,
      isMet: isWhole && seconds <= copySeconds * COPY_MOST,
    },
    {
      what: 'memory of the serving process meanwhile',
      at: '',
      measured: `+${grown.toFixed(0)} MiB`,
      goal: `≤ ${MEMORY_MOST} MiB`,
      isMet: grown <= MEMORY_MOST,
    },
    othersLine('other requests during the export', waits),
  ]
}

/** A workbook of new complaints: until its preview stands, until its rows are written, and what others wait meanwhile. */
export async function measureImport({ ground, url, token }: Standing): Promise<Line[]> {
  const form = new FormData()
  form.append('file', new Blob([await book()]), 'complaints.xlsx')
  const others = watch(ground, url, token)
  const began = performance.now()
  const sent = await fetch(`${url}/api/ticket/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { Data: begun } = (await sent.json()) as { Data: { id: number } } // the envelope of every answer
  const path = `/api/ticket/import/${begun.id}`
  const read = await until(url, token, path, 'reading')
  const previewed = (performance.now() - began) / 1000
  await send(url, token, { method: 'POST', path: `${path}/start`, body: { changes: false } })
  const writing = performance.now()
  const done = await until(url, token, path, 'importing')
  const written = (performance.now() - writing) / 1000
  const waits = await others()
  const isRead = read.state === 'ready' && (read.counts as { new: number }).new === IMPORTED
  return [
    {
      what: 'import: preview of a workbook',
      at: `${IMPORTED.toLocaleString('en')} rows`,
      measured: `${previewed.toFixed(1)} s${isRead ? '' : ` ${JSON.stringify(read).slice(0, 300)}`}`,
      goal: `< ${PREVIEW_MOST} s`,
      isMet: isRead && previewed < PREVIEW_MOST,
    },
    {
      what: 'import: writing its rows',
      at: `${IMPORTED.toLocaleString('en')} rows`,
      measured: `${written.toFixed(1)} s`,
      goal: `< ${WRITE_MOST} s`,
      isMet: done.state === 'done' && done.done === IMPORTED && written < WRITE_MOST,
    },
    othersLine('other requests during the import', waits),
  ]
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
    await pause(200)
  }
}

/** The same columns as text by the database alone. */
async function copied({ embedded }: Ground): Promise<number> {
  const client = new pg.Client(embedded.url)
  await client.connect()
  const began = performance.now()
  await client.query(
    `copy (select c.issue_number, c.title, c.state, c.due_at, s.name, t.name, c.customer_name, u.user_name, c.created_at
       from complaints c left join stores s on s.id = c.store left join ticket_types t on t.id = c.feedback_type left join users u on u.id = c.assignee
       where c.deleted_at is null order by c.created_at desc, c.id desc) to program 'cat > /dev/null' csv`,
  )
  const seconds = (performance.now() - began) / 1000
  await client.end()
  return seconds
}

async function resident(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

const HEAD = [
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
]

async function book(): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  for await (const part of workbook([{ name: 'Data', columns: HEAD.map((label) => ({ label })), batches: batches() }]))
    parts.push(part)
  return Buffer.concat(parts)
}

function* batches(): Generator<SheetRow[]> {
  const text = (value: string) => ({ type: 'text' as const, text: value })
  for (let from = 0; from < IMPORTED; from += 1000)
    yield Array.from({ length: 1000 }, (_, at): SheetRow => {
      const n = from + at
      return [
        text(`Khách phản ánh giá trên kệ khác giá tại quầy số ${n}`),
        text(`S${String(1 + (n % 100)).padStart(3, '0')}`),
        text(`Loại góp ý ${1 + (n % 12)}`),
        text('Hotline'),
        text(`Nguyễn Thị Thảo ${n % 977}`),
        { type: 'number', number: 912_000_000 + (n % 900_000), format: 'whole' },
        text(
          `Sáng nay tôi đi chợ ở cửa hàng gần nhà, quầy ${n % 31} tính ${n} đồng cao hơn giá trên kệ. Mong cửa hàng kiểm tra và trả lời tôi.`,
        ),
        n % 5 ? { type: 'empty' } : text('High'),
        text(String(1_000_000 + n)),
        n % 3 ? { type: 'empty' } : { type: 'number', number: 1000 * (n % 500), format: 'whole' },
      ]
    })
}
