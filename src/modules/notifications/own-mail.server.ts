import type { Happened } from '#server/activity/feed.ts'
import type { Tx } from '#server/db/db.ts'
import type { KindName } from './kinds.ts'
import { ring } from './ringing.server.ts'

const KINDS: Record<string, KindName> = { 'new mail': 'mail', 'mail not sent': 'mail not sent' }

/** What came to somebody's own mailbox, and what did not leave it, rings their bell; without a word of the mail. */
export async function notifyOfOwnMail(tx: Tx, happened: readonly Happened[]): Promise<void> {
  for (const { id, module, action, place } of happened) {
    const kind = module === 'mail' ? KINDS[action] : undefined
    if (!kind) continue
    const people = place.people ?? []
    await ring(
      tx,
      kind,
      '/mail',
      people.map((user_id) => ({ user_id, activity: id, title: '', ticket_id: null, params: {} })),
    )
  }
}
