import { choice, count, date, digits, lines, longText, moment, text } from '../../shared/fields.ts'
import { REASONS, WAYS } from './choices.ts'

/** C or K, the year, the kind of the invoice, two signs of the seller (Circular 78/2021, Article 4). */
export const SERIAL = {
  like: /^[CK]\d{2}[TDLMNBGH][A-Z]{2}$/,
  says: 'Six characters as on the invoice, e.g. C26TAA',
}

/** The invoice as it was first issued. */
export const invoice = {
  invoice_form: digits('Invoice form', {
    readonly: true,
    length: 1,
    default: '1',
    filter: false,
    hint: '1 for a VAT invoice',
  }),
  invoice_serial: text('Invoice serial', { readonly: true, shape: SERIAL, search: true, filter: false }),
  invoice_number: digits('VAT invoice number', { readonly: true, max: 8, search: true, filter: false }),
  issued_on: date('Issued on', { readonly: true, isPast: true }),
  authority_code: text('Code of the tax authority', { readonly: true, max: 50, filter: false }),
}

/** The last correction as its step asks for it, and all of them, the oldest first (`chain.ts`). */
export const corrections = {
  correction_reason: choice('Reason of the correction', REASONS, { readonly: true }),
  correction_details: longText('What was wrong', { readonly: true, max: 1000 }),
  correction_serial: text('Serial of the correcting invoice', { readonly: true, shape: SERIAL, filter: false }),
  correction_number: digits('Number of the correcting invoice', { readonly: true, max: 8, filter: false }),
  corrected_on: date('Corrected on', { readonly: true, isPast: true, filter: false }),
  correction_note: longText('Note on the correcting invoice', { readonly: true }),
  correction_numbers: text('Numbers of all correcting invoices', { readonly: true, search: true, sortable: false }),
  corrections: lines(
    'Corrections',
    {
      way: choice('Correction', WAYS),
      /** Serial and number of the invoice it speaks of. */
      corrects: text('Corrected invoice'),
      serial: text('Invoice serial'),
      number: digits('VAT invoice number'),
      on: date('Issued on'),
      reason: choice('Reason of the correction', REASONS),
      details: longText('What was wrong'),
      note: longText('Note on the correcting invoice'),
    },
    { readonly: true },
  ),
}

/** Which batch took it to the provider of electronic invoices. */
export const batch = {
  batch: count('Batch', { readonly: true, filter: true }),
  batched_at: moment('Sent in the batch at', { readonly: true, filter: false }),
}
