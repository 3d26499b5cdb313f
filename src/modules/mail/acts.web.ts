import { t } from '../../shared/language.ts'
import type { MailFolder, MailRow } from '../../shared/mail.ts'
import { post } from '../../web/api.ts'
import { SerialQueue } from '../../web/serial-queue.ts'
import { confirm } from '../../web/ui/dialogs/confirm.tsx'
import { sayFailure, snackbar } from '../../web/ui/snackbar.tsx'
import { changeMails, countUnread, refreshMails, settle, takeOut } from './data.web.ts'

/** Where the rows stand that an act is for. */
export interface Place {
  folder: MailFolder
  folders: readonly MailFolder[]
}

type Flag = 'seen' | 'starred' | 'important'
const CALLS = { seen: 'mail/setRead', starred: 'mail/setStarred', important: 'mail/setImportant' } as const

const acts = new SerialQueue()
let moving = 0

/** An act that moves mails; once no other is under way all is asked for anew. */
async function inTurn<R>(act: () => Promise<R>): Promise<R> {
  moving += 1
  try {
    return await acts.run(act)
  } finally {
    moving -= 1
    if (moving === 0) settle()
  }
}

/** A mark on a conversation: read ones are so as a whole, a star or importance is of its newest mail. */
export async function mark(rows: readonly MailRow[], flag: Flag, value: boolean, folder?: string): Promise<void> {
  const changing = rows.filter((row) => row[flag] !== value)
  if (changing.length === 0) return
  const ids = changing.flatMap((row) => (flag === 'seen' && value ? idsOf(row) : [row.id]))
  changeMails(ids, (row) => ({ ...row, [flag]: value }))
  if (flag === 'seen' && folder) countUnread(folder, value ? -changing.length : changing.length)
  try {
    await acts.run(() => post(CALLS[flag], { ids, value }, { quiet: true }))
  } catch (error) {
    changeMails(ids, (row) => ({ ...row, [flag]: !value }))
    sayFailure(error)
    refreshMails()
  }
}

export const idsOf = (row: MailRow): string[] => [...new Set([row.id, ...row.thread])]

/** Takes conversations away from where they stand, at once, with a way back. */
async function away(
  rows: readonly MailRow[],
  folder: MailFolder,
  said: string,
  call: (ids: string[]) => Promise<{ undo: string | null }>,
): Promise<void> {
  const ids = rows.flatMap(idsOf)
  takeOut(ids)
  countUnread(folder.id, -rows.filter((row) => !row.seen).length)
  const answer = inTurn(() => call(ids))
  undoNext(() => void answer.then(({ undo }) => (undo ? takeBack(undo) : undefined)).catch(() => undefined))
  try {
    const { undo } = await answer
    snackbar(said, undo ? { action: { label: t('Undo'), run: () => void takeBack(undo) } } : {})
  } catch (error) {
    sayFailure(error)
  }
}

let wayBack: (() => void) | null = null

/** What the key z takes back: the last move, deletion or report, or the mail that is about to leave; said as it starts, not as its answer comes. */
export const undoNext = (run: () => void): void => {
  wayBack = run
}
export const undoLast = (): void => {
  wayBack?.()
  wayBack = null
}

async function takeBack(undo: string): Promise<void> {
  try {
    await inTurn(() => post('mail/undo', { undo }))
    snackbar(t('Taken back'))
  } catch (error) {
    sayFailure(error)
  }
}

export const move = (rows: readonly MailRow[], from: MailFolder, to: Pick<MailFolder, 'id' | 'name'>): Promise<void> =>
  away(rows, from, t('{{count}} moved to {{folder}}', { count: rows.length, folder: to.name }), (ids) =>
    post('mail/move', { ids, folder: to.id }),
  )

/** The mail server's archive; where it has none, one is made. */
export const archive = (rows: readonly MailRow[], { folder }: Place): Promise<void> =>
  away(rows, folder, t('{{count}} archived', { count: rows.length }), (ids) =>
    post('mail/move', { ids, folder: 'archive' }),
  )

/** From the trash there is no way back: it is asked first, and one goes on only then. */
export async function destroy(rows: readonly MailRow[], { folder }: Place, goOn?: () => void): Promise<void> {
  const isForGood = folder.role === 'trash'
  const count = rows.length
  if (isForGood && !(await mayDestroy(count))) return
  goOn?.()
  const said = isForGood ? t('{{count}} deleted for good', { count }) : t('{{count}} moved to trash', { count })
  await away(rows, folder, said, (ids) => post('mail/destroy', { ids }))
}

async function mayDestroy(count: number): Promise<boolean> {
  const { status } = await confirm({
    title: t('Delete for good?'),
    description: t('{{count}} mails are gone then, also from the mail server.', { count }),
    submit: t('Delete for good'),
    danger: true,
  })
  return status === 1
}

/** Reports spam, or says that it is none. */
export function junk(rows: readonly MailRow[], { folder }: Place): Promise<void> {
  const value = folder.role !== 'junk'
  return away(
    rows,
    folder,
    value
      ? t('{{count}} reported as spam', { count: rows.length })
      : t('{{count}} moved to the inbox', { count: rows.length }),
    (ids) => post('mail/junk', { ids, value }),
  )
}
