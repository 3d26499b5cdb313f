import { type Actor, actorMay } from '#server/actor.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import { mayOpen, routeAccess } from '../../shared/users/permissions.ts'
import { moduleOf, pages } from '../index.ts'

/** The list of a name, where the caller may read it; unknown to everybody else. */
export function listOf(name: string, actor: Actor): Definition {
  const definition = moduleOf(name)
  const isOpen = definition?.visibility === 'all' || (definition && actorMay(actor, definition.permission, 'read'))
  return definition && !definition.internal && isOpen ? definition : refuse('not found')
}

/** Whether a name is that of a page which is no list, and that the caller may open. */
export const isPage = (name: string, actor: Actor): boolean =>
  pages.some((page) => page === name) && mayOpen(routeAccess(actor.permissions), `/${name}`)
