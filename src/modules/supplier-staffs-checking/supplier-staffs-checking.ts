import { choice, choices, count, date, flag, longText, moment, recordNumber, ref, text } from '../../shared/fields.ts'
import { group, inGroups, resource } from '../../shared/resource.ts'
import { hourOf, weekdayOf } from '../../shared/time/weekday-hours.ts'
import { PROBLEMS } from './admission.ts'
import { VISIT_FIGURES } from './figures.ts'
import { RETURNED, VISIT_STATES, visitFlow } from './flow.ts'

const BADGES = [{ value: 'given', label: 'Given out', tone: 'violet' }, ...RETURNED] as const

const CLOCK = { like: /^(?:[01]\d|2[0-3]):[0-5]\d$/, says: 'Please write the time as 08:30' }
export const BAGS_MOST = 99

/**
 * Visits of supplier staff: planned, inside, over. What a visit says of the person stays as it was on that day. Nobody is inside twice:
 * an index of the database holds one open visit a person over the whole chain.
 */
export const supplierStaffsChecking = resource('supplier-staffs-checking', {
  label: 'Visits',
  one: 'Visit',
  icon: 'door-enter',
  sheets: { import: true, export: true, bringsSealed: true },
  ...inGroups(
    group('Visitor', {
      number: recordNumber('SV'),
      staff: ref('Supplier staff member', 'supplier-staffs', { required: true, optionalWhenImported: 'in workbooks' }),
      person: text('Full name', { readonly: true, max: 191, search: true, person: true }),
      supplier: ref('Supplier', 'suppliers', { readonly: true }),
      department_group: ref('Department group', 'supplier-groups', { readonly: true }),
      store: ref('Store', 'stores', { required: true, requiredMessage: 'Please select the store to continue' }),
      status: choice('Status', VISIT_STATES, { readonly: true, default: 'planned' }),
    }),
    group('Plan', {
      planned_on: date('Planned day', { hint: 'Empty: they come in now' }),
      planned_from: text('Planned from', { max: 5, shape: CLOCK, width: 110 }),
      planned_until: text('Planned until', { max: 5, shape: CLOCK, width: 110 }),
    }),
    group('Check-in', {
      visit_on: date('Day', { required: true, readonly: true }),
      receiving_date: moment('Receiving date', { readonly: true }),
      bag_quantity: count('Bag quantity', { min: 0, max: BAGS_MOST }),
      badge: text('Badge number', { max: 20, search: true }),
      let_in_despite: choices('Let in despite', PROBLEMS, { readonly: true }),
      entry_reason: text('Why let in', { readonly: true, max: 300 }),
      weekday: weekdayOf('Weekday', 'receiving_date'),
      hour: hourOf('Hour of arrival', 'receiving_date'),
      is_sent_later: flag('Sent later', { readonly: true, filter: false }),
    }),
    group('Check-out', {
      closes_at: moment('Store closes at', { readonly: true, filter: false }),
      left_at: moment('Left at', { readonly: true, filter: false }),
      minutes: count('Minutes on site', { readonly: true }),
      bags_out: count('Bags out', { readonly: true, min: 0, max: BAGS_MOST }),
      bags_difference: count('Difference of bags', { readonly: true, min: -BAGS_MOST }),
      bags_reason: text('Why the bags differ', { readonly: true, max: 300 }),
      badge_state: choice('Badge', BADGES, { readonly: true }),
      is_overstay: flag('Stayed beyond closing', { readonly: true }),
    }),
    group('Resolution', {
      resolution: text('What was found out', { readonly: true, max: 500 }),
      resolved_by: ref('Resolved by', 'users', { readonly: true, filter: false }),
      resolved_at: moment('Resolved at', { readonly: true, filter: false }),
      note: longText('Note', { max: 1000 }),
    }),
  ),
  flow: visitFlow,
  title: 'person',
  list: {
    columns: [
      'person',
      'supplier',
      'store',
      'visit_on',
      'receiving_date',
      'left_at',
      'bag_quantity',
      'bags_out',
      'status',
    ],
    sort: '-visit_on',
    views: [
      { path: 'inside', label: 'Inside now', filter: { status: 'inside' } },
      { path: 'planned', label: 'Planned', filter: { status: 'planned' } },
      { path: 'unresolved', label: 'Left without checking out', filter: { status: 'unresolved' } },
      { path: 'no-show', label: 'Did not come', filter: { status: 'no-show' } },
    ],
    pendingFilter: { status: ['unresolved'] },
    waiting: { since: 'receiving_date', says: ['supplier', 'store'] },
  },
  unique: { messages: { supplier_staffs_checking_open: 'inside twice' } },
  scale: {
    counters: ['store', 'status', 'supplier', 'department_group'],
    statistics: {
      on: 'visit_on',
      figures: VISIT_FIGURES,
      maps: [{ label: 'When they come', rows: 'weekday', columns: 'hour' }],
    },
  },
  ownership: { store: 'store' },
})
