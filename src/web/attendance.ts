import { MINUTE_MS } from '../shared/time/units.ts'

/** What a page asks later than this after somebody was at it, it asks by itself. */
const ATTENDED_MS = MINUTE_MS

let workedAt = Date.now()

/** When somebody was last at this window, in ms of the epoch; to open it counts. */
export const lastWork = (): number => workedAt

/** Whether what this window asks the server now is asked for somebody. */
export const isAttended = (): boolean => Date.now() - workedAt < ATTENDED_MS

/** Notes that somebody is at this window, who may touch neither a key nor the screen: a code was held before the camera. */
export function noteWork(): void {
  workedAt = Date.now()
}

/** Notes every sign that somebody is at this window, and tells of it, until the answer is called. */
export function onWork(hear: () => void): () => void {
  const kinds = ['pointerdown', 'keydown', 'wheel']
  const note = () => {
    noteWork()
    hear()
  }
  for (const kind of kinds) window.addEventListener(kind, note, { passive: true })
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, note)
  }
}
