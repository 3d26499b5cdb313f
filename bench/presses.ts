import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { CHROMIUM } from '../tests/setup/browser/chromium.ts'
import type { Line } from './table.ts'

/** A cheap processor: a quarter of this machine's speed. */
const CPU_RATE = 4
export const TIMES_PRESSED = 20
const MOST_MS = 100
/** After so long a press has been answered and drawn, on a slow processor too. */
const REST_MS = 600
/** Shorter ones the browser does not tell of. */
const LEAST_MS = 16

const SIZES = [
  { name: 'desktop', viewport: { width: 1440, height: 900 }, isMobile: false },
  { name: 'phone', viewport: { width: 390, height: 844 }, isMobile: true },
] as const
type Size = (typeof SIZES)[number]

/** What people press all day. */
interface Press {
  what: string
  /** On both unless said. */
  on?: Size['name']
  path: string
  /** Brings the page to where it is pressed; called before the first time. */
  begin?: (hand: Hand) => Promise<unknown>
  press: (hand: Hand, at: number) => Promise<unknown>
  /** Takes it back, which is not measured. */
  back?: (hand: Hand, at: number) => Promise<unknown>
}

/** A person on a page: clicks with a mouse, or taps. */
interface Hand {
  page: Page
  key: (name: string) => Promise<void>
  hit: (what: Locator) => Promise<void>
  button: (name: string | RegExp) => Locator
}

const LIST = '/complaints?perpage=25'
const title = ({ page }: Hand, at: number) => page.locator('main :is(tbody tr[data-at] a, li h2 a)').nth(at % 5)
const ticks = ({ page }: Hand) => page.locator('main :is(tbody tr[data-at], li) input[type="checkbox"]')
const openFirst = (hand: Hand) => hand.hit(title(hand, 0)).then(() => hand.page.locator('main aside').first().waitFor())
const back = async ({ page }: Hand) => void (await page.goBack())
/** A list that is open in a dialog closes before the dialog does. */
const closeIt = async ({ key }: Hand) => {
  await key('Escape')
  await key('Escape')
}
const card = ({ page }: Hand) => page.locator('[data-card] [data-move]').first()

const PRESSES: readonly Press[] = [
  { what: 'a complaint opened from the list', path: LIST, press: (hand, at) => hand.hit(title(hand, at)), back },
  { what: 'j and k in the list', on: 'desktop', path: LIST, press: ({ key }, at) => key(at % 10 < 5 ? 'j' : 'k') },
  { what: 'a row ticked', path: LIST, press: (hand, at) => hand.hit(ticks(hand).nth(at % 10)) },
  {
    what: 'a quick filter',
    path: LIST,
    // On a phone they are behind a button.
    begin: async (hand) => {
      const filters = hand.button(/^Filters/)
      if (await filters.isVisible()) await hand.hit(filters)
    },
    press: (hand) => hand.hit(hand.page.locator('fieldset button[aria-pressed]').nth(1)),
  },
  {
    what: 'a letter in the search of the list',
    path: LIST,
    begin: ({ page }) => page.getByRole('searchbox').first().focus(),
    press: ({ key }, at) => key(at % 6 < 3 ? 'giao'.charAt(at % 3) : 'Backspace'),
  },
  { what: 'Ctrl+K', path: LIST, press: ({ key }) => key('Control+k'), back: closeIt },
  {
    what: 'a letter in Ctrl+K',
    path: LIST,
    begin: ({ key }) => key('Control+k'),
    press: ({ key }, at) => key(at % 8 < 4 ? 'giao'.charAt(at % 4) : 'Backspace'),
  },
  {
    what: 'the next complaint',
    on: 'desktop',
    path: LIST,
    begin: openFirst,
    press: ({ key }, at) => key(at % 20 < 10 ? 'j' : 'k'),
  },
  {
    what: 'the next complaint',
    on: 'phone',
    path: LIST,
    begin: openFirst,
    press: (hand) => hand.hit(hand.button('Next in the list')),
  },
  {
    what: 'the dialog for assigning opened',
    path: LIST,
    begin: openFirst,
    press: ({ key }) => key('a'),
    back: closeIt,
  },
  {
    what: 'the dialog for assigning closed',
    path: LIST,
    begin: async (hand) => {
      await openFirst(hand)
      await hand.key('a')
    },
    press: ({ key }) => key('Escape'),
    back: async (hand) => {
      await closeIt(hand)
      await hand.key('a')
    },
  },
  {
    what: 'a tab of the composer',
    on: 'desktop',
    path: LIST,
    begin: openFirst,
    press: (hand, at) =>
      hand.hit(
        hand.page
          .getByRole('region', { name: 'Write' })
          .locator('label')
          .nth(at % 3),
      ),
  },
  {
    what: 'the composer raised',
    on: 'phone',
    path: LIST,
    begin: openFirst,
    press: (hand) => hand.hit(hand.button('Reply')),
    back: (hand) => hand.hit(hand.button('Close')),
  },
  { what: 'the moves of a card', path: '/complaints/board', press: (hand) => hand.hit(card(hand)), back: closeIt },
  {
    what: 'a card moved',
    path: '/complaints/board',
    begin: (hand) => hand.hit(card(hand)),
    press: (hand) => hand.hit(hand.page.locator('[role="menuitem"]:not([disabled])').first()),
    back: async (hand) => {
      await closeIt(hand)
      await hand.hit(card(hand))
    },
  },
  {
    what: 'an act of Today',
    path: '/dashboard',
    press: (hand) => hand.hit(hand.button(/^Assign: /).first()),
    back: closeIt,
  },
  {
    what: 'another period of the dashboard',
    path: '/dashboard',
    press: (hand, at) => hand.hit(hand.page.locator('main [role="radiogroup"] label').nth(1 + (at % 3))),
  },
]

