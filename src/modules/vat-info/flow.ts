import { COMPLETION_STAMPS, completed, undoCompleted } from '../../shared/completion.ts'
import { flow, type StepDialog } from '../../shared/flow.ts'
import { WITHOUT_INVOICE } from './choices.ts'

const WITH_INVOICE = ['issued', 'adjusted', 'replaced'] as const

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
  /** One that was sent to the provider before is so again (steps.server.ts). */
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
    asks: ['invoice_form', 'invoice_serial', 'invoice_number', 'issued_on'],
    tone: 'primary',
    dialog: { name: 'number' },
    sets: { status: 'completed' },
    stamps: COMPLETION_STAMPS,
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
