import { useSyncExternalStore } from 'react'
import { MINUTE_MS } from '../../shared/time/units.ts'
import { isAttended, onWork } from '../attendance.ts'
import { refreshUser } from '../session.ts'
import { lastCall } from '../token.ts'

const LOOK_EVERY_MS = 15_000
const WARNS_MS = 5 * MINUTE_MS

/** When the session ends as nobody works, in ms of the epoch by the clock of this device; null unless that is soon. */
let endsAt: number | null = null
const listeners = new Set<() => void>()

/**
 * Keeps the session of whoever works here without asking the server anything, and warns in time where nobody does (WCAG 2.2, 2.2.1). Answers
 * how to stop.
 * @param minutes after the last call of any tab the server ends the session
 */
export function keepAwake(minutes: number): () => void {
  const idle = minutes * MINUTE_MS
  const look = () => {
    const left = lastCall() + idle - Date.now()
    if (isAttended() && left < idle * 0.9) void refreshUser().then(look, () => undefined)
    become(left > 0 && left < Math.min(WARNS_MS, idle / 3) ? lastCall() + idle : null)
  }
  const note = () => {
    if (endsAt !== null) look()
  }
  const timer = window.setInterval(look, LOOK_EVERY_MS)
  const unlisten = onWork(note)
  return () => {
    window.clearInterval(timer)
    unlisten()
  }
}

export const useIdleEnd = (): number | null => useSyncExternalStore(listen, () => endsAt)

function become(next: number | null): void {
  if (next === endsAt) return
  endsAt = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
