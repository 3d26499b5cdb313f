import { address, choice, computed, date, digits, email, files, flag, moment, ref, text } from '../../shared/fields.ts'
import { LANGUAGE_CHOICES } from '../../shared/language.ts'
import { resource } from '../../shared/resource.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { GENDERS, POSITIONS, USER_STATUSES } from './choices.ts'

const everyAccount = resource('users', {
  wire: 'user',
  label: 'Users',
  one: 'User',
  icon: 'users',
  sheets: { import: true, export: true },
  access: { visibility: 'names' },
  fields: {
    user_code: text('User code', { required: true, max: 50, unique: true, search: true, width: 120 }),
    user_name: text('User name', { required: true, max: 191, search: true, person: true }),
    email: email('E-mail', { required: true, unique: true, search: true, private: 'open' }),
    role: ref('Role', 'user-roles', { required: true }),
    department: ref('Department', 'departments', { required: true, requiredMessage: 'Please choose department' }),
    store: ref('Store', 'stores'),
    position: choice('Position', POSITIONS, { required: true, optionalWhenImported: 'in workbooks' }),
    gender: choice('Gender', GENDERS, { filter: false }),
    employee_code: digits('Employee code', { required: true, optionalWhenImported: 'in workbooks', length: 16 }),
    work_date: date('Work date', { filter: false }),
    address: address('Address'),
    signature_email: email('Signature e-mail', { private: 'open' }),
    locale: choice('Language', LANGUAGE_CHOICES, { filter: false }),
    status: choice('Status', USER_STATUSES, { default: 'active' }),
    blocked: flag('Blocked', { readonly: true }),
    avatar: files('Avatar', { readonly: true, max: 1, accept: 'images' }),
    last_seen_at: moment('Last seen', { readonly: true, filter: false }),
    /** The role sees one store or department, and there is none: this person sees nothing. */
    lacks_place: computed<boolean>(
      'Place of work missing',
      'flag',
      `exists (select 1 from user_roles o where o.id = r.role and ((o.scope = 'store' and r.store is null) or (o.scope = 'department' and r.department is null)))`,
      { filter: false, sortable: false },
    ),
    can_sign_in: computed<boolean>('Can sign in', 'flag', `(${isActive('r')})`, {
      filter: false,
      sortable: false,
    }),
  },
  title: 'user_name',
  code: 'user_code',
  offered: isActive('r'),
  list: {
    columns: ['user_code', 'user_name', 'email', 'role', 'department', 'store', 'position', 'status', 'blocked'],
    sort: 'user_code',
  },
  ownColumns: ['kind', 'password_hash', 'password_set_at', 'notification_choices', 'morning_digest'],
  ownership: { store: 'store', departments: ['department'], people: ['id'] },
  groups: [
    { label: 'Personal details', fields: ['user_code', 'user_name', 'gender', 'email', 'address'] },
    { label: 'Work', fields: ['role', 'department', 'store', 'position', 'employee_code', 'work_date'] },
    { label: 'Account', fields: ['status', 'locale', 'signature_email'] },
  ],
})

/** People. The acts of an API key stand under an account in the same table, which is never alive as one of them. */
export const users = { ...everyAccount, fixedFilter: { kind: 'person' } }
