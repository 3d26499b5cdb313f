import { completion } from '../../shared/completion.ts'
import { address, choice, email, phone, ref, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

export const FORMS = [
  { value: 'classic', label: 'One-page form' },
  { value: 'steps', label: 'Step-by-step form' },
] as const

export const REQUEST_TYPES = [
  { value: 'new', label: 'New card', tone: 'info' },
  { value: 'reissue', label: 'Card lost or broken', tone: 'warn' },
  { value: 'change', label: 'Change of information', tone: 'violet' },
] as const

/** Both forms of the public in one register: the specification's member-register and member-register-new. */
export const memberRegister = resource('member-register', {
  permission: 'register-dictionary',
  label: 'Member registrations',
  one: 'Member registration',
  icon: 'id',
  sheets: { export: true },
  fields: {
    full_name: text('Full name', { required: true, max: 191, search: true }),
    request_type: choice('Request type', REQUEST_TYPES, { required: true, missing: 'Please choose what you need' }),
    phone: phone('Phone', { required: true, search: true, missing: 'Phone is required' }),
    email: email('E-mail', { search: true }),
    nationality: text('Nationality', { required: true, max: 60, default: 'Việt Nam' }),
    address: address('Address'),
    store: ref('Store', 'stores', { required: true, missing: 'Please select the store to continue' }),
    form: choice('Form', FORMS, { readonly: true, default: 'classic' }),
    ...completion,
  },
  title: 'full_name',
  list: ['full_name', 'request_type', 'phone', 'store', 'status'],
  waiting: { status: ['waiting'] },
  placed: { store: 'store' },
  customer: { phone: 'phone', name: 'full_name', status: 'status' },
})
