import { sql } from 'kysely'
import { rows, type Tx } from '../../db/db.ts'
import { decrypt, hashesOf, seal } from '../../private/keys.ts'
import { newest } from './cache.ts'
import type { MailHeader } from './headers.ts'
import type { PersonalMailbox } from './mailbox.ts'
import type { MailPlace } from './places.ts'

/** What a mail is known by wherever it is moved: its Message-ID, else what it says of itself. */
export const identityOf = ({ id, date, from, subject }: Pick<MailHeader, 'id' | 'date' | 'from' | 'subject'>): string =>
  `mail ${id ?? `${date} ${from.address} ${subject}`}`

const placeOf = (user: number): string => `mail_links.${user}`

/** A record that mails belong to. */
export interface LinkedRecord {
  module: string
  id: number
}

/** Where the mail lay when it was linked, and its Message-ID, by which it is found again. */
export interface KeptMail extends MailPlace {
  id: string | null
  subject: string
}

export async function linkMail(
  tx: Tx,
  mailbox: PersonalMailbox,
  { place, header, record }: { place: MailPlace; header: MailHeader; record: LinkedRecord },
): Promise<void> {
  const { owner, context } = mailbox
  const { keys } = context.config
  const kept: KeptMail = { ...place, id: header.id, subject: header.subject }
  await sql`insert into mail_links (user_id, module, record_id, hash, place)
    values (${owner.id}, ${record.module}, ${record.id}, ${newest(keys, identityOf(header))}, ${seal(keys, placeOf(owner.id), JSON.stringify(kept), '')})
    on conflict do nothing`.execute(tx)
}

/** The records of mails, by the identity of each. */
export async function recordsOfMails(
  mailbox: PersonalMailbox,
  identities: readonly string[],
): Promise<Map<string, LinkedRecord[]>> {
  const { owner, context } = mailbox
  const byHash = new Map(
    identities.flatMap((identity) => hashesOf(context.config.keys, identity).map((hash) => [hash, identity] as const)),
  )
  const found = await rows(
    context.db,
    { module: 'string', id: 'number', hash: 'string' },
    sql`select module, record_id as id, hash from mail_links where user_id = ${owner.id} and hash = any(${[...byHash.keys()]}::text[]) order by linked_at`,
  )
  return Map.groupBy(found, ({ hash }) => byHash.get(hash) ?? '')
}

/** The mails of a record that this person linked. */
export async function mailsOfRecord(mailbox: PersonalMailbox, { module, id }: LinkedRecord): Promise<KeptMail[]> {
  const { owner, context } = mailbox
  const found = await rows(
    context.db,
    { place: 'string' },
    sql`select place from mail_links where user_id = ${owner.id} and module = ${module} and record_id = ${id} order by linked_at desc limit 50`,
  )
  return found.flatMap(({ place }) => {
    try {
      return [JSON.parse(decrypt(context.config.keys, placeOf(owner.id), place)) as KeptMail] // what was sealed above
    } catch {
      return []
    }
  })
}
