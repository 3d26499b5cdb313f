import {
  choice,
  computed,
  count,
  date,
  decimal,
  files,
  longText,
  moment,
  recordNumber,
  ref,
  refs,
  richText,
  text,
} from '../../shared/fields.ts'
import { PRIORITIES } from '../../shared/priorities.ts'
import { group, inGroups, resource } from '../../shared/resource.ts'
import { taskComments } from './comments/comments.ts'
import { TASK_FIGURES } from './figures.ts'
import { taskFlow } from './flow.ts'
import {
  APPROVALS,
  type Approval,
  BOARD_STATES,
  isOneOf,
  OPEN_STATES,
  OUTCOMES,
  type Outcome,
  TASK_STATES,
  TASK_STATUSES,
  type TaskStatus,
  WORKING_STATES,
} from './states.ts'

export const ESTIMATE_UNITS = [
  { value: 'hours', label: 'In hours' },
  { value: 'days', label: 'In days' },
] as const

/** How a task came to be. */
export const TASK_SOURCES = [
  { value: 'staff', label: 'Staff' },
  { value: 'round', label: 'Round' },
  { value: 'series', label: 'Repetition' },
  { value: 'import', label: 'Import' },
] as const

export const MOST_PROCESSORS = 20

/** Work that people of the chain are given (design/tasks.md). */
export const tasks = resource('task-management', {
  wire: 'task',
  label: 'Tasks',
  one: 'Task',
  icon: 'checklist',
  sheets: { import: true, export: true },
  ...inGroups(
    group('Task', {
      number: recordNumber('T'),
      title: text('Title', { required: true, max: 191, search: true }),
      description: richText('Description', { search: true }),
      priority: choice('Priority', PRIORITIES, { required: true, default: 'normal', drawn: 'buttons' }),
      complaint: ref('Complaint', 'complaints'),
      tags: refs('Tags', 'tags', { max: 20 }),
      attachments: files('Pictures and videos'),
      source: choice('Source', TASK_SOURCES, { readonly: true, default: 'staff' }),
      /** What it was made from. */
      template: ref('Template', 'task-templates', { readonly: true }),
    }),
    group('Who', {
      /** In their order: the first is in charge. */
      processors: refs('Processors', 'users', {
        required: true,
        requiredMessage: 'Please say who does it',
        max: MOST_PROCESSORS,
        hint: 'The first one is in charge',
        optionsEndpoint: 'task/handlers',
      }),
      /** The first processor; the database keeps it so. */
      in_charge: ref('In charge', 'users', { readonly: true }),
      approver: ref('Approver', 'users', {
        hint: 'Empty: it is done as soon as its processors say so',
        optionsEndpoint: 'task/handlers',
      }),
      store: ref('Store', 'stores'),
      department: ref('Department', 'departments'),
    }),
    group('When', {
      date_start: moment('Date start'),
      date_end: moment('Date end'),
      /** The day it counts for: that of its end, else of its entry; the database keeps it so. */
      falls_on: date('Day', { required: true, readonly: true }),
      estimate: decimal('Time estimate', { min: 0, max: 10_000 }),
      estimate_unit: choice('Unit of the estimate', ESTIMATE_UNITS, {
        default: 'hours',
        drawn: 'buttons',
        filter: false,
      }),
      hours_spent: decimal('Hours spent', { min: 0, max: 100_000 }),
      waits_for: refs('Waits for', 'task-management', { max: 20 }),
      waits_open: computed<number>(
        'Still waits for',
        'count',
        `(select count(*)::int from task_management w where w.id = any(r.waits_for) and w.deleted_at is null and ${isOneOf('w.state', OPEN_STATES)})`,
        { sortable: false },
      ),
    }),
    group('Progress', {
      state: choice('Stage', TASK_STATES, { readonly: true, default: 'todo' }),
      status: computed<TaskStatus>(
        'Status',
        'choice',
        "case when r.state in ('done', 'cancelled') then r.state else 'pending' end",
        { of: TASK_STATUSES, sortable: false },
      ),
      approval: computed<Approval>(
        'Approval',
        'choice',
        "case when r.state = 'asked' then 'requested' when r.state = 'rejected' then 'rejected' when r.state = 'done' and r.decided_at is not null then 'approved' else 'none' end",
        { of: APPROVALS, sortable: false },
      ),
      progress: count('Progress', { readonly: true, min: 0, max: 100, default: 0 }),
      is_overdue: computed<boolean>(
        'Overdue',
        'flag',
        `(${isOneOf('r.state', WORKING_STATES)} and coalesce(r.date_end < now(), false))`,
        { sortable: false },
      ),
      /** How it ended, or stands, by the row alone: what counts ahead knows no clock. */
      outcome: computed<Outcome>(
        'Outcome',
        'choice',
        "case r.state when 'cancelled' then 'cancelled' when 'done' then case when r.finished_at > r.date_end then 'late' else 'on_time' end else case when r.late_since is not null then 'open_late' else 'open' end end",
        { of: OUTCOMES, sortable: false },
      ),
      items: computed<number>(
        'Checklist items',
        'count',
        '(select count(*)::int from task_checklist_items i where i.task = r.id and i.deleted_at is null)',
        { sortable: false },
      ),
      items_done: computed<number>(
        'Checklist items done',
        'count',
        '(select count(*)::int from task_checklist_items i where i.task = r.id and i.deleted_at is null and i.done_at is not null)',
        { sortable: false },
      ),
      seen_at: moment('Seen at', { readonly: true, filter: false }),
      seen_by: ref('Seen by', 'users', { readonly: true, filter: false }),
      begun_at: moment('Begun at', { readonly: true, filter: false }),
      /** When its processors were through with it, whenever it was approved. */
      finished_at: moment('Finished at', { readonly: true, filter: false }),
      /** The end that passed before it was handed in; the clock marks it within a minute. */
      late_since: moment('Late since', { readonly: true, filter: false }),
      open_items_reason: text('Why items were left open', { readonly: true, max: 300 }),
    }),
    group('Approval', {
      decided_by: ref('Decided by', 'users', { readonly: true, filter: false }),
      decided_at: moment('Decided at', { readonly: true, filter: false }),
      quality: count('Quality', { readonly: true, min: 1, max: 5, asStars: true }),
      quality_note: text('Quality note', { readonly: true, max: 500 }),
      reject_reason: longText('Why it was rejected', { readonly: true, max: 1000 }),
      done_at: moment('Done at', { readonly: true }),
      cancelled_by: ref('Cancelled by', 'users', { readonly: true, filter: false }),
      cancelled_at: moment('Cancelled at', { readonly: true, filter: false }),
      cancel_reason: longText('Why it is no longer needed', { readonly: true, max: 1000 }),
    }),
  ),
  events: {
    as: 'task',
    number: 'number',
    created: { event: 'new-task', channel: 'task-created' },
    changed: { event: 'task-event-updated', channel: 'task-chanel-updated' },
  },
  comments: taskComments,
  board: { by: 'state', columns: BOARD_STATES, soonest: { by: 'date_end', in: OPEN_STATES } },
  flow: taskFlow,
  title: 'title',
  list: {
    hasSplit: false,
    columns: ['number', 'title', 'priority', 'state', 'progress', 'date_end', 'in_charge', 'approver', 'store'],
    sort: '-created_at',
    pendingFilter: { state: OPEN_STATES },
    waiting: {
      clocks: [{ by: 'date_end' }],
      says: ['in_charge', 'store', 'state'],
      mine: { whose: ['mine', 'to-approve'] },
    },
  },
  ownColumns: ['progress_before', 'worked_by', 'freed_at', 'round_id', 'series_id', 'occurrence_on'],
  ownership: { store: 'store', departments: ['department'], people: ['processors', 'approver'], peopleAnywhere: true },
  scale: {
    counters: ['store', 'department', 'in_charge', 'template', 'state', 'outcome', 'priority'],
    statistics: { on: 'falls_on', figures: TASK_FIGURES },
  },
  privacy: { retention: { trashed: 180 }, erasedWith: 'complaint' },
  prefillFrom: { complaint: { store: 'store', department: 'department', priority: 'priority' } },
})
