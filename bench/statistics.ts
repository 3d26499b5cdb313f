import { sql } from 'kysely'
import { orders } from '../src/modules/orders/orders.ts'
import { ownFigures } from '../src/modules/product-promotions/figures.server.ts'
import { productPromotions } from '../src/modules/product-promotions/product-promotions.ts'
import { promotionStatistics, sumReport } from '../src/modules/product-promotions/reports.ts'
import { tasks } from '../src/modules/task-management/task-management.ts'
import { type Actor, theServer } from '../src/server/actor.ts'
import { compactDeltas, wrongCounts } from '../src/server/counters/counters.ts'
import { type Db, openDb, rows } from '../src/server/db/db.ts'
import type { RawQuery } from '../src/server/resource/query/parse-query.ts'
import { statisticsOf } from '../src/server/statistics/answer.ts'
import type { Asked } from '../src/server/statistics/asked.ts'
import { allRows, wishOf } from '../src/server/statistics/wish.ts'
import type { Definition } from '../src/shared/resource.ts'
import { ORDERS } from './fill-orders.ts'
import { type Filling, openGround } from './fixture-db.ts'
import { measureOpened, type Opened, timesLine } from './opened.ts'
import { processStat } from './process-stat.ts'
import { fillPromotions } from './promotions.ts'
import type { Line } from './table.ts'
import { TASK_PAGES, TASKS } from './tasks.ts'
import { fillVisits, visits } from './visits.ts'

const GOAL_MS = 100
const WARM_UP = 5
const TIMES = 40

interface Question extends Pick<Asked, 'definition' | 'own'> {
  query: RawQuery
  by: Actor
  days: number
}
/** A register, and what pages ask of it, each compared with the period before. */
interface Register {
  of: Definition
  filling: Filling
  questions: Readonly<Record<string, Question>>
  /** Pages beside its statistics, which shall be as quick. */
  opened?: Opened
}

const MANAGER: Actor = { ...theServer, scope: 'store', store: 7 }
const asker =
  (about: Pick<Asked, 'definition' | 'own'>) =>
  (query: RawQuery = {}, by: Actor = theServer, days = 365): Question => ({ ...about, query, by, days })
const ofVisits = asker({ definition: visits })
const ofPromotions = asker({ definition: promotionStatistics, own: ownFigures })
const ofSums = asker({ definition: sumReport })
const ofTasks = asker({ definition: tasks })
const ofOrders = asker({ definition: orders })

const REGISTERS: readonly Register[] = [
  {
    of: visits,
    filling: {
      folder: 'back-office-bench-statistics',
      fill: fillVisits,
      files: ['fill.ts', 'visits.ts', 'words.ts'],
      tables: { [visits.table]: (rows) => rows },
    },
    questions: {
      'visits by month, a year': ofVisits({ by: 'month' }),
      'visits by day, 30 days': ofVisits({ by: 'day' }, theServer, 30),
      'visits by day, 100 days': ofVisits({ by: 'day' }, theServer, 100),
      'visits by store, a year': ofVisits({ by: 'store' }),
      'visits by supplier, a year': ofVisits({ by: 'supplier' }),
      'visits by trade, a year': ofVisits({ by: 'trade' }),
      'visits by supplier of a trade, a year': ofVisits({ by: 'supplier', trade: '3' }),
      'visits by store of a supplier, a year': ofVisits({ by: 'store', supplier: '5' }),
      'visits by supplier, a store manager, a year': ofVisits({ by: 'supplier' }, MANAGER),
      'map of visits, a year': ofVisits({ and: 'hour' }),
      'map of visits of a store, a year': ofVisits({ and: 'hour', store: '7' }),
      'map of visits of a trade, a year': ofVisits({ and: 'hour', trade: '3' }),
    },
  },
  {
    of: productPromotions,
    filling: {
      folder: 'back-office-bench-promotions',
      fill: fillPromotions,
      files: ['fill.ts', 'promotions.ts', 'words.ts'],
      tables: { [productPromotions.table]: (rows) => rows },
    },
    questions: {
      'promotions by month, a year': ofPromotions({ by: 'month' }),
      'promotions by store, a year': ofPromotions({ by: 'stores' }),
      'promotions by store, 30 days': ofPromotions({ by: 'stores' }, theServer, 30),
      'promotions by location, a year': ofPromotions({ by: 'location' }),
      'promotions by group, a year': ofPromotions({ by: 'department_group' }),
      'promotions by depth, a year': ofPromotions({ by: 'depth' }),
      'promotions by month of a group, a year': ofPromotions({ by: 'month', department_group: '3' }),
      'promotions by month, a store manager, a year': ofPromotions({ by: 'month' }, MANAGER),
      'promotions by month of two stores, a year': ofPromotions({ by: 'month', stores: ['7', '8'] }),
      'promotions by store, a store manager, a year': ofPromotions({ by: 'stores' }, MANAGER),
      'sums by product, a year': ofSums({ by: 'product' }),
      'sums by product, 30 days': ofSums({ by: 'product' }, theServer, 30),
      'sums by store, a year': ofSums({ by: 'stores' }),
      'sums by location, a year': ofSums({ by: 'location' }),
      'sums by month, a year': ofSums({ by: 'month' }),
    },
  },
  {
    of: tasks,
    filling: TASKS,
    questions: {
      'tasks by month, a year': ofTasks({ by: 'month' }),
      'tasks by day, 30 days': ofTasks({ by: 'day' }, theServer, 30),
      'tasks by store, a year': ofTasks({ by: 'store' }),
      'tasks by department, a year': ofTasks({ by: 'department' }),
      'tasks by person, a year': ofTasks({ by: 'in_charge' }),
      'tasks by template, a year': ofTasks({ by: 'template' }),
      'tasks by person of a store, a year': ofTasks({ by: 'in_charge', store: '7' }),
      'tasks by store of a template, a year': ofTasks({ by: 'store', template: '5' }),
      'tasks by month, a store manager, a year': ofTasks({ by: 'month' }, MANAGER),
      'tasks by person, a store manager, a year': ofTasks({ by: 'in_charge' }, MANAGER),
    },
    opened: TASK_PAGES,
  },
  {
    of: orders,
    filling: ORDERS,
    questions: {
      'orders by day, 30 days': ofOrders({ by: 'day' }, theServer, 30),
      'orders by month, a year': ofOrders({ by: 'month' }),
      'orders by store, a year': ofOrders({ by: 'store' }),
      'orders by shipping unit, a year': ofOrders({ by: 'shipping_unit' }),
      'orders by reason, a year': ofOrders({ by: 'failure_reason' }),
      'orders by store of a unit, a year': ofOrders({ by: 'store', shipping_unit: '3' }),
      'orders by day, a store manager, 30 days': ofOrders({ by: 'day' }, MANAGER, 30),
    },
    opened: {
      'orders: list': '/api/order?page=1&perpage=20',
      'orders: list of the waiting': '/api/order?page=1&perpage=20&is_waiting=true',
      'orders: list of the delivered': '/api/order?page=1&perpage=20&status=delivered',
      'orders: list of a store and state': '/api/order?page=1&perpage=20&status=delivered&store=7',
      'orders: page 20,000': '/api/order?page=20000&perpage=20',
      'orders: failed': '/api/order/get-failed-order?page=1&perpage=20',
      'orders: found by code': '/api/order?page=1&perpage=20&search=DH000500123',
      'orders: desk': '/api/order/scan-desk',
    },
  },
]

