import { Readable } from 'node:stream'
import { refuse } from '../../../shared/refusals.ts'
import type { PersonalMailbox } from './mailbox.ts'
import type { MailPlace } from './places.ts'
import { fetchMail } from './showing.ts'
import { type MailPart, readStructure } from './structure.ts'

const CHUNK = 512 * 1024
const CHUNK_MS = 30_000

/** A file of a mail: its description and its content, which is asked for piece by piece while somebody takes it. */
export interface OpenedFile {
  file: MailPart
  content: Readable
}

/** @throws Refusal where the mail, or such a part of it, is gone */
export async function openFile(mailbox: PersonalMailbox, place: MailPlace, part: string): Promise<OpenedFile> {
  const file = (await filesOfMail(mailbox, place)).find((one) => one.part === part) ?? refuse('mail gone')
  return {
    file,
    content: Readable.from(decodedBytes(mailbox, place, file), { objectMode: false, highWaterMark: CHUNK }),
  }
}

/** Which files a mail has; those of the mail that was asked about last are remembered. */
export async function filesOfMail(mailbox: PersonalMailbox, place: MailPlace): Promise<MailPart[]> {
  const key = mailbox.keys.ofMail(place)
  const known = mailbox.memory.get('files') as { key: string; files: MailPart[] } | undefined // only set below
  if (known?.key === key) return known.files
  const mail = await mailbox.in(place.path, (folder) => fetchMail(folder, place))
  const { files } = readStructure(mail.bodyStructure)
  mailbox.memory.set('files', { key, files })
  return files
}

/** The whole of a file in memory, for mails that take it along. */
export async function bytesOfFile(mailbox: PersonalMailbox, place: MailPlace, part: string, most: number) {
  const { file, content } = await openFile(mailbox, place, part)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > most) refuse('too large', { params: { max: `${Math.floor(most / 2 ** 20)} MB` } })
    chunks.push(chunk)
  }
  return { file, bytes: Buffer.concat(chunks) }
}

async function* decodedBytes(
  mailbox: PersonalMailbox,
  place: MailPlace,
  { part, encoding }: MailPart,
): AsyncGenerator<Uint8Array> {
  const decode = DECODERS[encoding]?.() ?? plain
  for (let start = 0; ; start += CHUNK) {
    const bytes = await mailbox.in(
      place.path,
      async ({ client, validity }) => {
        if (validity !== place.validity) refuse('mail gone')
        const query = { bodyParts: [{ key: part, start, maxLength: CHUNK }] }
        const found = await client.fetchOne(String(place.uid), query, { uid: true })
        const [piece] = (found || refuse('mail gone')).bodyParts?.values() ?? []
        return piece
      },
      { ms: CHUNK_MS },
    )
    const isLast = !bytes || bytes.length < CHUNK
    const decoded = decode(bytes ?? new Uint8Array(), isLast)
    if (decoded.length > 0) yield decoded
    if (isLast) return
  }
}

/** Decodes what comes in pieces that may be cut anywhere. */
type Decode = (bytes: Uint8Array, isLast: boolean) => Uint8Array

const plain: Decode = (bytes) => bytes

const DECODERS: Record<string, () => Decode> = {
  base64() {
    let left = ''
    return (bytes, isLast) => {
      const text =
        left +
        Buffer.from(bytes)
          .toString('latin1')
          .replace(/[^A-Za-z0-9+/]/g, '')
      const whole = isLast ? text.length : text.length - (text.length % 4)
      left = text.slice(whole)
      return Buffer.from(text.slice(0, whole), 'base64')
    }
  },
  'quoted-printable'() {
    let left = ''
    return (bytes, isLast) => {
      const text = left + Buffer.from(bytes).toString('latin1')
      const cut = isLast ? text.length : Math.max(text.lastIndexOf('\n') + 1, 0)
      left = text.slice(cut)
      const lines = text
        .slice(0, cut)
        .replace(/[ \t]+(?=\r?\n)/g, '')
        .replace(/=\r?\n/g, '')
      return Buffer.from(
        lines.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      )
    }
  },
}
