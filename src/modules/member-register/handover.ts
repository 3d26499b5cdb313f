import { choice, date, email, type Fields, phone, text, type Values } from '../../shared/fields.ts'
import { REQUEST_TYPES } from './words.ts'

/** What the desk has entered, as the customer reads it on their own phone before they sign. */
export const SHOWN = {
  full_name: text('Full name', { required: true, max: 191 }),
  request_type: choice('Request type', REQUEST_TYPES, { required: true }),
  birth_date: date('Date of birth', { required: true }),
  identity_number: text('ID card or passport number', { required: true, max: 20 }),
  phone: phone('Phone', { landline: true, required: true }),
  email: email('E-mail'),
  address: text('Address', { max: 500 }),
} as const satisfies Fields
export type Shown = Values<typeof SHOWN>

/** So long a link to the customer's phone leads somewhere. */
export const HANDOVER_MINUTES = 10

/** How a hand-over stands: `over` is unknown, too old, or used. */
export type HandoverState = 'waiting' | 'opened' | 'signed' | 'over'

/** What the customer's page gets. */
export interface Handed {
  state: HandoverState
  /** While there is something to sign. */
  shown: Shown | null
}
