import {
  choice,
  computed,
  count,
  digits,
  email,
  files,
  longText,
  moment,
  money,
  phone,
  ref,
  refs,
  richText,
  text,
} from '../../shared/fields.ts'
import type { Right } from '../../shared/permissions.ts'
import { resource } from '../../shared/resource.ts'
import { SOLUTIONS } from '../solutions/solutions.ts'
import { PRIORITIES } from '../ticket-types/ticket-types.ts'
import { COST_STATES } from './cost/cost.ts'

export const METHODS = [
  { value: 'facebook', label: 'Facebook' },
  { value: 'ideas_box', label: 'Ideas box' },
  { value: 'email', label: 'E-mail' },
  { value: 'hotline', label: 'Hotline' },
] as const

export const SOURCES = [
  { value: 'public', label: 'Public form' },
  { value: 'staff', label: 'Staff' },
  { value: 'email', label: 'E-mail' },
  { value: 'import', label: 'Import' },
] as const

/** What is stored; `overdue` is not among them (design/complaints.md, Status). */
export const STATES = [
  { value: 'new', label: 'New', tone: 'info' },
  { value: 'processing', label: 'Processing', tone: 'accent' },
  { value: 'completed', label: 'Completed', tone: 'ok' },
  { value: 'closed', label: 'Closed', tone: 'mute' },
  { value: 'reopened', label: 'Reopened', tone: 'violet' },
  { value: 'deleted', label: 'Deleted', tone: 'mute' },
] as const
export const OPEN_STATES = ['new', 'processing', 'reopened'] as const

/** What lists, counts and reports show. */
export const STATUSES = [...STATES, { value: 'overdue', label: 'Overdue', tone: 'bad' }] as const
/** The columns of the board, in their order. */
export const BOARD_STATUSES = ['new', 'processing', 'overdue', 'reopened', 'completed', 'closed'] as const
export type Status = (typeof STATUSES)[number]['value']

/** Who directs the handling of complaints, and does not only look at them or approve what they cost. */
export const DIRECTS = ['edit', 'other'] as const satisfies Right

