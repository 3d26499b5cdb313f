import { choice, count, flag, ref, refs, text } from '../../shared/fields.ts'
import { PRIORITIES } from '../../shared/priorities.ts'
import { resource } from '../../shared/resource.ts'
import { SOURCES } from '../complaints/complaints.ts'

/** How the person of the department is found. */
export const PERSON_BY = [
  { value: 'load', label: 'Whoever has the fewest open' },
  { value: 'turn', label: 'In turn' },
  { value: 'fixed', label: 'One person' },
  { value: 'nobody', label: 'Nobody: the department alone' },
] as const

/** Who a complaint goes to by its type, its store and how it came; the first one that fits, in their order, counts. */
export const assignmentRules = resource('assignment-rules', {
  wire: 'assignment-rule',
  access: { permission: 'system', visibility: 'names' },
  label: 'Assignment rules',
  one: 'Assignment rule',
  icon: 'route',
  ownership: 'chain',
  fields: {
    name: text('Name', { required: true, max: 100, unique: true, search: true }),
    types: refs('For complaints about', 'ticket-types', { hint: 'Every type, if empty' }),
    stores: refs('Only for stores', 'stores', { hint: 'Every store, if empty' }),
    source: choice('Only for source', SOURCES),
    department: ref('Department', 'departments'),
    person_by: choice('Who of the department', PERSON_BY, {
      required: true,
      default: 'load',
      hint: 'Only people who may handle complaints of the store; those who work there come first',
    }),
    person: ref('Assignee', 'users', {
      optionsEndpoint: 'ticket/handlers',
      hint: 'Only for “One person”; without a department, that of the person counts',
    }),
    priority: choice('Priority', PRIORITIES, { drawn: 'buttons', hint: 'That of the type, if empty' }),
    reply: ref('Canned reply', 'canned-replies', { hint: 'Offered first for the answer' }),
    by_itself: flag('Assigns by itself', {
      default: false,
      filter: true,
      hint: 'As soon as a complaint comes in; otherwise the rule only proposes, and a person accepts',
    }),
    position: count('Order', { default: 0, max: 1000, hint: 'The first that fits counts' }),
    active: flag('Active', { default: true }),
  },
  ownColumns: ['last_turn'],
  list: {
    columns: ['name', 'types', 'department', 'person_by', 'person', 'by_itself', 'position', 'active'],
    sort: 'position',
  },
})
