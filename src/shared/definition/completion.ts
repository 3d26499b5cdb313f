import { choice, moment, ref } from '../fields.ts'
import { flow, type Step, UNDO_MINUTES } from '../flow.ts'

export const COMPLETION_STATES = [
  { value: 'waiting', label: 'Waiting', tone: 'warn' },
  { value: 'completed', label: 'Completed', tone: 'ok' },
] as const

/** The fields of a record that somebody completes. */
export const completion = {
  status: choice('Status', COMPLETION_STATES, { readonly: true, default: 'waiting' }),
  completed_by: ref('Completed by', 'users', { readonly: true }),
  completed_at: moment('Completed at', { readonly: true }),
}
export const COMPLETION_STAMPS = { by: 'completed_by', at: 'completed_at' } as const

/** The two steps of a completion; a flow with more states than two takes them with its own. */
export const completed = {
  label: 'Complete',
  summary: 'Completed: once, however often it is asked',
  from: ['waiting'],
  to: 'completed',
  repeats: ['completed'],
  needs: 'edit',
  tone: 'primary',
  stamps: COMPLETION_STAMPS,
  undo: 'undo-completed',
  quick: { one: 'Complete {{name}}', many: 'Complete {{n}} records?' },
  message: '{{name}} is completed',
} as const satisfies Step

export const undoCompleted = {
  label: 'Undo completion',
  summary: `Not completed after all: within ${UNDO_MINUTES} minutes by whoever completed it, and ever by who may delete`,
  from: ['completed'],
  to: 'waiting',
  repeats: ['waiting'],
  needs: 'edit',
  undoes: COMPLETION_STAMPS,
  message: '{{name}} is open again',
} as const satisfies Step

/** Waiting or completed; what is completed takes no change until that is undone. */
export const completionFlow = flow(
  'status',
  { completed, 'undo-completed': undoCompleted },
  { locked: { in: ['completed'], refusal: 'completed already' } },
)
