import PostalMime, { type Address, type Attachment, addressParser, type Email } from 'postal-mime'
import { htmlOfText } from '../../shared/html.ts'
import { plainWords } from '../../shared/plain-words.ts'
import { cleanHtml } from '../resource/clean.ts'
import { isAddress, oneLine } from './addresses.ts'
import { type Report, readReport } from './bounce.ts'
import { cutHtml, cutText } from './quotes.ts'

/** What the house takes from a mail; plain values, so that they pass between threads. */
export interface ReadMail {
  message_id: string | null
  /** In-Reply-To and References. */
  answers: string[]
  sender: string | null
  sender_name: string
  /** Every address it went to, the one of delivery included. */
  recipients: string[]
  subject: string
  sent_at: string | null
  /** Clean, whole. */
  html: string
  /** Clean, without what it quotes. */
  shown: string
  text: string
  parts: { name: string; type: string; content: Uint8Array }[]
  /** Attachments that are nothing we take, by name. */
  left_out: string[]
  /** A server's report on a mail of ours. */
  report: Report | null
  /** Why it was not written by a person, where it says so. */
  automatic: string | null
  loops: string[]
}

const HTML_MOST = 1_000_000
const KEPT_MOST = 400_000
const SHOWN_MOST = 18_000
const PARTS_MOST = 10
const TAKEN = /\.(png|jpe?g|gif|webp|mp4|mpg|mpeg|mp2|mpe|mpv)$/i
/** Smaller pictures inside the text are logos and rules of a signature, and pixels that count readers. */
const PICTURE_LEAST = 4096

export async function readMail(raw: Uint8Array): Promise<ReadMail> {
  const found = await PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    maxNestingDepth: 100,
    maxHeadersSize: 512 * 1024,
  })
  const header = (name: string) =>
    found.headers.filter(({ key }) => key === name).map(({ value }) => value.slice(0, 20_000))
  const words = wordsOf(found)
  const [taken, left] = sorted(found.attachments)
  const senders = mailboxes([found.from].flatMap((one) => one ?? []))
  const named = mailboxes(header('from').flatMap((text) => addressParser(text)))
  return {
    message_id: idOf(found.messageId),
    answers: [...header('in-reply-to'), ...header('references')]
      .flatMap((text) => text.match(/<[^\s<>]{1,250}>/g) ?? [])
      .slice(0, 100),
    sender: senders.length === 1 && named.length === 1 ? (senders[0]?.address ?? null) : null,
    sender_name: oneLine(senders[0]?.name ?? '', 191),
    recipients: [
      ...mailboxes([...(found.to ?? []), ...(found.cc ?? [])]).map(({ address }) => address),
      ...[...header('delivered-to'), ...header('x-original-to')].map((text) => text.trim().toLowerCase()),
    ].slice(0, 100),
    subject: oneLine(found.subject ?? '', 300),
    sent_at: found.date && !Number.isNaN(Date.parse(found.date)) ? new Date(found.date).toISOString() : null,
    ...words,
    parts: taken.map((part) => ({ name: nameOf(part), type: part.mimeType, content: bytesOf(part) })),
    left_out: left.map(nameOf).slice(0, 50),
    report: readReport(header('content-type')[0] ?? '', found.attachments),
    automatic: automaticOf(header),
    loops: header('x-loop').map((text) => text.trim().toLowerCase()),
  }
}

const idOf = (text: string | undefined): string | null => /^<[^\s<>]{1,250}>$/.exec(text?.trim() ?? '')?.[0] ?? null

/** Mailboxes, groups unfolded; only plain addresses count. */
const mailboxes = (given: readonly Address[]): { address: string; name: string }[] =>
  given
    .flatMap((one) => one.group ?? [one])
    .flatMap(({ address, name }) => {
      const plain = (address ?? '').trim().toLowerCase()
      return isAddress(plain) ? [{ address: plain, name }] : []
    })

/** An answer quotes our mail, and in it the private link that is the customer's alone. */
const withoutLink = (words: string): string => words.replace(/\/feedback\/follow\/[\w=-]+/g, '/feedback/follow/…')

function wordsOf(found: Email): Pick<ReadMail, 'html' | 'shown' | 'text'> {
  const html = withoutLink(found.html ?? '')
  const text = withoutLink(found.text ?? '')
  const isHtml = html !== '' && html.length <= HTML_MOST
  const plain = text.replace(/\r\n?/g, '\n').replaceAll('\0', '')
  const whole = isHtml ? cleanHtml(html) : htmlOfText(plain.slice(0, KEPT_MOST))
  const own = isHtml ? cleanHtml(cutHtml(html)) : htmlOfText(cutText(plain).slice(0, SHOWN_MOST))
  const isSaid = plainWords(own) !== ''
  const shown = fitting(isSaid ? own : whole)
  return { html: fitting(whole, KEPT_MOST), shown, text: plainWords(shown) }
}

/** Rich text that is too long goes on as words. */
const fitting = (html: string, most = SHOWN_MOST): string => {
  const bare = html.replaceAll('\0', '')
  return bare.length <= most ? bare : htmlOfText(`${plainWords(bare).slice(0, most * 0.7)} …`)
}

/** Pictures and videos by their names, and the rest. What a file really is, the house looks at when it takes it. */
function sorted(attachments: readonly Attachment[]): [Attachment[], Attachment[]] {
  const meant = attachments.filter((part) => !isOrnament(part) && !isOfTheMail(part))
  const taken = meant.filter((part) => TAKEN.test(nameOf(part))).slice(0, PARTS_MOST)
  return [taken, meant.filter((part) => !taken.includes(part))]
}

const isOrnament = (part: Attachment): boolean =>
  (part.related === true || part.disposition === 'inline') &&
  part.mimeType.startsWith('image/') &&
  bytesOf(part).length < PICTURE_LEAST
const isOfTheMail = ({ mimeType }: Attachment): boolean =>
  [
    'message/delivery-status',
    'text/rfc822-headers',
    'application/pgp-signature',
    'application/pkcs7-signature',
  ].includes(mimeType)

const ENDINGS: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/gif': '.gif',
  'image/webp': '.webp',
}
const nameOf = (part: Attachment): string =>
  oneLine(part.filename ?? '', 120).replaceAll(/[/\\]/g, '_') || `mail${ENDINGS[part.mimeType] ?? ''}`

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

/** RFC 3834, and what programs did before it. */
function automaticOf(header: (name: string) => string[]): string | null {
  const auto = header('auto-submitted')[0]?.trim().toLowerCase() ?? 'no'
  if (!auto.startsWith('no')) return `Auto-Submitted: ${oneLine(auto, 40)}`
  const precedence = header('precedence')[0]?.trim().toLowerCase() ?? ''
  if (['bulk', 'junk', 'list', 'auto_reply'].includes(precedence)) return `Precedence: ${precedence}`
  const telling = [
    'list-id',
    'list-unsubscribe',
    'x-autoreply',
    'x-autorespond',
    'x-autoresponder',
    'feedback-id',
  ].find((name) => header(name).length > 0)
  if (telling) return telling
  return header('return-path').some((text) => text.trim() === '<>') ? 'Return-Path: <>' : null
}
