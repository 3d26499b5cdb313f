import sanitize from 'sanitize-html'
import { plainWords } from '../../../shared/plain-words.ts'
import type { MailHeader } from './headers.ts'
import type { OpenFolder } from './house.ts'

/** Bytes that are asked for; of HTML more, as it begins with what is not shown. */
const PLAIN_BYTES = 600
const HTML_BYTES = 4000
const SHOWN = 140
/** Of one person, in memory alone. */
export const PREVIEWS_MOST = 400

/** The first words of mails, by UID: null where none are found among the first bytes. Asked of the mail server, and kept nowhere. */
export async function firstWords(
  { client }: OpenFolder,
  mails: ReadonlyMap<number, MailHeader>,
): Promise<Map<number, string | null>> {
  const found = new Map<number, string | null>()
  const byPart = Map.groupBy(
    [...mails].flatMap(([uid, { first }]) => (first ? [{ uid, first }] : [])),
    ({ first }) => `${first.part} ${first.type === 'text/html'}`,
  )
  for (const group of byPart.values()) {
    const { first } = group[0] ?? { first: null }
    if (!first) continue
    const maxLength = first.type === 'text/html' ? HTML_BYTES : PLAIN_BYTES
    const firstOf = new Map(group.map(({ uid, first }) => [uid, first]))
    const uids = group.map(({ uid }) => uid).join(',')
    const bodyParts = [{ key: first.part, start: 0, maxLength }]
    for (const { uid, bodyParts: parts } of await client.fetchAll(uids, { uid: true, bodyParts }, { uid: true })) {
      const [bytes] = parts?.values() ?? []
      const about = firstOf.get(uid)
      found.set(uid, bytes && about ? wordsOf(bytes, about) : null)
    }
  }
  return found
}

function wordsOf(bytes: Buffer, { type, charset, encoding }: NonNullable<MailHeader['first']>): string | null {
  const text = decoded(decodedTransfer(bytes, encoding), charset)
  const plain = type === 'text/html' ? ofHtml(text) : text
  const words = plain
    .replace(/^>.*$/gm, '')
    .replace(/https?:\/\/\S{40,}/g, '…')
    .replace(/[\s\p{Cc}\p{Cf}\u{FFFD}]+/gu, ' ')
    .trim()
  return words === '' ? null : [...words].slice(0, SHOWN).join('')
}

/** Cut off anywhere: what is not closed is no words either. */
const ofHtml = (html: string): string =>
  plainWords(
    sanitize(
      html
        .replace(/<(style|script|head|title)\b[\s\S]*?(<\/\1>|$)/gi, ' ')
        .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
        .replace(/<[^>]*$/, ''),
      { allowedTags: ['br', 'p', 'div', 'li', 'tr'], allowedAttributes: {} },
    ),
  )

function decodedTransfer(bytes: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(bytes.toString('latin1').replace(/[^A-Za-z0-9+/]/g, ''), 'base64')
  if (encoding !== 'quoted-printable') return bytes
  const text = bytes
    .toString('latin1')
    .replace(/=\r?\n/g, '')
    .replace(/=[0-9A-F]?$/i, '')
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

function decoded(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}
