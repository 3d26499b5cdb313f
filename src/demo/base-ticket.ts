import { iso } from './clock.ts'
import type { Brought } from './complaints.ts'
import type { Record_ } from './insert.ts'
import type { Chance } from './random.ts'

/** A complaint as it came in, nothing done yet. */
export function blank(
  { at, title, content, customer, receipt, type }: Brought,
  tags: number[],
  chance: Chance,
): Record_ {
  const nothing = [
    'deleted_at',
    'state_before',
    'due_at',
    'due_since',
    'breached_at',
    'department',
    'assignee',
    'solved_by',
    'purpose',
    'issue',
    'origin',
  ]
  const notYet = [
    'solution',
    'comment',
    'cost',
    'cost_state',
    'cost_asked_by',
    'cost_decided_by',
    'cost_decided_at',
    'handle_date',
    'wait_minutes',
    'completed_at',
    'closed_at',
    'rating',
    'rating_note',
  ]
  return {
    ...Object.fromEntries([...nothing, ...notYet].map((name) => [name, null])),
    ...{
      created_at: iso(at),
      updated_at: iso(at),
      created_by: null,
      updated_by: null,
      version: 1,
      reopened_count: 0,
      is_extended: false,
      // One in fifty, and of one customer all.
      is_vulnerable: /[02]7$/.test(customer.phone ?? ''),
    },
    ...{ title, content, receipt, state: 'new', priority: type.priority, tags, cc_departments: [], attachments: [] },
    ...{ customer_name: customer.name, phone: customer.phone, email: customer.email },
    follow_token: chance.id() + chance.id().slice(0, 11),
  }
}
