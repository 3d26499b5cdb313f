import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startBrowser, type Visit, wordsOf } from '../setup/browser/browser.ts'
import { ean13, filmOf } from '../setup/browser/code-picture.ts'
import { scan, typeSlowly } from '../setup/browser/scanner.ts'
import { startChain } from '../setup/chain.ts'
import { riderOf, stopFor } from '../setup/shippers.ts'

const MILK = '8934563138165'
const chain = await startChain()
const film = await filmOf(ean13(MILK))
const { visit } = await startBrowser(chain)
/** A browser whose camera sees the film, once the person has answered its question. */
const withCamera = (answer: 'allow' | 'deny') =>
  startBrowser(chain, [
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
    `--use-fake-ui-for-media-stream${answer === 'deny' ? '=deny' : ''}`,
  ])
const say = wordsOf('vi')
const admin = await chain.person()
const desk = await chain.person({ role: 'Reception', store: chain.stores[0] })
for (const [barcode, name] of [
  [MILK, 'Sữa tươi 1 lít'],
  ['96385074', 'Kẹo bạc hà'],
])
  await chain.call('POST', 'product', { by: admin, body: { barcode, name } })

const stateOf = (page: Page) => page.locator('[data-state]').getAttribute('data-state')
const lineOf = (page: Page, at: number) =>
  Promise.all(
    ['product', 'quantity', 'barcode'].map((part) => page.locator(`#field-lines\\.${at}\\.${part}`).inputValue()),
  )

async function refund(open: typeof visit, how: Visit = {}) {
  const window = await open({ device: 'phone', by: desk, ...how })
  await window.open('/goods-refund/create')
  await window.page.locator('#field-bill').waitFor()
  await window.page.getByLabel(say('Scan or type a barcode')).waitFor()
  return window
}

