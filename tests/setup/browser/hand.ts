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
