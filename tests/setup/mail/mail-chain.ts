import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, row, rows } from '../../../src/server/db/db.ts'
import type { RowOf } from '../../../src/server/db/shape.ts'
import type { Chain, Person } from '../chain.ts'
import { saveSettings } from '../settings.ts'
import { MAIL_PASSWORD } from './real-servers.ts'

export const CARE = 'care@chain.example'

/** The mailbox as an administrator would set it up. */
export const mailboxSettings = (ports: { smtp?: number; imap?: number; isPlain?: boolean }, more: object = {}) => ({
  from_address: CARE,
  from_name: 'Chăm sóc khách hàng',
  ...(ports.smtp !== undefined && {
    smtp_host: '127.0.0.1',
    smtp_port: ports.smtp,
    smtp_security: ports.isPlain ? 'none' : 'starttls',
    ...(!ports.isPlain && { smtp_user: CARE, smtp_password: MAIL_PASSWORD }),
  }),
  ...(ports.imap !== undefined && {
    imap_host: '127.0.0.1',
    imap_port: ports.imap,
    imap_security: 'tls',
    imap_user: CARE,
    imap_password: MAIL_PASSWORD,
  }),
  archive: false,
  plus_addresses: true,
  receipts: false,
  completions: false,
  ...more,
})

export async function setUpMailbox(chain: Chain, by: Person, settings: object): Promise<void> {
  const answer = await saveSettings(chain, 'mailbox', { by, body: settings })
  if (answer.status !== 200) throw new Error(`The mailbox was refused: ${answer.text} ${JSON.stringify(answer.data)}`)
}

const KEPT_MAIL = {
  id: 'number',
  state: 'string',
  message_id: 'string?',
  reason: 'string?',
  tries: 'number',
  recipient: 'string',
  next_in: 'number',
} as const
export type KeptMail = RowOf<typeof KEPT_MAIL>

export const mailRow = async (db: Db, id: number): Promise<KeptMail> => {
  const found = await row(
    db,
    KEPT_MAIL,
    sql`select id, state, message_id, reason, tries, recipient, extract(epoch from next_at - now())::int as next_in from mails where id = ${id}`,
  )
  if (!found) throw new Error(`There is no mail ${id}`)
  return found
}

export const receivedMails = (db: Db) =>
  rows(
    db,
    {
      id: 'number',
      uid: 'number',
      state: 'string',
      tries: 'number',
      troubles: 'number',
      reason: 'string?',
      complaint: 'number?',
      comment: 'number?',
      subject: 'string?',
      left_out: 'string[]',
    },
    sql`select * from received_mails order by id`,
  )

/** Waits until something is so, and says what it was last when it never is. */
export async function until<R>(look: () => Promise<R>, isSo: (found: R) => boolean, ms = 40_000): Promise<R> {
  const since = Date.now()
  for (;;) {
    const found = await look()
    if (isSo(found)) return found
    if (Date.now() - since > ms) throw new Error(`It never came to that: ${JSON.stringify(found).slice(0, 2000)}`)
    await pause(50)
  }
}
