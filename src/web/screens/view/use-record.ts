import { useQuery } from '@tanstack/react-query'
import type { Definition } from '../../../shared/resource.ts'
import { ApiRefusal } from '../../api.ts'
import type { AnyRow } from '../module.ts'
import { recordOf } from '../records.ts'

/** A record as it is known, and why it is not shown. */
export interface Found<R> {
  row: R | undefined
  /** The last that was seen of it, also where it is refused by now. */
  seen: R | undefined
  error: unknown
  retry: () => void
}

/** One record that follows what others do to it: a refusal takes it away again, a lost connection does not. */
export function useRecord<R = AnyRow>(definition: Definition, id: number | string | undefined): Found<R> {
  const found = useQuery({ ...recordOf(definition, id ?? ''), enabled: id !== undefined })
  const seen = found.data as R | undefined // the record of this definition
  const row = isRefused(found.error) ? undefined : seen
  return { row, seen, error: row ? null : found.error, retry: () => void found.refetch() }
}

const isRefused = (error: unknown): boolean => error instanceof ApiRefusal && [403, 404].includes(error.status)
