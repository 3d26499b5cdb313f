import { described, namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import { MAIL_MARKS, MAIL_MODES, MAIL_QUEUE_STATES, MAIL_ROLES } from '../../shared/mail.ts'

const ADDRESS = namedAnswer('MailAddress', { name: 'string', address: 'string' })
const LINK = namedAnswer('MailLink', { kind: oneOf('complaint', 'task'), id: 'number', code: 'string' })
export const LINKS = { links: [LINK] } as const

const ROW = {
  id: 'string',
  folder: 'string',
  thread: described('Mails of the conversation in this folder, the newest first', ['string']),
  count: 'number',
  subject: 'string',
  from: ADDRESS,
  to: [ADDRESS],
  date: 'date',
  size: 'number',
  seen: 'boolean',
  starred: 'boolean',
  important: 'boolean',
  answered: 'boolean',
  forwarded: 'boolean',
  draft: 'boolean',
  scheduled: described('A draft that goes out by itself at its time: see mail/scheduled', 'boolean'),
  attachments: 'boolean',
  preview: 'string?',
  mark: orNull(oneOf(...MAIL_MARKS)),
  links: [LINK],
} as const
const MAIL_ROW = namedAnswer('MailRow', ROW)

export const PAGE = namedAnswer('MailPage', {
  data: [MAIL_ROW],
  total: described('Unread mails of the folder', 'number'),
  count: described('Mails of the folder, or those found', 'number'),
  page: 'number',
  perpage: 'number',
  has_more: 'boolean',
})

export const SHOWN = namedAnswer('ShownMail', {
  ...ROW,
  cc: [ADDRESS],
  bcc: [ADDRESS],
  reply_to: [ADDRESS],
  html: described('Clean, without anything that loads by itself', 'string?'),
  text: 'string',
  cut: 'boolean',
  files: [
    namedAnswer('MailFile', { part: 'string', name: 'string', type: 'string', size: 'number', inline: 'boolean' }),
  ],
  remote: 'number',
  remote_allowed: 'boolean',
  customer: orNull({ name: 'string', phone: 'string', link: 'string' }),
  unsubscribe: 'string?',
})
export const CONVERSATION = { mails: [namedAnswer('MailInConversation', { ...ROW, shown: orNull(SHOWN) })] } as const

export const STATUS = {
  connected: 'boolean',
  address: 'string',
  signature: 'string?',
  problem: orNull({ code: 'number', words: 'string' }),
} as const

export const FOLDERS = {
  folders: [
    namedAnswer('MailFolder', {
      id: 'string',
      name: 'string',
      role: orNull(oneOf(...MAIL_ROLES)),
      unread: 'number',
      total: 'number',
    }),
  ],
} as const

export const DRAFT = namedAnswer('MailDraft', {
  to: [ADDRESS],
  cc: [ADDRESS],
  bcc: [ADDRESS],
  subject: 'string',
  html: 'string',
  files: ['string'],
  forwarded: [{ id: 'string', part: 'string' }],
  in_reply_to: 'string?',
  mode: oneOf(...MAIL_MODES),
  id: 'string?',
  attached: [{ file: 'string?', id: 'string?', part: 'string?', name: 'string', type: 'string', size: 'number' }],
})
export const ATTACHED = {
  id: 'string',
  attached: [{ file: 'string?', id: 'string?', part: 'string?', name: 'string', type: 'string', size: 'number' }],
} as const

export const QUEUED = {
  data: [
    namedAnswer('QueuedMail', {
      id: 'number',
      state: oneOf(...MAIL_QUEUE_STATES),
      to: [ADDRESS],
      subject: 'string',
      sends_at: 'date',
      reason: 'string?',
    }),
  ],
} as const

export const RECIPIENTS = {
  data: [
    namedAnswer('MailRecipient', {
      name: 'string',
      address: 'string',
      kind: oneOf('staff', 'supplier', 'customer', 'earlier'),
      hint: 'string',
    }),
  ],
} as const
