/** The page first: what is kept for later must not take its line away. */
const AFTER_MS = 3000

/**
 * Lets this form open without a connection from now on: a worker of its own address, and of no other page, keeps its files
 * (offline/worker.ts). Whoever saves data keeps nothing.
 */
export function keepForOffline(): void {
  const line: object = ('connection' in navigator && navigator.connection) || {}
  if (!('serviceWorker' in navigator) || Reflect.get(line, 'saveData') === true) return
  const scope = location.pathname.replace(/\/+$/, '')
  const register = () =>
    navigator.onLine && navigator.serviceWorker.register('/forms-worker.js', { scope }).catch(() => {})
  setTimeout(register, AFTER_MS)
}
