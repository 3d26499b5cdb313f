import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { post } from '../api.ts'

const RENEW_BEFORE_S = 60

/** The address of a stored file for an <img>, <video> or link; null until a key is there. */
export function useFileUrl(id: string | null | undefined, size: 'full' | 'thumbnail' = 'full'): string | null {
  const key = useFileKey(Boolean(id))
  const given = useRef<{ id: string; size: string; url: string }>(null)
  if (!id || !key) return null
  // A new key would load the picture anew and start a film over: what is shown keeps the address it began with.
  if (given.current?.id !== id || given.current.size !== size) given.current = { id, size, url: fileUrl(id, key, size) }
  return given.current.url
}

/** The short-lived key that opens this person's files; one for all files of the page. */
export function useFileKey(isNeeded = true): string | null {
  const found = useQuery({
    queryKey: ['file-key'],
    queryFn: () => post<{ key: string; seconds: number }>('file-key', undefined, { quiet: true }),
    enabled: isNeeded,
    staleTime: (query) => ((query.state.data?.seconds ?? 300) - RENEW_BEFORE_S) * 1000,
    refetchInterval: (query) => (query.state.data ? (query.state.data.seconds - RENEW_BEFORE_S) * 1000 : false),
  })
  return found.data?.key ?? null
}

export const fileUrl = (id: string, key: string, size: 'full' | 'thumbnail' = 'full', isDownload = false): string =>
  `/api/file/${encodeURIComponent(id)}${size === 'thumbnail' ? '/thumbnail' : ''}?key=${encodeURIComponent(key)}${isDownload ? '&download=1' : ''}`
