import type { Page } from 'playwright-core'

/** How many acts are kept on the device, on their way to the server or refused. */
export const keptOn = (page: Page): Promise<number> =>
  page.evaluate(() => Number(localStorage.getItem('acts-kept') ?? 0))
