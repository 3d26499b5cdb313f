import type { Named } from '../../shared/fields.ts'
import type { Standing } from '../supplier-staffs/standing.ts'

/** Why somebody may not come in. */
export const PROBLEMS = [
  { value: 'blocked', label: 'Blocked', tone: 'bad' },
  { value: 'inactive', label: 'Inactive', tone: 'bad' },
  { value: 'expired', label: 'Expired', tone: 'bad' },
  { value: 'not yet', label: 'Not valid yet', tone: 'bad' },
  { value: 'other store', label: 'Not for this store', tone: 'bad' },
  { value: 'inside elsewhere', label: 'Inside another store', tone: 'bad' },
] as const
export type Problem = (typeof PROBLEMS)[number]['value']

/** An open visit. */
export interface OpenVisit {
  id: number
  store: Named
  receiving_date: string
  bag_quantity: number | null
  badge: string | null
  by: string | null
}

/** Somebody at the desk, as it is shown there. */
export interface Visitor {
  id: number
  full_name: string
  supplier: Named | null
  department_group: Named | null
  /** The id of a stored file. */
  photo: string | null
  valid_from: string
  valid_until: string
  standing: Standing
  stores: Named[]
  visit: OpenVisit | null
  last_visit: { store: string; receiving_date: string } | null
  planned: { from: string | null; until: string | null } | null
  problems: Problem[]
  /** For who may read it. */
  block_reason?: string | null
}

/** Everything that keeps somebody out of a store, the gravest first; nothing where they may come in. */
export function problemsOf(
  { standing, stores, visit }: Pick<Visitor, 'standing' | 'stores' | 'visit'>,
  store: number,
): Problem[] {
  return [
    ...(standing === 'valid' || standing === 'ending' ? [] : [standing]),
    ...(stores.length === 0 || stores.some(({ id }) => id === store) ? [] : (['other store'] as const)),
    ...(visit && visit.store.id !== store ? (['inside elsewhere'] as const) : []),
  ]
}

/** The same as words, for a sentence. */
export const labelsOf = (problems: readonly Problem[]): string[] =>
  PROBLEMS.filter(({ value }) => problems.includes(value)).map(({ label }) => label)
