import type { Language } from '../shared/language.ts'
import { covers, holdsAll, may, type Permissions, type Right, type Scope } from '../shared/users/permissions.ts'
import { jsonOf, type RowOf } from './db/shape.ts'

/** Who is behind a request: a signed-in person, another system by its key, the public, or the server itself. */
export interface Actor {
  /** Null for the public and for the server; of a key the account under which its acts stand. */
  id: number | null
  name: string
  role: number | null
  permissions: Permissions
  /** How much a complaint may cost before somebody else must approve, VND; null is no limit. */
  costLimit: number | null
  scope: Scope
  store: number | null
  /** Where the scope is that of several stores, as a key's may be; else `store` is the one. */
  stores?: readonly number[]
  department: number | null
  /** Id of the API key that is used; of nobody else. */
  key?: number
  /** The system behind a key, whose numbers its records are known by. */
  system?: string
  /** Session id, for people. */
  session: string | null
  language: Language
  address: string | null
}

export const thePublic = (language: Language, address: string | null): Actor => ({
  id: null,
  name: 'public',
  role: null,
  permissions: {},
  costLimit: 0,
  scope: 'chain',
  store: null,
  department: null,
  session: null,
  language,
  address,
})

/** Jobs and start-up act as the server, which may everything. */
export const theServer: Actor = { ...thePublic('vi', null), name: 'server', costLimit: null }

export const actorMay = (actor: Actor, identifier: string, right: Right): boolean =>
  may(actor.permissions, identifier, right)

/** The stores that a scope by store is about. */
export const storesOf = ({ store, stores }: Pick<Actor, 'store' | 'stores'>): readonly number[] =>
  stores ?? (store === null ? [] : [store])

/** Whether the wall between stores leaves this one to the actor. */
export const reachesStore = (actor: Pick<Actor, 'scope' | 'store' | 'stores'>, store: number): boolean =>
  actor.scope !== 'store' || storesOf(actor).includes(store)

/** What a role lets its people do. */
export const ROLE_POWERS = { permissions: jsonOf<Permissions>(), cost_limit: 'number?' } as const
export type RolePowers = RowOf<typeof ROLE_POWERS>

/** Whether the actor may all that a role may: nobody gives, or touches, more than that. */
export const holdsRole = (actor: Actor, { permissions, cost_limit }: RolePowers): boolean =>
  holdsAll(actor.permissions, permissions) && covers(actor.costLimit, cost_limit)
