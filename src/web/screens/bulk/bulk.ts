import { useQuery } from '@tanstack/react-query'
import type { Bulk } from '../../../shared/api.ts'
import { get } from '../../api.ts'
import type { AnyRow } from '../module.ts'

/** The records an act is about: rows that were ticked, or everything the list's filters let through. */
export interface Selection {
  rows: AnyRow[]
  isAll: boolean
  /** How many that is; of a search that counts only so far, at least. */
  total: number
}

export interface Deed {
  act: string
  /** In words, translated. */
  label: string
  /** What the act asks for, once for all records. */
  given?: object
  /** The act that takes it back, and what both ask for. */
  undo?: { act: string; label: string }
  /** What the rows show from then on, where they stay in sight. */
  becomes?: object
}

export const KEY = ['bulk'] as const
const WATCHED_MS = 1000

/** The caller's bulks of one list that run, or that were not looked at yet. */
export function useBulks(module: string): Bulk[] {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => get<{ data: Bulk[] }>('bulk', undefined, { quiet: true }),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.data.some((bulk) => !bulk.is_finished) ? WATCHED_MS : false),
  })
  return data?.data.filter((bulk) => bulk.module === module) ?? []
}
