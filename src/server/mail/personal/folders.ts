import type { ImapFlow, ListResponse } from 'imapflow'
import type { MailFolder, MailRole } from '../../../shared/mail.ts'
import { MAIL_ROLES } from '../../../shared/mail.ts'
import { refuse } from '../../../shared/refusals.ts'
import { INBOX } from './house.ts'
import type { PersonalMailbox } from './mailbox.ts'

const KNOWN = 'folders'
const KNOWN_MS = 60_000

export interface Folder {
  path: string
  name: string
  role: MailRole | null
  unread: number
  total: number
}

interface Known {
  at: number
  folders: Folder[]
}

/** Every folder with what lies in it, the special ones first. */
export async function foldersOf(mailbox: PersonalMailbox): Promise<Folder[]> {
  const listed = await mailbox.ask((client) => client.list({ statusQuery: { messages: true, unseen: true } }))
  const folders = listed
    .filter(({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent'))
    .map(folderOf)
    .toSorted((a, b) => placeOf(a.role) - placeOf(b.role) || a.path.localeCompare(b.path))
  mailbox.unread = folders.find(({ role }) => role === 'inbox')?.unread ?? null
  mailbox.memory.set(KNOWN, { at: performance.now(), folders } satisfies Known)
  return folders
}

export const shownFolder = (mailbox: PersonalMailbox, { path, ...folder }: Folder): MailFolder => ({
  id: mailbox.keys.ofFolder(path),
  ...folder,
})

/** The folders as they were a moment ago. */
export async function knownFolders(mailbox: PersonalMailbox): Promise<Folder[]> {
  const known = mailbox.memory.get(KNOWN) as Known | undefined // only set above
  return known && performance.now() - known.at < KNOWN_MS ? known.folders : foldersOf(mailbox)
}

/** Where the mailbox keeps what is for this; null where it has no such folder. */
export const pathOfRole = async (mailbox: PersonalMailbox, role: MailRole): Promise<string | null> =>
  (await knownFolders(mailbox)).find((folder) => folder.role === role)?.path ?? null

const NAMES: Partial<Record<MailRole, string>> = {
  drafts: 'Drafts',
  sent: 'Sent',
  trash: 'Trash',
  junk: 'Junk',
  archive: 'Archive',
}

/** The same, made where it is missing. */
export async function neededFolder(mailbox: PersonalMailbox, role: MailRole): Promise<string> {
  const path = await pathOfRole(mailbox, role)
  if (path !== null) return path
  const name = NAMES[role] ?? refuse('no mail folder', { params: { folder: role } })
  const made = await mailbox.ask((client) => createFolder(client, name))
  mailbox.memory.delete(KNOWN)
  return made
}

async function createFolder(client: ImapFlow, name: string): Promise<string> {
  const { path } = await client.mailboxCreate(name)
  await client.mailboxSubscribe(path)
  return path
}

function folderOf({ path, name, specialUse, status }: ListResponse): Folder {
  const use = specialUse?.replace('\\', '').toLowerCase()
  const role = path.toUpperCase() === INBOX ? 'inbox' : (MAIL_ROLES.find((one) => one === use) ?? null)
  return { path, name, role, unread: status?.unseen ?? 0, total: status?.messages ?? 0 }
}

const placeOf = (role: MailRole | null): number => (role ? MAIL_ROLES.indexOf(role) : MAIL_ROLES.length)
