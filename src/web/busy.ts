/** How many requests are under way, and whether the last one reached the server. */
export interface Busy {
  count: number
  isConnected: boolean
}

let now: Busy = { count: 0, isConnected: true }
const listeners = new Set<() => void>()
/** ms that the clock of this device is ahead of the server's, as far as known. */
let ahead = 0
/** The server tells whole seconds. */
const AGREES_MS = 2000

/** The time by the server's clock, ms of the epoch. */
export const serverTime = (): number => Date.now() - (Math.abs(ahead) > AGREES_MS ? ahead : 0)

export const busy = {
  /** Counts one request; the answer ends it. */
  start(): () => void {
    change({ count: now.count + 1 })
    return () => change({ count: Math.max(0, now.count - 1) })
  },
  connected(isConnected: boolean): void {
    if (now.isConnected !== isConnected) change({ isConnected })
  },
  /** The server's time as it answers: the clock of a device may be wrong. */
  heard(date: string | null): void {
    const at = Date.parse(date ?? '')
    if (!Number.isNaN(at)) ahead = Date.now() - at
  },
  read: (): Busy => now,
  listen(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function change(part: Partial<Busy>): void {
  now = { ...now, ...part }
  for (const listener of listeners) listener()
}
