import type { Definition } from '../../shared/resource.ts'
import { post, put } from '../api.ts'
import { changed, client, keys } from '../query.ts'
import type { AnyRow } from './module.ts'

/** Acts on records that answer the record as it then stands. */

export async function create(definition: Definition, body: unknown, idempotencyKey: string): Promise<AnyRow> {
  return keep(definition, await post<AnyRow>(definition.wire, body, { idempotencyKey }))
}

export const update = (definition: Definition, id: number | string, body: object): Promise<AnyRow> =>
  sent(definition, id, body, put<AnyRow>(`${definition.wire}/${id}`, body))

/** An act of one record that answers it as it then stands. */
export const act = (definition: Definition, id: number, name: string, body?: object): Promise<AnyRow> =>
  sent(definition, id, body, post<AnyRow>(`${definition.wire}/${id}/${name}`, body))

/** What becomes of records by acts of this window, by what each was sent for; nothing of one that was refused. */
const own = new Map<string, Promise<AnyRow | undefined>>()
const REMEMBERED = 50
const placeOf = ({ wire }: Definition, id: number | string, version: unknown) => `${wire} ${id} ${String(version)}`

async function sent(definition: Definition, id: number | string, body: object | undefined, answer: Promise<AnyRow>) {
  if (body && 'version' in body) {
    const answered = answer.catch(() => undefined)
    own.set(placeOf(definition, id, body.version), answered)
    for (const oldest of own.keys()) if (own.size > REMEMBERED) own.delete(oldest)
  }
  return keep(definition, await answer)
}

/** A record as what was done to it here left it, with what is still on its way: one's own acts are no news to anybody. */
export async function caughtUp(definition: Definition, seen: AnyRow): Promise<AnyRow> {
  const next = await own.get(placeOf(definition, seen.id, seen.version))
  return next && next.version > seen.version ? caughtUp(definition, next) : seen
}

/** Puts a record just answered into the cache and tells every open list. */
export function keep(definition: Definition, row: AnyRow): AnyRow {
  const queryKey = keys.record(definition.wire, row.id)
  // What was asked before knows nothing of it, and may come later.
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, row)
  changed(definition.name, row.id)
  return row
}
