import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000
let now = Date.now()
let ticker: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** The clock of the page, one for all, moving twice a minute. */
export const useNow = () => useSyncExternalStore(follow, () => now)

function follow(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) now = Date.now()
  ticker ??= setInterval(tick, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticker)
    ticker = undefined
  }
}

function tick() {
  now = Date.now()
  for (const tell of listeners) tell()
}
