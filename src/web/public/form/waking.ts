/** By this name the browser wakes the worker of the forms when the line is back, even with no page open. */
export const WAKING = 'letters'
/** Where the worker says that it has sent something. */
export const NEWS_CHANNEL = 'forms'

/** What the web platform calls background sync; only some browsers have it, so that the compiler does not know it. */
interface Waking {
  sync: { register(tag: string): Promise<void> }
}

/** Asks the browser for it, where it can; elsewhere the next page that opens sends what waits. */
export async function askToBeWoken(): Promise<void> {
  try {
    const worker = await navigator.serviceWorker.getRegistration()
    if (worker && 'sync' in worker) await (worker as unknown as Waking).sync.register(WAKING) // asked on this line
  } catch {
    // Not on plain http, not everywhere, not against the person's wish.
  }
}
