import type { SearchObject } from 'imapflow'
import { refuse } from '../../../shared/refusals.ts'
import { conversationsOf } from './conversations.ts'
import { pathOfRole } from './folders.ts'
import { flagsOf, type MailHeader } from './headers.ts'
import { INBOX, type OpenFolder } from './house.ts'
import { headersOf, type ListedMail } from './listing.ts'
import type { PersonalMailbox } from './mailbox.ts'
import type { MailPlace } from './places.ts'

/** Where a conversation is looked for: the newest mails of a folder, as a header is no index everywhere. */
const LOOKED_MOST = 3000
const MAILS_MOST = 100
const LOOK_MS = 20_000

/** The mails of a conversation that lie in its folder, in the inbox and among those sent; the newest first. */
export async function conversationOf(mailbox: PersonalMailbox, place: MailPlace): Promise<ListedMail[]> {
  const first = await mailbox.in(place.path, async (folder) => {
    if (folder.validity !== place.validity) refuse('mail gone')
    const header = (await headersOf(mailbox, folder, [place.uid])).get(place.uid) ?? refuse('mail gone')
    const mails = await near(mailbox, folder, header, place.uid)
    // A header is known of what is gone as well.
    if (!mails.some(({ uid }) => uid === place.uid)) refuse('mail gone')
    return { header, mails }
  })
  const others = [INBOX, await pathOfRole(mailbox, 'sent')].filter(
    (path): path is string => path !== null && path !== place.path,
  )
  const mails = [...first.mails]
  for (const path of others)
    mails.push(...(await mailbox.in(path, (folder) => near(mailbox, folder, first.header, null), { ms: LOOK_MS })))
  const own = conversationsOf(mails).find((group) =>
    group.some((mail) => mail.path === place.path && mail.uid === place.uid),
  )
  return once(own ?? []).toSorted((a, b) => (a.header.date < b.header.date ? 1 : -1))
}

/** A mail to oneself lies in two folders. */
const once = (mails: readonly ListedMail[]): ListedMail[] =>
  mails.filter(({ header: { id } }, at) => id === null || mails.findIndex((one) => one.header.id === id) === at)

async function near(
  mailbox: PersonalMailbox,
  folder: OpenFolder,
  header: MailHeader,
  uid: number | null,
): Promise<ListedMail[]> {
  const { client, path, validity } = folder
  await client.noop()
  const exists = client.mailbox ? client.mailbox.exists : 0
  if (exists === 0) return []
  const found =
    (await client.search({ seq: `${Math.max(1, exists - LOOKED_MOST)}:*`, ...named(header) }, { uid: true })) || []
  const uids = [...new Set([...(uid === null ? [] : [uid]), ...found.slice(-MAILS_MOST)])]
  if (uids.length === 0) return []
  const headers = await headersOf(mailbox, folder, uids)
  const flags = await client.fetchAll(uids.join(','), { uid: true, flags: true, labels: true }, { uid: true })
  return flags.flatMap((mail) => {
    const known = headers.get(mail.uid)
    return known ? [{ uid: mail.uid, header: known, path, validity, flags: flagsOf(mail), preview: null }] : []
  })
}

/** Mails that name the beginning of the conversation, and it itself. */
function named({ id, refs, thread }: MailHeader): SearchObject {
  if (thread) return { threadId: thread }
  const root = refs[0] ?? id ?? ''
  return {
    or: [{ header: { references: root } }, { header: { 'message-id': root } }, { header: { 'in-reply-to': root } }],
  }
}
