import type { ExtraBody } from '#server/http/route.ts'
import { isAddress } from '#server/mail/addresses.ts'
import { choice, text } from '../../shared/fields.ts'
import { MAIL_MODES, MAIL_RECIPIENTS_MOST, type MailAddress, type MailDraft, type MailMode } from '../../shared/mail.ts'
import { pack } from '../../shared/message.ts'
import { refuseFields } from '../../shared/refusals.ts'

/** A mail with a long conversation below it, in bytes of JSON. */
export const DRAFT_BYTES_MOST = 3 * 2 ** 20
const HTML_MOST = 1_500_000
const FILES_MOST = 50

const PEOPLE = {
  type: 'array',
  maxItems: MAIL_RECIPIENTS_MOST,
  items: {
    type: 'object',
    required: ['address'],
    properties: { name: { type: 'string', maxLength: 200 }, address: { type: 'string', maxLength: 254 } },
    additionalProperties: false,
  },
}

export const DRAFT_FIELDS = {
  subject: text('Subject', { max: 300 }),
  in_reply_to: text('Answers', { max: 2000, verbatim: true }),
  mode: choice(
    'Way of writing',
    MAIL_MODES.map((value) => ({ value, label: value })),
    { default: 'new' },
  ),
}

export const DRAFT_BESIDE = {
  to: PEOPLE,
  cc: PEOPLE,
  bcc: PEOPLE,
  html: { type: 'string', maxLength: HTML_MOST, description: 'What is said; it is cleaned' },
  files: {
    type: 'array',
    maxItems: FILES_MOST,
    items: { type: 'string', maxLength: 64 },
    description: 'Uploaded files',
  },
  forwarded: {
    type: 'array',
    maxItems: FILES_MOST,
    description: 'Files of other mails',
    items: {
      type: 'object',
      required: ['id', 'part'],
      properties: { id: { type: 'string', maxLength: 2000 }, part: { type: 'string', maxLength: 40 } },
      additionalProperties: false,
    },
  },
} as const satisfies ExtraBody

interface Fields {
  subject?: string | null | undefined
  in_reply_to?: string | null | undefined
  mode?: string | null | undefined
}

/**
 * The draft of a body, as it was typed.
 * @param isSent addresses must then be addresses, and there must be one; of a draft they may be half typed
 */
export function draftIn(fields: Fields, raw: unknown, isSent: boolean): MailDraft {
  const given = raw as Record<string, unknown> // an object, as the body check made sure
  const errors: Record<string, string> = {}
  const [to, cc, bcc] = (['to', 'cc', 'bcc'] as const).map((name) => peopleIn(name, given[name] ?? [], isSent, errors))
  const html = given.html ?? ''
  if (typeof html !== 'string' || html.length > HTML_MOST) errors.html = wrong('Words')
  const files = given.files ?? []
  if (!Array.isArray(files) || files.length > FILES_MOST || !files.every((id) => typeof id === 'string'))
    errors.files = wrong('Files')
  const forwarded = given.forwarded ?? []
  if (!Array.isArray(forwarded) || forwarded.length > FILES_MOST || !forwarded.every(isPart))
    errors.forwarded = wrong('Files')
  const all = [...(to ?? []), ...(cc ?? []), ...(bcc ?? [])]
  if (isSent && all.length === 0) errors.to ??= pack('{{field}} is required', { field: 'To' })
  if (all.length > MAIL_RECIPIENTS_MOST) errors.to ??= pack('At most {{max}} recipients', { max: MAIL_RECIPIENTS_MOST })
  refuseFields(errors)
  return {
    to: to ?? [],
    cc: cc ?? [],
    bcc: bcc ?? [],
    subject: fields.subject ?? '',
    html: html as string, // checked above, as what follows is
    files: files as string[],
    forwarded: (forwarded as MailDraft['forwarded']).map(({ id, part }) => ({ id, part })),
    in_reply_to: fields.in_reply_to ?? null,
    mode: (fields.mode as MailMode | null) ?? 'new', // one of the choice
  }
}

const wrong = (field: string): string => pack('{{field}} is not valid', { field })

const isPart = (one: unknown): boolean =>
  typeof one === 'object' &&
  one !== null &&
  'id' in one &&
  typeof one.id === 'string' &&
  'part' in one &&
  typeof one.part === 'string' &&
  /^[0-9.]{1,40}$/.test(one.part)

function peopleIn(name: string, given: unknown, isSent: boolean, errors: Record<string, string>): MailAddress[] {
  if (!Array.isArray(given) || given.length > MAIL_RECIPIENTS_MOST) {
    errors[name] = wrong('Recipients')
    return []
  }
  return given.flatMap((one: unknown) => {
    const { address = '', name: said = '' } = { ...(typeof one === 'object' && one) } as Record<string, unknown>
    if (typeof address !== 'string' || typeof said !== 'string' || address.length > 254) {
      errors[name] = wrong('Recipients')
      return []
    }
    const plain = address.trim()
    if (isSent && !isAddress(plain)) errors[name] ??= pack('{{address}} is no e-mail address', { address: plain })
    return [{ name: said.slice(0, 200), address: plain }]
  })
}
