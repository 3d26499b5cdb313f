import { OPENED_MOST } from '../../../shared/opened.ts'
import { readSession } from '../../session.ts'

const placeOf = (): string | undefined => {
  const now = readSession()
  return now.state === 'in' ? `opened:${now.user.id}` : undefined
}

/** The records that this person opened last in this browser, the newest first: `module:id`, and nothing of what they say. */
export function openedLast(): string[] {
  try {
    const held: unknown = JSON.parse(localStorage.getItem(placeOf() ?? '') ?? '[]')
    return Array.isArray(held) ? held.filter((one) => typeof one === 'string').slice(0, OPENED_MOST) : []
  } catch {
    return []
  }
}

/** Keeps where somebody is, if that is a record; erased as they sign out (session.ts). */
export function noteOpened(path: string): void {
  const [, module, id] = /^\/([a-z-]+)\/view\/(\d+)$/.exec(path) ?? []
  const place = placeOf()
  if (!id || !place) return
  const record = `${module}:${id}`
  try {
    const kept = [record, ...openedLast().filter((one) => one !== record)].slice(0, OPENED_MOST)
    localStorage.setItem(place, JSON.stringify(kept))
  } catch {
    // Storage is switched off: nothing is recent.
  }
}
