import { choice, moment, ref } from './fields.ts'
import type { Definition } from './resource.ts'

export const COMPLETION_STATES = [
  { value: 'waiting', label: 'Waiting', tone: 'warn' },
  { value: 'completed', label: 'Completed', tone: 'ok' },
] as const

/** What a record carries that somebody completes: spread into the fields of a definition, it brings the act, its undoing and the buttons. */
export const completion = {
  status: choice('Status', COMPLETION_STATES, { readonly: true, default: 'waiting' }),
  completed_by: ref('Completed by', 'users', { readonly: true }),
  completed_at: moment('Completed at', { readonly: true }),
}

export const isCompletable = (definition: Definition): boolean =>
  definition.fields.completed_at === completion.completed_at
