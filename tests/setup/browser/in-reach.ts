import type { Page } from 'playwright-core'

/**
 * What a page keeps from whoever has little room: that it scrolls sideways (WCAG 2.2, 1.4.10), and controls that take the
 * focus and are then under something else or out of sight (2.4.11). Under a dialog only the dialog is looked at.
 */
export const outOfReach = (page: Page): Promise<string[]> => page.evaluate(findOutOfReach)

/** Runs in the page. The focus goes through it, and back to where it was. */
async function findOutOfReach(): Promise<string[]> {
  const CONTROLS =
    'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]:not([contenteditable=false])'
  const NINE = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const))
  const called = (one: HTMLElement) =>
    `${one.localName} “${(one.ariaLabel || one.innerText || one.id || one.className).trim().slice(0, 60)}”`
  const isPart = (one: HTMLElement, top: Element) =>
    one.contains(top) ||
    (top.contains(one) && top.clientHeight < innerHeight / 2) ||
    top.closest('label')?.contains(one)
  /** A checkbox or radio of the page's own looks is its label. */
  const drawnAs = (one: HTMLElement) => {
    const { width, height } = one.getBoundingClientRect()
    if (width > 2 && height > 2 && getComputedStyle(one).opacity !== '0') return one
    return (one instanceof HTMLInputElement ? one.labels?.[0] : null) ?? one.parentElement ?? one
  }
  const isSeen = (one: HTMLElement) => {
    const drawn = drawnAs(one)
    const { left, top, width, height } = drawn.getBoundingClientRect()
    return NINE.some(([x, y]) => {
      const found = document.elementFromPoint(left + width * x, top + height * y)
      return found && isPart(drawn, found)
    })
  }
  const coverOf = (one: HTMLElement) => {
    const { left, top, width, height } = drawnAs(one).getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return found instanceof HTMLElement ? called(found) : (found?.localName ?? 'the edge of the window')
  }
  /** What comes to the focus is drawn in one of the next frames. */
  const isSeenSoon = async (one: HTMLElement) => {
    for (let frame = 0; frame < 30 && document.activeElement === one && !isSeen(one); frame++)
      await new Promise((drawn) => requestAnimationFrame(drawn))
    return document.activeElement !== one || isSeen(one)
  }
  const dialog = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1)
  const before = document.activeElement
  const faults: string[] = []
  for (const page of document.querySelectorAll('html, main[tabindex]'))
    if (page.scrollWidth > page.clientWidth) faults.push(`${page.localName} is ${page.scrollWidth} wide`)
  for (const one of (dialog ?? document).querySelectorAll<HTMLElement>(CONTROLS)) {
    if (one.tabIndex < 0 || one.closest('[inert]') || !one.checkVisibility({ visibilityProperty: true })) continue
    one.focus()
    if (document.activeElement === one && !(await isSeenSoon(one)))
      faults.push(`${called(one)} is covered by ${coverOf(one)}`)
  }
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return faults
}
