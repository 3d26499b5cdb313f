import { sql } from 'kysely'
import { moduleOf } from '../../modules/index.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import type { Scope } from '../../shared/users/permissions.ts'
import { isByStore, isInMany } from '../../shared/users/shared-records.ts'
import { type Actor, storesOf } from '../actor.ts'
import { all, type Db, fixedOnce, row, type Sql, type Tx } from '../db/db.ts'
import { targetOf } from './query/columns.ts'

/** Where a record stands in the chain; written with every activity so that live events can be filtered without a query. */
export interface OwnershipColumn {
  store?: number | null
  /** Of a record that may stand in several stores: those it stands in; none are all. */
  stores?: number[]
  departments?: number[]
  people?: number[]
  /** Where it stood until this change, which took it elsewhere. */
  before?: OwnershipColumn
}

/**
 * The one predicate that every path to a resource carries (design/platform.md 3): null where the actor sees all.
 * The row's alias is `r`.
 */
export function scopeOf(definition: Definition, actor: Actor): Sql | null {
  const [part, seen] = [partSql(definition), placeScope(definition, actor)]
  return part && seen ? all([part, seen]) : (part ?? seen)
}

/** The rows `r` of its table that are its own; null where all of them are. */
export function partSql({ fixedFilter = {} }: Definition): Sql | null {
  const meant = Object.entries(fixedFilter).map(([name, value]) => sql`r.${sql.ref(name)} = ${sql.lit(value)}` as Sql)
  return meant.length > 0 ? all(meant) : null
}

function placeScope(definition: Definition, actor: Actor): Sql | null {
  if (actor.scope === 'chain') return null
  const { store, departments = [], peopleAnywhere } = definition.ownership
  if (isByStore(definition, actor.scope)) {
    const isAnywhere = actor.scope === 'department' && actor.store === null
    if (!store || isAnywhere) return null
    const here = atStores(definition, store, storesOf(actor))
    return peopleAnywhere ? sql`(${all([here, ...given(definition, actor)], sql` or `)})` : here
  }
  const handled = actor.scope === 'department' ? departments.map((name) => inDepartment(definition, name, actor)) : []
  return sql`(${all([...handled, ...given(definition, actor)], sql` or `)})`
}

/**
 * The rows `r` that wait for an actor rather than for somebody else: those given to them and, for whoever directs the handling, those given
 * to nobody yet. Null where a register gives its records to no people, and all of them wait for all alike.
 */
export function forActor(definition: Definition, actor: Actor, directs: boolean): Sql | null {
  const { people = [] } = definition.ownership
  if (people.length === 0) return null
  const theirs = people.map((name) => isGivenTo(definition, name, actor))
  const nobodys = all(people.map((name) => isGivenToNobody(definition, name)))
  return sql`(${all(directs ? [...theirs, nobodys] : theirs, sql` or `)})`
}

function isGivenToNobody(definition: Definition, name: string): Sql {
  const { column } = personIn(definition, name)
  return isMany(definition, column) ? sql`r.${sql.ref(column)} = '{}'` : sql`r.${sql.ref(column)} is null`
}

/** The ways in which a record is a person's own. */
const given = (definition: Definition, actor: Actor): Sql[] => [
  ...(definition.ownership.people ?? []).map((name) => isGivenTo(definition, name, actor)),
  sql`r.created_by = ${actor.id}`,
]

/** The wall between stores alone, which stays where a record is opened to more people than its scope says. */
export const storeWall = (definition: Definition, actor: Actor): Sql =>
  actor.scope === 'store' && definition.ownership.store
    ? atStores(definition, definition.ownership.store, storesOf(actor))
    : sql`true`

function atStores(definition: Definition, name: string, stores: readonly number[]): Sql {
  const column = sql.ref(`r.${name}`)
  const [only = null] = stores
  if (!isInMany(definition))
    return stores.length > 1 ? sql`${column} = any(${[...stores]}::bigint[])` : sql`${column} = ${only}`
  return only === null ? sql`false` : sql`(${column} = '{}' or ${column} && ${[...stores]}::bigint[])`
}

/**
 * What of it an actor may change: a record that stands in other stores too is read by the people of one store, and changed by those of
 * the whole chain.
 */
