import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import type { Notification, Page } from '../../../shared/api.ts'
import { get, post } from '../../api.ts'
import type { LiveEvents } from '../../events.ts'
import { client, keys } from '../../query.ts'
import { sayFailure } from '../../ui/snackbar.tsx'
import { go } from '../location.ts'

/** Page size of the panel (specification section 9). */
const PERPAGE = 5

interface Notes extends Page<Notification> {
  count_unread: number
}
type Pages = InfiniteData<Notes, number>

/** The notifications loaded so far; why there are none, and a failure of a further page is said. */
export function useNotifications() {
  const found = useInfiniteQuery({
    queryKey: keys.notifications,
    queryFn: ({ pageParam }) => get<Notes>('notification', { page: pageParam, perpage: PERPAGE }, { quiet: true }),
    initialPageParam: 1,
    getNextPageParam: (last: Notes, all: Notes[]) =>
      all.flatMap((page) => page.data).length < last.total ? all.length + 1 : undefined,
    staleTime: 60_000,
  })
  const pages = found.data?.pages ?? []
  return {
    notes: withoutDoubles(pages.flatMap((page) => page.data)),
    unread: pages[0]?.count_unread ?? 0,
    isLoading: found.isPending,
    error: found.data ? null : found.error,
    retry: () => void found.refetch(),
    isLoadingMore: found.isFetchingNextPage,
    hasMore: found.hasNextPage,
    loadMore: async () => {
      const { isFetchNextPageError, error } = await found.fetchNextPage()
      if (isFetchNextPageError) sayFailure(error)
    },
  }
}

export const useUnread = (): number => useNotifications().unread

export const refetchNotifications = (): void => void client.invalidateQueries({ queryKey: keys.notifications })

/** One becomes read, or all: at once here, silently on the server. */
export function markRead(which: number | 'all'): void {
  change((pages) => {
    const wasUnread = pages.some((page) => page.data.some((note) => note.id === which && note.is_read === 0))
    return pages.map((page) => ({
      ...page,
      data: page.data.map((note) => (which === 'all' || note.id === which ? { ...note, is_read: 1 as const } : note)),
      count_unread: which === 'all' ? 0 : Math.max(0, page.count_unread - (wasUnread ? 1 : 0)),
    }))
  })
  void post('notification/update', { notification_id: which }, { quiet: true }).catch(() => undefined)
}

/** Reads it and leads where it points. */
export function followNote(note: Notification): void {
  if (note.is_read === 0) markRead(note.id)
  const link = note.link ?? (note.ticket_id ? `/complaints/view/${note.ticket_id}` : null)
  if (link) go(link)
}

/** The server says what the bell holds: what is new comes with its number, the rest is a count. */
export function learnUnread({ count_unread, newest }: LiveEvents['notification']): void {
  const first = client.getQueryData<Pages>(keys.notifications)?.pages[0]
  if (first && newest > (first.data[0]?.id ?? 0)) refetchNotifications()
  else change((pages) => pages.map((page) => ({ ...page, count_unread })))
}

/** Hears what the bell holds, now and whenever it is loaded. Answers how to stop. */
export function onNotes(hear: (notes: Notification[]) => void): () => void {
  const tell = () => {
    const pages = client.getQueryData<Pages>(keys.notifications)?.pages
    if (pages) hear(withoutDoubles(pages.flatMap((page) => page.data)))
  }
  tell()
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === keys.notifications[0] && query.state.status === 'success') tell()
  })
}

function change(make: (pages: Notes[]) => Notes[]): void {
  client.setQueryData<Pages>(keys.notifications, (before) => before && { ...before, pages: make(before.pages) })
}

/** A note that came meanwhile pushes others onto the next page, where they would stand twice. */
const withoutDoubles = (notes: Notification[]) => [...new Map(notes.map((note) => [note.id, note])).values()]
