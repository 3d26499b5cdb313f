import type { Notification as Note } from '../../../shared/api.ts'
import { followNote, onNotes } from './notifications.ts'

const ASKED_KEY = 'notices-asked'

/** Asks once after sign-in, unless the person has granted or denied already (specification section 4). */
export function askForNotices(): void {
  if (!('Notification' in window) || Notification.permission !== 'default' || sessionStorage.getItem(ASKED_KEY)) return
  sessionStorage.setItem(ASKED_KEY, '1')
  void Notification.requestPermission().catch(() => undefined)
}

/** The browser tells what newly comes into the bell, where the person wants that; answers how to end it. */
export function noticeNews(): () => void {
  let newest: number | null = null
  return onNotes((notes) => {
    const known = newest
    newest = Math.max(known ?? 0, ...notes.map(({ id }) => id))
    // What was there at sign-in is no news.
    if (known === null) return
    const fresh = notes.filter(({ id, is_read, in_browser }) => id > known && is_read === 0 && in_browser)
    for (const note of fresh.reverse()) notice(note)
  })
}

/** A notice of the browser that leads to the ticket. */
function notice(note: Note): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    // One tag: several open windows of the product show it once.
    const shown = new Notification(note.title, {
      body: note.description,
      tag: `notification-${note.id}`,
      icon: '/favicon.svg',
    })
    shown.onclick = () => {
      window.focus()
      followNote(note)
      shown.close()
    }
  } catch {
    // Some phones offer notices only to service workers; the bell tells as well.
  }
}
