import { COMPLETION_STAMPS, completed, undoCompleted } from '../../shared/definition/completion.ts'
import { flow, type StepDialog, UNDO_MINUTES } from '../../shared/flow.ts'
import { WITHOUT_INVOICE } from './choices.ts'

const WITH_INVOICE = ['issued', 'adjusted', 'replaced'] as const

/** What says which invoice it is. */
export const ISSUE = ['invoice_form', 'invoice_serial', 'invoice_number', 'issued_on'] as const

const CORRECTION = [
  'correction_reason',
  'correction_details',
  'correction_serial',
  'correction_number',
  'corrected_on',
] as const

/** An invoice may be corrected more than once. */
const CORRECTION_DIALOG: StepDialog = {
  name: 'number',
  description:
    'With a business, agree on the correction in writing first. The note that names the original invoice is added automatically.',
  isEmpty: true,
}

/**
 * What becomes of a request: an issued invoice is never cancelled, only adjusted or replaced (design/vietnam.md 2), and what was
 * corrected once is corrected the same way ever after (docs/decisions/vat.md).
 */
export const vatFlow = flow('state', {
  completed: {
    ...completed,
    label: 'Close without an invoice',
    from: WITHOUT_INVOICE,
    to: 'closed',
    repeats: ['closed', ...WITH_INVOICE],
    asks: ['close_reason'],
    tone: 'quiet',
    sets: { status: 'completed' },
    quick: {},
    dialog: { question: 'Close without an invoice?', isEmpty: true },
  },
  /** One that was sent to the provider before is so again, as it is when its issuing is undone (steps.server.ts). */
  'undo-completed': {
    ...undoCompleted,
    from: ['closed'],
    to: 'requested',
    repeats: WITHOUT_INVOICE,
    sets: { status: 'waiting', close_reason: null },
    refusals: { issued: 'invoice issued', adjusted: 'invoice issued', replaced: 'invoice issued' },
  },
  'issue-invoice': {
    label: 'Issue invoice',
    from: WITHOUT_INVOICE,
    to: 'issued',
    needs: 'edit',
    asks: ISSUE,
    mayTell: ['authority_code'],
    tone: 'primary',
    dialog: { name: 'number' },
    sets: { status: 'completed' },
    stamps: COMPLETION_STAMPS,
    undo: 'undo-issue',
  },
  /** A slip of the hand in our own books, put right at once: the invoice at the provider is not touched by it. */
  'undo-issue': {
    label: 'Undo issuing',
    summary: `The invoice was written down at the wrong request: within ${UNDO_MINUTES} minutes, by whoever did it`,
    from: ['issued'],
    to: 'requested',
    needs: 'edit',
    undoes: COMPLETION_STAMPS,
    isOffered: ({ completed_at }) => Date.now() - Date.parse(String(completed_at)) < UNDO_MINUTES * 60_000,
    refusals: { adjusted: 'invoice issued', replaced: 'invoice issued' },
    tone: 'quiet',
    sets: { status: 'waiting', invoice_serial: null, invoice_number: null, issued_on: null, authority_code: null },
    message: '{{name}} waits for its invoice again',
    dialog: { name: 'number' },
  },
  'adjust-invoice': {
    label: 'Adjust invoice',
    from: ['issued', 'adjusted'],
    to: 'adjusted',
    needs: 'other',
    asks: CORRECTION,
    refusals: { replaced: 'replaced before' },
    tone: 'quiet',
    dialog: CORRECTION_DIALOG,
  },
  'replace-invoice': {
    label: 'Replace invoice',
    from: ['issued', 'replaced'],
    to: 'replaced',
    needs: 'other',
    asks: CORRECTION,
    refusals: { adjusted: 'adjusted before' },
    tone: 'quiet',
    dialog: CORRECTION_DIALOG,
  },
})