describe('A hand scanner', () => {
  test('finds the stop of a label, wherever the focus is, and leaves nothing in a field', async () => {
    const who = await riderOf(chain, 'SH1')
    const id = await stopFor(chain, admin, who, '00990')
    await stopFor(chain, admin, who, '00991')
    const phone = await visit({ device: 'phone', by: who })
    const { page } = phone
    await phone.open('/goods-delivery/day')
    await page.getByText('Khách 00990').waitFor()
    const field = page.locator('#field-day')
    const before = await field.inputValue()
    await field.focus()
    await scan(page, `${chain.url}/goods-delivery/view/${id}?package=2`)
    await expect.poll(() => stateOf(page)).toBe('done')
    const said = await page.locator('[data-state]').innerText()
    expect(said).toContain(say('Package {{at}} of {{of}}', { at: 2, of: 2 }))
    expect(said).toContain('00990')
    await expect.poll(() => field.inputValue()).toBe(before)
    await phone.expectAccessible('a scan')
    await scan(page, 'KHONG-CO')
    await expect.poll(() => stateOf(page)).toBe('unknown')
    await page.getByLabel(say('Scan a label, or type a receipt number')).focus()
    await typeSlowly(page, '00991')
    await page.keyboard.press('Enter')
    await expect.poll(() => stateOf(page)).toBe('done')
    await phone.leave()
  })

  test('fills the lines of a refund, and what is written in other fields stays as it is', async () => {
    const { page, leave } = await refund(visit)
    await page.locator('#field-reason').fill('Khách đổi ý')
    await page.locator('#field-reason').press('Home')
    // At once again it is the same scan, ended by whichever key; another product is another line.
    await scan(page, MILK)
    await scan(page, MILK, 'Tab')
    await expect.poll(() => lineOf(page, 0)).toEqual(['Sữa tươi 1 lít', '1', MILK])
    await scan(page, '96385074', 'Tab')
    await expect.poll(() => lineOf(page, 1)).toEqual(['Kẹo bạc hà', '1', '96385074'])
    await expect.poll(() => lineOf(page, 0)).toEqual(['Sữa tươi 1 lít', '1', MILK])
    // After another one it is meant anew.
    await scan(page, MILK)
    await expect.poll(() => lineOf(page, 0)).toEqual(['Sữa tươi 1 lít', '2', MILK])
    await expect.poll(() => page.locator('#field-reason').inputValue()).toBe('Khách đổi ý')
    await expect
      .poll(() => page.locator('#field-reason').evaluate((field) => field === document.activeElement))
      .toBe(true)

    await scan(page, '8934563138166')
    await expect.poll(() => stateOf(page)).toBe('refused')
    await page.getByText(say('The code was misread: its check digit is wrong. Please scan it again.')).waitFor()

    await scan(page, '4006381333931')
    await expect.poll(() => stateOf(page)).toBe('unknown')
    await page.locator('#field-lines\\.2\\.product:focus').waitFor()
    await page.keyboard.type('Bút', { delay: 140 })
    await expect.poll(() => lineOf(page, 2)).toEqual(['Bút', '1', '4006381333931'])

    // The field of the bill takes what is no product of ours.
    await page.locator('#field-bill').focus()
    await scan(page, '96385074')
    await expect.poll(() => lineOf(page, 1)).toEqual(['Kẹo bạc hà', '2', '96385074'])
    await scan(page, '03526112301957')
    await expect.poll(() => page.locator('#field-bill').inputValue()).toBe('03526112301957')
    await leave()
  })

  test('keeps a form from being sent while goods are looked up on a slow line, and the focus with whoever writes meanwhile', async () => {
    const { page, leave } = await refund(visit, { expected: [/product/] })
    const save = page.getByRole('button', { name: say('Save'), exact: true })
    const reason = page.locator('#field-reason')
    const isThere = () => reason.evaluate((field) => field === document.activeElement)
    await page.route('**/api/product?*', async (route) => {
      await setTimeout(600)
      await route.continue()
    })
    await scan(page, MILK)
    await scan(page, '96385074')
    await expect.poll(() => save.isDisabled()).toBe(true)
    await page.getByText(say('Please wait: something is still on its way.')).waitFor()
    await save.and(page.locator(':enabled')).waitFor()
    expect(await lineOf(page, 0)).toEqual(['Sữa tươi 1 lít', '1', MILK])
    expect(await lineOf(page, 1)).toEqual(['Kẹo bạc hà', '1', '96385074'])

    await reason.focus()
    await scan(page, '4006381333931')
    await page.keyboard.type('Đổi ý', { delay: 70 })
    await expect.poll(() => lineOf(page, 2)).toEqual(['', '1', '4006381333931'])
    expect(await isThere()).toBe(true)
    expect(await reason.inputValue()).toBe('Đổi ý')

    await page.unrouteAll()
    await page.route('**/api/product?*', (route) => route.abort())
    await scan(page, '96385074')
    await expect.poll(() => stateOf(page)).toBe('refused')
    await page.getByText(say('No connection. Please check the network and try again.')).first().waitFor()
    expect(await lineOf(page, 1)).toEqual(['Kẹo bạc hà', '1', '96385074'])
    await leave()
  })

  test('leaves nothing in a field that takes the focus while a code comes', async () => {
    const { page, leave } = await refund(visit)
    const field = page.getByLabel(say('Scan or type a barcode'))
    await page.evaluate(
      (id) => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        window.addEventListener('keyup', () => document.getElementById(id)?.focus(), { once: true })
      },
      await field.evaluate(({ id }) => id),
    )
    await scan(page, MILK)
    await expect.poll(() => lineOf(page, 0)).toEqual(['Sữa tươi 1 lít', '1', MILK])
    await expect.poll(() => field.inputValue()).toBe('')
    await leave()
  })

  test('is not what a program writes at once: every letter of it arrives', async () => {
    const { page, leave } = await refund(visit)
    const field = page.locator('#field-reason')
    await field.focus()
    await scan(page, 'abcdefgh', null)
    await expect.poll(() => field.inputValue()).toBe('abcdefgh')
    expect(await page.locator('[data-state]').count()).toBe(0)
    await leave()
  })

  test('is heard, unless the sound is off, which stays so', async () => {
    const { page, context, open, leave } = await refund(visit)
    await context.addInitScript(countTones)
    await open('/goods-refund/create')
    await page.getByLabel(say('Scan or type a barcode')).waitFor()
    await scan(page, MILK)
    await expect.poll(() => stateOf(page)).toBe('done')
    await expect.poll(() => page.evaluate(tones)).toBe(1)
    await page.getByRole('button', { name: say('Turn the sound off') }).click()
    await open('/goods-refund/create')
    await page.getByRole('button', { name: say('Turn the sound on') }).waitFor()
    await scan(page, MILK)
    await expect.poll(() => stateOf(page)).toBe('done')
    expect(await page.evaluate(tones)).toBe(0)
    await leave()
  })
})

