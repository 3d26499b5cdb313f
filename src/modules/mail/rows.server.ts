import type { Actor } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import type { MailFlags, MailHeader } from '#server/mail/personal/headers.ts'
import { identityOf, recordsOfMails } from '#server/mail/personal/links.ts'
import type { PersonalMailbox } from '#server/mail/personal/mailbox.ts'
import { marker } from '#server/mail/personal/marks.ts'
import type { MailPlace } from '#server/mail/personal/places.ts'
import { scheduledDrafts } from '#server/mail/personal/queue.ts'
import type { MailRow } from '../../shared/mail.ts'
import { linksOf } from './linked-records.server.ts'

/** A mail and the others of its conversation that are known. */
export interface RowFacts {
  place: MailPlace
  header: MailHeader
  flags: MailFlags
  preview: string | null
  /** The newest first, itself among them. */
  thread: readonly MailPlace[]
  /** Whether any mail of the conversation is unread. */
  isUnread?: boolean
}

/** Mails as lists and readers show them: with what is to be known of the sender, and with the records they belong to. */
export async function rowsOf(
  { context, actor }: { context: AppContext; actor: Actor },
  mailbox: PersonalMailbox,
  facts: readonly RowFacts[],
): Promise<MailRow[]> {
  const identities = facts.map(({ header }) => identityOf(header))
  const hasDrafts = facts.some(({ flags }) => flags.draft)
  const [markOf, records, scheduled] = await Promise.all([
    marker(context, mailbox.address),
    recordsOfMails(mailbox, identities),
    hasDrafts ? scheduledDrafts(mailbox) : undefined,
  ])
  const links = await linksOf(context.db, actor, [...records.values()].flat())
  return facts.map(({ place, header, flags, preview, thread, isUnread }, at): MailRow => {
    const { subject, from, to, date, size, hasFiles } = header
    const id = mailbox.keys.ofMail(place)
    return {
      id,
      folder: mailbox.keys.ofFolder(place.path),
      thread: thread.map((one) => mailbox.keys.ofMail(one)),
      count: thread.length,
      subject,
      from,
      to,
      date,
      size,
      ...flags,
      seen: isUnread === undefined ? flags.seen : !isUnread,
      scheduled: scheduled?.has(id) === true,
      attachments: hasFiles,
      preview,
      mark: flags.draft ? null : markOf(from),
      links: (records.get(identities[at] ?? '') ?? []).flatMap(({ module, id }) => links.get(`${module} ${id}`) ?? []),
    }
  })
}
