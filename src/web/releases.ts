import { busy } from './busy.ts'

const AGAIN_MS = 60_000
const LAST_KEY = 'reloaded'

/** Why parts of the page did not come. */
const failures = new WeakSet<Error>()
let isOutdated = false

/** A part of the page that will not load is gone with a new release, or there is no connection. */
export function followReleases(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    failures.add(payload)
    void isReachable().then((found) => (isOutdated ||= found))
  })
}

/** Reloads a page of which a part in sight did not come, as soon as the server answers; without one it would leave nothing at all. */
export async function reloadIfBroken(error: unknown): Promise<void> {
  if (!(error instanceof Error && failures.has(error))) return
  if (await isReachable()) return reload()
  busy.connected(false)
  const stop = busy.listen(() => {
    if (!busy.read().isConnected) return
    stop()
    reload()
  })
}

/** What came in vain before it was needed takes nothing from the person until they go elsewhere. */
export function reloadIfOutdated(): void {
  if (isOutdated && busy.read().isConnected) reload()
}

const isReachable = async (): Promise<boolean> =>
  Boolean((await fetch('/healthz', { cache: 'no-store' }).catch(() => null))?.ok)

function reload(): void {
  if (Date.now() - Number(sessionStorage.getItem(LAST_KEY)) < AGAIN_MS) return
  sessionStorage.setItem(LAST_KEY, String(Date.now()))
  window.location.reload()
}
