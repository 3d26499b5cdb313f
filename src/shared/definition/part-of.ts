import type { Fields } from '../fields.ts'
import type { IconName } from '../icon-name.ts'
import type { Definition, FilterOf } from '../resource.ts'
import type { Identifier } from '../users/permissions.ts'
import type { Sheets } from './definition-options.ts'
import type { RefTarget } from './ref-targets.ts'

interface Part<F extends Fields> {
  fixedFilter: FilterOf<F>
  wire?: string
  sheets?: Sheets
}
/** A part with a name of its own: its web address, its wire name, its permission and its words. */
interface Face<F extends Fields> extends Part<F> {
  name: Identifier
  label: string
  one: string
  icon?: IconName
  /** Its fields point at these modules instead of the whole's. */
  instead?: { readonly [whole in RefTarget]?: RefTarget }
}

/**
 * The records of a resource that have these values, in the same table: at an API address of their own under its rights and its scope, or
 * as a second face, a module of its own. What is made there has these values, and the others are not there.
 */
export function partOf<F extends Fields>(definition: Definition<F>, part: Part<F> | Face<F>): Definition<F> {
  const { instead = {}, ...own } = part as Face<F>
  return {
    ...definition,
    ...(own.name && { wire: own.name, permission: own.name, fields: pointingAt(definition.fields, instead) }),
    // What is said of a record, its place on the board, and what other systems send are those of the whole.
    comments: undefined,
    board: undefined,
    batch: undefined,
    ...(own as typeof own & Pick<Definition, 'fixedFilter'>), // a filter that is given has values
  }
}

/** The same fields, which show the same: only the modules they point at are others. */
const pointingAt = <F extends Fields>(fields: F, instead: Readonly<Record<string, string | undefined>>): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, ...(field.to && { to: instead[field.to] ?? field.to }) },
    ]),
  ) as F // field by field
