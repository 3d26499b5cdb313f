import { email, files, taxCode, text } from '../../shared/fields.ts'

/** Hotlines have fewer digits than a phone of one's own: 1900 6868. */
const PHONE = /^\+?\d[\d .()-]{3,28}\d$/

/** What the chain is, as its papers, mails and public pages name it. Nothing is required: what is empty is left out there. */
export const chainFields = {
  name: text('Name of the chain', { max: 100, hint: 'As customers know it' }),
  legal_name: text('Legal name', { max: 191, hint: 'As in the business registration; it heads every paper' }),
  address: text('Registered address', { max: 255 }),
  tax_code: taxCode('Tax code'),
  phone: text('Hotline', { max: 30, shape: { like: PHONE, says: 'Please enter a valid phone number' } }),
  email: email('E-mail'),
  logo: files('Logo', { max: 1, accept: 'images', hint: 'A wide picture on white or clear ground prints best' }),
}
