import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import MailComposer from 'nodemailer/lib/mail-composer'
import { type Db, row, rows } from '../db/db.ts'
import { narrowed } from '../db/shape.ts'
import { pathOf } from '../files/paths.ts'
import type { FileStore } from '../files/store.ts'
import { oneLine } from './addresses.ts'
import type { MailboxSettings } from './mailbox.ts'
import { plusAddress, threadToken } from './thread.ts'

/** A mail as the outbox holds it. */
export interface Outgoing {
  id: number
  message_id: string
  complaint: number | null
  recipient: string
  subject: string
  body_text: string
  body_html: string | null
  headers: Record<string, string>
  sender_name: string | null
  created_at: Date
}

/** The bytes of a mail. What people wrote becomes text and never a header; the one recipient is an address and nothing else. */
export async function messageOf(
  db: Db,
  files: FileStore,
  { settings, secret }: { settings: MailboxSettings; secret: string },
  mail: Outgoing,
): Promise<Buffer> {
  const { complaint } = mail
  const token = complaint === null ? null : threadToken(secret, complaint)
  const answered = complaint === null ? null : await lastFrom(db, complaint, mail.recipient)
  const composer = new MailComposer({
    from: { name: oneLine(mail.sender_name ?? settings.from_name, 80), address: settings.from_address },
    to: { name: '', address: mail.recipient },
    ...(token &&
      settings.plus_addresses && { replyTo: { name: '', address: plusAddress(settings.from_address, token) } }),
    ...(answered && { inReplyTo: answered, references: answered }),
    subject: oneLine(mail.subject),
    text: mail.body_text,
    ...(mail.body_html && { html: pageOf(mail.body_html) }),
    messageId: mail.message_id,
    date: mail.created_at,
    headers: { 'X-Loop': settings.from_address, ...cleanHeaders(mail.headers) },
    attachments: await partsOf(db, files, mail.id),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

const pageOf = (html: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"></head><body style="font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#1f2937">${html}</body></html>`

/** A line of a mail has 998 characters at most. */
const HEADER_MOST = 900

const cleanHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      /^[A-Za-z][A-Za-z0-9-]{0,60}$/.test(name) ? [[name, oneLine(value, HEADER_MOST)]] : [],
    ),
  )

/** The customer's own last mail, so that their mail program shows the conversation as one. */
async function lastFrom(db: Db, complaint: number, customer: string): Promise<string | null> {
  const found = await row(
    db,
    { message_id: 'string?' },
    sql`select message_id from received_mails where complaint = ${complaint} and sender = ${customer} and state in ('ticket', 'reply')
        order by id desc limit 1`,
  )
  return found?.message_id && /^<[^\s<>]{3,250}>$/.test(found.message_id) ? found.message_id : null
}

async function partsOf(db: Db, files: FileStore, mail: number) {
  const found = await rows(
    db,
    {
      name: 'string',
      type: 'string',
      content: 'buffer?',
      id: 'string?',
      area: narrowed<'temp' | 'upload'>('string'),
      folder: 'string',
    },
    sql`select p.name, p.type, p.content, f.id, f.area, f.folder from mail_parts p left join stored_files f on f.id = p.file
        where p.mail = ${mail} order by p.position`,
  )
  const parts = []
  for (const { name, type, content, id, area, folder } of found) {
    const bytes = content ?? (id === null ? null : await files.get(pathOf({ id, area, folder })))
    // A file that was taken off the complaint meanwhile is not sent.
    if (bytes)
      parts.push({ filename: name, contentType: type, content: Buffer.isBuffer(bytes) ? bytes : await buffer(bytes) })
  }
  return parts
}
