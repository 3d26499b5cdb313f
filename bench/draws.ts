import { randomUUID } from 'node:crypto'
import { giftCardEventLogs } from '../src/modules/gift-card-event-logs/gift-card-event-logs.ts'
import { recountDraws, verifyDraws } from '../src/modules/gift-card-events/engine/verify.server.ts'
import { wrongCounts } from '../src/server/counters/counters.ts'
import { inTransaction, openDb } from '../src/server/db/db.ts'
import { fill, STORES } from './fill.ts'
import { countAll, fillTable } from './fill-registers.ts'
import { ask, type Filling, openGround, settled } from './fixture-db.ts'
import { send, signIn } from './http.ts'
import { type Opened, openedAt } from './opened.ts'
import { serveGround } from './server.ts'
import type { Line } from './table.ts'

const COMPLAINTS = 1000
const DESKS = 20
const SECONDS = 12
const WARM_MS = 3000
const GOAL_MS = 150
const REPORT_MS = 100
const GIFTS = 6
const DAY = 86_400_000
const { table } = giftCardEventLogs

const DRAWS: Filling = {
  folder: 'back-office-bench-draws',
  fill: fillDraws,
  files: ['fill.ts', 'draws.ts', 'words.ts'],
  tables: { [table]: (rows) => rows },
}

/** An event of very many draws, from which twenty desks draw at once. */
export async function measureDraws(rows: number, isFresh: boolean): Promise<Line[]> {
  const ground = await openGround(DRAWS, rows, isFresh)
  try {
    const server = await serveGround(ground)
    try {
      await settled(ground)
      const token = await signIn(server.url, 1)
      await release(server.url, token, ground.embedded.url, rows)
      const reports = await openedAt(server.url, token, REPORTS, REPORT_MS)
      return [...reports, ...(await drawnAtOnce(server.url, token)), await rightLine(ground.embedded.url)]
    } finally {
      await server.stop()
    }
  } finally {
    await ground.embedded.stop()
  }
}

const post = (url: string, token: string, path: string, body: object): Promise<Record<string, unknown>> =>
  send(url, token, {
    method: 'POST',
    path: `/api/${path}`,
    body,
    headers: { 'idempotency-key': randomUUID().replaceAll('-', '') },
  })
const moment = (days: number) => new Date(Date.now() + days * DAY).toISOString()

const WIRE = `/api/${giftCardEventLogs.wire}`
const PERIOD = `event=1&from=${moment(-89).slice(0, 10)}&to=${moment(0).slice(0, 10)}`
const REPORTS: Opened = {
  'draws: given against planned': `${WIRE}/report-chart?event=1`,
  'draws: report by gift': `${WIRE}/report?by=gift&${PERIOD}`,
  'draws: report by store': `${WIRE}/report?by=store&${PERIOD}`,
  'draws: report by day': `${WIRE}/report?by=day&${PERIOD}`,
}

async function drawnAtOnce(url: string, token: string): Promise<Line[]> {
  const mark = Date.now().toString(36)
  const times = { check: [] as number[], draw: [] as number[] }
  const warm = performance.now() + WARM_MS
  const until = warm + SECONDS * 1000
  const timed = async (act: keyof typeof times, body: object) => {
    const began = performance.now()
    await post(url, token, `gift-card-events/1/${act}`, body)
    if (began > warm) times[act].push(performance.now() - began)
  }
  const desk = async (at: number) => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const bills = [
        { number: `${mark}-${String(at).padStart(2, '0')}-${turn}`, total: 600_000, on: moment(-1).slice(0, 10) },
      ]
      const body = { store: 1 + at, bills, phone: `09${String(at * 100_000 + turn).padStart(8, '0')}` }
      await timed('check', body)
      await timed('draw', body)
    }
  }
  await Promise.all(Array.from({ length: DESKS }, (_, at) => desk(at)))
  return (['check', 'draw'] as const).map((act) => lineOf(act, times[act]))
}

/** The first event of the database, the one that the log was filled for; of an earlier run it goes on from there. */
async function release(url: string, token: string, database: string, rows: number): Promise<void> {
  const [known] = await ask<{ id: number }>(database, 'select id from gift_card_events')
  if (!known) {
    const { version } = await post(url, token, 'gift-card-events', {
      ...{ name: 'Vui Tết', code: 'TET-2027', applies_to: 'both', most_per_day: 1000 },
      ...{ starts_at: moment(-100), ends_at: moment(1000) },
    })
    for (let at = 1; at <= GIFTS; at++) {
      const gift = { event: 1, chance: 2, stock: 1_000_000, colour: '#D9480F', name: `Quà ${at}` }
      await post(url, token, 'gift-card-event-products', gift)
    }
    await post(url, token, 'gift-card-events/1/release', { version, registration_number: '1' })
  }
  await ask(database, 'update draw_counters set n = $1 where event = 1', [rows])
  await counted(database)
}

async function counted(url: string): Promise<void> {
  const { db, close } = openDb({ url, size: 1, statementTimeout: 0, name: 'bench fill' })
  await inTransaction(db, recountDraws)
  await close()
}

async function rightLine(url: string): Promise<Line> {
  const { db, close } = openDb({ url, size: 2, statementTimeout: 0, name: 'bench' })
  try {
    const wrong = [...(await verifyDraws(db, false)), ...(await wrongCounts(db, giftCardEventLogs))]
    return {
      ...{ what: 'draws beside a full count', at: '', measured: `${wrong.length} wrong` },
      isMet: wrong.length === 0,
    }
  } finally {
    await close()
  }
}

function lineOf(act: string, times: readonly number[]): Line {
  const sorted = times.toSorted((a, b) => a - b)
  const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return {
    what: `draws: ${act}`,
    at: `${DESKS} desks without a pause, ${SECONDS} s, ${sorted.length} calls`,
    measured: `p50 ${share(0.5).toFixed(0)}, p95 ${share(0.95).toFixed(0)}, p99 ${share(0.99).toFixed(0)} ms`,
    goal: `p99 < ${GOAL_MS} ms`,
    isMet: share(0.99) < GOAL_MS,
  }
}

/** Ninety days of draws of one event. */
async function fillDraws({ url }: { url: string }, rows: number): Promise<void> {
  await fill(url, COMPLAINTS)
  await fillTable(url, table, INSERT, rows)
  await countAll(url, giftCardEventLogs)
  await counted(url)
  await ask(url, 'vacuum (freeze, analyze)')
  await ask(url, 'checkpoint')
}

const INSERT = `
  insert into ${table} (id, created_at, updated_at, event, kind, n, gift, state, store, staff, drawn_at, day, bill_number, bill_key, bill_total, bill_on,
    phone, plan_version, drawn, random, bill_digest, code, store_code)
  select i, at, at, 1, 'gift', i, case when i % 10 = 0 then 1 + i / 10 % ${GIFTS} end, case when i % 10 > 0 then 'none' when i % 90 = 0 then 'won' else 'handed-out' end,
    store, 1, at, at::date, 'HD' || lpad(i::text, 8, '0'), 'HD' || lpad(i::text, 8, '0'), 600000, at::date,
    '03' || lpad((i % 300000)::text, 8, '0'), 1, case when i % 10 = 0 then 1 + i / 10 % ${GIFTS} end, i::text, md5(i::text) || md5(i::text), md5(i::text) || md5(i::text), 'S' || store
  from (select i, 1 + (hashint4(i) & 1048575) % ${STORES} as store, now() - interval '90 days' + i * (interval '90 days' / $3::int) as at from generate_series($1::int, $2::int) i) x order by x.i`
