import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { englishOn, wordsOf } from '../setup/browser.ts'
import { everyScreen, reach } from '../setup/screens.ts'

const { chain, addresses, walk } = await everyScreen()

/** Runs in the page: whether a list is wider than its room. */
const isTableWide = () =>
  [...document.querySelectorAll('section:has(> table)')].some((box) => box.scrollWidth > box.clientWidth)

/** What depends on colours alone. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** The other scheme is the same page with other values of its variables. */
const inScheme = (page: Page, scheme: 'light' | 'dark') =>
  page.evaluate((name) => {
    // Nothing may be on its way from one colour to the other while it is judged, on the way back neither.
    const still = new CSSStyleSheet()
    still.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets = [still]
    Object.assign(document.documentElement.dataset, { scheme: name, mantineColorScheme: name })
  }, scheme)

test('every screen opens at its address without an error, an English word or a barrier, light and dark', async () => {
  expect(addresses.length).toBeGreaterThan(30)
  const say = wordsOf('vi')
  const barriers: string[] = []
  const note = ({ message, actual }: Error & { actual?: unknown }) =>
    void barriers.push(`${message}: ${String(actual)}`)
  await walk({ lang: 'vi' }, async (boss, address) => {
    expect((await fetch(chain.url + address)).status, address).toBe(200)
    await reach(boss, address)
    if (await boss.page.getByRole('heading', { level: 1, name: say('Page not found') }).count())
      barriers.push(`${address} leads nowhere`)
    if (await boss.page.evaluate(isTableWide)) barriers.push(`${address} scrolls sideways`)
    for (const text of await englishOn(boss.page, 'vi')) barriers.push(`${address} says in English: ${text}`)
    await boss.expectAccessible(address).catch(note)
    await inScheme(boss.page, 'dark')
    await boss.expectAccessible(`${address} in the dark`, COLOURS).catch(note)
    await inScheme(boss.page, 'light')
  })
  expect(barriers).toEqual([])
}, 900_000)