export function changeScopeOf(definition: Definition, actor: Actor): Sql | null {
  const seen = scopeOf(definition, actor)
  const { store } = definition.ownership
  if (!seen || !store || !isInMany(definition) || !isByStore(definition, actor.scope)) return seen
  const own = storesOf(actor)
  const column = sql`r.${sql.ref(store)}`
  return own.length === 0 ? sql`false` : sql`(${seen} and ${column} <> '{}' and ${column} <@ ${[...own]}::bigint[])`
}

/** Says to whom sees a record and may not change it that it is of other stores too. */
export async function refuseShared(db: Db | Tx, definition: Definition, id: number, actor: Actor): Promise<void> {
  const [seen, own] = [scopeOf(definition, actor), changeScopeOf(definition, actor)]
  if (!seen || !own || !isInMany(definition)) return
  const shared = await row(
    db,
    { id: 'number' },
    sql`select r.id from ${sql.table(definition.table)} r where r.id = ${id} and ${seen} and not ${own}`,
  )
  if (shared) refuse('shared record')
}

/**
 * The field by which a new record stands in the actor's own store; null where it may stand in any. Who heads a department in all stores
 * has none of their own.
 */
export function ownStoreField(definition: Definition, actor: Actor): string | null {
  const { scope } = actor
  const { store } = definition.ownership
  return store &&
    store !== 'id' &&
    isByStore(definition, scope) &&
    (scope !== 'department' || storesOf(actor).length > 0)
    ? store
    : null
}

/** Read as an array first, so that an index of the column serves. */
function isGivenTo(definition: Definition, name: string, { id }: Actor): Sql {
  const { column, of } = personIn(definition, name)
  if (isMany(definition, column)) return sql`r.${sql.ref(column)} @> array[${id}]::bigint[]`
  if (!of) return sql`r.${sql.ref(column)} = ${id}`
  return sql`r.${sql.ref(column)} = any(array(select p.id from ${sql.table(of.table)} p where p.${sql.ref(of.person)} = ${id}))`
}

/** A person of `ownership.people`: a column of the record's own, or of the record that one points at (`shipper.account`). */
function personIn({ fields }: Definition, name: string): { column: string; of?: { table: string; person: string } } {
  const [column = name, person] = name.split('.')
  return person ? { column, of: { table: targetOf(fields[column]?.to ?? '').table, person } } : { column }
}

const isMany = ({ fields }: Definition, name: string): boolean => fields[name]?.kind === 'refs'

function personSql(definition: Definition, name: string, alias: string): Sql {
  const { column, of } = personIn(definition, name)
  const own = sql.ref(`${alias}.${column}`)
  return of ? sql`(select p.${sql.ref(of.person)} from ${sql.table(of.table)} p where p.id = ${own})` : sql`${own}`
}

function inDepartment(definition: Definition, name: string, actor: Actor): Sql {
  return isMany(definition, name)
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
  const { fixedFilter: meant = {}, ownership } = definition
  const { store, departments } = ownership
  const seen = placeScope(definition, actor)
  if (!seen) return [{ filter: meant }]
  if (store && isByStore(definition, actor.scope)) {
    const stores = storesOf(actor)
    const here = stores.map((one): ScopePart => ({ filter: { ...meant, [store]: one } }))
    if (ownership.peopleAnywhere) {
      const isElsewhere = sql`(r.${sql.ref(store)} = any(${[...stores]}::bigint[])) is not true`
      return [...here, { filter: meant, only: sql`${isElsewhere} and (${all(given(definition, actor), sql` or `)})` }]
    }
    if (!isInMany(definition) || here.length === 0) return here
    // A record of two of them would be counted twice; those of all stores are told by counts.
    const everywhere = { filter: { ...meant, [store]: '' } }
    const some = sql`r.${sql.ref(store)} && ${[...stores]}::bigint[]`
    return [everywhere, ...(here.length > 1 ? [{ filter: meant, only: some }] : here)]
  }
  const scope = scopeOf(definition, actor) ?? seen
  const home = departments?.find((name) => definition.fields[name]?.kind === 'ref')
  if (actor.scope !== 'department' || !home || actor.department === null) return [{ filter: {}, only: scope }]
  const isElsewhere = sql`r.${sql.ref(home)} is distinct from ${actor.department}`
  return [{ filter: { ...meant, [home]: actor.department } }, { filter: {}, only: sql`${isElsewhere} and ${scope}` }]
}

/** What a scope's predicate depends on: actors with the same key see the same rows. */
export const scopeKey = ({ ownership }: Definition, { scope, store, stores, department, id }: Actor): string =>
  ({
    chain: 'chain',
    store: `store ${stores?.join() ?? store}${ownership.peopleAnywhere ? ` ${id}` : ''}`,
    department: `department ${department} ${store} ${id}`,
    own: `own ${store} ${id}`,
  })[scope]

