import type { StoredFile } from './fields.ts'

/** A person's own mail as its calls tell it. Keys of mails and folders are opaque: they open for nobody else. */

export const MAIL_ROLES = ['inbox', 'drafts', 'sent', 'archive', 'junk', 'trash', 'flagged', 'all'] as const
/** What a folder is for, as the mail server says (RFC 6154). */
export type MailRole = (typeof MAIL_ROLES)[number]

export const MAIL_FILTERS = ['unread', 'starred', 'important', 'attachments'] as const
export type MailFilter = (typeof MAIL_FILTERS)[number]

/** imitates: the name or the domain looks like one of ours and is none; outside: the domain is not the chain's. */
export const MAIL_MARKS = ['imitates', 'outside'] as const
export type MailMark = (typeof MAIL_MARKS)[number]

export interface MailAddress {
  name: string
  address: string
}

export interface MailStatus {
  /** Whether a connection is set up; `problem` says whether it works. */
  connected: boolean
  /** From which the person writes. */
  address: string
  /** HTML, cleaned; null where there is none. */
  signature: string | null
  /** Why the mailbox cannot be reached, in words. */
  problem: { code: number; words: string } | null
}

export interface MailFolder {
  id: string
  name: string
  role: MailRole | null
  unread: number
  total: number
}

export interface MailLink {
  kind: 'complaint' | 'task'
  id: number
  code: string
}

export interface MailRow {
  id: string
  folder: string
  /** The conversation's mails in this folder, the newest first; this mail is the first. */
  thread: string[]
  /** How many of these there are. */
  count: number
  subject: string
  from: MailAddress
  to: MailAddress[]
  date: string
  size: number
  seen: boolean
  starred: boolean
  important: boolean
  answered: boolean
  forwarded: boolean
  draft: boolean
  /** A draft that goes out by itself at its time. */
  scheduled: boolean
  attachments: boolean
  /** The first words, 140 characters at the most. */
  preview: string | null
  mark: MailMark | null
  links: MailLink[]
}

export interface MailPage {
  data: MailRow[]
  /** Unread mails of the folder (specification 7). */
  total: number
  /** Mails of the folder, or those found. */
  count: number
  page: number
  perpage: number
  has_more: boolean
}

export interface MailAttachment {
  part: string
  name: string
  type: string
  size: number
  inline: boolean
}

export interface MailShown extends MailRow {
  cc: MailAddress[]
  bcc: MailAddress[]
  reply_to: MailAddress[]
  /**
   * Clean. A remote picture is `<img data-remote="https://…">`, one of the mail itself `<img data-inline="mail/attachment?…">` (below /api), both
   * without `src`; links say where they lead by `title`. Null where the mail has plain text alone.
   */
  html: string | null
  text: string
  /** It was longer than what is shown. */
  cut: boolean
  files: MailAttachment[]
  /** Remote pictures that are left out. */
  remote: number
  /** The person allowed pictures of this mail, or of this sender. */
  remote_allowed: boolean
  customer: { name: string; phone: string; link: string } | null
  unsubscribe: string | null
}

/** Of a conversation: without words where these are asked for by `mail/show` once it is opened. */
export interface MailInConversation extends MailRow {
  shown: MailShown | null
}

export const MAIL_MODES = ['new', 'reply', 'reply_all', 'forward'] as const
export type MailMode = (typeof MAIL_MODES)[number]

export interface MailDraft {
  to: MailAddress[]
  cc: MailAddress[]
  bcc: MailAddress[]
  subject: string
  html: string
  /** Ids of uploaded files. */
  files: string[]
  /** Attachments of mails that go along. */
  forwarded: { id: string; part: string }[]
  /** The mail that is answered or forwarded. */
  in_reply_to: string | null
  mode: MailMode
}

/** What goes along with a draft: an uploaded file, or a part of another mail. */
export interface MailAttached {
  file: string | null
  id: string | null
  part: string | null
  name: string
  type: string
  size: number
}

/** What of a draft is shown beside its words. */
export interface MailDraftShown extends MailDraft {
  id: string | null
  attached: MailAttached[]
}

export const attachedOf = ({ id, name, type, bytes }: StoredFile): MailAttached => ({
  file: id,
  id: null,
  part: null,
  name,
  type,
  size: bytes,
})

export const MAIL_QUEUE_STATES = ['waiting', 'sending', 'failed', 'unknown'] as const
export type MailQueueState = (typeof MAIL_QUEUE_STATES)[number]

/** A mail that waits to be sent, or could not be. */
export interface QueuedMail {
  id: number
  state: MailQueueState
  to: MailAddress[]
  subject: string
  sends_at: string
  /** Why it was not sent. */
  reason: string | null
}

export interface MailRecipient extends MailAddress {
  kind: 'staff' | 'supplier' | 'customer' | 'earlier'
  hint: string
}

/** What the open tabs of a person hear. */
export interface MailEvent {
  kind: 'new' | 'flags' | 'gone' | 'folders' | 'sent' | 'unsent' | 'broken'
  /** The key of the folder; null where it is about all of them. */
  folder: string | null
  /** Of a new mail. */
  from?: MailAddress
  subject?: string
  id?: string
  /** Unread mails of the folder. */
  unread?: number
  /** Of what broke, in words of the person; absent where the screen says it. */
  words?: string
}

export const MAIL_PER_PAGE = 50
export const MAIL_PER_PAGE_MOST = 100
export const MAIL_UNDO_SECONDS = 10
/** Of all that goes along with one mail. */
export const MAIL_FILES_BYTES_MOST = 25 * 2 ** 20
export const MAIL_RECIPIENTS_MOST = 100
