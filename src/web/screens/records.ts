import { queryOptions } from '@tanstack/react-query'
import type { ActivityLine, Page } from '../../shared/api.ts'
import type { Definition } from '../../shared/resource.ts'
import { ApiRefusal, del, get, post, put, type Query } from '../api.ts'
import { changed, client, keys } from '../query.ts'
import type { AnyRow } from './module.ts'

/** The calls every resource answers, as queries of the cache and as acts; what answers a record is in record-acts.ts. */

export const pageOf = (definition: Definition, query: Query) =>
  queryOptions({
    queryKey: keys.list(definition.wire, query),
    queryFn: ({ signal }) => get<Page<AnyRow>>(definition.wire, query, { signal }),
  })

export const recordOf = (definition: Definition, id: number | string) =>
  queryOptions({
    queryKey: keys.record(definition.wire, id),
    queryFn: ({ signal }) => get<AnyRow>(`${definition.wire}/${id}`, undefined, { signal }),
    // Another record is another screen: the one before must not show through.
  })

export const historyOf = (definition: Definition, id: number | string, perpage: number) =>
  queryOptions({
    queryKey: keys.part(definition.wire, id, 'history', { perpage }),
    queryFn: () => get<Page<ActivityLine>>(`${definition.wire}/${id}/history`, { perpage }, { quiet: true }),
  })

/** Fetches a record before it is opened. */
export const prefetchRecord = (definition: Definition, id: number): void => {
  void client.prefetchQuery({ ...recordOf(definition, id), staleTime: 15_000 })
}

/** All that the server would refuse of it, by field; nothing where it does not answer. */
export async function wrongWith(
  definition: Definition,
  id: number | string | undefined,
  body: unknown,
): Promise<Record<string, string>> {
  const asked = id === undefined ? post : put
  const path = id === undefined ? definition.wire : `${definition.wire}/${id}`
  return asked(`${path}?check=1`, body, { quiet: true }).then(
    () => ({}),
    (error: unknown) => (error instanceof ApiRefusal ? error.fields : {}),
  )
}

export async function destroy(definition: Definition, id: number): Promise<void> {
  await del(`${definition.wire}/${id}`)
  changed(definition.name, id)
}

export async function restore(definition: Definition, id: number): Promise<void> {
  await post(`${definition.wire}/${id}/restore`)
  changed(definition.name, id)
}
