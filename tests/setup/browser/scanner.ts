import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** ms between two keys of a scanner on a cable. */
const GAP_MS = 8

/**
 * A hand scanner at the keyboard of a page: real keys, and Enter or Tab after them; null: what a program writes at once. Each bears the time at which a scanner presses it, as
 * what carries the keys here may be slower than a cable.
 */
export async function scan(page: Page, code: string, end: 'Enter' | 'Tab' | null = 'Enter'): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  let at = Date.now() / 1000
  const press = (key: string, text: string) => {
    at += GAP_MS / 1000
    const code = /^\d$/.test(key) ? `Digit${key}` : ''
    const event = { key, code, timestamp: at, windowsVirtualKeyCode: VIRTUAL[key] }
    return [
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', text, unmodifiedText: text, ...event }),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }),
    ]
  }
  const keys = [...code].flatMap((key) => press(key, key))
  await Promise.all(end ? [...keys, ...press(end, end === 'Enter' ? '\r' : '')] : keys)
  await keyboard.detach()
}

const VIRTUAL: Record<string, number> = { Enter: 13, Tab: 9 }

/** A hand: so slow that nobody takes it for a scanner. */
export const typeSlowly = (page: Page, text: string): Promise<void> => page.keyboard.type(text, { delay: 150 })

/** A key by hand after a scan: one that comes at once would be the scanner's own second Enter. */
export async function pressByHand(page: Page, key: string): Promise<void> {
  await setTimeout(300)
  await page.keyboard.press(key)
}
