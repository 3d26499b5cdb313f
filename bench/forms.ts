import { type Browser, chromium } from 'playwright-core'
import { CHROMIUM } from '../tests/setup/browser/chromium.ts'
import { surveyPath } from './survey-link.ts'
import type { Line } from './table.ts'

const FORMS = [
  '/feedback?store=S01',
  '/member-registration',
  '/member-registration-new',
  '/vat-registration',
  '/good-delivery-registration',
] as const

/** A cheap phone on a slow line: a quarter of this machine's speed, 400 kB/s, 300 ms there and back. */
const CPU_RATE = 4
const LINE = { offline: false, latency: 300, downloadThroughput: 400_000, uploadThroughput: 100_000 }
const MOST_MS = 3000
const MOST_SHIFT = 0.05
const QUIET_MS = 2500
const TIMES = 3

interface Seen {
  usableMs: number
  shift: number
}

/** How long each public form takes on a slow phone until it can be filled in, and how much it jumps meanwhile; the middle of three. */
export async function measureForms(url: string, token: string): Promise<Line[]> {
  const browser = await chromium.launch(CHROMIUM)
  const lines: Line[] = []
  try {
    const forms = [
      ...FORMS.map((path) => ({ path, name: path })),
      { path: await surveyPath(url, token), name: '/survey' },
    ]
    for (const { path, name } of forms) {
      const seen: Seen[] = []
      for (let n = 0; n < TIMES; n++) seen.push(await openSlowly(browser, url + path))
      lines.push(...linesOf(name, seen))
    }
  } finally {
    await browser.close()
  }
  return lines
}

function linesOf(path: string, seen: Seen[]): Line[] {
  const usable = seen.map(({ usableMs }) => usableMs).toSorted((a, b) => a - b)[Math.floor(seen.length / 2)] ?? 0
  const shift = Math.max(...seen.map((one) => one.shift))
  const at = 'CPU ÷ 4, 400 kB/s, 300 ms'
  return [
    {
      what: `${path}, usable`,
      at,
      measured: `${Math.round(usable)} ms`,
      goal: `≤ ${MOST_MS} ms`,
      isMet: usable > 0 && usable <= MOST_MS,
    },
    {
      what: `${path}, layout shift`,
      at,
      measured: shift.toFixed(3),
      goal: `≤ ${MOST_SHIFT}`,
      isMet: shift <= MOST_SHIFT,
    },
  ]
}

async function openSlowly(browser: Browser, address: string): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  await context.addCookies([{ name: 'lang', value: 'vi', url: new URL(address).origin }])
  await context.addInitScript(watch)
  const page = await context.newPage()
  const phone = await context.newCDPSession(page)
  await phone.send('Network.enable')
  await phone.send('Network.emulateNetworkConditions', LINE)
  await phone.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  await page.goto(address)
  await page.waitForFunction(() => 'usableMs' in window)
  await page.waitForTimeout(QUIET_MS)
  const seen = await page.evaluate(() => ({
    usableMs: Number(Reflect.get(window, 'usableMs')),
    shift: Number(Reflect.get(window, 'shift') ?? 0),
  }))
  await context.close()
  return seen
}

/** Runs in the page: usable is when a field stands there and the next task gets its turn. */
function watch(): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      Reflect.set(window, 'shift', Number(Reflect.get(window, 'shift') ?? 0) + Number(Reflect.get(entry, 'value')))
  }).observe({ type: 'layout-shift', buffered: true })
  const isThere = () =>
    document.querySelector('form .input:not(:disabled), form .store-card, form [type=radio]') !== null
  const look = () => {
    if (isThere()) requestAnimationFrame(() => setTimeout(() => Reflect.set(window, 'usableMs', performance.now())))
    else requestAnimationFrame(look)
  }
  look()
}
