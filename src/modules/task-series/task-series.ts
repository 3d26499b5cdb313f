import { choice, count, flag, moment, ref, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'
import { DAYS_LEFT_OUT } from './days-left-out.ts'

/** What is done again and again: a rule, and what its next task will be. */
export const taskSeries = resource('task-series', {
  access: { permission: 'task-management', internal: true },
  label: 'Repetitions',
  one: 'Repetition',
  icon: 'history',
  ownership: 'routes',
  fields: {
    title: text('Title', { required: true, max: 191 }),
    rule: text('Rule', { required: true, max: 200, verbatim: true }),
    left_out: choice('Days off', DAYS_LEFT_OUT, { required: true, default: 'none' }),
    /** When the first one begins, or is due where it has no beginning: the day the rule counts from, and the time of every one. */
    begins_at: moment('Date start', { required: true }),
    /** From beginning to end; null where there is no beginning. */
    minutes: count('Minutes', { max: 1_000_000 }),
    active: flag('Active', { default: true }),
    /** That of the task it was made from; every one of its tasks has it. */
    complaint: ref('Complaint', 'complaints', { readonly: true }),
    /** The last day for which one was made, or left out, and when the next must be there. */
    next_at: moment('Next', { readonly: true }),
  },
  title: 'title',
  privacy: { erasedWith: 'complaint' },
  ownColumns: ['made_until', 'content'],
})
