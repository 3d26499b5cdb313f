import { useEffect } from 'react'
import { loadOrTell } from '../ahead.ts'
import { onForbidden, onUnproven } from '../api.ts'
import { withCatalog } from '../catalogs.ts'
import { type LiveEvents, onEvent } from '../events.ts'
import { changed, client } from '../query.ts'
import { readSession, refreshUser } from '../session.ts'
import { endHere } from '../token.ts'
import { askForNotices, noticeNews } from './notifications/browser-notice.ts'
import { learnUnread, refetchNotifications } from './notifications/notifications.ts'
import { followStream } from './stream.ts'

const loadAsking = () => withCatalog(() => import('./ask-password.ts'))

type TicketEvent = LiveEvents['new-ticket'] | LiveEvents['ticket-event-updated']

/** What is shown by rights that were taken is asked for again, and so refused. */
async function followRights(): Promise<void> {
  await refreshUser().catch(() => undefined)
  await client.invalidateQueries()
}

const rightsNow = (): string => {
  const session = readSession()
  if (session.state !== 'in') return ''
  const { route_access, role, store, department } = session.user
  return JSON.stringify([route_access, role, store, department])
}

let isAsking = false
/** Of rights that changed unheard the first refusal tells; where they are what they were, nothing is asked again. */
async function doubtRights(): Promise<void> {
  if (isAsking) return
  isAsking = true
  const before = rightsNow()
  await refreshUser().catch(() => undefined)
  isAsking = false
  if (rightsNow() !== before) await client.invalidateQueries()
}

/** Keeps open screens, the bell and the desk up to date while someone is signed in. */
export function useLive(): void {
  useEffect(() => {
    askForNotices()
    onForbidden(() => void doubtRights())
    onUnproven(async () => (await loadOrTell(loadAsking))?.askPassword() ?? false)
    const session = readSession()
    const tell = (event: TicketEvent) => {
      changed('complaints', event.ticket.id)
      refetchNotifications()
    }
    const stops = [
      noticeNews(),
      onEvent('new-ticket', tell),
      onEvent('ticket-event-updated', tell),
      onEvent('record-changed', ({ module, id }) => changed(module, id)),
      onEvent('rights-changed', () => void followRights()),
      onEvent('notification', learnUnread),
      onEvent('session-over', ({ displaced }) => endHere(displaced ? 'displaced' : 'over')),
      followStream(session.state === 'in' ? session.user.live_mark : null),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}
