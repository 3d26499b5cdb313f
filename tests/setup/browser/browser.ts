import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from 'playwright-core'
import { expect, onTestFailed, type RunnerTestCase, TestRunner } from 'vitest'
import { catalogOf } from '../../../src/server/translations.ts'
import { type Language, tIn } from '../../../src/shared/language.ts'
import { atTheEnd } from '../at-the-end.ts'
import type { Chain, Person } from '../chain.ts'
import { CHROMIUM } from './chromium.ts'
import { listenForShifts } from './shifts.ts'

export type Device = keyof typeof SIZES

export interface Visit {
  device?: Device
  lang?: Language
  by?: Person
  scheme?: 'light' | 'dark'
  /** Requests that are meant to fail in this journey: the end of their paths, or a status. */
  expected?: readonly RegExp[]
}

export interface Visitor {
  page: Page
  context: BrowserContext
  open(path: string): Promise<void>
  /** Leads to a path as a link within the application does, without loading it anew once it is there. */
  go(path: string): Promise<void>
  /** Waits until no part of the application is on its way to the page, nor asked for by one that has just come. */
  partsCame(): Promise<void>
  /** Takes the line away, once what the page fetches ahead has come: a test is quicker than any hand. */
  loseLine(): Promise<void>
  /** No violation of WCAG 2.2 A and AA on the page as it stands; with `rules`, of those only. */
  expectAccessible(where: string, rules?: readonly string[]): Promise<void>
  /** The views so far in which too much has moved by itself, as web.dev's cumulative layout shift counts it, and what. */
  shifts(): string[]
  /** No error in the console, no broken request so far; then the window is closed. */
  leave(): Promise<void>
  troubles: string[]
}

const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  'tablet across': { width: 1024, height: 768 },
  desktop: { width: 1440, height: 900 },
  /** The desktop at 200 %. */
  zoomed: { width: 720, height: 450 },
} as const

/** In whose hands a journey is told: each language once, each shape of screen once. */
export const HANDS: [Language, Device][] = [
  ['vi', 'tablet'],
  ['en', 'tablet across'],
  ['ko', 'phone'],
]
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** No page of a test lives long enough to earn back what compiling it a second and a third time costs. */
const BRIEF = ['--js-flags=--no-opt,--no-maglev']

/** One Chromium for a whole test file; it ends with it. `visit` opens a window on the chain. */
export async function startBrowser({ url }: Pick<Chain, 'url'>, args: readonly string[] = []) {
  if (!existsSync(new URL('../../../dist/index.html', import.meta.url)))
    throw new Error('The web application is not built: run npm run build first')
  const browser = await chromium.launch({ ...CHROMIUM, args: [...CHROMIUM.args, ...BRIEF, ...args] })
  atTheEnd(() => browser.close())
  return { browser, visit: (how: Visit = {}) => visit(browser, url, how) }
}