export const complaints = resource('complaints', {
  wire: 'ticket',
  label: 'Complaints',
  one: 'Complaint',
  icon: 'message-report',
  sheets: { import: true, export: true, fileName: 'Daily report' },
  fields: {
    issue_number: text('Number', { readonly: true, max: 11, unique: true, search: true, width: 120 }),
    title: text('Title', { required: true, max: 191, search: true }),
    state: choice('Handling stage', STATES, { readonly: true, default: 'new', filter: false }),
    status: computed<Status>(
      'Status',
      'choice',
      "case when r.state in ('new','processing','reopened') and r.due_at < now() then 'overdue' else r.state end",
      { of: STATUSES, sortable: false },
    ),
    priority: choice('Priority', PRIORITIES, { drawn: 'buttons' }),
    due_at: moment('Deadline', { readonly: true, filter: false }),
    handle_due_at: moment('First handling due', { readonly: true, filter: false }),
    law_due_at: moment('Legal deadline', { readonly: true, filter: false }),
    paused_at: moment('Waiting for the customer since', { readonly: true, filter: false }),
    pause_reason: longText('What the customer is asked', { readonly: true, max: 1000 }),
    store: ref('Store', 'stores', { required: true, requiredMessage: 'Please select the store to continue' }),
    feedback_type: ref('Feedback type', 'ticket-types', { required: true }),
    feedback_method: choice('Feedback method', METHODS, { required: true }),
    customer_name: text('Customer name', { required: true, max: 191, search: true, person: true }),
    phone: phone('Phone', {
      required: true,
      optionalWhenImported: true,
      search: true,
      requiredMessage: 'Phone is required',
    }),
    email: email('E-mail', { search: true }),
    source: choice('Source', SOURCES, { readonly: true }),
    department: ref('Department', 'departments', { requiredMessage: 'Please choose department' }),
    cc_departments: refs('Copied departments', 'departments', { filter: false }),
    assignee: ref('Assignee', 'users', { optionsEndpoint: 'ticket/handlers' }),
    solved_by: ref('Solved by', 'users', { readonly: true, filter: false }),
    content: richText('Content', { required: true, search: true }),
    purpose: text('Purpose', { max: 255 }),
    issue: text('Issue', { max: 255 }),
    origin: text('Origin', { max: 255 }),
    solution: choice('Solution', SOLUTIONS),
    comment: longText('Closing words', { max: 5000, requiredMessage: 'Please write the closing words' }),
    cost: money('Cost', { filter: false, hint: 'What an exchange, refund or compensation cost, in đồng' }),
    cost_state: choice('Approval of the cost', COST_STATES, { readonly: true }),
    cost_asked_by: ref('Cost recorded by', 'users', { readonly: true, filter: false }),
    cost_decided_by: ref('Cost decided by', 'users', { readonly: true, filter: false }),
    cost_decided_at: moment('Cost decided at', { readonly: true, filter: false }),
    cost_reason: longText('Reason for the decision on the cost', { readonly: true, max: 1000 }),
    tags: refs('Tags', 'tags', { max: 20 }),
    attachments: files('Pictures and videos'),
    receipt: digits('Receipt number', { max: 20 }),
    handle_date: moment('First handled', { readonly: true, filter: false }),
    wait_minutes: count('Waiting time in minutes', { readonly: true }),
    completed_at: moment('Completed at', { readonly: true }),
    closed_at: moment('Closed at', { readonly: true, filter: false }),
    reopened_count: count('Times reopened', { readonly: true, default: 0 }),
    is_breached: computed<boolean>(
      'Late',
      'flag',
      "(r.breached_at is not null or coalesce(r.state <> 'deleted' and r.due_at < coalesce(r.completed_at, r.closed_at, now()), false))",
      { sortable: false },
    ),
    is_on_time: computed<boolean>(
      'In time',
      'flag',
      "(r.state in ('completed','closed') and (r.merged_into_id is null or r.completed_at is not null) and r.breached_at is null and coalesce(r.due_at >= r.completed_at, true))",
      { sortable: false },
    ),
    is_paused: computed<boolean>('Waiting for the customer', 'flag', '(r.paused_at is not null)', { sortable: false }),
    due_within: computed<number>(
      'Due within (hours)',
      'count',
      "case when r.state in ('new','processing','reopened') and r.due_at >= now() then ceil(extract(epoch from r.due_at - now()) / 3600)::int end",
      { sortable: false, filter: true, max: 10_000 },
    ),
    breached_at: moment('Late since', { readonly: true, filter: false }),
    handle_breached_at: moment('First handling late since', { readonly: true, filter: false }),
    law_breached_at: moment('Legally late since', { readonly: true, filter: false }),
    rating: count('Rating', { readonly: true, min: 1, max: 5 }),
    rating_note: text('Rating note', { readonly: true, max: 500 }),
    /** The number alone: who may not see the other one learns no more of it. */
    merged_into: computed<string | null>(
      'Merged into',
      'text',
      'case when r.merged_into_id is not null then (select m.issue_number from complaints m where m.id = r.merged_into_id) end',
      { sortable: false, filter: false },
    ),
  },
  title: 'title',
  list: ['issue_number', 'title', 'status', 'due_at', 'store', 'feedback_type', 'customer_name', 'assignee'],
  sort: '-created_at',
  views: [
    { path: 'new', label: 'New', filter: { status: 'new' } },
    { path: 'processing', label: 'Processing', filter: { status: 'processing' } },
    { path: 'overdue', label: 'Overdue', filter: { status: 'overdue' } },
    { path: 'completed', label: 'Completed', filter: { status: 'completed' } },
    { path: 'closed', label: 'Closed', filter: { status: 'closed' } },
    { path: 'reopen', label: 'Reopened', filter: { status: 'reopened' } },
    { path: 'trashed', label: 'Trash', filter: { status: 'deleted' } },
  ],
  ownership: { store: 'store', departments: ['department', 'cc_departments'], people: ['assignee'] },
  customer: { phone: 'phone', name: 'customer_name', number: 'issue_number', status: 'status' },
  retention: { trashed: 180 },
  pendingFilter: { state: OPEN_STATES },
  separateSearchIndex: true,
  counters: {
    on: 'created_at',
    state: 'state',
    trash: 'deleted',
    open: OPEN_STATES,
    done: ['completed', 'closed'],
    due: 'due_at',
    breached: 'breached_at',
    wait: 'wait_minutes',
    finished: 'completed_at',
    rating: 'rating',
    merged: 'merged_into_id',
    by: [
      'store',
      'department',
      'feedback_type',
      'feedback_method',
      'solution',
      'assignee',
      'priority',
      'source',
      'tags',
    ],
    daily: ['store', 'department', 'feedback_type', 'solution', 'tags'],
    cubes: [
      { grain: 'month', by: ['department', 'feedback_type', 'solution'] },
      { grain: 'month', by: ['store', 'feedback_type', 'solution'], also: ['store'] },
      { grain: 'month', by: ['store', 'department', 'feedback_type', 'solution'], also: ['store', 'department'] },
      { grain: 'month', by: ['store', 'tags'] },
      { grain: 'month', by: ['department', 'feedback_type', 'tags'], also: ['feedback_type'] },
      { grain: 'day', by: ['department', 'feedback_type', 'solution'] },
      { grain: 'day', by: ['store', 'feedback_type'] },
      { grain: 'day', by: ['feedback_type', 'tags'] },
      { grain: 'month', by: ['store', 'department'], also: ['store', 'department'] },
    ],
  },
  groups: [
    {
      label: 'What happened',
      fields: ['title', 'feedback_type', 'feedback_method', 'store', 'priority', 'content', 'attachments', 'receipt'],
    },
    { label: 'Customer', fields: ['phone', 'customer_name', 'email'] },
    {
      label: 'Handling',
      fields: [
        'department',
        'assignee',
        'cc_departments',
        'purpose',
        'issue',
        'tags',
        'origin',
        'solution',
        'comment',
        'cost',
      ],
    },
  ],
})

/** Those that came by the public form, under the rights and the scope of all (specification section 7, feedback). */
export const feedback = { ...complaints, wire: 'feedback', fixedFilter: { source: 'public' }, sheets: {} }
