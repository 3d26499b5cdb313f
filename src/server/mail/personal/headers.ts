import type { FetchMessageObject, MessageAddressObject } from 'imapflow'
import type { MailAddress } from '../../../shared/mail.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import { oneLine } from '../addresses.ts'
import { readStructure } from './structure.ts'

/** What of a mail's header is looked at in lists; kept sealed for a while. */
export interface MailHeader {
  /** Message-ID; null where it has none. */
  id: string | null
  /** The mails before it in its conversation, the oldest first. */
  refs: string[]
  /** The conversation's number, where the mail server gives one. */
  thread: string | null
  subject: string
  from: MailAddress
  to: MailAddress[]
  date: string
  size: number
  hasFiles: boolean
  /** The part whose first words are shown in lists. */
  first: { part: string; type: string; charset: string; encoding: string } | null
}

/** What the list asks of the mail server for a mail that it does not know. */
export const HEADER_QUERY = {
  uid: true,
  envelope: true,
  bodyStructure: true,
  size: true,
  internalDate: true,
  threadId: true,
  headers: ['references'],
}

/** What Dovecot says in place of a half that an address does not have. */
const NOT_WRITTEN = /@MISSING_DOMAIN$|^MISSING_MAILBOX(?=@)/g
const REFS_MOST = 30
const PEOPLE_MOST = 100

export function headerOf(mail: FetchMessageObject): MailHeader {
  const { envelope, bodyStructure, size = 0, internalDate, threadId } = mail
  const { words, files } = readStructure(bodyStructure)
  const first = words[0]?.plain ?? words[0]?.html
  return {
    id: messageIdOf(envelope?.messageId),
    refs: refsOf(mail.headers?.toString('latin1') ?? '', envelope?.inReplyTo),
    thread: threadId ?? null,
    subject: oneLine(envelope?.subject ?? '', 300),
    from: addressesOf(envelope?.from)[0] ?? { name: '', address: '' },
    to: addressesOf(envelope?.to),
    date: dateOf(envelope?.date, internalDate),
    size,
    hasFiles: files.some(({ isInline, type }) => !(isInline && type.startsWith('image/'))),
    first: first ? { part: first.part, type: first.type, charset: first.charset, encoding: first.encoding } : null,
  }
}

export const messageIdOf = (text: string | undefined): string | null => /<[^\s<>]{1,250}>/.exec(text ?? '')?.[0] ?? null

/** Of References, else of In-Reply-To: both name the mail that is answered. */
function refsOf(headers: string, inReplyTo: string | undefined): string[] {
  const ids = `${headers.slice(0, 20_000)} ${inReplyTo ?? ''}`.match(/<[^\s<>]{1,250}>/g) ?? []
  const once = [...new Set(ids)]
  // The first names the conversation, the last the mails that are answered.
  return once.length > REFS_MOST ? [...once.slice(0, 1), ...once.slice(1 - REFS_MOST)] : once
}

export const addressesOf = (given: readonly MessageAddressObject[] | undefined): MailAddress[] =>
  (given ?? []).slice(0, PEOPLE_MOST).flatMap(({ name = '', address = '' }) => {
    const plain = oneLine(address.replace(NOT_WRITTEN, ''), 254)
    return plain === '' && name === '' ? [] : [{ name: oneLine(name, 150), address: plain }]
  })

/** When it was written, as far as that is believable; else when it came. */
function dateOf(written: Date | string | undefined, came: Date | string | undefined): string {
  const arrived = new Date(came ?? 0)
  const said = new Date(written ?? Number.NaN)
  const isBelievable = !Number.isNaN(said.getTime()) && said.getTime() <= arrived.getTime() + DAY_MS
  return (isBelievable || Number.isNaN(arrived.getTime()) ? said : arrived).toISOString()
}

export const FLAGS = {
  seen: '\\Seen',
  starred: '\\Flagged',
  answered: '\\Answered',
  draft: '\\Draft',
  important: '$Important',
  forwarded: '$Forwarded',
} as const

export interface MailFlags {
  seen: boolean
  starred: boolean
  important: boolean
  answered: boolean
  forwarded: boolean
  draft: boolean
}

export function flagsOf({ flags, labels }: Pick<FetchMessageObject, 'flags' | 'labels'>): MailFlags {
  const lower = new Set([...(flags ?? [])].map((flag) => flag.toLowerCase()))
  const has = (flag: string) => lower.has(flag.toLowerCase())
  return {
    seen: has(FLAGS.seen),
    starred: has(FLAGS.starred),
    important: has(FLAGS.important) || labels?.has('\\Important') === true,
    answered: has(FLAGS.answered),
    forwarded: has(FLAGS.forwarded),
    draft: has(FLAGS.draft),
  }
}
