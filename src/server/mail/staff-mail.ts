import { sql } from 'kysely'
import type { AppContext, Facts } from '../app-context.ts'
import { actorOfUser } from '../auth/sessions.ts'
import { json, row, type Tx } from '../db/db.ts'
import { jsonOf, type RowOf } from '../db/shape.ts'
import { SENDS_MAIL } from './mailbox.ts'

export interface NewStaffMail {
  /** What it is about, once for ever: a second mail with the same key is not written. */
  key: string
  reader: number
  facts: Facts
}

/**
 * Asks, in the caller's transaction, for mails to our own people; each is written by the writer of that name when it is sent.
 * Without a mail server nothing is queued: what happened meanwhile is not told by mail later.
 */
export async function queueStaffMails(tx: Tx, writer: string, mails: readonly NewStaffMail[]): Promise<void> {
  if (mails.length === 0) return
  await sql`insert into mails (key, state, kind, recipient, subject, body_text, headers, writer, reader, facts)
    select l.key, 'waiting', 'notice', u.email, '', '', ${json(BY_ITSELF)}, ${writer}, u.id, l.facts
    from jsonb_to_recordset(${json(mails)}) l(key text, reader bigint, facts jsonb) join users u on u.id = l.reader
    where ${SENDS_MAIL}
    on conflict (key) do nothing`.execute(tx)
}

/** So that no answering machine answers. */
const BY_ITSELF = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** A mail of the outbox that waits to be written. */
export interface Unwritten {
  id: number
  claim: string
  writer: string
  reader: number
  facts: Facts
}

const ADDRESSED = { recipient: 'string', headers: jsonOf<Record<string, string>>() } as const

/** What a mail to one of our own people becomes as it is sent; none of its words are kept. */
export interface Written extends RowOf<typeof ADDRESSED> {
  subject: string
  body_text: string
  body_html: string
}

/** Writes a mail; null where it is not to be sent: a reader who was blocked or has left gets none. */
export async function writeStaffMail(
  context: AppContext,
  { id, claim, writer, reader, facts }: Unwritten,
): Promise<Written | null> {
  const write = context.staffMails[writer]
  if (!write) throw new Error(`Nobody writes the mail ${writer}`)
  const person = await actorOfUser(context.db, reader, null)
  const found = person && (await write(context, person, facts))
  if (!found) return null
  const addressed = await row(
    context.db,
    ADDRESSED,
    sql`update mails m set recipient = u.email from users u where m.id = ${id} and m.claim = ${claim}::uuid and u.id = m.reader
        returning m.recipient, m.headers`,
  )
  if (!addressed) return null
  const { subject, text, html, headers } = found
  return {
    recipient: addressed.recipient,
    headers: { ...addressed.headers, ...headers },
    subject,
    body_text: text,
    body_html: html,
  }
}
