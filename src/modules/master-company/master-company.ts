import { address, digits, email, flag, taxCode, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

/** Companies that ask for invoices, so that a tax code need not be looked up twice. */
export const masterCompany = resource('master-company', {
  label: 'Master companies',
  one: 'Master company',
  icon: 'building',
  sheets: { import: true, export: true },
  ownership: 'chain',
  fields: {
    tax_code: taxCode('Tax code', {
      required: true,
      unique: true,
      search: true,
      confirmedBy: 'is_confirmed',
      hint: '10 or 13 digits of a business, 12 of a person',
    }),
    name: text('Company name', { required: true, max: 255, search: true }),
    address: address('Address', { private: 'open' }),
    email: email('E-mail', { search: true, private: 'listed' }),
    phone: digits('Phone', {
      min: 8,
      max: 15,
      search: true,
      filter: false,
      private: 'listed',
      hint: 'Landlines and hotlines are fine, too',
    }),
    representative: text('Representative', { max: 191, search: true }),
    is_confirmed: flag('Tax code with a wrong check digit confirmed', {
      default: false,
      filter: false,
      hint: 'The check digit is wrong, but a company with this code does exist',
    }),
  },
  list: { columns: ['tax_code', 'name', 'address', 'email', 'phone', 'representative'], sort: 'name' },
  scale: { counters: [] },
})
