import { sql } from 'kysely'
import { json, row, type Tx } from '../db/db.ts'
import { isAddress, oneLine } from './addresses.ts'
import { SENDS_MAIL } from './mailbox.ts'

/** reply: by staff to the customer; receipt, completion, invitation: to the customer by itself; notice: to our own people. */
export type MailKind = 'reply' | 'receipt' | 'completion' | 'invitation' | 'notice'

export type MailState = 'unsent' | 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown' | 'bounced'

export interface MailPart {
  name: string
  type: string
  /** The id of a stored file, or the bytes. */
  file?: string
  content?: Uint8Array
}

export interface NewMail {
  /** What it is about, once for ever: a second mail with the same key is not written. */
  key: string
  /** One plain address. */
  to: string
  subject: string
  text: string
  /** Clean already. */
  html?: string
  attachments?: readonly MailPart[]
  /** The name before the mailbox's own address, where it is not the mailbox's. */
  from?: string
  /** Further headers, e.g. Auto-Submitted. */
  headers?: Readonly<Record<string, string>>
  /** The complaint an answer comes back to. */
  complaint?: number
  kind?: MailKind
  by?: number | null
  /** So long what it tells may still be taken back; it does not leave before. */
  afterMinutes?: number
}

/**
 * Writes a mail in the caller's transaction; it is sent once that commits, once per Message-ID. Without a mail server it stays
 * `unsent`. Answers its id, or null where one with this key is there already.
 */
export async function queueMail(tx: Tx, mail: NewMail): Promise<number | null> {
  const {
    key,
    to,
    subject,
    text,
    html,
    attachments = [],
    from,
    headers = {},
    complaint,
    kind = 'notice',
    by,
    afterMinutes = 0,
  } = mail
  const isSendable = isAddress(to)
  const made = await row(
    tx,
    { id: 'number' },
    sql`insert into mails (key, state, reason, kind, complaint, recipient, subject, body_text, body_html, headers, sender_name, created_by, next_at)
        values (${key}, case when ${!isSendable}::boolean then 'failed'
            when ${SENDS_MAIL} then 'waiting' else 'unsent' end,
          ${isSendable ? null : 'The address is not valid'}, ${kind}, ${complaint ?? null}::bigint, ${oneLine(to, 254)}, ${oneLine(subject)},
          ${text}, ${html ?? null}, ${json(headers)}, ${from === undefined ? null : oneLine(from, 80)}, ${by ?? null}::bigint,
          now() + make_interval(mins => ${afterMinutes}::int))
        on conflict (key) do nothing returning id`,
  )
  if (!made) return null
  for (const [position, part] of attachments.entries())
    await sql`insert into mail_parts (mail, position, name, type, file, content)
      values (${made.id}, ${position}, ${oneLine(part.name, 150)}, ${part.type}, ${part.file ?? null}, ${part.content ? Buffer.from(part.content) : null})`.execute(
      tx,
    )
  return made.id
}

/** Takes back a mail that has not left; answers whether there was one. */
export async function withdrawMail(tx: Tx, key: string): Promise<boolean> {
  return (await row(tx, sql`delete from mails where key = ${key} and state = 'waiting' returning id`)) !== undefined
}