describe('The camera', () => {
  test('reads a code from its picture, once as long as it is held there; its reader comes only then', async () => {
    const { page, expectAccessible, leave } = await refund((await withCamera('allow')).visit)
    const fetched: string[] = []
    page.on('request', (request) => void fetched.push(request.url()))
    const isReader = (url: string) => /\.wasm$|decoder/.test(url)
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
      .not.toEqual(expect.arrayContaining([expect.stringMatching(/\.wasm$|decoder/)]))
    await page.getByRole('button', { name: say('Read with the camera') }).click()
    await expect.poll(() => lineOf(page, 0)).toEqual(['Sữa tươi 1 lít', '1', MILK])
    expect(fetched.filter(isReader).every((url) => url.startsWith(chain.url))).toBe(true)
    expect(fetched.filter((url) => url.endsWith('.wasm'))).toHaveLength(1)
    await page.waitForTimeout(3000)
    // A device that is busy for longer than a second look at the same code would take.
    await page.evaluate(() => {
      const end = performance.now() + 2500
      while (performance.now() < end);
    })
    await page.waitForTimeout(1000)
    await expect.poll(() => lineOf(page, 0)).toEqual(['Sữa tươi 1 lít', '1', MILK])
    await expectAccessible('the camera')
    await page.getByRole('button', { name: say('Close the camera') }).click()
    await page.locator('video').waitFor({ state: 'detached' })
    await leave()
  })

  test('that is not allowed says what to do, and a hand scanner goes on', async () => {
    const { page, leave } = await refund((await withCamera('deny')).visit)
    await page.getByRole('button', { name: say('Read with the camera') }).click()
    await page
      .getByRole('alert')
      .getByText(/máy quét cầm tay/i)
      .waitFor()
    await scan(page, '96385074')
    await expect.poll(() => lineOf(page, 0)).toEqual(['Kẹo bạc hà', '1', '96385074'])
    await leave()
  })

  test('that is missing says so, and typing does', async () => {
    const { page, context, leave } = await refund(visit)
    await context.grantPermissions(['camera'])
    await page.getByRole('button', { name: say('Read with the camera') }).click()
    await page
      .getByRole('alert')
      .getByText(say('No camera was found on this device. Please use a hand scanner or type the code.'))
      .waitFor()
    const field = page.getByLabel(say('Scan or type a barcode'))
    await expect.poll(() => field.getAttribute('inputmode')).toBe('numeric')
    await field.focus()
    await typeSlowly(page, MILK)
    await page.keyboard.press('Enter')
    await expect.poll(() => lineOf(page, 0)).toEqual(['Sữa tươi 1 lít', '1', MILK])
    await expect.poll(() => field.inputValue()).toBe('')
    await leave()
  })
})

/** Runs in the page: counts the tones that the browser is told to play. */
function countTones(): void {
  const { start } = OscillatorNode.prototype
  Reflect.set(globalThis, 'tones', 0)
  OscillatorNode.prototype.start = function count(...given) {
    Reflect.set(globalThis, 'tones', Reflect.get(globalThis, 'tones') + 1)
    return start.apply(this, given)
  }
}
const tones = (): number => Reflect.get(globalThis, 'tones')
