import { COMPLETION_STAMPS } from '../../shared/definition/completion.ts'
import { flow, UNDO_MINUTES } from '../../shared/flow.ts'

export const RESPONSE_STATES = [
  { value: 'new', label: 'New', tone: 'info' },
  { value: 'contacted', label: 'Contacted', tone: 'warn' },
  { value: 'done', label: 'Done', tone: 'ok' },
] as const

/** What is done about an answer: somebody calls, notes what was said, and is done. */
export const responseFlow = flow('state', {
  contacted: {
    label: 'Contacted',
    summary: 'The customer was reached',
    from: ['new'],
    to: 'contacted',
    repeats: ['contacted'],
    needs: 'edit',
    mayTell: ['note'],
    stamps: { by: 'contacted_by', at: 'contacted_at' },
    message: '{{name}}: the customer was contacted',
  },
  completed: {
    label: 'Done',
    summary: 'Done: once, however often it is asked',
    from: ['new', 'contacted'],
    to: 'done',
    repeats: ['done'],
    needs: 'edit',
    mayTell: ['note'],
    tone: 'primary',
    stamps: COMPLETION_STAMPS,
    undo: 'undo-completed',
    message: '{{name}} is done',
  },
  'undo-completed': {
    label: 'Not done after all',
    summary: `Not done after all: within ${UNDO_MINUTES} minutes by whoever said so, and ever by who may delete`,
    from: ['done'],
    to: 'contacted',
    needs: 'edit',
    undoes: COMPLETION_STAMPS,
    tone: 'quiet',
    message: '{{name}} is open again',
  },
})
