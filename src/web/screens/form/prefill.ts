import { useQuery } from '@tanstack/react-query'
import { moduleOf, modules } from '../../../modules/index.ts'
import type { Definition } from '../../../shared/resource.ts'
import { useSearchParams } from '../../app/location.ts'
import type { Draft } from '../../fields/values.ts'
import { recordOf } from '../records.ts'

/** A register whose records open from, and belong to, records of another one. */
export interface OpenedFrom {
  definition: Definition
  /** Its ref field to the other one. */
  field: string
}

/** The registers whose records open from this one's, e.g. from a complaint. */
export const openedFrom = (name: string): OpenedFrom[] =>
  modules.flatMap((definition) =>
    Object.keys(definition.prefillFrom ?? {}).flatMap((field) =>
      definition.fields[field]?.to === name ? [{ definition, field }] : [],
    ),
  )

/** Where a new record opens from this one with what it takes over. */
export const openingAddress = ({ definition, field }: OpenedFrom, id: number): string =>
  `/${definition.name}/create?${field}=${id}`

interface TakenOver {
  isReady: boolean
  taken: Draft
  /** Names the record it comes from. */
  from?: string
}

/** What a new record takes over from the record its address names; `isReady` once that is known, or is known not to be open. */
export function useTakenOver(definition: Definition, isNew: boolean): TakenOver {
  const [search] = useSearchParams()
  const [field, takes] =
    Object.entries(definition.prefillFrom ?? {}).find(
      ([name]) => isNew && /^[1-9]\d{0,14}$/.test(search.get(name) ?? ''),
    ) ?? []
  const source = moduleOf(definition.fields[field ?? '']?.to ?? '')
  const id = Number(search.get(field ?? ''))
  const found = useQuery({ ...recordOf(source ?? definition, id), enabled: source !== undefined, retry: false })
  if (!source || !field || !takes) return { isReady: true, taken: {} }
  const row = found.data
  if (!row) return { isReady: found.isError, taken: {} }
  const over = Object.entries(takes).map(([own, theirs]) => [own, (theirs && row[theirs]) ?? null])
  return {
    isReady: true,
    taken: { ...Object.fromEntries(over), [field]: { id, name: String(row[source.title]) } },
    from: `new ${field} ${id}`,
  }
}
