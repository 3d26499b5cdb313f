import { type TaskState, WORKING_STATES } from '../states.ts'

export const PROGRESS_STEP = 5
export const WHOLE = 100

/** The share of a checklist that is done, in steps; it is whole only when nothing is left. */
export function shareOf(done: number, of: number): number {
  if (of === 0) return 0
  if (done >= of) return WHOLE
  const share = Math.round((done * WHOLE) / of / PROGRESS_STEP) * PROGRESS_STEP
  return Math.min(share, WHOLE - PROGRESS_STEP)
}

/** Where a task stands at a progress: whole, it asks for approval where somebody approves, and is done where nobody does. */
export function stateAt(progress: number, state: TaskState, hasApprover: boolean): TaskState {
  if (progress === WHOLE) return hasApprover ? 'asked' : 'done'
  return state === 'rejected' ? 'rejected' : 'doing'
}

export const isWorking = (state: TaskState): boolean => WORKING_STATES.some((one) => one === state)
