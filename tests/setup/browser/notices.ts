import type { Page } from 'playwright-core'

/** The browser's own notices, as a person would see them. */
export function watchNotices(): void {
  const seen = { asked: 0, shown: [] as string[] }
  function Notice(title: string, { body }: { body: string }): void {
    seen.shown.push(`${title} ${body}`)
  }
  Notice.permission = 'default'
  Notice.requestPermission = async () => {
    seen.asked++
    Notice.permission = 'granted'
    return 'granted'
  }
  Object.assign(globalThis, { noticesSeen: seen, Notification: Notice })
}

export const noticesOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { noticesSeen: { asked: number; shown: string[] } }).noticesSeen) // put there above
