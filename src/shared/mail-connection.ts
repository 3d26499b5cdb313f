import { choice, count, flag, text } from './fields.ts'

export const MAIL_SECURITIES = [
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'none', label: 'None (internal servers only)' },
] as const

/** A person's own mailbox as its form knows it. Passwords go in and never come out. */
export const mailConnectionFields = {
  imap_host: text('Mail server', { required: true, max: 253 }),
  imap_port: count('Port', { required: true, min: 1, max: 65_535, ungrouped: true }),
  imap_security: choice('Security', MAIL_SECURITIES, { required: true }),
  imap_user: text('User name', { required: true, max: 254 }),
  imap_password: text('Password', { max: 500, secret: true }),
  smtp_host: text('Mail server', { required: true, max: 253 }),
  smtp_port: count('Port', { required: true, min: 1, max: 65_535, ungrouped: true }),
  smtp_security: choice('Security', MAIL_SECURITIES, { required: true }),
  smtp_same: flag('Same user name and password as for reading', { default: true }),
  smtp_user: text('User name', { max: 254 }),
  smtp_password: text('Password', { max: 500, secret: true }),
}

/** As it is answered: of a password only whether one is kept. */
export interface MailConnection {
  imap_host: string
  imap_port: number
  imap_security: string
  imap_user: string
  smtp_host: string
  smtp_port: number
  smtp_security: string
  smtp_same: boolean
  smtp_user: string | null
  has_imap_password: boolean
  has_smtp_password: boolean
}

/** What the three providers that most chains use say about their servers. */
export const MAIL_PRESETS = [
  {
    name: 'Google',
    imap_host: 'imap.gmail.com',
    smtp_host: 'smtp.gmail.com',
    hint: 'Google and Microsoft want an app password here, not the one you sign in with.',
  },
  {
    name: 'Microsoft',
    imap_host: 'outlook.office365.com',
    smtp_host: 'smtp.office365.com',
    hint: 'Google and Microsoft want an app password here, not the one you sign in with.',
  },
  { name: 'Zoho', imap_host: 'imap.zoho.com', smtp_host: 'smtp.zoho.com', hint: null },
].map((preset) => ({ ...preset, imap_port: 993, imap_security: 'tls', smtp_port: 587, smtp_security: 'starttls' }))
