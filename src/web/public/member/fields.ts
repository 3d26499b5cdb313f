import { address, choice, date, digits, email, type Fields, flag, phone, ref, text } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import type { Errors } from '../form/kind.ts'
import { rulesOf } from '../form/rules.ts'
import { sent } from './sent.ts'
import type { Member } from './values.ts'

const NUMBERS = {
  citizen: { fits: /^\d{12}$/, says: 'Identity number has exactly 12 digits' },
  passport: { fits: /^(?=.*\d{4})[A-Z0-9]{6,12}$/, says: 'Please enter a valid passport number' },
  other: { fits: /^[A-Z0-9]{10}$/, says: 'Identity number has exactly 10 characters' },
}

const fieldsOf = ({ request_type, is_staff }: Member): Fields => ({
  request_type: choice(
    'Request type',
    ['new', 'reissue', 'change'].map((value) => ({ value, label: value })),
    { required: true, requiredMessage: 'Please choose what you need' },
  ),
  store: ref('Store', 'stores', { required: true, requiredMessage: 'Please select the store to continue' }),
  ...(request_type !== 'new' && {
    card_number: digits('Card number', { length: 16, required: request_type === 'change' }),
  }),
  ...(is_staff && { employee_code: digits('Employee code', { length: 16, required: true }) }),
  full_name: text('Full name', { required: true, max: 191 }),
  birth_date: date('Date of birth', { required: true, isBirth: true, requiredMessage: 'Date of birth is required' }),
  nationality: text('Nationality', { required: true, max: 60 }),
  identity_number: text('ID card or passport number', { required: true, max: 20 }),
  phone: phone('Phone', { required: true, requiredMessage: 'Phone is required' }),
  email: email('E-mail'),
  address: address('Address'),
  agreed: flag('Terms', { required: true, requiredMessage: 'You must agree to the terms' }),
})

function beside({ document, identity_number }: Member): Errors {
  const { fits, says } = NUMBERS[document]
  return fits.test(identity_number) ? {} : { identity_number: pack(says) }
}

export const rules = rulesOf<Member>(fieldsOf, sent, beside)
