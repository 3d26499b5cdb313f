import {
  choice,
  computed,
  date,
  digits,
  files,
  flag,
  identityNumber,
  longText,
  phone,
  ref,
  refs,
  text,
} from '../../shared/fields.ts'
import { flow } from '../../shared/flow.ts'
import { group, inGroups, resource } from '../../shared/resource.ts'
import { TODAY } from '../../shared/time/today.ts'
import { STANDINGS, type Standing, standingOn } from './standing.ts'

const CONTRACTS = [
  { value: 'short', label: 'Short term' },
  { value: 'long', label: 'Long term' },
] as const

const STATES = [
  { value: 'open', label: 'Not blocked', tone: 'ok' },
  { value: 'blocked', label: 'Blocked', tone: 'bad' },
] as const

/** Promoters and merchandisers of suppliers. They are the whole chain's: every desk must know whom it may not let in. */
export const supplierStaffs = resource('supplier-staffs', {
  label: 'Supplier staff',
  one: 'Supplier staff member',
  icon: 'user-check',
  sheets: { import: true, export: true },
  ...inGroups(
    group('Personal details', {
      full_name: text('Full name', { required: true, max: 191, search: true, person: true }),
      identity_number: identityNumber('ID card number', { required: true, unique: true, private: 'sealed' }),
      phone: phone('Phone', { search: true }),
      photo: files('Photo', { max: 1, accept: 'images' }),
    }),
    group('Contract', {
      supplier: ref('Supplier', 'suppliers', { required: true }),
      department_group: ref('Department group', 'supplier-groups'),
      contract_type: choice('Contract type', CONTRACTS, { required: true, default: 'short', drawn: 'buttons' }),
      valid_from: date('Valid from', { required: true }),
      valid_until: date('Valid until', { required: true }),
      stores: refs('Stores', 'stores', { hint: 'Empty: every store', whenEmpty: 'Every store' }),
      active: flag('Active', { default: true }),
      note: longText('Note', { max: 1000 }),
    }),
    group('Access', {
      member_card: digits('Member card', { length: 16, private: 'sealed' }),
      standing: computed<Standing>('Standing', 'choice', standingOn(TODAY), { of: STANDINGS, sortable: false }),
      status: choice('Blocking', STATES, { readonly: true, default: 'open', filter: false }),
      block_reason: text('Why blocked', { readonly: true, secret: true, max: 500 }),
    }),
  ),
  flow: flow('status', {
    block: {
      label: 'Block',
      from: ['open'],
      to: 'blocked',
      needs: 'other',
      asks: ['block_reason'],
      tone: 'danger',
    },
    unblock: {
      label: 'Lift the block',
      from: ['blocked'],
      to: 'open',
      needs: 'other',
      sets: { block_reason: null },
    },
  }),
  list: {
    columns: ['full_name', 'standing', 'supplier', 'department_group', 'phone', 'stores', 'valid_until'],
    sort: 'full_name',
    views: [
      { path: 'valid', label: 'Valid', filter: { standing: 'valid' } },
      { path: 'ending', label: 'Ending within 30 days', filter: { standing: 'ending' } },
      { path: 'expired', label: 'Expired', filter: { standing: 'expired' } },
      { path: 'blocked', label: 'Blocked', filter: { standing: 'blocked' } },
    ],
  },
  ownership: 'chain',
})
