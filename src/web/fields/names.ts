import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { moduleOf } from '../../modules/index.ts'
import type { Field, Named } from '../../shared/fields.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'
import { get } from '../api.ts'
import { client, keys } from '../query.ts'
import { isNamed } from './values.ts'

export interface Offered extends Named {
  hint?: string | null
}

/** Where provinces are named, by their codes as numbers. */
export const PLACES = 'location'

const OFFERED_AT_ONCE = 20
const FRESH_MS = 30_000
const TYPING_PAUSE_MS = 200

/** The segment of a module below /api. */
export const wireOf = (module: string | undefined): string => moduleOf(module ?? '')?.wire ?? module ?? ''

/** What a picker of this field offers for the words typed. */
export const offered = ({ to, optionsEndpoint = `${wireOf(to)}/get-name` }: Field, search: string) =>
  queryOptions({
    queryKey: keys.names(wireOf(to), { search, optionsEndpoint }),
    queryFn: () => get<{ data: Offered[] }>(optionsEndpoint, { search, perpage: OFFERED_AT_ONCE }, { quiet: true }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })

/**
 * What an open picker of this field shows while somebody types. Until the answer to the last letters is there, only those of the
 * answer before that match them: the keyboard would pick what is no longer asked for.
 */
export function useOffered(field: Field, typed: string, isOpen: boolean) {
  const words = typed.trim()
  const [search] = useDebouncedValue(words, TYPING_PAUSE_MS)
  const found = useQuery({ ...offered(field, search), enabled: isOpen })
  const isBehind = words !== search || found.isPlaceholderData
  const known = found.data?.data ?? []
  const offers = isBehind
    ? known.filter(({ name, hint }) => normalizeText(`${hint ?? ''} ${name}`).includes(normalizeText(words)))
    : known
  return { offers, found: { ...found, isPending: found.isPending || isBehind } }
}

/** The names of these records, as far as the user may look for them. */
export const namesOf = (module: string | undefined, ids: readonly number[]) =>
  queryOptions({
    queryKey: keys.names(wireOf(module), { id: ids }),
    queryFn: () =>
      get<{ data: Offered[] }>(
        `${wireOf(module)}/get-name`,
        { id: ids, perpage: Math.max(ids.length, 1) },
        { quiet: true },
      ),
    staleTime: FRESH_MS,
    enabled: ids.length > 0,
  })

/** Records by name, where some are known by their id only: the missing names are fetched. */
export function useNamed(module: string | undefined, values: readonly unknown[]): Named[] {
  const bare = values.map(plainId).filter((id) => id !== undefined)
  const { data, isPlaceholderData } = useQuery({ ...namesOf(module, bare), placeholderData: keepPreviousData })
  return values.flatMap((value) => {
    if (isNamed(value)) return [value]
    const id = plainId(value)
    if (id === undefined) return []
    return [data?.data.find((found) => found.id === id) ?? { id, name: data && !isPlaceholderData ? `#${id}` : '…' }]
  })
}

/** The names of records of several modules at once; undefined while one is not known. */
export function useNamesByModule(
  wanted: Record<string, readonly number[]>,
): (module: string, id: number) => string | undefined {
  const asked = Object.entries(wanted).filter(([, ids]) => ids.length > 0)
  const { data } = useQuery({
    queryKey: ['names of several', wanted],
    queryFn: async () => Object.fromEntries(await Promise.all(asked.map(namesIn))),
    staleTime: FRESH_MS,
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  })
  return (module, id) => data?.[module]?.find((one) => one.id === id)?.name
}

/** What one may not look for has no name. */
const namesIn = async ([module, ids]: [string, readonly number[]]): Promise<[string, Offered[]]> => {
  const found = await client.fetchQuery(namesOf(module, ids)).catch(() => ({ data: [] }))
  return [module, found.data]
}

const plainId = (value: unknown): number | undefined => {
  if (isNamed(value) || value === null || value === '') return undefined
  const id = Number(value)
  return Number.isInteger(id) && id > 0 ? id : undefined
}
