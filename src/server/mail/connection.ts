import { sql } from 'kysely'
import type { MailConnection } from '../../shared/mail-connection.ts'
import { type Db, row, type Tx } from '../db/db.ts'
import { jsonOf } from '../db/shape.ts'
import type { Keys } from '../private/keys.ts'
import type { Server } from './mailbox.ts'
import { connectionPlace, decryptPassword } from './passwords.ts'

export interface ConnectionSettings {
  imap: Server
  smtp: Server
  /** The mail server for sending takes the user and password of the other one. */
  smtp_same: boolean
}

export interface Connection {
  settings: ConnectionSettings
  imapPassword: string
  smtpPassword: string
}

/** A person's own mailbox with its passwords opened; null where none is set up. A password that none of our keys opens counts as empty. */
export async function connectionOf(db: Db | Tx, keys: Keys, user: number): Promise<Connection | null> {
  const found = await row(
    db,
    { settings: jsonOf<ConnectionSettings>(), imap_password: 'string?', smtp_password: 'string?' },
    sql`select settings, imap_password, smtp_password from mail_connections where user_id = ${user}`,
  )
  if (!found) return null
  const opened = (sealed: string | null) => (sealed ? (decryptPassword(keys, sealed, connectionPlace(user)) ?? '') : '')
  const imapPassword = opened(found.imap_password)
  const smtpPassword = found.settings.smtp_same ? imapPassword : opened(found.smtp_password)
  return { settings: found.settings, imapPassword, smtpPassword }
}

/** As its form has it. */
export function shownConnection({ settings, imapPassword, smtpPassword }: Connection): MailConnection {
  const { imap, smtp, smtp_same } = settings
  return {
    imap_host: imap.host,
    imap_port: imap.port,
    imap_security: imap.security,
    imap_user: imap.user,
    smtp_host: smtp.host,
    smtp_port: smtp.port,
    smtp_security: smtp.security,
    smtp_same,
    smtp_user: smtp_same ? null : smtp.user,
    has_imap_password: imapPassword !== '',
    has_smtp_password: smtpPassword !== '',
  }
}
