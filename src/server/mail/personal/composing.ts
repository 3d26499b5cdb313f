import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { MailAddress, MailDraft } from '../../../shared/mail.ts'
import { MAIL_FILES_BYTES_MOST } from '../../../shared/mail.ts'
import { Refusal, refuse } from '../../../shared/refusals.ts'
import { rows } from '../../db/db.ts'
import { narrowed } from '../../db/shape.ts'
import { otherPlaceOf, pathOf } from '../../files/paths.ts'
import { oneLine } from '../addresses.ts'
import { cleanOutgoing } from '../parse.ts'
import { bytesOfFile } from './attachments.ts'
import type { MailHeader } from './headers.ts'
import { headersOf } from './listing.ts'
import type { PersonalMailbox } from './mailbox.ts'

export interface Composing {
  draft: MailDraft
  messageId: string
  date: Date
  /** Copies of the sender's own name who else got it. */
  keepsBcc: boolean
  /** Further lines of the head. */
  headers?: Readonly<Record<string, string>>
}

interface Part {
  name: string
  type: string
  content: Buffer
  cid?: string
}

/**
 * The bytes of a mail that somebody writes. Files come from the house, from other mails, or from the draft that it was.
 * @throws Refusal: a file or mail that is gone, or all of it too large
 */
export async function compose(mailbox: PersonalMailbox, composing: Composing): Promise<Buffer> {
  const { draft, messageId, date, keepsBcc, headers = {} } = composing
  const { html, text, inline, placed } = await cleanOutgoing(draft.html)
  const parts = [
    ...(await picturesOf(mailbox, inline)),
    ...(await filesOf(mailbox, draft.files, placed)),
    ...(await forwardedOf(mailbox, draft.forwarded)),
  ]
  const bytes = parts.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes > MAIL_FILES_BYTES_MOST) refuse('too large', { params: { max: `${MAIL_FILES_BYTES_MOST / 2 ** 20} MB` } })
  const answered = await answeredBy(mailbox, draft)
  const composer = new MailComposer({
    from: { name: oneLine(mailbox.owner.name, 80), address: mailbox.address },
    to: draft.to.map(named),
    cc: draft.cc.map(named),
    bcc: draft.bcc.map(named),
    subject: oneLine(draft.subject, 300),
    text,
    html: `<!doctype html><html><head><meta charset="utf-8"></head><body>${html}</body></html>`,
    messageId,
    date,
    headers: { ...headers },
    ...(answered?.id && {
      references: [...answered.refs, answered.id].slice(-30).join(' '),
      ...(draft.mode !== 'forward' && { inReplyTo: answered.id }),
    }),
    attachments: parts.map(({ name, type, content, cid }) => ({
      filename: name,
      contentType: type,
      content,
      ...(cid && { cid, contentDisposition: 'inline' as const }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const mail = composer.compile()
  mail.keepBcc = keepsBcc
  return mail.build()
}

const named = ({ name, address }: MailAddress) => ({ name: oneLine(name, 150), address })

/** The mail that is answered, where it is still there. */
async function answeredBy(mailbox: PersonalMailbox, { in_reply_to, mode }: MailDraft): Promise<MailHeader | null> {
  if (!in_reply_to || mode === 'new') return null
  const place = mailbox.keys.mail(in_reply_to)
  try {
    const found = await mailbox.in(place.path, async (folder) =>
      folder.validity === place.validity ? headersOf(mailbox, folder, [place.uid]) : null,
    )
    return found?.get(place.uid) ?? null
  } catch (error) {
    if (error instanceof Refusal && error.refusal === 'mail gone') return null
    throw error
  }
}

/** Of uploads that are the sender's own, or held by a mail of theirs. */
async function filesOf(
  { context, owner }: PersonalMailbox,
  ids: readonly string[],
  placed: readonly { file: string; cid: string }[],
): Promise<Part[]> {
  if (ids.length === 0) return []
  const found = await rows(
    context.db,
    { id: 'string', name: 'string', type: 'string', area: narrowed<'temp' | 'upload'>('string'), folder: 'string' },
    sql`select id, name, type, area, folder from stored_files where id = any(${[...ids]}::text[]) and owner = ${owner.id}
          and (claimed_at is null or module = 'mail') order by array_position(${[...ids]}::text[], id)`,
  )
  if (found.length !== new Set(ids).size) refuse('not found')
  const parts: Part[] = []
  for (const file of found) {
    const stream = (await context.files.get(pathOf(file))) ?? (await context.files.get(pathOf(otherPlaceOf(file))))
    const content = await buffer(stream ?? refuse('not found'))
    const cid = placed.find((one) => one.file === file.id)?.cid
    parts.push({ name: file.name, type: file.type, content, ...(cid && { cid }) })
  }
  return parts
}

async function forwardedOf(mailbox: PersonalMailbox, forwarded: MailDraft['forwarded']): Promise<Part[]> {
  const parts: Part[] = []
  for (const { id, part } of forwarded) {
    const { file, bytes } = await bytesOfFile(mailbox, mailbox.keys.mail(id), part, MAIL_FILES_BYTES_MOST)
    parts.push({ name: file.name, type: file.type, content: bytes })
  }
  return parts
}

/** Pictures inside quoted mails; one that is gone is left out. */
async function picturesOf(
  mailbox: PersonalMailbox,
  inline: readonly { address: string; cid: string }[],
): Promise<Part[]> {
  const parts: Part[] = []
  for (const { address, cid } of inline) {
    const query = new URLSearchParams(address.slice(address.indexOf('?') + 1))
    try {
      const place = mailbox.keys.mail(query.get('id'))
      const { file, bytes } = await bytesOfFile(mailbox, place, query.get('part') ?? '', MAIL_FILES_BYTES_MOST)
      parts.push({ name: file.name, type: file.type, content: bytes, cid })
    } catch (error) {
      if (!(error instanceof Refusal && error.refusal === 'mail gone')) throw error
    }
  }
  return parts
}
