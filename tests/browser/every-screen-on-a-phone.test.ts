import { expect, test } from 'vitest'
import { englishOn } from '../setup/browser/browser.ts'
import { COLOURS, everyScreen, inScheme, reach, WORDED } from '../setup/browser/screens.ts'

const { addresses, walk } = await everyScreen()

/** Runs in the page: buttons in sight without a name, without words or a sign, or too small to be hit (WCAG 2.2, 2.5.8). */
function poorButtons(): string[] {
  const LEAST = 24
  return [...document.querySelectorAll<HTMLElement>('button, [role=button], a.mantine-Button-root, summary')]
    .filter((button) => button.checkVisibility({ visibilityProperty: true }))
    .flatMap((button) => {
      const { width, height } = button.getBoundingClientRect()
      const words = button.innerText.trim()
      const name = button.ariaLabel || words
      const isBare =
        !button.querySelector('svg, img, [data-initials]') && (!words || getComputedStyle(button).fontSize === '0px')
      const faults = [
        ...(name ? [] : ['has no name']),
        ...(isBare ? ['shows nothing'] : []),
        ...(width < LEAST || height < LEAST ? [`is ${Math.round(width)} × ${Math.round(height)}`] : []),
      ]
      return faults.map((fault) => `“${name || button.outerHTML.slice(0, 120)}” ${fault}`)
    })
}

test('a phone shows every screen without scrolling sideways or a word of English, with contrast, and every button says what it does and can be hit', async () => {
  const poor: string[] = []
  await walk({ device: 'phone', lang: 'vi' }, async (boss, address) => {
    await reach(boss, address)
    const width = await boss.page.evaluate(() => document.documentElement.scrollWidth)
    if (width > 390) poor.push(`${address} is ${width} wide`)
    for (const fault of await boss.page.evaluate(poorButtons)) poor.push(`${address}: ${fault}`)
    for (const text of await englishOn(boss.page, 'vi')) poor.push(`${address} says in English: ${text}`)
    // Every other one in the dark: the walk at 200 % judges those in the light.
    const scheme = addresses.indexOf(address) % 2 ? 'dark' : 'light'
    await inScheme(boss.page, scheme)
    await boss
      .expectAccessible(`${address}, ${scheme}`, [...WORDED, ...COLOURS])
      .catch((error: unknown) => void poor.push(String(error)))
  })
  expect(poor).toEqual([])
}, 1_800_000)
