import type { Attachment } from 'postal-mime'
import { oneLine } from './addresses.ts'

/** What a mail server reports about a mail (RFC 3464). */
export interface Report {
  action: string
  /** e.g. 5.1.1 */
  status: string
  diagnostic: string
  /** The Message-ID of the mail it is about. */
  about: string | null
}

/** Reads a delivery report; null where the mail is none. */
export function readReport(contentType: string, attachments: readonly Attachment[]): Report | null {
  if (!/^\s*multipart\/report/i.test(contentType)) return null
  const status = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  if (!status) return null
  const fields = wordsOf(status)
  const quoted = attachments.find(({ mimeType }) => ['message/rfc822', 'text/rfc822-headers'].includes(mimeType))
  const field = (name: string) => oneLine(new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(fields)?.[1] ?? '', 200)
  return {
    action: field('Action').toLowerCase(),
    status: field('Status'),
    diagnostic: field('Diagnostic-Code').replace(/^smtp;\s*/i, ''),
    about: quoted ? (/^Message-ID:\s*(<[^\s<>]{1,250}>)/im.exec(wordsOf(quoted))?.[1] ?? null) : null,
  }
}

const wordsOf = ({ content }: Attachment): string =>
  (typeof content === 'string' ? content : new TextDecoder().decode(content)).slice(0, 50_000)
