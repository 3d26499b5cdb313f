import { expect, test } from 'vitest'
import { wordsOf } from '../setup/browser/browser.ts'
import { COLOURS, everyScreen, inScheme, reach } from '../setup/browser/screens.ts'

const { chain, addresses, walk } = await everyScreen()

/** Runs in the page: whether a list is wider than its room. */
const isTableWide = () =>
  [...document.querySelectorAll('section:has(> table)')].some((box) => box.scrollWidth > box.clientWidth)

test('every screen opens at its address without an error or a barrier, light and dark', async () => {
  expect(addresses.length).toBeGreaterThan(30)
  const say = wordsOf('en')
  const barriers: string[] = []
  const note = ({ message, actual }: Error & { actual?: unknown }) =>
    void barriers.push(`${message}: ${String(actual)}`)
  await walk({ lang: 'en' }, async (boss, address) => {
    expect((await fetch(chain.url + address)).status, address).toBe(200)
    await reach(boss, address)
    if (await boss.page.getByRole('heading', { level: 1, name: say('Page not found') }).count())
      barriers.push(`${address} leads nowhere`)
    if (await boss.page.evaluate(isTableWide)) barriers.push(`${address} scrolls sideways`)
    await boss.expectAccessible(address).catch(note)
    await inScheme(boss.page, 'dark')
    await boss.expectAccessible(`${address} in the dark`, COLOURS).catch(note)
    await inScheme(boss.page, 'light')
  })
  expect(barriers).toEqual([])
}, 1_800_000)