/** A window of its own, as a person on a device opens it. */
async function openWindow(
  browser: Browser,
  url: string,
  { device = 'desktop', lang = 'vi', by, scheme = 'light' }: Visit,
): Promise<BrowserContext> {
  const isHeld = device !== 'desktop' && device !== 'zoomed'
  const context = await browser.newContext({
    baseURL: url,
    viewport: SIZES[device],
    deviceScaleFactor: device === 'zoomed' ? 2 : 1,
    hasTouch: isHeld,
    isMobile: isHeld,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Ho_Chi_Minh',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await context.addCookies([{ name: 'lang', value: lang, url }])
  await context.addInitScript(prepare, { token: by?.token ?? null, scheme })
  return context
}

/** The same with what one does in it; whatever goes wrong in it is kept in `troubles`. */
async function visit(browser: Browser, url: string, how: Visit): Promise<Visitor> {
  const { expected = [] } = how
  const context = await openWindow(browser, url, how)
  const shifts = await listenForShifts(context)
  const page = await context.newPage()
  page.setDefaultTimeout(40_000)
  const troubles = listenForTroubles(page, expected)
  const partsCame = listenForParts(page)
  // A window may outlive the test that opened it, or be opened before the first one.
  let watched: string | undefined
  const watch = () => {
    const current = TestRunner.getCurrentTest<RunnerTestCase | undefined>()
    if (!current || current.id === watched) return
    watched = current.id
    onTestFailed(({ task }) => picture(page, task.name))
  }
  watch()
  return {
    page,
    context,
    troubles,
    shifts,
    partsCame,
    async open(path) {
      watch()
      await page.goto(path, { waitUntil: 'domcontentloaded' })
    },
    async go(path) {
      watch()
      await (page.url() === 'about:blank'
        ? page.goto(path, { waitUntil: 'domcontentloaded' })
        : page.evaluate(follow, path))
    },
    async loseLine() {
      await partsCame()
      await context.setOffline(true)
    },
    async expectAccessible(where, rules) {
      expect(await violations(page, rules), where).toEqual([])
    },
    async leave() {
      // An answer that a test holds back until now is for nobody.
      await Promise.all(context.pages().map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
      await context.close()
      expect(troubles).toEqual([])
    },
  }
}

/** Chooses by its name what a field offers, once the list stands still: a click on what moves away hits another, or nothing. */
export async function choose(page: Page, field: string, name: string, letters = name): Promise<void> {
  const input = page.locator(`#field-${field}`)
  await input.click()
  await input.fill(letters)
  await page.locator('[role=listbox]:not([aria-busy=true])').getByRole('option', { name }).first().click()
}

const SLOW_MS = 1000

/** What a page asks for at such addresses comes late, as on a slow line. */
export const slowed = (page: Page, addresses: RegExp): Promise<unknown> =>
  page.route(addresses, async (route) => {
    await setTimeout(SLOW_MS)
    await route.continue()
  })

/** Waits until something has the focus: what is typed before that goes elsewhere. */
export const focused = (what: Locator): Promise<void> => what.and(what.page().locator(':focus')).waitFor()

/** Waits until the list on the screen counts so many records. */
export const expectTotal = (page: Page, lang: Language, n: number): Promise<void> =>
  page
    .getByRole('status')
    .filter({
      hasText: new RegExp(tIn(lang, '{{from}}–{{to}} of {{total}}', { from: 1, to: '\\d+', total: `${n}(?!\\d)` })),
    })
    .waitFor()

/** What the interface says in a language, by its English key. */
export const wordsOf =
  (lang: Language): ((text: string, params?: Record<string, string | number>) => string) =>
  (text, params) =>
    tIn(lang, text, params)

/** What a page in another language says in English although the catalog has it otherwise, in sight or not. */
export async function englishOn(page: Page, lang: Language): Promise<string[]> {
  const catalog = catalogOf(lang)
  return (await page.evaluate(textsOn)).filter((text) => (catalog[text] ?? text) !== text)
}

/** Runs in the page: every text on it, in sight or not, and what is told by hand or by name. */
function textsOn(): string[] {
  const told = [...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((one) =>
    ['aria-label', 'placeholder', 'title'].map((name) => one.getAttribute(name) ?? ''),
  )
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const said: string[] = []
  while (walker.nextNode()) said.push(walker.currentNode.textContent?.trim() ?? '')
  return [...told, ...said]
}

interface Prepared {
  token: string | null
  scheme: string
}

/** Runs in the page before its own scripts: the session, once, so that signing out stays signed out. */
function prepare({ token, scheme }: Prepared): void {
  if (localStorage.getItem('prepared')) return
  localStorage.setItem('prepared', '1')
  if (token) localStorage.setItem('token', token)
  localStorage.setItem('config', JSON.stringify({ navType: scheme }))
}

/** How the page looked when the test failed, for whoever looks into it. */
async function picture(page: Page, name: string): Promise<void> {
  const path = join('.build', 'failures', `${name.replace(/[^\p{L}\d]+/gu, '-').slice(0, 80)}-${++pictures}.png`)
  await page.screenshot({ path }).catch(() => undefined) // closed already
}
let pictures = 0

function listenForTroubles(page: Page, expected: readonly RegExp[]): string[] {
  const troubles: string[] = []
  const add = (text: string) => void (expected.some((one) => one.test(text)) || troubles.push(text))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      add(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => add(`page error: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) add(`${response.status()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    if (why !== 'net::ERR_ABORTED') add(`failed: ${why} ${request.url()}`) // a page that is left ends its requests
  })
  return troubles
}

/** A part that is there asks for the next one within this time. */
const NEXT_PART_MS = 300

/** Answers how to wait until no part of the application is on its way to the page. */
function listenForParts(page: Page): () => Promise<void> {
  const onTheWay = new Set<Request>()
  let last = performance.now()
  const change = (request: Request) => {
    if (!['script', 'stylesheet'].includes(request.resourceType())) return
    last = performance.now()
    if (!onTheWay.delete(request)) onTheWay.add(request)
  }
  for (const happens of ['request', 'requestfinished', 'requestfailed'] as const) page.on(happens as 'request', change)
  return async () => {
    while (onTheWay.size > 0 || performance.now() - last < NEXT_PART_MS) await setTimeout(50)
  }
}

/** Runs in the page: the browser's own step forward, which the application listens to. */
function follow(path: string): void {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** By which rules a window has had its menu judged. It is most of every page and the same on each: once is enough, and the rest takes half the time. */
const judged = new WeakMap<Page, Set<string>>()

async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  await page.waitForFunction(isSettled, undefined, { timeout: 20_000 }).catch(() => {})
  const known = judged.get(page) ?? new Set()
  judged.set(page, known)
  const asked = rules?.join(' ') ?? ''
  const runOnly: axe.RunOnly = rules ? { type: 'rule', values: [...rules] } : { type: 'tag', values: TAGS }
  const found = await page.evaluate(judge, { runOnly, isMenuKnown: known.has(asked) })
  known.add(asked)
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary?.replaceAll('\n', ' ') ?? ''}`),
  )
}

/** Runs in the page: nothing of before is faded while what follows is on its way. Where that does not come, a page is judged as it stands. */
function isSettled(): boolean {
  const isMoving = ({ effect, playState }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
  return !document.querySelector('[data-old], [aria-busy="true"]') && !document.getAnimations().some(isMoving)
}

interface Judging {
  runOnly: axe.RunOnly
  isMenuKnown: boolean
}

/** Runs in the page. A menu that lies over it, or that somebody is in, is always judged. */
async function judge({ runOnly, isMenuKnown }: Judging): Promise<axe.AxeResults> {
  const menu = isMenuKnown ? document.querySelector('#menu:not([data-over][data-open])') : null
  const entries = menu && !menu.contains(document.activeElement) ? [...menu.childNodes] : []
  for (const one of entries) one.remove()
  const { axe: judging } = globalThis as unknown as { axe: typeof axe } // put there before
  return judging.run(document, { runOnly, resultTypes: ['violations'] }).finally(() => menu?.append(...entries))
}
