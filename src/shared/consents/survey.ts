import { type Consent, RIGHTS } from './consent.ts'

export const surveyConsent: Consent = {
  purpose: 'Answering your survey',
  version: '1',
  words: [
    'We use your name, phone number and answers only to improve our stores and, if you wish, to call you back about them.',
    'The store concerned and our customer service read them. We do not sell them, and we send you no advertising.',
    RIGHTS,
  ],
}
