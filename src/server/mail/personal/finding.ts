import { pathOfRole } from './folders.ts'
import type { PersonalMailbox } from './mailbox.ts'
import type { MailPlace } from './places.ts'

const USUAL = ['inbox', 'archive', 'all', 'sent', 'trash'] as const

/** Where a mail lies now, of the usual folders, by its Message-ID. */
export async function findMail(mailbox: PersonalMailbox, id: string): Promise<MailPlace | null> {
  for (const role of USUAL) {
    const path = await pathOfRole(mailbox, role)
    if (path === null) continue
    const found = await mailbox
      .in(path, async ({ client, validity }) => {
        const uids = (await client.search({ header: { 'message-id': id } }, { uid: true })) || []
        const uid = uids.at(-1)
        return uid === undefined ? null : { path, validity, uid }
      })
      .catch(() => null)
    if (found) return found
  }
  return null
}
