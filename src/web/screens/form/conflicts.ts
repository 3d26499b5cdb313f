import type { Field, Fields } from '../../../shared/fields.ts'
import { type Draft, isSame } from '../../fields/values.ts'

export interface Clash {
  name: string
  field: Field
  /** What the record said when the form opened. */
  before: unknown
  theirs: unknown
  mine: unknown
}

/** The fields where the draft and the record as it stands now say different things, and someone meant each. */
export function clashes(fields: Fields, before: Draft, now: Draft, draft: Draft): Clash[] {
  return Object.entries(fields)
    .map(([name, field]) => ({ name, field, before: before[name], theirs: now[name], mine: draft[name] }))
    .filter(
      ({ field, before: was, theirs, mine }) =>
        !isSame(field, mine, theirs) && !isSame(field, mine, was) && !isSame(field, theirs, was),
    )
}

/** What the draft changes that nobody else touched: it stays in any case. */
export function untouched(fields: Fields, before: Draft, now: Draft, draft: Draft): Draft {
  const mine = Object.entries(fields).filter(
    ([name, field]) => !isSame(field, draft[name], before[name]) && isSame(field, now[name], before[name]),
  )
  return Object.fromEntries(mine.map(([name]) => [name, draft[name]]))
}
