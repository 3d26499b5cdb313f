import { readLocalStorageValue, useDebouncedCallback, useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { StoredFile } from '../../shared/fields.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import { get, put } from '../api.ts'
import { keys } from '../query.ts'
import { useSession } from '../session.ts'

const KEPT_AFTER_MS = 800
/** The server forgets a file that nothing claims within a day. */
const FILES_KEPT_MS = DAY_MS

/** When the words of a draft were last written here; more than one part of a page may write them. */
const writtenAt = new Map<string, number>()

/** The words, or what becomes of those that stand there now. */
type Next = string | ((now: string) => string)

/**
 * What a person is writing below a record: in this browser at once, so that a reload or a lost session loses nothing, and on
 * the server a moment later, for the next device. Each under the person's own name.
 */
export function useCommentDraft(wire: string, id: number): readonly [string, (body: Next) => void] {
  const user = useSession()
  const key = `comment-${wire}-${user.id}-${id}`
  const [body, setLocal] = useLocalStorage({ key, defaultValue: '', getInitialValueInEffect: false })
  const saved = useRef<string>(undefined)
  const sending = useRef<Promise<unknown>>(Promise.resolve())
  const { data } = useQuery({
    queryKey: keys.part(wire, id, 'draft'),
    queryFn: async () => {
      const askedAt = performance.now()
      return { askedAt, ...(await get<{ body: string }>(`${wire}/${id}/draft`, undefined, { quiet: true })) }
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  const keep = useDebouncedCallback(
    (words: string) => {
      if (words === (saved.current ?? '')) return
      saved.current = words
      // One after the other: on a slow line the earlier words would come last.
      sending.current = sending.current
        .then(() => put(`${wire}/${id}/draft`, { body: words }, { quiet: true }))
        .catch(() => {
          saved.current = undefined
        })
    },
    { delay: KEPT_AFTER_MS, flushOnUnmount: true },
  )
  useEffect(() => {
    if (!data || saved.current !== undefined) return
    saved.current = data.body
    // What was sent or written since it was asked for stands in the box, not what was kept before.
    if ((writtenAt.get(key) ?? 0) > data.askedAt) keep(readLocalStorageValue({ key, defaultValue: '' }))
    else if (data.body !== '') setLocal((held) => (held === '' ? data.body : held))
  }, [data, key, keep, setLocal])
  const set = (next: Next) => {
    writtenAt.set(key, performance.now())
    // Also for a box that was left while its words were on their way.
    const words = typeof next === 'string' ? next : next(readLocalStorageValue({ key, defaultValue: '' }))
    setLocal(words)
    keep(words)
  }
  return [body, set]
}

type Files = StoredFile[]

/** The pictures that will go along, in this browser: also for a box that was left while they were on their way. */
export function useCommentFiles(wire: string, id: number): readonly [Files, (next: (now: Files) => Files) => void] {
  const key = `comment-files-${wire}-${useSession().id}-${id}`
  const [kept, setKept] = useLocalStorage({ key, defaultValue: NO_FILES, getInitialValueInEffect: false })
  const set = (next: (now: Files) => Files) =>
    setKept({ at: Date.now(), files: next(known(readLocalStorageValue({ key, defaultValue: kept }))) })
  return [known(kept), set]
}

const NO_FILES: { at: number; files: Files } = { at: 0, files: [] }
const known = ({ at, files }: typeof NO_FILES): Files => (Date.now() - at < FILES_KEPT_MS ? files : NO_FILES.files)
