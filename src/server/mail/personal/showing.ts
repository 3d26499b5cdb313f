import type { FetchMessageObject } from 'imapflow'
import type { MailAddress, MailAttachment } from '../../../shared/mail.ts'
import { refuse } from '../../../shared/refusals.ts'
import { oneLine } from '../addresses.ts'
import { cleanApart } from '../parse.ts'
import type { CleanMail, Unclean, UncleanPart } from './clean-mail.ts'
import { addressesOf, flagsOf, HEADER_QUERY, headerOf, type MailFlags, type MailHeader } from './headers.ts'
import type { OpenFolder } from './house.ts'
import type { PersonalMailbox } from './mailbox.ts'
import type { MailPlace } from './places.ts'
import { type MailPart, readStructure, type Structure } from './structure.ts'

/** A mail as it is read. */
export interface OpenedMail {
  place: MailPlace
  header: MailHeader
  flags: MailFlags
  cc: MailAddress[]
  bcc: MailAddress[]
  replyTo: MailAddress[]
  /** Further lines of its head, by name in lower case. */
  lines: ReadonlyMap<string, string>
  structure: Structure
  words: CleanMail
}

const LINES = ['references', 'in-reply-to', 'list-unsubscribe', 'x-draft']
/** Of one piece of words; what is longer is cut. */
const PIECE_MOST = 1_500_000
const READ_MS = 20_000

/** Reads a mail: its words made safe, and what else is in it by name. Nothing of it is marked as read. */
export async function openMail(mailbox: PersonalMailbox, place: MailPlace): Promise<OpenedMail> {
  const { mail, structure, pieces } = await mailbox.in(place.path, (folder) => fetchWords(folder, place), {
    ms: READ_MS,
  })
  const pictures = Object.fromEntries(
    structure.files.flatMap((file) =>
      file.cid && file.type.startsWith('image/') ? [[file.cid, pictureAddress(mailbox, place, file)]] : [],
    ),
  )
  const words = await cleanApart({ pieces, pictures }).catch((error: unknown) => {
    mailbox.context.log.warn({ err: error }, 'a mail could not be made safe to show')
    return refuse('mail unreadable')
  })
  return { ...opened(mail, place), structure, words }
}

async function fetchWords(folder: OpenFolder, place: MailPlace) {
  const mail = await fetchMail(folder, place)
  const structure = readStructure(mail.bodyStructure)
  const parts = structure.words.flatMap(({ html, plain }) => [html, plain].flatMap((part) => part ?? []))
  const bytes = await bytesOfParts(folder, place.uid, parts)
  const unclean = (part: MailPart | undefined): UncleanPart | undefined =>
    part && {
      charset: part.charset,
      encoding: part.encoding,
      isFlowed: part.isFlowed,
      bytes: bytes.get(part.part) ?? new Uint8Array(),
    }
  const pieces = structure.words.map(({ html, plain }): Unclean['pieces'][number] => {
    const [rich, bare] = [unclean(html), unclean(plain)]
    return { ...(rich && { html: rich }), ...(bare && { plain: bare }) }
  })
  return { mail, structure, pieces }
}

/** @throws Refusal where the mail is gone, or the folder was numbered anew */
export async function fetchMail(folder: OpenFolder, { uid, validity }: MailPlace): Promise<FetchMessageObject> {
  if (folder.validity !== validity) refuse('mail gone')
  const query = { ...HEADER_QUERY, flags: true, labels: true, headers: LINES }
  const mail = await folder.client.fetchOne(String(uid), query, { uid: true })
  return mail || refuse('mail gone')
}

async function bytesOfParts(
  { client }: OpenFolder,
  uid: number,
  parts: readonly MailPart[],
): Promise<Map<string, Buffer>> {
  if (parts.length === 0) return new Map()
  const bodyParts = parts.map(({ part }) => ({ key: part, start: 0, maxLength: PIECE_MOST }))
  const found = await client.fetchOne(String(uid), { bodyParts }, { uid: true })
  return found ? (found.bodyParts ?? new Map()) : new Map()
}

function opened(mail: FetchMessageObject, place: MailPlace): Omit<OpenedMail, 'structure' | 'words'> {
  const { envelope } = mail
  return {
    place,
    header: headerOf(mail),
    flags: flagsOf(mail),
    cc: addressesOf(envelope?.cc),
    bcc: addressesOf(envelope?.bcc),
    replyTo: addressesOf(envelope?.replyTo),
    lines: linesOf(mail.headers),
  }
}

function linesOf(headers: Buffer | undefined): Map<string, string> {
  const unfolded = (headers?.toString('utf8') ?? '').slice(0, 50_000).replace(/\r?\n[ \t]+/g, ' ')
  return new Map(
    unfolded.split(/\r?\n/).flatMap((line) => {
      const [, name = '', value = ''] = /^([\w-]{1,60}):\s*(.*)$/.exec(line) ?? []
      return name === '' ? [] : [[name.toLowerCase(), value] as const]
    }),
  )
}

/** Below /api. */
const pictureAddress = (mailbox: PersonalMailbox, place: MailPlace, { part }: MailPart): string =>
  `mail/attachment?id=${mailbox.keys.ofMail(place)}&part=${part}&inline=1`

export const shownFile = ({ part, name, type, size, encoding, isInline, cid }: MailPart): MailAttachment => ({
  part,
  name,
  type,
  // Three bytes of a file are four of base64, and a line has 76 of these.
  size: encoding === 'base64' ? Math.floor((size * 76) / 78 / 4) * 3 : size,
  inline: isInline && cid !== null && type.startsWith('image/'),
})

/** Where one stops getting mails of this kind: an address of a page, else of a mail. */
export function unsubscribeOf(lines: ReadonlyMap<string, string>): string | null {
  const all = (lines.get('list-unsubscribe') ?? '').match(/<(https:\/\/|mailto:)[^<>\s]{1,1000}>/gi) ?? []
  const found = all.find((one) => /^<https/i.test(one)) ?? all[0]
  return found ? oneLine(found.slice(1, -1), 1000) : null
}
