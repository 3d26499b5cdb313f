import { sql } from 'kysely'
import { moduleOf } from '../../modules/index.ts'
import type { Definition } from '../../shared/resource.ts'
import type { Actor } from '../actor.ts'
import { all, fixed, type Sql } from '../db/db.ts'

/** Where a record stands in the chain; written with every activity so that live events can be filtered without a query. */
export interface Place {
  store?: number | null
  departments?: number[]
  people?: number[]
}

/**
 * The one predicate that every path to a resource carries (design/platform.md 3): null where the actor sees all.
 * The row's alias is `r`.
 */
export function scopeOf(definition: Definition, actor: Actor): Sql | null {
  const seen = placeScope(definition, actor)
  const meant = Object.entries(definition.only ?? {}).map(
    ([name, value]) => sql`r.${sql.ref(name)} = ${sql.lit(value)}`,
  )
  return meant.length > 0 ? all(seen ? [...meant, seen] : meant) : seen
}

function placeScope(definition: Definition, actor: Actor): Sql | null {
  if (actor.scope === 'chain') return null
  const { store, departments, people } = definition.placed
  if (actor.scope === 'store') return store ? sql`r.${sql.ref(store)} = ${actor.store}` : null
  // Where no department has records, a store's people keep to their store.
  if (!departments) return store && actor.store ? sql`r.${sql.ref(store)} = ${actor.store}` : null
  return sql`(${all([...departments.map((name) => inDepartment(definition, name, actor)), ...(people ?? []).map((name) => sql`r.${sql.ref(name)} = ${actor.id}`), sql`r.created_by = ${actor.id}`], sql` or `)})`
}

function inDepartment(definition: Definition, name: string, actor: Actor): Sql {
  const isMany = definition.fields[name]?.kind === 'refs'
  return isMany
    ? sql`r.${sql.ref(name)} @> array[${actor.department}]::bigint[]`
    : sql`r.${sql.ref(name)} = ${actor.department}`
}

/** A part of what an actor sees: everything with these values, and, where a condition stands, only of those it allows. */
export interface ScopePart {
  filter: Record<string, number | string>
  only?: Sql
}

/** The same scope cut so that counts kept ahead can tell most of it: parts that share no record. */
export function derivableScope(definition: Definition, actor: Actor): ScopePart[] {
  const { only: meant = {}, placed } = definition
  const { store, departments } = placed
  const seen = placeScope(definition, actor)
  if (!seen) return [{ filter: meant }]
  if (store && (actor.scope === 'store' || !departments))
    return actor.store === null ? [] : [{ filter: { ...meant, [store]: actor.store } }]
  const scope = scopeOf(definition, actor) ?? seen
  const home = departments?.find((name) => definition.fields[name]?.kind === 'ref')
  if (!home || actor.department === null) return [{ filter: {}, only: scope }]
  const isElsewhere = sql`r.${sql.ref(home)} is distinct from ${actor.department}`
  return [{ filter: { ...meant, [home]: actor.department } }, { filter: {}, only: sql`${isElsewhere} and ${scope}` }]
}

/** What a scope's predicate depends on: actors with the same key see the same rows. */
export const scopeKey = ({ scope, store, department, id }: Actor): string =>
  scope === 'chain' ? 'chain' : scope === 'store' ? `store ${store}` : `department ${department} ${store} ${id}`

/** The same rule over a place, for live events and notifications. */
export function sees(
  actor: Pick<Actor, 'id' | 'scope' | 'store' | 'department'>,
  module: string,
  place: Place,
  createdBy: number | null,
): boolean {
  const placed = moduleOf(module)?.placed
  if (actor.scope === 'chain' || !placed) return true
  if (actor.scope === 'store') return !placed.store || place.store === actor.store
  if (!placed.departments) return !placed.store || actor.store === null || place.store === actor.store
  return (
    (actor.department !== null && place.departments?.includes(actor.department) === true) ||
    (actor.id !== null && (place.people?.includes(actor.id) === true || createdBy === actor.id))
  )
}

/** The same rule in SQL over people: whether user `u` of role `o` sees the row of that alias. */
export function seenBy(definition: Definition, alias: string): Sql {
  const { store, departments = [], people = [] } = definition.placed
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const own = [
    ...departments.map((name) =>
      definition.fields[name]?.kind === 'refs'
        ? sql`u.department = any(${column(name)})`
        : sql`u.department = ${column(name)}`,
    ),
    ...[...people, 'created_by'].map((name) => sql`u.id = ${column(name)}`),
  ]
  return sql`(o.scope = 'chain' or (o.scope = 'store' and ${store ? sql`u.store = ${column(store)}` : sql`true`})
    or (o.scope = 'department' and (${all(own, sql` or `)})))`
}

const places = new Map<string, Sql>()

/** The place of the row with the given alias, as jsonb. */
export function placeSql(definition: Definition, alias: string): Sql {
  const key = `${definition.name} ${alias}`
  const known = places.get(key)
  if (known) return known
  const { store, departments, people } = definition.placed
  const parts: Sql[] = []
  if (store) parts.push(sql`'store', ${sql.ref(`${alias}.${store}`)}`)
  if (departments) parts.push(sql`'departments', to_jsonb(${joined(definition, departments, alias)})`)
  if (people) parts.push(sql`'people', to_jsonb(${joined(definition, [...people, 'created_by'], alias)})`)
  const made = fixed(sql`jsonb_build_object(${all(parts, sql`, `, sql``)})`)
  places.set(key, made)
  return made
}

const joined = (definition: Definition, names: readonly string[], alias: string): Sql =>
  sql`array_remove(${all(
    names.map((name) =>
      definition.fields[name]?.kind === 'refs'
        ? sql.ref(`${alias}.${name}`)
        : sql`array[${sql.ref(`${alias}.${name}`)}]`,
    ),
    sql` || `,
  )}, null)`
