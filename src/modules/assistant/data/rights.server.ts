import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import { ident, row, rows } from '#server/db/db.ts'
import { ownFiltersOf } from '#server/resource/own-filters.ts'
import { ownOf, reachesTrash } from '#server/resource/query/conditions.ts'
import type { ListQuery } from '#server/resource/query/parse-query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import type { Definition } from '../../../shared/resource.ts'
import { moduleOf } from '../../index.ts'
import type { Asker } from './counting.server.ts'

/** Whether an actor may read a register at all, as its list asks. */
export const mayRead = (actor: Actor, { visibility, permission }: Definition): boolean =>
  visibility === 'all' || actorMay(actor, permission, 'read')

/** Whether an actor may be told the names of its records, as its picker asks. */
const maySeeNames = (actor: Actor, definition: Definition): boolean =>
  definition.visibility !== 'read' || actorMay(actor, definition.permission, 'read')

/**
 * Whether an actor may ask for exactly these records: those of the trash, and those of a store, a person or the like that is not theirs to
 * look at, are told neither by a number nor by a name.
 */
export async function maySeeAll(asker: Asker, definition: Definition, query: ListQuery): Promise<boolean> {
  const { actor } = asker
  const own = ownOf(query, actor, ownFiltersOf(definition))
  if (reachesTrash(query, own) && !actorMay(actor, definition.permission, 'delete')) return false
  for (const [name, values] of Object.entries(query.filters)) {
    const target = name === 'id' ? definition : moduleOf(definition.fields[name]?.to ?? '')
    if (!target) continue
    const ids = values.filter((value) => typeof value === 'number')
    if (ids.length > 0 && !(await areSeen(asker, target, ids))) return false
  }
  return true
}

/** Whether all these records are there and in the actor's scope. */
export async function areSeen({ db, actor }: Asker, target: Definition, ids: readonly number[]): Promise<boolean> {
  if (!maySeeNames(actor, target)) return false
  const scope = scopeOf(target, actor)
  const found = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from ${ident(target.table)} r where r.id = any(${[...ids]}::bigint[]) ${scope ? sql`and ${scope}` : sql``}`,
  )
  return found?.n === new Set(ids).size
}

const SEEN_MOST = 200

/** The records of a short register that pickers offer an actor; none of a long one. */
export async function seenIds({ db, actor }: Asker, module: string | undefined): Promise<string[]> {
  const target = moduleOf(module ?? '')
  if (!target || !maySeeNames(actor, target)) return []
  const scope = scopeOf(target, actor)
  const found = await rows(
    db,
    { id: 'number' },
    sql`select r.id from ${ident(target.table)} r where r.deleted_at is null ${target.offered ? sql`and ${sql.raw(target.offered)}` : sql``}
        ${scope ? sql`and ${scope}` : sql``} limit ${SEEN_MOST + 1}`,
  )
  return found.length > SEEN_MOST ? [] : found.map(({ id }) => String(id))
}

/** The record whose code says this number: store 5 is S05. Of those that the asker does not see as well, to be told that it is not theirs. */
export async function numberedId({ db }: Asker, target: Definition, number: number): Promise<number | null> {
  if (!target.code) return null
  const found = await rows(
    db,
    { id: 'number' },
    sql`select r.id from ${ident(target.table)} r where r.deleted_at is null
          and regexp_replace(r.${ident(target.code)}, '\\D', '', 'g') ~ ${`^0*${number}$`} limit 2`,
  )
  return found.length === 1 ? (found[0]?.id ?? null) : null
}
