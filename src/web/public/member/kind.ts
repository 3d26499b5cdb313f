import { membershipConsent } from '../../../shared/consents/membership.ts'
import type { FormKind } from '../form/kind.ts'
import { PROVINCES } from '../places/place.ts'
import { sent } from './sent.ts'
import { type Member, noMember, PRIVATE } from './values.ts'

const both = {
  consent: membershipConsent,
  private: PRIVATE,
  order: [
    'request_type',
    'store',
    'card_number',
    'employee_code',
    'full_name',
    'birth_date',
    'nationality',
    'document',
    'identity_number',
    'phone',
    'email',
    'address',
    'signature',
    'agreed',
  ],
  body: sent,
}

/** The one-page form, on the address of before July 2025. */
export const classic: FormKind<Member> = {
  ...both,
  name: 'member-registration',
  page: '/member-registration',
  path: '/public/member-register',
  empty: () => noMember(1),
  ahead: [PROVINCES[1]],
  rules: async () => (await import('./fields.ts')).rules,
}

/** The same in steps, on the address of today; it takes a further kind of paper. */
export const inSteps: FormKind<Member> = {
  ...both,
  name: 'member-registration-new',
  page: '/member-registration-new',
  path: '/public/member-register-new',
  empty: () => noMember(2),
  ahead: [PROVINCES[2]],
  rules: async () => (await import('./fields.ts')).rules,
}
