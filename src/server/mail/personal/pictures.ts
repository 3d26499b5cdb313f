import { sql } from 'kysely'
import { row } from '../../db/db.ts'
import { hashesOf } from '../../private/keys.ts'
import { newest } from './cache.ts'
import type { MailHeader } from './headers.ts'
import { identityOf } from './links.ts'
import type { PersonalMailbox } from './mailbox.ts'

const ofSender = ({ from }: MailHeader): string => `pictures of ${from.address.toLowerCase()}`

/** Lets the remote pictures of a mail, or of all mails of its sender, be loaded; by this person's browser alone. */
export async function allowPictures(mailbox: PersonalMailbox, header: MailHeader, isSender: boolean): Promise<void> {
  const { owner, context } = mailbox
  const hash = newest(context.config.keys, isSender ? ofSender(header) : identityOf(header))
  await sql`insert into mail_pictures (user_id, hash) values (${owner.id}, ${hash}) on conflict do nothing`.execute(
    context.db,
  )
}

export async function allowsPictures(mailbox: PersonalMailbox, header: MailHeader): Promise<boolean> {
  const { owner, context } = mailbox
  const hashes = [ofSender(header), identityOf(header)].flatMap((text) => hashesOf(context.config.keys, text))
  const found = await row(
    context.db,
    sql`select 1 as n from mail_pictures where user_id = ${owner.id} and hash = any(${hashes}::text[]) limit 1`,
  )
  return found !== undefined
}
