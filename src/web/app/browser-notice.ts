import type { LiveTicket } from '../events.ts'
import { go } from './location.ts'

const ASKED_KEY = 'notices-asked'

/** Asks once after sign-in, unless the person has granted or denied already (specification section 4). */
export function askForNotices(): void {
  if (!('Notification' in window) || Notification.permission !== 'default' || sessionStorage.getItem(ASKED_KEY)) return
  sessionStorage.setItem(ASKED_KEY, '1')
  void Notification.requestPermission().catch(() => undefined)
}

/** A notice of the browser that leads to the ticket. */
export function notice(title: string, { activity, ticket }: { activity: number; ticket: LiveTicket }): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const shown = new Notification(title, {
      body: [ticket.issue_number, ticket.title].filter(Boolean).join(' · '),
      tag: `activity-${activity}`,
      icon: '/favicon.svg',
    })
    shown.onclick = () => {
      window.focus()
      go(`/complaints/view/${ticket.id}`)
      shown.close()
    }
  } catch {
    // Some phones offer notices only to service workers; the bell tells as well.
  }
}
