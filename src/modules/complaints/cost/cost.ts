import type { ScreenRefusalName } from '../../../shared/screen-refusals.ts'
import { covers } from '../../../shared/users/permissions.ts'

/** Where the approval of a cost stands; none where whoever recorded it may spend that much. */
export const COST_STATES = [
  { value: 'requested', label: 'Waiting for approval', tone: 'warn' },
  { value: 'approved', label: 'Approved', tone: 'ok' },
  { value: 'rejected', label: 'Rejected', tone: 'bad' },
] as const
export type CostState = (typeof COST_STATES)[number]['value']

export interface Cost {
  /** VND. */
  cost: number | null
  cost_state: CostState | null
}

/**
 * Where the approval stands once somebody records a cost (design/complaints.md, Ticket); pure.
 * What was approved may become less, not more.
 * @param limit of the one who records it, VND; null is no limit
 */
export function costState(cost: number | null, before: Cost, limit: number | null): CostState | null {
  if (covers(limit, cost ?? 0)) return null
  const isWithin = before.cost_state === 'approved' && covers(before.cost ?? 0, cost)
  return isWithin ? 'approved' : 'requested'
}

/** The steps that settle a complaint, and so need its cost settled. */
const SETTLING: readonly string[] = ['complete', 'close']
const HINDRANCES: Partial<Record<CostState, ScreenRefusalName>> = { requested: 'cost waits', rejected: 'cost rejected' }

/** Why a step cannot be taken while the cost stands as it does; null where it can. */
export const costRefusalOf = (step: string, state: CostState | null): ScreenRefusalName | null =>
  (SETTLING.includes(step) && state && HINDRANCES[state]) || null
