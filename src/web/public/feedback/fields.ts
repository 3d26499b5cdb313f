import { checkValue } from '../../../shared/checks.ts'
import { email, type Fields, flag, longText, phone, ref, text } from '../../../shared/fields.ts'
import { tell } from '../../../shared/language.ts'
import { type Draft, LONGEST_WORDS } from './draft.ts'

/** What the form asks, in the order it asks; the server checks the same again. */
const FIELDS = {
  store: ref('Store', 'stores', { required: true, missing: 'Please select the store to continue' }),
  feedback_type: ref('Feedback type', 'ticket-types', { required: true, missing: 'Feedback type is required' }),
  content: longText('Content', { required: true, max: LONGEST_WORDS, missing: 'Content is required' }),
  customer_name: text('Customer name', { required: true, max: 191, missing: 'Customer name is required' }),
  phone: phone('Phone', { required: true, missing: 'Phone is required' }),
  email: email('E-mail'),
  agreed: flag('Terms', { required: true, missing: 'You must agree to the terms' }),
} satisfies Fields

export type FieldName = keyof typeof FIELDS
const FIELD_NAMES = Object.keys(FIELDS) as FieldName[] // the keys of the line above
export type Errors = Partial<Record<FieldName | 'attachments', string>>

/** The message for one field as it stands, or undefined when it is right. */
export function errorOf(name: FieldName, draft: Draft): string | undefined {
  const value = name === 'agreed' ? draft.agreed || null : draft[name]
  const found = checkValue(FIELDS[name], value)
  return 'error' in found ? tell(found.error) : undefined
}

export function errorsOf(draft: Draft): Errors {
  const found: Errors = {}
  for (const name of FIELD_NAMES) {
    const error = errorOf(name, draft)
    if (error) found[name] = error
  }
  return found
}
