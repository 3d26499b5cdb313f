import { type Consent, RIGHTS } from './consent.ts'

export const membershipConsent: Consent = {
  purpose: 'Keeping your membership',
  version: '1',
  words: [
    'We use your name, date of birth, paper number, phone number, e-mail, address and signature only to make and keep your membership.',
    'Paper number and signature are stored encrypted. Only the few who handle memberships can read them, and each reading is recorded.',
    'We keep them as long as you are a member. A registration that is not completed is deleted after 90 days.',
    'Advertising is a question of its own: without your yes to it, we send none.',
    RIGHTS,
  ],
}

export const offersConsent: Consent = {
  purpose: 'Offers for members',
  version: '1',
  words: ['We may tell you about offers for members by phone message or e-mail. You can end this at any time.'],
}
