import type { Download, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Figures go out as a picture that is sharp on paper, and are printed without what only a screen needs. */
export async function expectPictureAndPrint(page: Page, say: (text: string) => string): Promise<void> {
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('Picture') }).click(),
  ])
  const png = await bytesOf(picture)
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(png.readUInt32BE(16)).toBeGreaterThan(1600)

  await page.emulateMedia({ media: 'print' })
  for (const screenOnly of [say('Excel'), say('Print')])
    await expect.poll(() => page.getByRole('button', { name: screenOnly }).count()).toBe(0)
  await expect.poll(() => page.locator('table').isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
}

export async function bytesOf(download: Download): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer) // a file's stream gives buffers
  return Buffer.concat(parts)
}
