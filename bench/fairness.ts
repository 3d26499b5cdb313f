import { sql } from 'kysely'
import { type Browser, chromium } from 'playwright-core'
import { loadConfig } from '../src/server/config.ts'
import { openDb, rows } from '../src/server/db/db.ts'
import { CHROMIUM } from '../tests/setup/browser/chromium.ts'
import { drawnEvent } from '../tests/setup/draws/drawn-event.ts'
import { fill } from './fill.ts'
import { type Filling, openGround } from './fixture-db.ts'
import { serveGround } from './server.ts'
import type { Line } from './table.ts'

const DRAWS = 10_000
const CODE = 'DA-QUA'
const COMPLAINTS = 1000
/** A cheap phone: a quarter of this machine's speed. */
const CPU_RATE = 4
const MOST_MS = 5000
const TIMES = 3

const FAIRNESS: Filling = {
  folder: 'back-office-bench-fairness',
  fill: fillDraws,
  files: ['fill.ts', 'words.ts', 'fairness.ts', '../tests/setup/draws/drawn-event.ts', '../src/shared/draws/plan.ts'],
  tables: { gift_card_event_logs: (draws) => draws },
}

interface Seen {
  /** From the navigation to the verdict. */
  ms: number
  /** How often the bar moved before it. */
  steps: number
}

/** How long the page of fairness takes on a slow phone to work out every draw of a large event; the middle of three. */
export async function measureFairness(isFresh: boolean): Promise<Line[]> {
  const ground = await openGround(FAIRNESS, DRAWS, isFresh)
  try {
    const server = await serveGround(ground)
    try {
      return [lineOf(await seenSlowly(`${server.url}/fairness/${CODE}`))]
    } finally {
      await server.stop()
    }
  } finally {
    await ground.embedded.stop()
  }
}

async function seenSlowly(address: string): Promise<Seen[]> {
  const browser = await chromium.launch(CHROMIUM)
  try {
    const seen: Seen[] = []
    for (let n = 0; n < TIMES; n++) seen.push(await openSlowly(browser, address))
    return seen
  } finally {
    await browser.close()
  }
}

function lineOf(seen: readonly Seen[]): Line {
  const middle = seen.toSorted((a, b) => a.ms - b.ms)[Math.floor(seen.length / 2)]
  const { ms, steps } = middle ?? { ms: Number.NaN, steps: 0 }
  return {
    what: `${DRAWS.toLocaleString('en')} draws worked out again`,
    at: `CPU ÷ ${CPU_RATE}`,
    measured: `${Math.round(ms)} ms, ${steps} steps of progress (all: ${seen.map((one) => Math.round(one.ms)).join(', ')})`,
    goal: `≤ ${MOST_MS} ms`,
    isMet: ms <= MOST_MS && steps > 0,
  }
}

async function openSlowly(browser: Browser, address: string): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  await context.addInitScript(watch)
  const page = await context.newPage()
  const phone = await context.newCDPSession(page)
  await phone.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  await page.goto(address)
  const seen = await page.waitForFunction(() => Reflect.get(window, 'seen') as Seen | undefined)
  const said = await seen.jsonValue()
  await context.close()
  return said ?? { ms: Number.NaN, steps: 0 }
}

/** Runs in the page. */
function watch(): void {
  let value = 0
  let steps = 0
  new MutationObserver(() => {
    const bar = document.querySelector('progress')
    if (bar && bar.value > value) {
      value = bar.value
      steps++
    }
    if (!Reflect.has(window, 'seen') && document.querySelector('.verdict.is-right'))
      Reflect.set(window, 'seen', { ms: performance.now(), steps })
  }).observe(document, { subtree: true, childList: true, attributes: true })
}

async function fillDraws({ url, dataDir }: { url: string; dataDir: string }, draws: number): Promise<void> {
  await fill(url, COMPLAINTS)
  const { keys } = loadConfig({ DATA_DIR: dataDir })
  const { db, close } = openDb({ url, size: 1, statementTimeout: 0, name: 'bench' })
  try {
    const stores = await rows(
      db,
      { id: 'number', code: 'string' },
      sql`select id, code from stores order by code limit 20`,
    )
    const from = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)
    await drawnEvent(db, keys, { code: CODE, name: 'Đại tiệc quà tặng', draws, stores, staff: 1, from, days: 30 })
    await sql`analyze`.execute(db)
  } finally {
    await close()
  }
}
