import type { CopyResponseObject } from 'imapflow'
import { refuse } from '../../../shared/refusals.ts'
import { decrypt, seal } from '../../private/keys.ts'
import { neededFolder } from './folders.ts'
import { INBOX, type OpenFolder } from './house.ts'
import type { PersonalMailbox } from './mailbox.ts'
import type { MailPlace } from './places.ts'

const UNDO_MS = 10 * 60_000
const ACT_MS = 30_000

/** The mails by the folder they lie in; of one that was numbered anew nothing is done. */
const byFolder = (places: readonly MailPlace[]): [string, MailPlace[]][] => [...Map.groupBy(places, ({ path }) => path)]

const rangeOf = ({ validity }: OpenFolder, places: readonly MailPlace[]): string =>
  places
    .filter((place) => place.validity === validity)
    .map(({ uid }) => uid)
    .join(',')

/** Sets or takes a flag; answers of how many mails. What is gone is passed over. */
export async function setFlag(
  mailbox: PersonalMailbox,
  places: readonly MailPlace[],
  flag: string,
  value: boolean,
): Promise<number> {
  let changed = 0
  for (const [path, mails] of byFolder(places))
    changed += await mailbox.in(
      path,
      async (folder) => {
        const range = rangeOf(folder, mails)
        if (range === '') return 0
        const { client } = folder
        const isDone = value
          ? await client.messageFlagsAdd(range, [flag], { uid: true })
          : await client.messageFlagsRemove(range, [flag], { uid: true })
        mailbox.changed('flags', path)
        return isDone ? ((await client.search({ uid: range }, { uid: true })) || []).length : 0
      },
      { ms: ACT_MS },
    )
  return changed
}

/** Marks a whole folder as read. */
export const readAll = (mailbox: PersonalMailbox, path: string): Promise<void> =>
  mailbox.in(
    path,
    async ({ client }) => {
      await client.messageFlagsAdd({ seen: false }, ['\\Seen'])
      mailbox.changed('flags', path)
    },
    { ms: ACT_MS },
  )

/** What takes a move back: where the mails lie now, and where they were. */
interface Moved {
  until: number
  moves: { from: string; to: string; validity: number; uids: number[] }[]
  /** A flag that went with it. */
  flag: string | null
}

/** Moves mails; answers how many, and what takes it back. Moving by itself is done once: a server that broke off is not asked again. */
export async function moveMails(
  mailbox: PersonalMailbox,
  places: readonly MailPlace[],
  to: string,
  flag: string | null = null,
): Promise<{ moved: number; undo: string | null }> {
  const moves: Moved['moves'] = []
  let moved = 0
  for (const [path, mails] of byFolder(places.filter((place) => place.path !== to))) {
    const done = await mailbox.in(
      path,
      async (folder) => {
        const range = rangeOf(folder, mails)
        if (range === '') return null
        if (flag) await folder.client.messageFlagsAdd(range, [flag], { uid: true })
        const result = await folder.client.messageMove(range, to, { uid: true })
        if (!result) refuse('mailbox says no', { params: { answer: 'Nothing was moved' } })
        mailbox.changed('gone', path)
        mailbox.changed('folders', to)
        return { result, count: countOf(folder, result, mails.length) }
      },
      { isOnce: true, ms: ACT_MS },
    )
    if (!done) continue
    const { uidMap, uidValidity } = done.result
    moved += done.count
    if (uidMap && uidValidity !== undefined)
      moves.push({ from: path, to, validity: Number(uidValidity), uids: [...uidMap.values()] })
  }
  if (moved === 0) refuse('mail gone')
  return { moved, undo: moves.length > 0 ? tokenOf(mailbox, { until: Date.now() + UNDO_MS, moves, flag }) : null }
}

/** Of the mails asked for those that were there to be moved; a server without UIDPLUS does not tell them. */
const countOf = ({ client }: OpenFolder, { uidMap }: CopyResponseObject, asked: number): number =>
  uidMap?.size ?? (client.capabilities.has('UIDPLUS') ? 0 : asked)

/** Into the trash; what lies there already, and drafts, for good. */
export async function deleteMails(
  mailbox: PersonalMailbox,
  places: readonly MailPlace[],
): Promise<{ undo: string | null }> {
  const trash = await neededFolder(mailbox, 'trash')
  const gone = places.filter(({ path }) => path === trash)
  const kept = places.filter(({ path }) => path !== trash)
  if (gone.length > 0) await removeForGood(mailbox, gone)
  return kept.length > 0 ? { undo: (await moveMails(mailbox, kept, trash)).undo } : { undo: null }
}

export async function removeForGood(mailbox: PersonalMailbox, places: readonly MailPlace[]): Promise<void> {
  for (const [path, mails] of byFolder(places))
    await mailbox.in(
      path,
      async (folder) => {
        const range = rangeOf(folder, mails)
        if (range !== '') await expunge(folder, range)
        mailbox.changed('gone', path)
      },
      { ms: ACT_MS },
    )
}

/**
 * Takes mails out of a folder for good, by their UIDs. A mail server may say yes and leave them where they are, as Dovecot does where it
 * cannot lock or write its files: they are looked for, and it is tried once more, in the folder opened anew. One that could not be
 * written to as it was opened takes no deletion until then.
 * @throws Refusal where they stay
 */
export async function expunge({ client, path }: OpenFolder, range: string): Promise<void> {
  for (let tries = 0; tries < 2; tries++) {
    if (tries > 0) await client.mailboxOpen(path)
    await client.messageDelete(range, { uid: true })
    await client.noop()
    const left = await client.search({ uid: range }, { uid: true })
    if (left && left.length === 0) return
  }
  refuse('mailbox says no', { params: { answer: 'Nothing was deleted' } })
}

/** Junk goes to its folder, and the mail server is told by the flags that its filters learn from; what is none comes back. */
export async function markJunk(
  mailbox: PersonalMailbox,
  places: readonly MailPlace[],
  isJunk: boolean,
): Promise<{ undo: string | null }> {
  const to = isJunk ? await neededFolder(mailbox, 'junk') : INBOX
  await setFlag(mailbox, places, isJunk ? '$NotJunk' : '$Junk', false)
  return moveMails(mailbox, places, to, isJunk ? '$Junk' : '$NotJunk')
}

const placeOf = (user: number): string => `mail-undo.${user}`
const tokenOf = (mailbox: PersonalMailbox, moved: Moved): string =>
  seal(mailbox.context.config.keys, placeOf(mailbox.owner.id), JSON.stringify(moved), '')

/** Takes a move back, within ten minutes. */
export async function undoMove(mailbox: PersonalMailbox, token: string): Promise<void> {
  const { until, moves, flag } = movedOf(mailbox, token)
  if (until < Date.now()) refuse('mail undo over')
  for (const { from, to, validity, uids } of moves)
    await mailbox.in(
      to,
      async (folder) => {
        if (folder.validity !== validity) refuse('mail undo over')
        const range = uids.join(',')
        if (flag) await folder.client.messageFlagsRemove(range, [flag], { uid: true })
        const back = await folder.client.messageMove(range, from, { uid: true })
        if (!back || countOf(folder, back, uids.length) === 0) refuse('mail undo over')
        mailbox.changed('gone', to)
        mailbox.changed('folders', from)
      },
      { isOnce: true, ms: ACT_MS },
    )
}

function movedOf(mailbox: PersonalMailbox, token: string): Moved {
  try {
    return JSON.parse(decrypt(mailbox.context.config.keys, placeOf(mailbox.owner.id), token)) as Moved // what was sealed above
  } catch {
    return refuse('mail undo over')
  }
}
