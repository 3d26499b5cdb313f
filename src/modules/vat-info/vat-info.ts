import { completion } from '../../shared/definition/completion.ts'
import {
  address,
  choice,
  date,
  digits,
  email,
  flag,
  longText,
  phone,
  recordNumber,
  ref,
  taxCode,
  text,
} from '../../shared/fields.ts'
import { group, inGroups, resource } from '../../shared/resource.ts'
import { amounts } from './amounts.ts'
import { ORIGINS, PAYMENTS, STATES, WITHOUT_INVOICE } from './choices.ts'
import { vatFlow } from './flow.ts'
import { batch, corrections, invoice } from './invoice.ts'

/** What customers ask of a bill to get a VAT invoice, and what became of it. */
export const vatInfo = resource('vat-info', {
  label: 'VAT requests',
  one: 'VAT request',
  icon: 'file-invoice',
  sheets: { import: true, export: true },
  ...inGroups(
    group('The bill', {
      bill_tail: digits('Last 8 digits of the bill', { required: true, length: 8, search: true }),
      receipt_number: digits('Retail bill number', { min: 8, max: 20, search: true }),
      sold_on: date('Date of the bill'),
      store: ref('Store', 'stores'),
      payment_method: choice('Payment method', PAYMENTS, { hint: 'Input tax needs proof that no cash was paid' }),
    }),
    group('Company', {
      tax_code: taxCode('Tax code', { required: true, search: true, confirmedBy: 'is_confirmed' }),
      is_confirmed: flag('Tax code with a wrong check digit confirmed', {
        default: false,
        filter: false,
        hint: 'The check digit is wrong, but a company with this code does exist',
      }),
      company_name: text('Company name', { required: true, max: 255, search: true }),
      address: address('Address'),
      email: email('E-mail', { search: true }),
      buyer: text('Buyer', {
        max: 191,
        search: true,
        person: true,
        private: 'masked',
        hint: 'Who bought for the company',
      }),
      phone: phone('Phone', { landline: true, search: true }),
    }),
    group('Amounts', amounts),
    group('Invoice', invoice),
    group('Correction', corrections),
    group('Request', {
      number: recordNumber('V'),
      source: choice('Source', ORIGINS, { readonly: true, default: 'staff' }),
      state: choice('State of the invoice', STATES, { readonly: true, default: 'requested' }),
      close_reason: longText('Why without an invoice', { readonly: true, max: 500 }),
      ...completion,
      ...batch,
    }),
  ),
  flow: vatFlow,
  title: 'company_name',
  list: {
    columns: ['number', 'company_name', 'tax_code', 'bill_tail', 'amount_with_vat', 'state'],
    sort: '-created_at',
    pendingFilter: { state: WITHOUT_INVOICE },
    waiting: { says: ['bill_tail', 'amount_with_vat', 'store'] },
  },
  scale: { counters: ['store', 'state', 'status'] },
  ownership: { store: 'store' },
  privacy: {
    customer: {
      ...{ phone: 'phone', name: 'company_name', person: 'buyer', email: 'email' },
      ...{ number: 'number', status: 'state' },
    },
    retention: { unfinished: 90, trashed: 180 },
  },
})
