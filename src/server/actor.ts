import type { Language } from '../shared/language.ts'
import { type Flag, may, type Permissions, type Scope } from '../shared/permissions.ts'

/** Who is behind a request: a signed-in person, the public, or the server itself. */
export interface Actor {
  /** Null for the public and for the server. */
  id: number | null
  name: string
  role: number | null
  permissions: Permissions
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
  scope: 'chain',
  store: null,
  department: null,
  session: null,
  language,
  address,
})

/** Jobs and start-up act as the server, which may everything. */
export const theServer: Actor = { ...thePublic('vi', null), name: 'server' }

export const actorMay = (actor: Actor, identifier: string, flag: Flag): boolean =>
  may(actor.permissions, identifier, flag)
