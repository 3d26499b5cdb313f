import { flow, type StepDialog } from '../../shared/flow.ts'
import { WITHOUT_INVOICE } from './choices.ts'

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
  'issue-invoice': {
    label: 'Issue invoice',
    from: WITHOUT_INVOICE,
    to: 'issued',
    needs: 'edit',
    asks: ['invoice_form', 'invoice_serial', 'invoice_number', 'issued_on'],
    tone: 'primary',
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
