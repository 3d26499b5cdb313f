import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { CHROMIUM } from '../tests/setup/browser/chromium.ts'
import { surveyPath } from './survey-link.ts'
import type { Line } from './table.ts'

interface MeasuredPage {
  name: string
  path: string
  /** kB */
  most: number
  /** How many requests of all kinds, at most. */
  requests?: number
  isSignedIn: boolean
  /** Only what this page does not bring as well: the shell with next to nothing in it, or the list of its module. */
  beside?: string
  /** Keys that open it on that page; what these bring counts. */
  press?: string
}

const PAGES: readonly MeasuredPage[] = [
  { name: 'public form', path: '/feedback?store=S001', most: 120, isSignedIn: false },
  { name: 'member registration', path: '/member-registration', most: 120, isSignedIn: false },
  { name: 'member registration in steps', path: '/member-registration-new', most: 120, isSignedIn: false },
  { name: 'VAT registration', path: '/vat-registration', most: 120, isSignedIn: false },
  { name: 'delivery registration', path: '/good-delivery-registration', most: 120, isSignedIn: false },
  { name: 'sign-in page', path: '/backoffice/login', most: 150, isSignedIn: false },
  { name: 'complaint list', path: '/complaints', most: 230, requests: 25, isSignedIn: true },
  {
    name: "desk of suppliers' staff",
    path: '/supplier-staffs-checkin',
    most: 150,
    isSignedIn: true,
    beside: '/modules',
  },
  { name: 'desk of orders', path: '/scan-order-success', most: 150, isSignedIn: true, beside: '/modules' },
  { name: 'desk of draws', path: '/gift-card-events/desk', most: 150, isSignedIn: true, beside: '/modules' },
  {
    name: 'drawer of the assistant',
    path: '/modules',
    most: 60,
    isSignedIn: true,
    beside: '/modules',
    press: 'Control+/',
  },
  { name: 'task calendar', path: '/task-management/calendar', most: 120, isSignedIn: true, beside: '/task-management' },
]

const QUIET_MS = 2000

/** Scripts and styles that a browser really asks for when it opens each page for the first time, each packed with gzip -6. */
export async function measurePages(url: string, token: string): Promise<Line[]> {
  const browser = await chromium.launch(CHROMIUM)
  const lines: Line[] = []
  try {
    const survey = { name: 'survey', path: await surveyPath(url, token), most: 120, isSignedIn: false }
    for (const page of [...PAGES, survey]) lines.push(await measurePage(browser, url, token, page))
  } finally {
    await browser.close()
  }
  return lines
}

async function measurePage(
  browser: Awaited<ReturnType<typeof chromium.launch>>,
  url: string,
  token: string,
  { name, path, most, requests = Number.POSITIVE_INFINITY, isSignedIn, beside, press }: MeasuredPage,
): Promise<Line> {
  const given = isSignedIn ? token : null
  const { sizes, asked, elapsed } = await loadedBy(browser, `${url}${path}`, given, press)
  const shell = beside ? (await loadedBy(browser, `${url}${beside}`, given)).sizes : new Map<string, number>()
  const own = [...sizes].filter(([file]) => !shell.has(file)).map(([, size]) => size)
  const kilobytes = own.reduce((sum, size) => sum + size, 0) / 1000
  console.error(
    `${name}: ${asked} requests, ${own.length} files, ${kilobytes.toFixed(1)} kB, quiet after ${Math.round(elapsed)} ms`,
  )
  return {
    what: `${name}, first JS + CSS${beside ? ` beside ${beside}` : ''}`,
    at: `${asked} requests, ${own.length} files`,
    measured: `${kilobytes.toFixed(1)} kB gzip`,
    goal: Number.isFinite(requests) ? `≤ ${most} kB in ${requests} requests` : `≤ ${most} kB`,
    isMet: own.length > 0 && kilobytes <= most && asked <= requests,
  }
}

/** The scripts and styles of a page by their addresses, and how long it took until no more came. */
async function loadedBy(
  browser: Awaited<ReturnType<typeof chromium.launch>>,
  address: string,
  token: string | null,
  press?: string,
): Promise<{ sizes: Map<string, number>; asked: number; elapsed: number }> {
  // People here read Vietnamese, and its words are part of what they wait for.
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'vi-VN' })
  if (token) await context.addInitScript((held) => localStorage.setItem('token', held), token)
  const page = await context.newPage()
  const loaded: Promise<[string, number]>[] = []
  let asked = 0
  page.on('request', () => {
    asked += 1
  })
  page.on('response', (response) => {
    if (!/\.(?:m?js|css)(?:\?|$)/.test(response.url())) return
    const size = response.body().then((body): [string, number] => [response.url(), gzipSync(body, { level: 6 }).length])
    // A page that does not open is told by what opens it.
    size.catch(() => {})
    loaded.push(size)
  })
  const began = performance.now()
  await page.goto(address, { waitUntil: 'load' })
  // A page with live events is never without a request, so quiet means that no more scripts or styles come.
  const quiet = async () => {
    for (let before = -1; before !== loaded.length; await page.waitForTimeout(QUIET_MS)) before = loaded.length
  }
  await quiet()
  if (press) {
    await page.keyboard.press(press)
    await quiet()
  }
  const elapsed = performance.now() - began - QUIET_MS
  const sizes = new Map(await Promise.all(loaded))
  await context.close()
  return { sizes, asked, elapsed }
}
