import { DAY_MS } from '../../shared/time/units.ts'
import { readStored, writeStored } from '../public/storage.ts'
import { ownerOf, token } from '../token.ts'
import type { Entry } from './entry.ts'

/** A press of the button, as it was first sent: sent again it must be the same to be known as one. */
export interface Press {
  /** Also the server's Idempotency-Key. */
  key: string
  body: object
  /** How many results these bills had before. */
  before: number
}

/** What the device keeps of a customer until all is handed out: the battery may end while the wheel turns. */
interface Kept {
  by: string | null
  event: number
  entry: Entry
  press: Press | null
  at: number
}

/** Windows beside each other may have a desk each. Signing out forgets them (`dropWords` of the session). */
const keyOf = (face: string, store: number): string => `draw-desk ${face} ${store}`
/** Whoever comes back later than this is another customer. */
const LONGEST_MS = DAY_MS

export function keepWork({ face, store, ...kept }: { face: string; store: number } & Omit<Kept, 'by' | 'at'>): void {
  const isNothing = kept.entry.bills.length === 0 && !kept.entry.card && !kept.entry.phone
  writeStored(keyOf(face, store), isNothing ? null : ({ ...kept, by: ownerOf(token()), at: Date.now() } satisfies Kept))
}

/** What was under way on this device, of the same person, page, store and event. */
export function recallWork(face: string, store: number, event: number): Pick<Kept, 'entry' | 'press'> | null {
  const kept = readStored(keyOf(face, store)) as Kept | null // only `keepWork` writes it
  if (!kept || kept.by !== ownerOf(token()) || Date.now() - kept.at > LONGEST_MS) return null
  return kept.event === event ? kept : null
}

/** The event whose work is kept: after a reload the desk goes on there. */
export function keptEvent(face: string, store: number): number | null {
  const kept = readStored(keyOf(face, store)) as Kept | null // as above
  return kept?.event ?? null
}
