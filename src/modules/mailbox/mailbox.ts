import { choice, count, email, flag, ref, text } from '../../shared/fields.ts'
import { LANGUAGE_CHOICES } from '../../shared/language.ts'
import { MAIL_SECURITIES } from '../../shared/mail-connection.ts'

/** The chain's mailbox as a form knows it. Passwords go in and never come out. */
export const mailboxFields = {
  from_address: email('Address', { required: true, hint: 'The address that customers write to and get mail from' }),
  from_name: text('Name of the sender', { required: true, max: 80 }),
  smtp_host: text('Mail server', { max: 253 }),
  smtp_port: count('Port', { min: 1, max: 65_535, ungrouped: true }),
  smtp_security: choice('Security', MAIL_SECURITIES),
  smtp_user: text('User name', { max: 254 }),
  smtp_password: text('Password', { max: 500, secret: true, verbatim: true }),
  imap_host: text('Mail server', { max: 253 }),
  imap_port: count('Port', { min: 1, max: 65_535, ungrouped: true }),
  imap_security: choice('Security', MAIL_SECURITIES),
  imap_same: flag('Same user name and password as for sending'),
  imap_user: text('User name', { max: 254 }),
  imap_password: text('Password', { max: 500, secret: true, verbatim: true }),
  imap_folder: text('Folder', { max: 200, default: 'INBOX' }),
  archive: flag('Archive mode', {
    hint: 'Nothing in the mailbox is changed: no mail is marked as read. For a mailbox that people also use.',
  }),
  plus_addresses: flag('Answers to a plus address', {
    hint: 'Only if the mail server delivers name+anything@… to name@…',
  }),
  store: ref('Store of a complaint by mail', 'stores', { hint: 'The head office if none is chosen' }),
  feedback_type: ref('Feedback type of a complaint by mail', 'ticket-types', {
    hint: 'The first of the list if none is chosen',
  }),
  receipts: flag('Tell customers that their complaint was received', { default: true }),
  completions: flag('Tell customers when their complaint is completed', { default: true }),
  language: choice('Language of these mails', LANGUAGE_CHOICES),
}

/** How it goes with the mailbox, for its screen. */
export interface MailboxState {
  waiting: number
  sent_today: number
  failed_today: number
  parked: number
  held: number
  read_at: string | null
  trouble: string | null
  trouble_at: string | null
}

export const RECEIVED_STATES = [
  { value: 'held', label: 'Held for a decision', tone: 'warn' },
  { value: 'parked', label: 'Could not be read', tone: 'bad' },
  { value: 'ticket', label: 'Became a complaint', tone: 'ok' },
  { value: 'reply', label: 'Added to its complaint', tone: 'ok' },
  { value: 'bounce', label: 'Report of a mail server', tone: 'violet' },
  { value: 'ignored', label: 'Ignored', tone: 'mute' },
  { value: 'double', label: 'Duplicate', tone: 'mute' },
  { value: 'dropped', label: 'Dismissed', tone: 'mute' },
  { value: 'arriving', label: 'On its way', tone: 'info' },
] as const

/** A mail that came, as the list shows it. */
export interface ReceivedMail {
  id: number
  state: (typeof RECEIVED_STATES)[number]['value']
  sender: string | null
  sender_name: string | null
  subject: string | null
  /** In the reader's language. */
  reason: string | null
  tries: number
  bytes: number
  left_out: string[]
  sent_at: string | null
  created_at: string
  complaint: { id: number; name: string } | null
}
