import { surveysConsent } from '../../../shared/consents/member-surveys.ts'
import { membershipConsent, offersConsent } from '../../../shared/consents/membership.ts'
import { flag, phone } from '../../../shared/fields.ts'
import { publicForm } from '../../public-form.ts'
import { memberRegister } from '../member-register.ts'

const card = {
  title: 'Your card',
  asks: {
    request_type: { label: 'What do you need?', initial: 'new' },
    store: { label: 'Where would you like to collect your card?' },
    card_number: { hint: 'The 16 digits on your card' },
    employee_code: { hint: '16 digits', isTransient: true },
  },
} as const
const person = {
  full_name: { as: 'name', hint: 'As printed on your document' },
  birth_date: {},
  nationality: { as: 'country' },
  document: {},
  identity_number: {},
} as const
const contact = {
  title: 'How can we reach you?',
  asks: { phone: { field: phone('Phone number', { required: true }) }, email: {}, address: {} },
} as const
const signing = {
  signature: { label: 'Your signature' },
  offers: { field: flag('Offers for members') },
  surveys: { field: flag('Surveys for members') },
} as const

const both = {
  summary: 'A member registration by the public',
  consent: membershipConsent,
  offered: { offers: offersConsent, surveys: surveysConsent },
  intro: {
    title: 'Become a member',
    lead: 'It takes about two minutes. Please have your identity document ready.',
    points: [
      ['gift', 'Points and offers with every purchase.'],
      ['shield-lock', 'Document number and signature are stored encrypted.'],
      ['phone-call', 'We will call you when the card is ready.'],
    ],
  },
  send: 'Send registration',
  thanks: {
    title: 'Your registration has arrived',
    lead: 'Please bring your identity document when you collect the card. We will call you when it is ready.',
    label: 'Your registration number',
    again: 'Register another person',
  },
} as const

/** The one-page form, on the address of before July 2025. */
export const memberRegistration = publicForm('member-registration', memberRegister, {
  ...both,
  path: 'public/member-register',
  parts: [
    card,
    { title: 'About you', asks: { ...person, document: { offers: ['citizen', 'passport'] } } },
    contact,
    { asks: signing },
  ],
})

/** The same in steps, on the address of today; it takes a further kind of paper. */
export const memberRegistrationNew = publicForm('member-registration-new', memberRegister, {
  ...both,
  path: 'public/member-register-new',
  parts: [card, { title: 'About you', asks: person }, contact, { title: 'Sign and send', asks: signing }],
})