/** How long a press takes until something is drawn, the slowest of twenty told as the 95th of a hundred. */
export async function measurePresses(url: string, token: string, times: number): Promise<Line[]> {
  const browser = await chromium.launch(CHROMIUM)
  try {
    const lines: Line[] = []
    for (const size of SIZES) {
      const all: number[] = []
      for (const press of PRESSES.filter(({ on = size.name }) => on === size.name)) {
        const took = await pressed(browser, url, token, size, press, times).catch((error: unknown) => {
          console.error(press.what, error)
          return []
        })
        all.push(...took)
        const told = line(press.what, size, took)
        console.error(`${told.what}, ${told.at}: ${told.measured}`)
        lines.push(told)
      }
      lines.push(line('all presses', size, all))
    }
    return lines
  } finally {
    await browser.close()
  }
}

async function pressed(
  browser: Browser,
  url: string,
  token: string,
  size: Size,
  press: Press,
  often: number,
): Promise<number[]> {
  const { viewport, isMobile } = size
  const context = await browser.newContext({ serviceWorkers: 'block', viewport, isMobile, hasTouch: isMobile })
  await context.addCookies([{ name: 'lang', value: 'en', url }])
  await context.addInitScript((given) => localStorage.setItem('token', given), token)
  await context.addInitScript(listen, LEAST_MS)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const slow = await context.newCDPSession(page)
  const hand: Hand = {
    page,
    key: (name) => page.keyboard.press(name),
    hit: async (what) => {
      const { x, y } = await middleOf(what)
      await (isMobile ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
    },
    button: (name) => page.getByRole('button', { name, exact: typeof name === 'string' }).first(),
  }
  await page.goto(url + press.path)
  await page.waitForTimeout(3000)
  await press.begin?.(hand)
  await page.waitForTimeout(3000)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  const times: number[] = []
  // The first time fetches what later ones have.
  for (let at = -1; at < often; at++) {
    await page.evaluate(() => Reflect.set(window, 'slowest', 0))
    await press.press(hand, at + 1)
    await page.waitForTimeout(REST_MS)
    if (at >= 0) times.push(await page.evaluate(() => Number(Reflect.get(window, 'slowest'))))
    await press.back?.(hand, at + 1)
    if (press.back) await page.waitForTimeout(REST_MS)
  }
  await context.close()
  return times
}

/** Where a hand hits it. What looks whether a click arrives would be part of how long it takes. */
async function middleOf(what: Locator): Promise<{ x: number; y: number }> {
  await what.waitFor()
  await what.scrollIntoViewIfNeeded()
  const box = await what.boundingBox()
  if (!box) throw new Error('There is nothing to hit')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Runs in the page: keeps the slowest of what came of a press, from the press to the next picture. */
function listen(durationThreshold: number): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const isPress = Number(Reflect.get(entry, 'interactionId')) > 0
      if (isPress) Reflect.set(window, 'slowest', Math.max(Number(Reflect.get(window, 'slowest')), entry.duration))
    }
  }).observe({ type: 'event', buffered: false, durationThreshold } as PerformanceObserverInit)
}

function line(what: string, { name }: Size, times: readonly number[]): Line {
  const sorted = times.toSorted((a, b) => a - b)
  const share = (part: number) => sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
  return {
    what: `press: ${what}`,
    at: `${name}, CPU ÷ ${CPU_RATE}, ${times.length} times`,
    measured: `p50 ${share(0.5)}, p95 ${share(0.95)} ms to the next paint`,
    goal: `p95 < ${MOST_MS} ms`,
    isMet: share(0.95) < MOST_MS,
  }
}
