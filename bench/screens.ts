import { type Browser, chromium, type Page } from 'playwright-core'
import { CHROMIUM } from '../tests/setup/browser/chromium.ts'
import { ask, type Ground } from './fixture-db.ts'
import { measurePresses, TIMES_PRESSED } from './presses.ts'
import type { Line } from './table.ts'

const OPEN = 10_000
const TIMES = 5
const SCROLLED_MS = 4000

/** What a browser shows of much: a board of ten thousand open complaints, a page of a thousand rows that is scrolled, and how soon presses are answered. */
export async function measureScreens(ground: Ground, url: string, token: string, isShort: boolean): Promise<Line[]> {
  await openMany(ground)
  const presses = await measurePresses(url, token, isShort ? 6 : TIMES_PRESSED)
  const browser = await chromium.launch(CHROMIUM)
  try {
    return [await measureBoard(browser, url, token), await measureScroll(browser, url, token), ...presses]
  } finally {
    await browser.close()
  }
}

/** Copies of the newest, open; whoever opens the ground next takes them away. */
async function openMany({ embedded, rows }: Ground): Promise<void> {
  await ask(
    embedded.url,
    `insert into complaints (created_at, updated_at, issue_number, title, state, priority, due_at, store, feedback_type, feedback_method, customer_name, phone, source, department, assignee, content, tags)
     select now() - (random() * 3)::int * interval '1 hour', now(), 'B' || issue_number, title, (array['new', 'processing', 'reopened'])[1 + id % 3], priority, now() + (id % 60 - 10) * interval '1 hour', store,
       feedback_type, feedback_method, customer_name, phone, source, 1 + id % 40, 1 + id % 2000, content, tags from complaints where id between ${rows - OPEN + 1} and ${rows}`,
  )
}

async function opened(browser: Browser, token: string): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } })
  await context.addInitScript((given) => localStorage.setItem('token', given), token)
  return context.newPage()
}

/** From the navigation to the first card on the screen; the scripts are in the browser's cache, as on any day but the first. */
async function measureBoard(browser: Browser, url: string, token: string): Promise<Line> {
  const page = await opened(browser, token)
  const times: number[] = []
  for (let n = 0; n <= TIMES; n++) {
    await page.goto(`${url}/complaints/board`, { waitUntil: 'commit' })
    const card = await page.waitForFunction(
      () => (document.querySelector('[data-card]') ? performance.now() : 0),
      undefined,
      { polling: 'raf' },
    )
    if (n > 0) times.push(await card.jsonValue())
    await page.waitForTimeout(1500)
  }
  await page.context().close()
  const worst = Math.max(...times)
  return {
    what: `board of ${OPEN.toLocaleString('en')} open, first card`,
    at: `slowest of ${TIMES}`,
    measured: `${Math.round(worst)} ms`,
    goal: '< 1000 ms',
    isMet: worst < 1000,
  }
}

/** Frames drawn while a wheel turns over a thousand rows. */
async function measureScroll(browser: Browser, url: string, token: string): Promise<Line> {
  const page = await opened(browser, token)
  await page.goto(`${url}/complaints?perpage=1000`)
  await page.locator('tbody tr').nth(5).waitFor()
  await page.waitForTimeout(3000)
  await page.mouse.move(700, 500)
  const counted = page.evaluate(
    (most) =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = []
        const began = performance.now()
        let last = began
        const frame = (now: number) => {
          gaps.push(now - last)
          last = now
          if (now - began < most) requestAnimationFrame(frame)
          else resolve(gaps.slice(1))
        }
        requestAnimationFrame(frame)
      }),
    SCROLLED_MS,
  )
  for (let moved = 0; moved < SCROLLED_MS - 500; moved += 50) {
    await page.mouse.wheel(0, 120)
    await page.waitForTimeout(50)
  }
  const gaps = (await counted).toSorted((a, b) => a - b)
  const isThere = await page.evaluate(() => document.querySelectorAll('tbody tr').length)
  await page.context().close()
  const perSecond = (gaps.length / gaps.reduce((sum, gap) => sum + gap, 0)) * 1000
  const p99 = gaps[Math.floor(gaps.length * 0.99)] ?? Number.NaN
  return {
    what: '1,000 rows scrolled',
    at: `${isThere} rows drawn`,
    measured: `${perSecond.toFixed(1)} frames/s, p99 ${p99.toFixed(0)} ms between two`,
    goal: '≥ 58 frames/s',
    isMet: perSecond >= 58,
  }
}
