import type { Consent } from './consent.ts'

/** A question of its own, as keeping a membership is no reason to write to a member about a purchase. */
export const surveysConsent: Consent = {
  purpose: 'Surveys for members',
  version: '1',
  words: [
    'After a purchase we may ask you by e-mail how we did. Each mail says how to end this, and you can end it at any time.',
  ],
}
