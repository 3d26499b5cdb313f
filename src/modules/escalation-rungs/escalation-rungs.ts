import { otherNames } from '../../shared/definition/names.ts'
import { choice, choices, computed, count, flag, ref, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

export const CLOCKS = [
  { value: 'first', label: 'First reply' },
  { value: 'completion', label: 'Completion' },
  { value: 'law', label: 'The law' },
] as const

export type DeadlineKind = (typeof CLOCKS)[number]['value']

export const TIMINGS = [
  { value: 'share', label: 'Percent of the time' },
  { value: 'after', label: 'Working hours after the deadline' },
] as const

export const RECIPIENTS = [
  { value: 'assignee', label: 'Assignee' },
  { value: 'department manager', label: 'Department manager' },
  { value: 'store manager', label: 'Store manager' },
  { value: 'role', label: 'Everyone with a role' },
] as const

export const CHANNELS = [
  { value: 'app', label: 'In the app' },
  { value: 'browser', label: 'In the browser' },
  { value: 'mail', label: 'By e-mail' },
] as const

/** Whom a complaint comes to when time runs out and nobody acts (design/complaints.md, Deadlines and escalation). */
export const escalationRungs = resource('escalation-rungs', {
  wire: 'escalation-rung',
  access: { permission: 'system' },
  label: 'Escalation',
  one: 'Escalation level',
  icon: 'stairs-up',
  ownership: 'chain',
  fields: {
    name: text('Name', { required: true, max: 100, search: true }),
    ...otherNames(100),
    clock: choice('Deadline of', CLOCKS, { required: true, default: 'completion', drawn: 'buttons' }),
    timing: choice('Counted in', TIMINGS, { required: true, default: 'after', drawn: 'buttons' }),
    amount: count('Percent or hours', { required: true, min: 0, max: 1000 }),
    told: choice('Who is notified', RECIPIENTS, {
      required: true,
      default: 'department manager',
      hint: 'Where nobody is there, the next above is notified: the department manager, the store manager, then the first role',
    }),
    role: ref('Role', 'user-roles', { hint: 'Only for “Everyone with a role”' }),
    channels: choices('Notified by', CHANNELS, { required: true }),
    again: flag('Again every working day', { hint: 'Until someone acts' }),
    active: flag('Active', { default: true }),
    /** Deadline after deadline, and of each from its beginning on. */
    position: computed<number>(
      'Order in time',
      'count',
      "(case r.clock when 'first' then 0 when 'completion' then 10000 else 20000 end + case r.timing when 'share' then r.amount else 100 + r.amount end)::int",
      { filter: false },
    ),
  },
  list: { columns: ['clock', 'position', 'told', 'channels', 'name', 'active'], sort: 'position' },
})