/** Statistics of registers of so many rows each: each question alone, its days ever others, one after the other. */
export async function measureStatistics(rows: number, isFresh: boolean): Promise<Line[]> {
  const lines: Line[] = []
  for (const register of REGISTERS) lines.push(...(await measured(register, rows, isFresh)))
  return lines
}

async function measured({ of, filling, questions, opened }: Register, rows: number, isFresh: boolean): Promise<Line[]> {
  const ground = await openGround(filling, rows, isFresh)
  const { db, close } = openDb({ url: ground.embedded.url, size: 4, statementTimeout: 0, name: 'bench' })
  try {
    const lines: Line[] = []
    for (const [what, question] of Object.entries(questions)) {
      const times: number[] = []
      for (let at = 0; at < WARM_UP; at++) await timed(db, question, at)
      const before = await cpuMs(db)
      for (let at = 0; at < TIMES; at++) times.push(await timed(db, question, at))
      const cpu = ((await cpuMs(db)) - before) / TIMES
      lines.push(timesLine(what, times, GOAL_MS, `, ${cpu.toFixed(0)} ms of a core`))
    }
    while ((await compactDeltas(db, of)) > 0);
    const wrong = await wrongCounts(db, of)
    lines.push({
      what: `statistics of ${of.name} beside a full count`,
      at: '',
      measured: `${wrong.length} wrong`,
      isMet: wrong.length === 0,
    })
    if (opened) lines.push(...(await measureOpened(ground, opened, GOAL_MS)))
    return lines
  } finally {
    await close()
    await ground.embedded.stop()
  }
}

async function timed(db: Db, { definition, own, query, by, days }: Question, at: number): Promise<number> {
  const dayAgo = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10)
  const asked = { ...query, from: dayAgo(at + days - 1), to: dayAgo(at) }
  const today = dayAgo(0)
  const began = performance.now()
  await statisticsOf(db, {
    ...{ definition, actor: by, today, most: 500, ...(own && { own }) },
    wish: wishOf(definition, allRows(definition), asked, today),
  })
  return performance.now() - began
}

/** What the connections' servers have worked so far: on a machine that does other things the clock says little. */
async function cpuMs(db: Db): Promise<number> {
  const name = { pid: 'number' } as const
  const pids = await rows(db, name, sql`select pid from pg_stat_activity where application_name = 'bench'`)
  return pids.reduce((sum, { pid }) => sum + (processStat(pid)?.ownMs ?? 0), 0)
}
