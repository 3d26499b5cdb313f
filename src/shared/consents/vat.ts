import { type Consent, RIGHTS } from './consent.ts'

export const vatConsent: Consent = {
  purpose: 'Issuing your VAT invoice',
  version: '2',
  earlier: ['1'],
  words: [
    'We use the company, its tax code, the bill and your e-mail only to issue the VAT invoice and to send it to you.',
    'Our accounting and the provider of electronic invoices receive them, as tax law asks. We send you no advertising.',
    RIGHTS,
  ],
}
