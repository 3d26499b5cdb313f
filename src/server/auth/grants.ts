import { refuse } from '../../shared/refusals.ts'
import { FLAGS, holdsAll, IDENTIFIERS, type Permissions } from '../../shared/users/permissions.ts'
import { byKey } from '../http/answers.ts'
import { unknownNames } from '../http/names.ts'

const FLAGGED = {
  type: 'object',
  properties: Object.fromEntries(FLAGS.map((flag) => [flag, { type: 'boolean' }])),
  additionalProperties: false,
}

/** How rights travel beside the fields of a role, or of a key. */
export const PERMISSIONS = {
  type: 'object',
  description: 'Identifier to flag to true',
  properties: Object.fromEntries(IDENTIFIERS.map((id) => [id, FLAGGED])),
  additionalProperties: false,
}

/** The same as it is answered. */
export const GRANTED = byKey(
  Object.fromEntries(FLAGS.map((flag) => [`${flag}?`, 'boolean'] as const)),
  'Identifier to its flags',
  IDENTIFIERS,
)

/** The rights that are given; only known identifiers and flags, and what was not there before only where the giver holds it. */
export function granted(given: unknown, giver: Permissions, before: Permissions): Permissions | null {
  refuseUnknownFlags(given)
  const wanted = permissionsFrom(given)
  if (wanted && !holdsAll(giver, added(wanted, before))) refuse('more than held')
  return wanted
}

export function permissionsFrom(value: unknown): Permissions | null {
  if (typeof value !== 'object' || value === null) return null
  const given = value as Record<string, unknown> // narrowed on the line above
  return Object.fromEntries(
    IDENTIFIERS.flatMap((id) => {
      const flags = Object.hasOwn(given, id) ? given[id] : undefined
      if (typeof flags !== 'object' || flags === null) return []
      return [[id, Object.fromEntries(FLAGS.map((flag) => [flag, (flags as Record<string, unknown>)[flag] === true]))]] // an object
    }),
  )
}

/** A misspelt identifier would take a right away from a whole role. */
function refuseUnknownFlags(permissions: unknown): void {
  if (typeof permissions !== 'object' || permissions === null) return
  const errors = Object.entries(permissions).flatMap(([id, flags]: [string, unknown]) => [
    ...Object.values(unknownNames([id], IDENTIFIERS)),
    ...Object.values(unknownNames(Object.keys(flags ?? {}), FLAGS)),
  ])
  if (errors[0]) refuse('invalid', { fields: { permissions: errors[0] } })
}

/** The flags that were not there before. */
const added = (after: Permissions, before: Permissions): Permissions =>
  Object.fromEntries(
    Object.entries(after).map(([id, flags]) => [
      id,
      Object.fromEntries(
        Object.entries(flags).map(([flag, on]) => [flag, on && before[id]?.[flag as keyof typeof flags] !== true]),
      ),
    ]),
  )
