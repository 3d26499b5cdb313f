import { digits, email, type Fields, flag, phone, taxCode, text } from '../../../shared/fields.ts'
import { rulesOf } from '../form/rules.ts'
import type { VatRequest } from './values.ts'

const FIELDS: Fields = {
  tax_code: taxCode('Tax code', { required: true }),
  company_name: text('Company name', { required: true, max: 255 }),
  bill_tail: digits('Last 8 digits of the bill', { required: true, length: 8 }),
  email: email('E-mail', { required: true }),
  phone: phone('Phone'),
  agreed: flag('Terms', { required: true, requiredMessage: 'You must agree to the terms' }),
}

export const rules = rulesOf<VatRequest>(() => FIELDS)
