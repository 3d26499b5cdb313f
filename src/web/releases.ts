import { busy } from './busy.ts'

const AGAIN_MS = 60_000
const LAST_KEY = 'reloaded'

/**
 * A part of the page that will not load is gone with a new release, or there is no connection.
 * Either way a reload mends it, as soon as the server answers; without one it would leave nothing at all.
 */
export function followReleases(): void {
  window.addEventListener('vite:preloadError', () => void reloadOnceReachable())
}

async function reloadOnceReachable(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) return reload()
  busy.connected(false)
  const stop = busy.listen(() => {
    if (!busy.read().isConnected) return
    stop()
    reload()
  })
}

function reload(): void {
  if (Date.now() - Number(sessionStorage.getItem(LAST_KEY)) < AGAIN_MS) return
  sessionStorage.setItem(LAST_KEY, String(Date.now()))
  window.location.reload()
}
