import { vatConsent } from '../../../shared/consents/vat.ts'
import type { FormKind } from '../form/kind.ts'
import type { VatRequest } from './values.ts'

export const vat: FormKind<VatRequest> = {
  name: 'vat-registration',
  page: '/vat-registration',
  path: '/vat-info/vat-register',
  consent: vatConsent,
  empty: () => ({
    tax_code: '',
    company_name: '',
    bill_tail: '',
    email: '',
    phone: '',
    payment_method: '',
    agreed: false,
  }),
  order: ['tax_code', 'company_name', 'bill_tail', 'email', 'phone', 'payment_method', 'agreed'],
  rules: async () => (await import('./fields.ts')).rules,
  body: ({ phone, payment_method, agreed: _, ...values }) => ({
    ...values,
    ...(phone.trim() && { phone }),
    ...(payment_method && { payment_method }),
  }),
}
