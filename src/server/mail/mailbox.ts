import { sql } from 'kysely'
import type { Language } from '../../shared/language.ts'
import { type Db, row, type Sql, type Tx } from '../db/db.ts'
import { jsonOf } from '../db/shape.ts'
import type { Keys } from '../private/keys.ts'
import { decryptPassword } from './passwords.ts'
import type { Target } from './targets.ts'

export interface Server extends Target {
  user: string
}

/** The chain's mailbox as it is set up. */
export interface MailboxSettings {
  smtp: Server | null
  imap: (Server & { folder: string }) | null
  from_address: string
  from_name: string
  /** Read without touching anything: a mailbox that people use as well. */
  archive: boolean
  /** The mail server takes `name+anything@…` for `name@…`. */
  plus_addresses: boolean
  /** What a complaint by mail gets, as a mail names neither. */
  store: number | null
  feedback_type: number | null
  /** Whether customers are written to by themselves, and in which language. */
  receipts: boolean
  completions: boolean
  language: Language
}

export interface Mailbox {
  settings: MailboxSettings
  version: number
  /** Which mailbox it is, as the chain moves from one to another. */
  epoch: number
  smtpPassword: string
  imapPassword: string
}

/** Whether the chain's mailbox sends: without a mail server nothing is queued, or waits for one. In SQL. */
export const SENDS_MAIL: Sql = sql`exists (select 1 from mailboxes where settings->'smtp' <> 'null')`

/** Whether mail that comes is read. */
export const READS_MAIL: Sql = sql`exists (select 1 from mailboxes where settings->'imap' <> 'null')`

/** The mailbox with its passwords opened; null where none is set up. A password that none of our keys opens counts as empty. */
export async function mailboxOf(db: Db | Tx, keys: Keys): Promise<Mailbox | null> {
  const found = await row(
    db,
    {
      settings: jsonOf<MailboxSettings>(),
      version: 'number',
      epoch: 'number',
      smtp_password: 'string?',
      imap_password: 'string?',
    },
    sql`select settings, version, epoch, smtp_password, imap_password from mailboxes where id = 1`,
  )
  if (!found) return null
  const opened = (sealed: string | null) => (sealed ? (decryptPassword(keys, sealed) ?? '') : '')
  return {
    settings: found.settings,
    version: found.version,
    epoch: found.epoch,
    smtpPassword: opened(found.smtp_password),
    imapPassword: opened(found.imap_password),
  }
}
