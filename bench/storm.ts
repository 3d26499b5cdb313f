import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { DEPARTMENTS, refuseWrongFigures, STORES, TAGS, TYPES } from './fill.ts'
import type { Ground } from './fixture-db.ts'
import { type HttpCall, send, signIn } from './http.ts'
import { READS } from './parts.ts'
import { serveGround } from './server.ts'
import type { Line } from './table.ts'
import { FAMILIES, GIVEN, GOODS, MIDDLES, OPENINGS, SCENES, TROUBLES, WISHES } from './words.ts'

const WRITERS = 50
const READERS = 200
/** People who see the whole chain; each has several windows open. */
const PEOPLE = 50
/** How long a person looks at what came, ms at the most. */
const LOOKS = 1000

interface Heard {
  done: number
  errors: string[]
  times: number[]
}

/**
 * Fifty writers and two hundred readers on two servers and one database: nothing may fail, and every figure is right at the end.
 * @param beside what is measured meanwhile on the first of the servers; the storm lasts as long
 */
export async function measureStorm(
  ground: Ground,
  seconds: number,
  beside?: (url: string, token: string) => Promise<Line[]>,
): Promise<Line[]> {
  const servers = [await serveGround(ground, 0), await serveGround(ground, 1)]
  const writes: Heard = { done: 0, errors: [], times: [] }
  const reads: Heard = { done: 0, errors: [], times: [] }
  const others: Line[] = []
  let lasted = seconds
  try {
    const urls = servers.map(({ url }) => url)
    const people = await tokensAt(urls)
    const until = performance.now() + seconds * 1000
    let isAlone = !beside
    const isOver = () => isAlone && performance.now() >= until
    const place = (at: number) => people[at % people.length] ?? people[0] ?? { url: '', token: '' }
    await Promise.all([
      ...Array.from({ length: WRITERS }, (_, at) => write(place(at), writes, isOver)),
      ...Array.from({ length: READERS }, (_, at) => read(place(at), reads, isOver, ground.rows)),
      beside?.(urls[0] ?? '', people.find(({ url }) => url === urls[0])?.token ?? '')
        .then((found) => {
          others.push(...found)
        })
        .finally(() => {
          isAlone = true
        }),
    ])
    lasted = Math.max(seconds, Math.round((performance.now() - until) / 1000 + seconds))
  } finally {
    for (const server of servers) await server.stop()
  }
  const isExact = await refuseWrongFigures(ground.embedded.url).then(
    () => true,
    () => false,
  )
  for (const error of [...writes.errors, ...reads.errors].slice(0, 10)) console.error(error)
  const at = `${WRITERS} writers, ${READERS} readers, ${lasted} s`
  return [
    ...others,
    lineOf('storm, writes', at, writes, lasted),
    lineOf('storm, reads', at, reads, lasted),
    {
      what: 'storm, figures at the end',
      at,
      measured: isExact ? 'every one exact' : 'WRONG',
      goal: 'exact',
      isMet: isExact,
    },
  ]
}

interface Place {
  url: string
  token: string
}

async function tokensAt(urls: string[]): Promise<Place[]> {
  const places: Place[] = []
  for (let user = 1; user <= PEOPLE; user++) {
    const url = urls[user % urls.length] ?? ''
    places.push({ url, token: await signIn(url, user) })
  }
  return places
}

const random = (most: number) => 1 + Math.floor(Math.random() * most)

/** A person's own complaints, from their coming in to their end, each seen through by its writer. */
async function write({ url, token }: Place, heard: Heard, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const made = await ask(url, token, heard, created())
    let version = Number(made?.version ?? 0)
    for (const [path, body] of made ? courseOf() : []) {
      await pause(Math.random() * LOOKS)
      const method = path === '' ? 'PUT' : 'POST'
      const next = await ask(url, token, heard, {
        method,
        path: `/api/ticket/${made?.id}${path && `/${path}`}`,
        body: { ...body, version },
      })
      if (!next) break
      version = Number(next.version)
    }
  }
}

const created = (): HttpCall => ({
  method: 'POST',
  path: '/api/ticket',
  headers: { 'idempotency-key': randomUUID() },
  body: {
    ...written(),
    store: random(STORES),
    feedback_type: random(TYPES),
    feedback_method: 'hotline',
    phone: `09${String(random(99_999_999)).padStart(8, '0')}`,
    tags: Math.random() < 0.5 ? [random(TAGS)] : [],
  },
})

/** As different as what customers write: ten thousand alike would make every word rare among the newest, and each search a dear one. */
function written(): { title: string; content: string; customer_name: string } {
  const one = (list: readonly string[]) => list[random(list.length) - 1] ?? ''
  const what = `${one(GOODS)} ${one(TROUBLES)}`
  return {
    title: what.charAt(0).toUpperCase() + what.slice(1),
    content: `<p>${one(OPENINGS)} Sản phẩm ${what}. ${one(SCENES)} ${one(SCENES)}</p><p>${one(WISHES)}</p>`,
    customer_name: `${one(FAMILIES)} ${one(MIDDLES)} ${one(GIVEN)}`,
  }
}

const DONE = { solution: 'apology', origin: 'Nhà cung cấp', comment: 'Đã xin lỗi khách.' }
function courseOf(): [string, object][] {
  const change: [string, object] = [
    '',
    { department: random(DEPARTMENTS), store: random(STORES), tags: [random(TAGS)] },
  ]
  const courses: [string, object][][] = [
    [['start', {}], change, ['complete', DONE], ['close', {}]],
    [change, ['complete', DONE], ['reopen', { reason: 'Khách gọi lại.' }], ['start', {}], ['complete', DONE]],
    [
      ['trash', {}],
      ['restore', {}],
      ['start', {}],
    ],
    [
      ['start', {}],
      ['trash', {}],
    ],
  ]
  return courses[random(courses.length) - 1] ?? []
}

async function read({ url, token }: Place, heard: Heard, isOver: () => boolean, rows: number): Promise<void> {
  while (!isOver()) {
    await ask(url, token, heard, READS[random(READS.length) - 1]?.(rows) ?? { method: 'GET', path: '/api/ticket' })
    await pause(Math.random() * LOOKS)
  }
}

async function ask(url: string, token: string, heard: Heard, call: HttpCall): Promise<Record<string, unknown> | null> {
  const began = performance.now()
  try {
    return await send(url, token, call)
  } catch (error) {
    heard.errors.push(String(error).slice(0, 300))
    return null
  } finally {
    heard.done++
    heard.times.push(performance.now() - began)
  }
}

function lineOf(what: string, at: string, { done, errors, times }: Heard, seconds: number): Line {
  times.sort((a, b) => a - b)
  const share = (part: number) => Math.round(times[Math.floor(times.length * part)] ?? Number.NaN)
  return {
    what,
    at,
    measured: `${Math.round(done / seconds)}/s, p50 ${share(0.5)} ms, p99 ${share(0.99)} ms, ${errors.length} errors`,
    goal: 'no error',
    isMet: errors.length === 0,
  }
}
