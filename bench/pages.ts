import { existsSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import type { Line } from './table.ts'

const PAGES = [
  { name: 'public form', path: '/feedback?store=S001', most: 120, isSignedIn: false },
  { name: 'member registration', path: '/member-registration', most: 120, isSignedIn: false },
  { name: 'member registration in steps', path: '/member-registration-new', most: 120, isSignedIn: false },
  { name: 'VAT registration', path: '/vat-registration', most: 120, isSignedIn: false },
  { name: 'delivery registration', path: '/good-delivery-registration', most: 120, isSignedIn: false },
  { name: 'sign-in page', path: '/backoffice/login', most: 150, isSignedIn: false },
  { name: 'complaint list', path: '/complaints', most: 230, isSignedIn: true },
] as const

const QUIET_MS = 2000

export const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const executablePath = (): string | undefined =>
  process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

/** Scripts and styles that a browser really asks for when it opens each page for the first time, each packed with gzip -6. */
export async function measurePages(url: string, token: string): Promise<Line[]> {
  const browser = await chromium.launch({ executablePath: executablePath(), args: ARGS })
  const lines: Line[] = []
  try {
    for (const page of PAGES) lines.push(await measurePage(browser, url, token, page))
  } finally {
    await browser.close()
  }
  return lines
}

async function measurePage(
  browser: Awaited<ReturnType<typeof chromium.launch>>,
  url: string,
  token: string,
  { name, path, most, isSignedIn }: (typeof PAGES)[number],
): Promise<Line> {
  // People here read Vietnamese, and its words are part of what they wait for.
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'vi-VN' })
  if (isSignedIn) await context.addInitScript((given) => localStorage.setItem('token', given), token)
  const page = await context.newPage()
  const loaded: Promise<number>[] = []
  page.on('response', (response) => {
    if (!/\.(?:m?js|css)(?:\?|$)/.test(response.url())) return
    const size = response.body().then((body) => gzipSync(body, { level: 6 }).length)
    // A page that does not open is told by what opens it.
    size.catch(() => {})
    loaded.push(size)
  })
  const began = performance.now()
  await page.goto(`${url}${path}`, { waitUntil: 'load' })
  // A page with live events is never without a request, so quiet means that no more scripts or styles come.
  for (let before = -1; before !== loaded.length; await page.waitForTimeout(QUIET_MS)) before = loaded.length
  const elapsed = performance.now() - began - QUIET_MS
  const sizes = await Promise.all(loaded)
  await context.close()
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000
  console.error(`${name}: ${sizes.length} files, ${kilobytes.toFixed(1)} kB, quiet after ${Math.round(elapsed)} ms`)
  return {
    what: `${name}, first JS + CSS`,
    at: `${sizes.length} files`,
    measured: `${kilobytes.toFixed(1)} kB gzip`,
    goal: `≤ ${most} kB`,
    isMet: sizes.length > 0 && kilobytes <= most,
  }
}
