import { useCallback, useMemo } from 'react'
import type { MailFolder } from '../../shared/mail.ts'
import { useSearchParams } from '../../web/app/location.ts'
import { type Asked, folderOf } from './data.web.ts'

export const FILTERS = [
  { value: '', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'starred', label: 'Starred' },
  { value: 'important', label: 'Important' },
  { value: 'attachments', label: 'With files' },
] as const

/** The page of what waits to be sent at its time, beside the mailbox's own folders. */
export const SCHEDULED = 'scheduled'

interface Change {
  folder?: string
  search?: string
  filter?: string
  open?: string | null
}

/** What the address says: folder, search, filter and the open conversation. */
export function useMailPlace(folders: readonly MailFolder[]) {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('folder') ?? ''
  const search = params.get('search') ?? ''
  const given = params.get('filter') ?? ''
  const open = params.get('open')
  const isScheduled = wanted === SCHEDULED
  const folder = isScheduled
    ? undefined
    : (folders.find(({ id }) => id === wanted) ?? folderOf(folders, 'inbox') ?? folders[0])
  const filter = FILTERS.some(({ value }) => value === given) ? given : ''
  const asked = useMemo<Asked>(() => ({ folder: folder?.id ?? '', search, filter }), [folder?.id, search, filter])
  const change = useCallback(
    (next: Change, options?: { replace?: boolean }) => setParams((now) => changed(now, next), options),
    [setParams],
  )
  return { folder, asked, open, isScheduled, change }
}

export type MailPlace = ReturnType<typeof useMailPlace>

/** Where a link leads that changes a part of the address. */
export function addressWith(next: Change): string {
  const text = changed(new URLSearchParams(window.location.search), next).toString()
  return `/mail${text ? `?${text}` : ''}`
}

function changed(now: URLSearchParams, next: Change): URLSearchParams {
  // Another folder or search is another list: what is open belongs to the one before.
  const all: Change = next.open === undefined ? { ...next, open: null } : next
  if (next.folder !== undefined) Object.assign(all, { search: next.search ?? '', filter: next.filter ?? '' })
  for (const [name, value] of Object.entries(all)) {
    if (value) now.set(name, value)
    else now.delete(name)
  }
  return now
}