/** The same rule over a place, for live events and notifications. */
export function sees(
  actor: Pick<Actor, 'id' | 'scope' | 'store' | 'stores' | 'department'>,
  module: string,
  place: OwnershipColumn,
  createdBy: number | null,
): boolean {
  const definition = moduleOf(module)
  if (actor.scope === 'chain' || !definition) return true
  const isTheirs = actor.id !== null && (place.people?.includes(actor.id) === true || createdBy === actor.id)
  const { store, peopleAnywhere } = definition.ownership
  if (isByStore(definition, actor.scope)) {
    const isAnywhere = actor.scope === 'department' && actor.store === null
    return !store || isAnywhere || standsIn(definition, place, storesOf(actor)) || (peopleAnywhere === true && isTheirs)
  }
  const isHandled = actor.scope === 'department' && actor.department !== null
  return (isHandled && place.departments?.includes(Number(actor.department)) === true) || isTheirs
}

export function standsIn(definition: Definition, { store, stores }: OwnershipColumn, mine: readonly number[]): boolean {
  if (!isInMany(definition)) return typeof store === 'number' ? mine.includes(store) : false
  return mine.length > 0 && stores !== undefined && (stores.length === 0 || stores.some((one) => mine.includes(one)))
}

/** The same rule in SQL over people: whether user `u` of role `o` sees the row of that alias. */
export function seenBy(definition: Definition, alias: string): Sql {
  const { store, departments = [], people = [], peopleAnywhere } = definition.ownership
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const here =
    store && isInMany(definition)
      ? sql`(u.store = any(${column(store)}) or (u.store is not null and ${column(store)} = '{}'))`
      : store
        ? sql`u.store = ${column(store)}`
        : sql`true`
  const given = [...people, 'created_by'].map((name) =>
    isMany(definition, name) ? sql`u.id = any(${column(name)})` : sql`u.id = ${personSql(definition, name, alias)}`,
  )
  const handled = departments.map((name) =>
    isMany(definition, name) ? sql`u.department = any(${column(name)})` : sql`u.department = ${column(name)}`,
  )
  const seen: Record<Exclude<Scope, 'chain'>, Sql> = {
    store: peopleAnywhere ? all([here, ...given], sql` or `) : here,
    department: all([...handled, ...given], sql` or `),
    own: people.length > 0 ? all(given, sql` or `) : here,
  }
  const ways = Object.entries(seen).map(([scope, where]) => sql`o.scope = ${sql.lit(scope)} and (${where})` as Sql)
  return sql`(o.scope = 'chain' or ${all(ways, sql` or `)})`
}

/** The place of the row with the given alias, as jsonb. */
export const placeSql = (definition: Definition, alias: string): Sql =>
  fixedOnce(`place ${definition.name} ${alias}`, () => {
    const { store, departments, people } = definition.ownership
    const parts: Sql[] = []
    if (store) parts.push(sql`${sql.lit(isInMany(definition) ? 'stores' : 'store')}, ${sql.ref(`${alias}.${store}`)}`)
    if (departments) parts.push(sql`'departments', to_jsonb(${joined(definition, departments, alias)})`)
    if (people) parts.push(sql`'people', to_jsonb(${joined(definition, [...people, 'created_by'], alias)})`)
    return sql`jsonb_build_object(${all(parts, sql`, `, sql``)})`
  })

/** The place after a change of these columns, from the rows `b` before and `a` after it; with the one before, where it was another. */
export function changedPlaceSql(definition: Definition, names: readonly string[]): Sql {
  const { store, departments = [], people = [] } = definition.ownership
  const placing = [store, ...departments, ...people].map((name) => name?.split('.')[0])
  const place = placeSql(definition, 'a')
  if (!names.some((name) => placing.includes(name))) return place
  const before = placeSql(definition, 'b')
  return sql`${place} || case when ${place} <> ${before} then jsonb_build_object('before', ${before}) else '{}' end`
}

const joined = (definition: Definition, names: readonly string[], alias: string): Sql =>
  sql`array_remove(${all(
    names.map((name) =>
      isMany(definition, name) ? sql.ref(`${alias}.${name}`) : sql`array[${personSql(definition, name, alias)}]`,
    ),
    sql` || `,
  )}, null)`
