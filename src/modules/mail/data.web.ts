import { type InfiniteData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  MAIL_PER_PAGE,
  type MailFolder,
  type MailInConversation,
  type MailLink,
  type MailPage,
  type MailRole,
  type MailRow,
  type MailShown,
  type MailStatus,
  type QueuedMail,
} from '../../shared/mail.ts'
import { get } from '../../web/api.ts'
import { client } from '../../web/query.ts'

/** What of a folder is asked for; all of it stands in the address. */
export interface Asked {
  folder: string
  search: string
  filter: string
}

export const mailKeys = {
  status: ['mail', 'status'],
  folders: ['mail', 'folders'],
  lists: ['mail', 'list'],
  list: (asked: Asked) => ['mail', 'list', asked],
  conversations: ['mail', 'conversation'],
  conversation: (id: string) => ['mail', 'conversation', id],
  shown: (id: string) => ['mail', 'show', id],
  scheduled: ['mail', 'scheduled'],
  of: (kind: MailLink['kind'], id: number) => ['mail', 'of', kind, id],
} as const

export type Pages = InfiniteData<MailPage, number>

/** Mails that acts under way take from where they stand: no answer brings them back meanwhile. */
const leaving = new Set<string>()

async function fetchPage(asked: Asked, page: number, signal: AbortSignal): Promise<MailPage> {
  const found = await get<MailPage>('mail', { ...asked, page, perpage: MAIL_PER_PAGE }, { quiet: true, signal })
  return { ...found, data: found.data.filter(({ id }) => !leaving.has(id)) }
}

export const useMailStatus = () =>
  useQuery({ queryKey: mailKeys.status, queryFn: () => get<MailStatus>('mail/status'), staleTime: 0 })

export const useFolders = (isConnected: boolean) =>
  useQuery({
    queryKey: mailKeys.folders,
    queryFn: () => get<{ folders: MailFolder[] }>('mail/folders', undefined, { quiet: true }),
    enabled: isConnected,
    staleTime: 60_000,
  })

/** A folder's conversations, page by page as one scrolls. */
export function useMails(asked: Asked) {
  const found = useInfiniteQuery({
    queryKey: mailKeys.list(asked),
    queryFn: ({ pageParam, signal }) => fetchPage(asked, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.has_more ? all.length + 1 : undefined),
    enabled: asked.folder !== '',
    staleTime: 30_000,
  })
  const rows = useMemo(() => withoutDoubles((found.data?.pages ?? []).flatMap((page) => page.data)), [found.data])
  return { ...found, rows, count: found.data?.pages[0]?.count ?? 0 }
}

/** What came meanwhile pushes others onto the next page, where they would stand twice. */
const withoutDoubles = (rows: readonly MailRow[]): MailRow[] => [...new Map(rows.map((row) => [row.id, row])).values()]

/** A conversation, newest last; without the words of those that were read long ago. */
export const conversationOf = (id: string) =>
  queryOptions({
    queryKey: mailKeys.conversation(id),
    queryFn: async ({ signal }) => {
      const { mails } = await get<{ mails: MailInConversation[] }>('mail/conversation', { id }, { signal, quiet: true })
      return mails.toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date))
    },
    staleTime: 300_000,
  })

export const shownMail = (id: string) =>
  queryOptions({
    queryKey: mailKeys.shown(id),
    queryFn: ({ signal }) => get<MailShown>('mail/show', { id }, { signal, quiet: true }),
    staleTime: 300_000,
  })

export const useScheduled = (isConnected: boolean) =>
  useQuery({
    queryKey: mailKeys.scheduled,
    queryFn: () => get<{ data: QueuedMail[] }>('mail/scheduled', undefined, { quiet: true }),
    enabled: isConnected,
    staleTime: 30_000,
  })

/** Of so many pages that were scrolled through, all are asked for anew; of more only the newest. */
const PAGES_ANEW = 2

/** What a folder shows, anew, after something happened in it. `isNew`: a mail came, which concerns its top alone. */
export function refreshFolder(folder: string, isNew: boolean): void {
  for (const [key, held] of client.getQueriesData<Pages>({ queryKey: mailKeys.lists })) {
    const asked = key[2] as Asked // written by `mailKeys.list` alone
    if (!held || asked.folder !== folder) continue
    const isPlain = !asked.search && !asked.filter
    dropTop(asked)
    if (held.pages.length > PAGES_ANEW || (isNew && isPlain)) void refreshTop(key, asked)
    else void client.invalidateQueries({ queryKey: key })
  }
  void client.invalidateQueries({ queryKey: mailKeys.folders })
}

/** The tops that are asked for; one that is asked for anew, or of which more is, would only bring back what was. */
const tops = new Map<string, AbortController>()

const dropTop = (asked: Asked): void => tops.get(JSON.stringify(asked))?.abort()

async function refreshTop(key: readonly unknown[], asked: Asked): Promise<void> {
  const asking = new AbortController()
  tops.set(JSON.stringify(asked), asking)
  const top = await fetchPage(asked, 1, asking.signal).catch(() => null)
  if (top && !asking.signal.aborted)
    client.setQueryData<Pages>(key, (now) => now && { ...now, pages: [top, ...now.pages.slice(1)] })
}

/** All that is shown of the mailbox, anew. */
export function refreshMails(): void {
  for (const asking of tops.values()) asking.abort()
  for (const key of [mailKeys.lists, mailKeys.folders, mailKeys.conversations])
    void client.invalidateQueries({ queryKey: key })
}

export const folderOf = (folders: readonly MailFolder[], role: MailRole): MailFolder | undefined =>
  folders.find((folder) => folder.role === role)

/** Changes the rows that hold one of these mails, on every list and in the open conversation; null takes a row out. */
export function changeMails(ids: readonly string[], change: (row: MailRow) => MailRow | null): void {
  const wanted = new Set(ids)
  const isOne = (row: MailRow) => wanted.has(row.id) || row.thread.some((id) => wanted.has(id))
  const changed = <R extends MailRow>(rows: readonly R[], isAsked: (row: R) => boolean): R[] =>
    rows.flatMap((row) => {
      if (!isAsked(row)) return [row]
      const next = change(row)
      return next ? [{ ...row, ...next }] : []
    })
  client.setQueriesData<Pages>(
    { queryKey: mailKeys.lists },
    (held) => held && { ...held, pages: held.pages.map((page) => ({ ...page, data: changed(page.data, isOne) })) },
  )
  client.setQueriesData<MailInConversation[]>(
    { queryKey: mailKeys.conversations },
    (held) => held && changed(held, (mail) => wanted.has(mail.id)),
  )
}

/** Takes mails from every list at once, until `settle` says that no act is under way. */
export function takeOut(ids: readonly string[]): void {
  for (const id of ids) {
    leaving.add(id)
    // Read ahead of a press that does not come any more: there it is not found by then.
    void client.cancelQueries({ queryKey: mailKeys.conversation(id) })
  }
  // A list whose first pages came already would bring them back.
  void client.cancelQueries({ queryKey: mailKeys.lists })
  changeMails(ids, () => null)
}

/** What was taken out is gone now, or stands there again. */
export function settle(): void {
  leaving.clear()
  refreshMails()
}

/** The unread count of a folder, moved at once. */
export function countUnread(folder: string, by: number): void {
  client.setQueryData<{ folders: MailFolder[] }>(
    mailKeys.folders,
    (held) =>
      held && {
        folders: held.folders.map((one) =>
          one.id === folder ? { ...one, unread: Math.max(0, one.unread + by) } : one,
        ),
      },
  )
}
