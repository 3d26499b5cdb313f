import { useCallback, useEffect, useState } from 'react'
import type { Page } from '../../shared/api.ts'
import type { Address } from '../../shared/fields.ts'
import { currentLanguage } from '../../shared/language.ts'
import { call } from './request.ts'
import { readStored, writeStored } from './storage.ts'

export interface Store {
  id: number
  code: string
  name: string
  address: Address | string | null
}

export interface TicketType {
  id: number
  name: string
  name_en: string | null
  name_ko: string | null
  /** Which picture stands beside it. */
  sign: string | null
}

/** A list of the server: at once as it was last time, then as it is. */
export interface Lookup<R> {
  rows: R[] | null
  isFailed: boolean
  retry: () => void
}

export const useStores = (): Lookup<Store> => useLookup('/public/store?page=1&perpage=1000&not_ho=1', 'feedback-stores')
export const useTicketTypes = (): Lookup<TicketType> =>
  useLookup('/public/ticket-type?page=1&perpage=1000', 'feedback-types')

export function nameOf(type: Pick<TicketType, 'name' | 'name_en' | 'name_ko'>): string {
  const own = { vi: type.name, en: type.name_en, ko: type.name_ko }[currentLanguage()]
  return own || type.name
}

export function addressOf({ address }: Store): string {
  if (!address) return ''
  if (typeof address === 'string') return address
  return [address.line, address.ward, address.district, address.province].filter(Boolean).join(', ')
}

export const provinceOf = ({ address }: Store): string =>
  (address && typeof address === 'object' && address.province) || ''

/** A list that is kept on the device under its own path. */
export const keptAs = (path: string): string => `list ${path}`

/** Fetches a list before it is needed, and quietly. */
export function fetchAhead(path: string): void {
  if (Array.isArray(readStored(keptAs(path)))) return
  call<Page<unknown>>('GET', path).then(
    ({ data }) => writeStored(keptAs(path), data),
    () => {},
  )
}

/** Asks for a list when it is first needed. */
export function useLookup<R>(path: string, name: string): Lookup<R> {
  const [rows, setRows] = useState<R[] | null>(() => {
    const kept = readStored(name)
    return Array.isArray(kept) && kept.length > 0 ? kept : null
  })
  const [isFailed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    call<Page<R>>('GET', path).then(
      ({ data }) => {
        setRows(data)
        writeStored(name, data)
      },
      () => setFailed(true),
    )
  }, [path, name])
  useEffect(() => {
    load()
    addEventListener('online', load)
    return () => removeEventListener('online', load)
  }, [load])
  return { rows, isFailed, retry: load }
}
