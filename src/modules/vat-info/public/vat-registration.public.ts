import { vatConsent } from '../../../shared/consents/vat.ts'
import { email, taxCode } from '../../../shared/fields.ts'
import { publicForm } from '../../public-form.ts'
import { vatInfo } from '../vat-info.ts'

export const vatRegistration = publicForm('vat-registration', vatInfo, {
  path: 'vat-info/vat-register',
  summary: 'A VAT request by the public',
  parts: [
    {
      title: 'The company',
      asks: {
        // A stranger cannot confirm a code whose check digit is wrong.
        tax_code: {
          field: taxCode('Tax code', { required: true }),
          hint: '10 or 13 digits of a business, 12 of a person',
        },
        company_name: { as: 'company' },
      },
    },
    {
      title: 'The bill',
      asks: {
        bill_tail: { hint: 'If you paste the whole number, only the last 8 digits are kept.' },
        payment_method: { label: 'How did you pay?', offers: ['cash', 'card', 'transfer'] },
      },
    },
    {
      title: 'Where should we send the invoice?',
      asks: { email: { field: email('E-mail', { required: true }) }, phone: { label: 'Phone number' } },
    },
  ],
  consent: vatConsent,
  intro: {
    title: 'Ask for a VAT invoice',
    lead: 'It takes about a minute. Please have your bill ready.',
    points: [
      ['building', 'The company is found by its tax code.'],
      ['file-invoice', 'The last 8 digits are at the end of the number on your bill.'],
      ['mail-check', 'The invoice comes by e-mail.'],
    ],
  },
  send: 'Send request',
  thanks: {
    title: 'Your request has arrived',
    lead: 'Our accounting issues the invoice and sends it to your e-mail.',
    label: 'Your request number',
    again: 'Ask for another invoice',
  },
})
