import { completion, completionFlow } from '../../shared/definition/completion.ts'
import { partOf } from '../../shared/definition/part-of.ts'
import {
  address,
  choice,
  choices,
  date,
  digits,
  email,
  flag,
  phone,
  recordNumber,
  ref,
  signature,
  text,
} from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'
import { DOCUMENTS, FORMS, REQUEST_TYPES, WARNINGS } from './words.ts'

/** Both forms of the public in one register: the specification's member-register and member-register-new. */
export const memberRegister = resource('member-register', {
  access: { permission: 'register-dictionary' },
  label: 'Member registrations',
  one: 'Member registration',
  icon: 'id',
  /** A card that is made later comes back from who makes it by the number of its registration. */
  batch: { knownBy: ['number'] },
  sheets: { export: true },
  fields: {
    number: recordNumber('M'),
    full_name: text('Full name', { required: true, max: 191, search: true, person: true }),
    request_type: choice('Request type', REQUEST_TYPES, {
      required: true,
      requiredMessage: 'Please choose what you need',
    }),
    birth_date: date('Date of birth', {
      required: true,
      isBirth: true,
      private: 'sealed',
      requiredMessage: 'Date of birth is required',
    }),
    document: choice('Identity document', DOCUMENTS, { default: 'citizen', filter: false }),
    identity_number: text('ID card or passport number', { required: true, max: 20, private: 'sealed' }),
    nationality: text('Nationality', { required: true, max: 60, default: 'Việt Nam' }),
    phone: phone('Phone', { landline: true, required: true, search: true, requiredMessage: 'Phone is required' }),
    email: email('E-mail', { search: true }),
    address: address('Address'),
    card_number: digits('Card number', { length: 16, private: 'sealed' }),
    card_later: flag('Card is made later', { default: false, hint: 'Until its number is entered here' }),
    employee_code: digits('Employee code', { length: 16, hint: 'Only for staff of the chain' }),
    signature: signature('Signature', { private: 'sealed' }),
    store: ref('Store', 'stores', { required: true, requiredMessage: 'Please select the store to continue' }),
    form: choice('Form', FORMS, { readonly: true, default: 'classic' }),
    warnings: choices('Please check', WARNINGS, { readonly: true }),
    ...completion,
  },
  list: {
    columns: ['number', 'full_name', 'request_type', 'phone', 'identity_number', 'store', 'status'],
    sort: '-created_at',
    pendingFilter: { status: ['waiting'] },
    waiting: { says: ['request_type', 'warnings', 'store'] },
  },
  flow: completionFlow,
  title: 'full_name',
  scale: { counters: ['store', 'status', 'form'] },
  ownership: { store: 'store' },
  privacy: {
    customer: { phone: 'phone', name: 'full_name', email: 'email', number: 'number', status: 'status' },
    retention: { unfinished: 90, trashed: 180 },
  },
  unique: { messages: { member_register_once: 'registered already' } },
  groups: [
    {
      label: 'Personal details',
      fields: ['number', 'full_name', 'birth_date', 'nationality', 'document', 'identity_number', 'signature'],
    },
    { label: 'Contact', fields: ['phone', 'email', 'address'] },
    {
      label: 'Membership',
      fields: ['request_type', 'card_number', 'card_later', 'employee_code', 'store', 'form', 'warnings'],
    },
    { label: 'Handling', fields: ['status', 'completed_by', 'completed_at'] },
  ],
})

/** The step-by-step form's part of it, at an address of its own. */
export const memberRegisterNew = partOf(memberRegister, { wire: 'member-register-new', fixedFilter: { form: 'steps' } })
