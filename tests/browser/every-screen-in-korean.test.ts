import { expect, test } from 'vitest'
import { englishOn } from '../setup/browser/browser.ts'
import { outOfReach } from '../setup/browser/in-reach.ts'
import { COLOURS, everyScreen, inScheme, reach, WORDED } from '../setup/browser/screens.ts'

const { addresses, visit, walk } = await everyScreen()

test('at 200 % no screen says anything in English, scrolls sideways, hides what has the focus, lacks a name or contrast', async () => {
  const faults: string[] = []
  await walk({ lang: 'ko', device: 'zoomed', scheme: 'dark' }, async (boss, address) => {
    await reach(boss, address)
    for (const text of await englishOn(boss.page, 'ko')) faults.push(`${address} says in English: ${text}`)
    // Every other one in the light: the walk on a phone judges those in the dark.
    const scheme = addresses.indexOf(address) % 2 ? 'light' : 'dark'
    await inScheme(boss.page, scheme)
    await boss
      .expectAccessible(`${address}, ${scheme}`, [...WORDED, ...COLOURS])
      .catch((error: unknown) => void faults.push(String(error)))
    for (const fault of await outOfReach(boss.page)) faults.push(`${address}: ${fault}`)
  })
  expect(faults).toEqual([])
}, 600_000)

/** Each of these is out of reach in its own way; what is only unusual is not. */
const POOR_PAGE = `
  <style>
    body { margin: 0 }
    main { height: 300px; overflow: auto }
    .wide { width: 900px }
    .bar { position: fixed; inset: auto 0 0; height: 100px; background: #fff }
    .late { position: fixed; inset: 200px 0 auto; height: 60px; background: #fff }
  </style>
  <main tabindex="-1">
    <button>free</button>
    <div class="wide">wider than its room</div>
    <label><input type="checkbox" style="position: absolute; opacity: 0" /> drawn by its label</label>
    <button style="position: fixed; top: 220px">under a notice</button>
    <button disabled style="position: fixed; top: 220px">that takes no focus</button>
    <button style="position: fixed; left: -400px">off to the side</button>
    <button style="position: fixed; bottom: 90px; height: 60px">half covered</button>
  </main>
  <a href="#foot" style="position: fixed; bottom: 20px">under the bar</a>
  <div class="late"></div>
  <div class="bar"></div>`

test('what is covered, off to the side or wider than the window is told by its name', async () => {
  const { page, leave } = await visit({ device: 'zoomed' })
  await page.setContent(POOR_PAGE)
  const before = page.getByRole('button', { name: 'free' })
  await before.focus()
  expect(await outOfReach(page)).toEqual([
    'main is 900 wide',
    'button “under a notice” is covered by div “late”',
    'button “off to the side” is covered by the edge of the window',
    'a “under the bar” is covered by div “bar”',
  ])
  expect(await before.evaluate((one) => one === document.activeElement), 'the focus is where it was').toBe(true)
  // Under a dialog only the dialog is looked at.
  await page.setContent(`${POOR_PAGE}<div role="dialog" aria-modal="true" style="position: fixed; inset: 0; background: #fff">
    <button>in the dialog</button></div>`)
  expect(await outOfReach(page)).toEqual(['main is 900 wide'])
  await leave()
})
