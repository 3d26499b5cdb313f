import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { type Actor, theServer } from '../src/server/actor.ts'
import { compactDeltas, wrongCounts } from '../src/server/counters/counters.ts'
import { type Db, openDb, rows } from '../src/server/db/db.ts'
import type { RawQuery } from '../src/server/resource/query/parse-query.ts'
import { statisticsOf } from '../src/server/statistics/answer.ts'
import { allRows, wishOf } from '../src/server/statistics/wish.ts'
import { type Filling, openGround } from './fixture-db.ts'
import type { Line } from './table.ts'
import { fillVisits, visits } from './visits.ts'

const FILLING: Filling = {
  folder: 'back-office-bench-statistics',
  fill: fillVisits,
  files: ['fill.ts', 'visits.ts', 'words.ts'],
  tables: { [visits.table]: (rows) => rows },
}
const GOAL_MS = 100
const WARM_UP = 5
const TIMES = 40

const MANAGER: Actor = { ...theServer, scope: 'store', store: 7 }
const year = (query: RawQuery = {}, by: Actor = theServer) => ({ query, by, days: 365 })
/** What pages ask, each compared with the period before. */
const QUESTIONS: Record<string, { query: RawQuery; by: Actor; days: number }> = {
  'by month, a year': year({ by: 'month' }),
  'by day, 30 days': { ...year({ by: 'day' }), days: 30 },
  'by day, 100 days': { ...year({ by: 'day' }), days: 100 },
  'by store, a year': year({ by: 'store' }),
  'by supplier, a year': year({ by: 'supplier' }),
  'by trade, a year': year({ by: 'trade' }),
  'by supplier of a trade, a year': year({ by: 'supplier', trade: '3' }),
  'by store of a supplier, a year': year({ by: 'store', supplier: '5' }),
  'by supplier, a store manager, a year': year({ by: 'supplier' }, MANAGER),
  'map, a year': year({ and: 'hour' }),
  'map of a store, a year': year({ and: 'hour', store: '7' }),
  'map of a trade, a year': year({ and: 'hour', trade: '3' }),
}

/** Statistics of a register of so many rows of two years: each question alone, its days ever others, one after the other. */
export async function measureStatistics(rows: number, isFresh: boolean): Promise<Line[]> {
  const ground = await openGround(FILLING, rows, isFresh)
  const { db, close } = openDb({ url: ground.embedded.url, size: 4, statementTimeout: 0, name: 'bench' })
  try {
    const lines: Line[] = []
    for (const [what, { query, by, days }] of Object.entries(QUESTIONS)) {
      const times: number[] = []
      for (let at = 0; at < WARM_UP; at++) await timed(db, query, by, days, at)
      const before = await cpuMs(db)
      for (let at = 0; at < TIMES; at++) times.push(await timed(db, query, by, days, at))
      lines.push(lineOf(what, times, ((await cpuMs(db)) - before) / TIMES))
    }
    while ((await compactDeltas(db, visits)) > 0);
    const wrong = await wrongCounts(db, visits)
    lines.push({
      what: 'statistics beside a full count',
      at: '',
      measured: `${wrong.length} wrong`,
      isMet: wrong.length === 0,
    })
    return lines
  } finally {
    await close()
    await ground.embedded.stop()
  }
}

async function timed(db: Db, query: RawQuery, actor: Actor, days: number, at: number): Promise<number> {
  const dayAgo = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10)
  const asked = { ...query, from: dayAgo(at + days - 1), to: dayAgo(at) }
  const today = dayAgo(0)
  const began = performance.now()
  await statisticsOf(db, {
    definition: visits,
    wish: wishOf(visits, allRows(visits), asked, today),
    actor,
    today,
    most: 500,
  })
  return performance.now() - began
}

/** What the connections' servers have worked so far: on a machine that does other things the clock says little. */
async function cpuMs(db: Db): Promise<number> {
  const name = { pid: 'number' } as const
  const pids = await rows(db, name, sql`select pid from pg_stat_activity where application_name = 'bench'`)
  return pids.reduce((sum, { pid }) => {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
    return sum + (user + system) * TICK_MS
  }, 0)
}
const TICK_MS = 10

function lineOf(what: string, times: readonly number[], cpu: number): Line {
  const sorted = times.toSorted((a, b) => a - b)
  const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return {
    what: `statistics: ${what}`,
    at: '1',
    measured: `p50 ${share(0.5).toFixed(0)}, p95 ${share(0.95).toFixed(0)} ms, ${cpu.toFixed(0)} ms of a core`,
    goal: `p95 ≤ ${GOAL_MS} ms`,
    isMet: share(0.95) <= GOAL_MS,
  }
}
