import { type Actor, actorMay } from '#server/actor.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import { moduleOf } from '../index.ts'

/** The list of a name, where the caller may read it; unknown to everybody else. */
export function listOf(name: string, actor: Actor): Definition {
  const definition = moduleOf(name)
  const isOpen = definition?.visibility === 'all' || (definition && actorMay(actor, definition.permission, 'read'))
  return definition && !definition.internal && isOpen ? definition : refuse('not found')
}
