import { useEffect, useRef } from 'react'
import type { Named } from '../shared/fields.ts'
import type { MailEvent } from '../shared/mail.ts'

/** What the server tells of while it happens, by name (GET /api/stream). */
export interface LiveEvents {
  'new-ticket': { activity: number; channel: 'ticket-created'; ticket: LiveTicket; updated_by: Named | null }
  'ticket-event-updated': {
    activity: number
    channel: 'ticket-chanel-updated'
    ticket: LiveTicket
    updated_by: Named | null
    action: string
  }
  'record-changed': { activity: number; module: string; id: number; action: string; by: Named | null }
  /** What the person's bell holds; `newest` is the number of the newest notification, read or not. */
  notification: { count_unread: number; newest: number }
  presence: { module: string; id: number; people: Named[] }
  /** Of the person's own mailbox. */
  mail: MailEvent
  /** Of whoever hears it: what they may do, or where, is no longer what it was. */
  'rights-changed': Record<string, never>
  /** Displaced: by younger ones of the same person. */
  'session-over': { displaced: boolean }
}
export interface LiveTicket {
  id: number
  title: string
  issue_number: string
}
export type LiveName = keyof LiveEvents
type Handler<N extends LiveName> = (facts: LiveEvents[N]) => void

const handlers = new Map<LiveName, Set<(facts: never) => void>>()

/** Listens until the answer is called. */
export function onEvent<N extends LiveName>(name: N, handler: Handler<N>): () => void {
  const found = handlers.get(name) ?? new Set()
  handlers.set(name, found.add(handler))
  return () => found.delete(handler)
}

/** Listens while the component is shown. */
export function useEvent<N extends LiveName>(name: N, handler: Handler<N>): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => onEvent(name, (facts) => latest.current(facts)), [name])
}

/** Tells the listeners; only the stream calls this. */
export function emit<N extends LiveName>(name: N, facts: LiveEvents[N]): void {
  for (const handler of handlers.get(name) ?? []) handler(facts as never) // registered under the same name
}
