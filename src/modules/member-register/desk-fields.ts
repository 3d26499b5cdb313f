import { flag } from '../../shared/fields.ts'
import type { Definition } from '../../shared/resource.ts'
import { memberRegister } from './member-register.ts'

const { signature, request_type, ...others } = memberRegister.fields

/** What the customer says themselves. */
export const CONSENTS = ['agreed', 'offers', 'surveys', 'signature'] as const

/** The registration as it is asked at the desk, the request first; what the customer says for themselves comes last. */
export const atTheDesk: Definition = {
  ...memberRegister,
  fields: {
    request_type: { ...request_type, drawn: 'buttons' },
    ...others,
    signature: { ...signature, required: true },
    agreed: flag('The customer has read this and agrees', { default: false }),
    offers: flag('The customer also wants offers for members', { default: false }),
    surveys: flag('The customer may be asked by e-mail how we did', { default: false }),
  },
  groups: [
    { label: 'Membership', fields: ['request_type'] },
    { label: 'Personal details', fields: ['full_name', 'birth_date', 'identity_number', 'document', 'phone', 'email'] },
    { label: 'Card', fields: ['card_number', 'card_later', 'employee_code', 'store'] },
    { label: 'Address', fields: ['nationality', 'address'] },
    { label: 'Consent and signature', fields: CONSENTS },
  ],
}
