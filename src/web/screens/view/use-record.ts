import { useQuery } from '@tanstack/react-query'
import type { Definition } from '../../../shared/resource.ts'
import type { AnyRow } from '../module.ts'
import { recordOf } from '../records.ts'

/** One record that follows what others do to it. */
export function useRecord(
  definition: Definition,
  id: number | string | undefined,
): { row: AnyRow | undefined; error: unknown; retry: () => void } {
  const found = useQuery({ ...recordOf(definition, id ?? ''), enabled: id !== undefined, placeholderData: undefined })
  return { row: found.data, error: found.data ? null : found.error, retry: () => void found.refetch() }
}
