import type { Page } from 'playwright-core'

/** A slow line: requests to these addresses go on their way only once the answer is called. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    if (!page.isClosed()) await route.continue()
  })
  return resolve
}
