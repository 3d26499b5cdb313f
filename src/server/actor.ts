import type { Language } from '../shared/language.ts'
import { covers, holdsAll, may, type Permissions, type Right, type Scope } from '../shared/users/permissions.ts'
import { jsonOf, type RowOf } from './db/shape.ts'

/** Who is behind a request: a signed-in person, the public, or the server itself. */
export interface Actor {
  /** Null for the public and for the server. */
  id: number | null
  name: string
  role: number | null
  permissions: Permissions
  /** How much a complaint may cost before somebody else must approve, VND; null is no limit. */
  costLimit: number | null
  scope: Scope
  store: number | null
  department: number | null
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

/** What a role lets its people do. */
export const ROLE_POWERS = { permissions: jsonOf<Permissions>(), cost_limit: 'number?' } as const
export type RolePowers = RowOf<typeof ROLE_POWERS>

/** Whether the actor may all that a role may: nobody gives, or touches, more than that. */
export const holdsRole = (actor: Actor, { permissions, cost_limit }: RolePowers): boolean =>
  holdsAll(actor.permissions, permissions) && covers(actor.costLimit, cost_limit)
