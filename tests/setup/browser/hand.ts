import type { Locator, Page } from 'playwright-core'

/** A hand on a phone or a keyboard that counts what a job takes of it (docs/daily-jobs.md); letters that are typed are not counted. */
export function countingHand(page: Page) {
  const n = { taps: 0, keys: 0 }
  return {
    n,
    tap: async (what: Locator) => {
      n.taps += 1
      await what.tap()
    },
    /** The same of a mouse. */
    click: async (what: Locator) => {
      n.taps += 1
      await what.click()
    },
    press: async (...keys: string[]) => {
      for (const key of keys) {
        n.keys += 1
        await page.keyboard.press(key)
      }
    },
  }
}

/** More stops than any page has: one that is not met by then is not met at all. */
const MOST_STOPS = 250

/** By Tab alone, or back by Shift+Tab, as somebody without a pointer gets there; how many stops lie between hangs on what has been fetched by then. */
export async function tabTo(wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await wanted.waitFor()
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await wanted.evaluate((one) => one === document.activeElement)) return
    await wanted.page().keyboard.press(key)
  }
  throw new Error(`No stop of ${key} is ${wanted}`)
}
