import type { Page } from 'playwright-core'

/** ms between two keys of a scanner on a cable. */
const GAP_MS = 8

/**
 * A hand scanner at the keyboard of a page: real keys, and Enter or Tab after them. Each bears the time at which a scanner presses it, as
 * what carries the keys here may be slower than a cable.
 */
export async function scan(page: Page, code: string, end: 'Enter' | 'Tab' = 'Enter'): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  let at = Date.now() / 1000
  const press = async (key: string, text: string) => {
    at += GAP_MS / 1000
    const event = {
      key,
      code: /^\d$/.test(key) ? `Digit${key}` : '',
      timestamp: at,
      windowsVirtualKeyCode: VIRTUAL[key],
    }
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', text, unmodifiedText: text, ...event })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
  }
  await Promise.all([...code].map((key) => press(key, key)))
  await press(end, end === 'Enter' ? '\r' : '')
  await keyboard.detach()
}

const VIRTUAL: Record<string, number> = { Enter: 13, Tab: 9 }

/** A hand: so slow that nobody takes it for a scanner. */
export const typeSlowly = (page: Page, text: string): Promise<void> => page.keyboard.type(text, { delay: 150 })
