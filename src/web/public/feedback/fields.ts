import { email, type Fields, flag, longText, phone, ref, text } from '../../../shared/fields.ts'
import { rulesOf } from '../form/rules.ts'
import { type Feedback, LONGEST_WORDS } from './values.ts'

const FIELDS: Fields = {
  store: ref('Store', 'stores', { required: true, requiredMessage: 'Please select the store to continue' }),
  feedback_type: ref('Feedback type', 'ticket-types', { required: true, requiredMessage: 'Feedback type is required' }),
  content: longText('Content', { required: true, max: LONGEST_WORDS, requiredMessage: 'Content is required' }),
  customer_name: text('Customer name', { required: true, max: 191, requiredMessage: 'Customer name is required' }),
  phone: phone('Phone', { required: true, requiredMessage: 'Phone is required' }),
  email: email('E-mail'),
  agreed: flag('Terms', { required: true, requiredMessage: 'You must agree to the terms' }),
}

export const rules = rulesOf<Feedback>(() => FIELDS)
