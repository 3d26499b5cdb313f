/** How many requests are under way, and whether the last one reached the server. */
export interface Busy {
  count: number
  isConnected: boolean
}

let now: Busy = { count: 0, isConnected: true }
const listeners = new Set<() => void>()

export const busy = {
  /** Counts one request; the answer ends it. */
  start(): () => void {
    change({ count: now.count + 1 })
    return () => change({ count: Math.max(0, now.count - 1) })
  },
  connected(isConnected: boolean): void {
    if (now.isConnected !== isConnected) change({ isConnected })
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
