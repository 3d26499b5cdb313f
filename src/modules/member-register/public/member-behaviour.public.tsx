import { pack } from '../../../shared/message.ts'
import { days, places } from '../../../web/public/form/conversions.ts'
import type { Errors } from '../../../web/public/form/errors.ts'
import type { Own } from '../../../web/public/form/form-page-of.tsx'
import { memberQuestions } from './member-questions.public.tsx'
import { memberRegistration } from './member-registration.public.ts'
import { type Member, useRegistered } from './use-registered.public.tsx'

type Registered = typeof memberRegistration.fields

const NUMBERS = {
  citizen: { fits: /^\d{12}$/, says: 'Identity number has exactly 12 digits' },
  passport: { fits: /^(?=.*\d{4})[A-Z0-9]{6,12}$/, says: 'Please enter a valid passport number' },
  other: { fits: /^[A-Z0-9]{10}$/, says: 'Identity number has exactly 10 characters' },
}

function check({ document, identity_number }: Member): Errors {
  const { fits, says } = NUMBERS[document || 'citizen']
  return fits.test(identity_number) ? {} : { identity_number: pack(says) }
}

/** @param model of the addresses: 1 has districts, 2 has none */
export const memberBehaviour = (model: 1 | 2): Own<Registered, Member> => ({
  conversions: [days, places(model)],
  extra: { is_staff: false },
  fieldsFor: ({ request_type, is_staff }) => {
    const { card_number, employee_code, ...asked } = memberRegistration.fields
    return {
      ...asked,
      ...(request_type !== 'new' && { card_number: { ...card_number, required: request_type === 'change' } }),
      ...(is_staff && { employee_code: { ...employee_code, required: true } }),
    }
  },
  check,
  questions: memberQuestions,
  usePart: useRegistered,
})
