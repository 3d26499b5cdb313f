import { choice, type Fields, moment, ref } from './fields.ts'
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

/** The same of a record whose own states say what may still be changed: completing closes nothing. */
export const openCompletion = { ...completion, completed_at: moment('Completed at', { readonly: true }) }

export const isCompletable = ({ fields }: Definition): boolean =>
  fields.completed_at === completion.completed_at || fields.completed_at === openCompletion.completed_at

/** Whether its records take no change once completed, until that is undone. */
export const closesCompleted = ({ fields }: Definition): boolean => fields.completed_at === completion.completed_at

/** So long whoever completed a record may take it back themselves. */
export const UNDO_MINUTES = 10

/** The fields that completing asks for; the module's own rules say when they are needed (`Definition.completing`). */
export const completionAsks = ({ fields, completing }: Definition): Fields =>
  Object.fromEntries(
    (completing?.asks ?? []).flatMap((name) => {
      const field = fields[name]
      return field ? [[name, { ...field, readonly: false }]] : []
    }),
  )

/** Whether a completed record became so by hand, and not by what its flow did. */
export const isTakenBack = ({ completing }: Definition, row: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(completing?.becomes ?? {}).every(([name, value]) => row[name] === value)

export const isClosed = (definition: Definition, row: Readonly<Record<string, unknown>>): boolean =>
  closesCompleted(definition) && (row.completed_at ?? null) !== null
