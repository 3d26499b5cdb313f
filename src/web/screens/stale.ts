import type { Field, Fields } from '../../shared/fields.ts'
import { REFUSALS } from '../../shared/refusals.ts'
import { ApiRefusal } from '../api.ts'
import { type Draft, isSame } from '../fields/values.ts'
import type { AnyRow } from './module.ts'

/** What a stale version answered: the record as it stands, and who changed what. */
export interface Stale {
  record: AnyRow
  changedBy: string
  changedAt: string
  changed: string[]
}

export function staleOf(error: unknown): Stale | undefined {
  if (!(error instanceof ApiRefusal) || error.code !== REFUSALS['stale version'].code) return undefined
  const { record, changed_by, changed_at, changed } = error.data
  if (typeof record !== 'object' || record === null || !('version' in record)) return undefined
  return {
    record: record as AnyRow, // the record as the server shows it
    changedBy: typeof changed_by === 'string' ? changed_by : '',
    changedAt: typeof changed_at === 'string' ? changed_at : '',
    changed: Array.isArray(changed) ? changed.map(String) : [],
  }
}

export interface Clash {
  name: string
  field: Field
  /** What the record said when the form opened. */
  before: unknown
  theirs: unknown
  mine: unknown
}

/** The fields where the draft and the record as it stands now say different things, and someone meant each. */
export function clashes(fields: Fields, before: AnyRow, now: AnyRow, draft: Draft): Clash[] {
  return Object.entries(fields)
    .map(([name, field]) => ({ name, field, before: before[name], theirs: now[name], mine: draft[name] }))
    .filter(
      ({ field, before: was, theirs, mine }) =>
        !isSame(field, mine, theirs) && !isSame(field, mine, was) && !isSame(field, theirs, was),
    )
}

/** What the draft changes that nobody else touched: it stays in any case. */
export function untouched(fields: Fields, before: AnyRow, now: AnyRow, draft: Draft): Draft {
  const mine = Object.entries(fields).filter(
    ([name, field]) => !isSame(field, draft[name], before[name]) && isSame(field, now[name], before[name]),
  )
  return Object.fromEntries(mine.map(([name]) => [name, draft[name]]))
}
