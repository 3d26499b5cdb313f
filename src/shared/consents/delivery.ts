import { type Consent, RIGHTS } from './consent.ts'

export const deliveryConsent: Consent = {
  purpose: 'Delivering your goods',
  version: '1',
  words: [
    'We use your name, phone number and address only to bring you these goods.',
    'The store and the shipper see them until the goods have arrived. We send you no advertising.',
    RIGHTS,
  ],
}
