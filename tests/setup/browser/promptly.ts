import type { Page } from 'playwright-core'

/** How many idle round trips a busy machine is given beyond the second. */
const BREATHS = 10

/**
 * ms within which a page shows what it is to show within a second: that, and what a busy machine takes longer now. It is
 * measured by ten times what the page takes to ask its server for nothing and to draw a frame.
 */
export async function aSecondOf(page: Page): Promise<number> {
  const since = performance.now()
  await page.evaluate(async () => {
    await fetch('/healthz')
    await new Promise(requestAnimationFrame)
  })
  return 1000 + BREATHS * (performance.now() - since)
}
