/** Fetches a part of the page before it is opened: without a connection it could not be. What does not come now comes then. */
export function fetchAhead(load: () => Promise<unknown>): void {
  if (navigator.onLine) load().catch(() => undefined)
}
