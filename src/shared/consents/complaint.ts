import { type Consent, RIGHTS } from './consent.ts'

export const complaintConsent: Consent = {
  purpose: 'Handling your complaint',
  version: '1',
  words: [
    'We use your name, phone number, e-mail, words, photos and videos only to look into this matter and to answer you.',
    'The store concerned and our customer service read them. We do not sell them, and we send you no advertising.',
    'We receive and discuss your request within 7 working days, as consumer law asks.',
    RIGHTS,
  ],
}
