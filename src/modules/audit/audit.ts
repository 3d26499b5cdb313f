import { choice, type Fields, moment, ref } from '../../shared/fields.ts'
import { stepsOf } from '../../shared/flow.ts'
import { modules } from '../index.ts'

interface AuditedAction {
  /** In a word or two, for the filter. */
  label: string
  /** As a person would tell it, where the label alone would not do: `what` is the kind of record, `title` its name. */
  sentence?: string
}

/** Every act the product records, in the words of its readers (catalog keys). */
export const ACTS: Record<string, AuditedAction> = {
  create: { label: 'Create', sentence: '{{who}} created {{what}} {{title}}' },
  update: { label: 'Change', sentence: '{{who}} changed {{what}} {{title}}' },
  destroy: { label: 'Delete', sentence: '{{who}} deleted {{what}} {{title}}' },
  restore: { label: 'Restore', sentence: '{{who}} restored {{what}} {{title}}' },
  assign: { label: 'Assign', sentence: '{{who}} assigned {{what}} {{title}}' },
  start: { label: 'Start handling', sentence: '{{who}} started handling {{what}} {{title}}' },
  complete: { label: 'Complete', sentence: '{{who}} completed {{what}} {{title}}' },
  completed: { label: 'Complete', sentence: '{{who}} completed {{what}} {{title}}' },
  'undo-completed': {
    label: 'Undo completion',
    sentence: '{{who}} undid the completion of {{what}} {{title}}',
  },
  'issue-invoice': { label: 'Issue invoice', sentence: '{{who}} issued the invoice of {{what}} {{title}}' },
  'adjust-invoice': { label: 'Adjust invoice', sentence: '{{who}} adjusted the invoice of {{what}} {{title}}' },
  'replace-invoice': { label: 'Replace invoice', sentence: '{{who}} replaced the invoice of {{what}} {{title}}' },
  batch: { label: 'Batch for the provider', sentence: '{{who}} sent {{what}} {{title}} in a batch to the provider' },
  close: { label: 'Close', sentence: '{{who}} closed {{what}} {{title}}' },
  reopen: { label: 'Reopen', sentence: '{{who}} reopened {{what}} {{title}}' },
  trash: { label: 'Move to trash', sentence: '{{who}} moved {{what}} {{title}} to the trash' },
  extend: { label: 'More time', sentence: '{{who}} gave {{what}} {{title}} more time' },
  'take back extension': {
    label: 'Deadline taken back',
    sentence: '{{who}} took back the deadline given to {{what}} {{title}}',
  },
  'approve cost': { label: 'Approve cost', sentence: '{{who}} approved the cost of {{what}} {{title}}' },
  'reject cost': { label: 'Reject cost', sentence: '{{who}} rejected the cost of {{what}} {{title}}' },
  comment: { label: 'Comment', sentence: '{{who}} commented on {{what}} {{title}}' },
  rate: { label: 'Rate', sentence: '{{who}} rated the handling of {{what}} {{title}}' },
  'customer lookup': { label: 'Customer lookup', sentence: '{{who}} looked up the customer {{title}} by phone' },
  overdue: { label: 'Deadline passed', sentence: 'The deadline of {{what}} {{title}} passed' },
  remind: { label: 'Deadline reminder', sentence: '{{who}} reminded of the deadline of {{what}} {{title}}' },
  escalate: { label: 'Escalation', sentence: '{{who}} escalated {{what}} {{title}}' },
  deadline: { label: 'Deadline recalculated', sentence: '{{who}} recalculated the deadline of {{what}} {{title}}' },
  pause: { label: 'Pause', sentence: '{{who}} paused {{what}} {{title}}' },
  resume: { label: 'Resume', sentence: '{{who}} resumed {{what}} {{title}}' },
  merge: { label: 'Merge', sentence: '{{who}} merged {{what}} {{title}} into another one' },
  absorb: { label: 'Merged with another', sentence: '{{who}} merged another one into {{what}} {{title}}' },
  unmerge: { label: 'Merge undone', sentence: '{{who}} undid the merge of {{what}} {{title}}' },
  release: { label: 'Complaint separated', sentence: '{{who}} separated a merged complaint from {{what}} {{title}}' },
  link: { label: 'Complaint linked', sentence: '{{who}} linked another complaint to {{what}} {{title}}' },
  unlink: { label: 'Link removed', sentence: '{{who}} removed a link of {{what}} {{title}}' },
  'case file': { label: 'Case file', sentence: '{{who}} made the case file of {{what}} {{title}}' },
  role: { label: 'Move to a role', sentence: '{{who}} moved {{title}} to another role' },
  block: { label: 'Block', sentence: '{{who}} blocked {{what}} {{title}}' },
  unblock: { label: 'Unblock', sentence: '{{who}} unblocked {{what}} {{title}}' },
  invite: { label: 'Invite', sentence: '{{who}} made an invitation link for {{title}}' },
  'sign in': { label: 'Sign in', sentence: '{{who}} signed in' },
  'sign-in failed': { label: 'Failed sign-in', sentence: 'A sign-in failed: {{title}}' },
  'sign out': { label: 'Sign out', sentence: '{{who}} signed out' },
  'signed out by an administrator': {
    label: 'Sign out everywhere',
    sentence: '{{who}} signed {{title}} out everywhere',
  },
  blocked: {
    label: 'Sessions ended by blocking',
    sentence: 'The sessions of {{title}} ended as {{who}} blocked the account',
  },
  deactivated: {
    label: 'Sessions ended by deactivation',
    sentence: 'The sessions of {{title}} ended as {{who}} deactivated the account',
  },
  'user removed': {
    label: 'Sessions ended by deletion',
    sentence: 'The sessions of {{title}} ended as {{who}} deleted the account',
  },
  'session refreshed': { label: 'Exchange of a session', sentence: '{{who}} goes on with a new session' },
  'session ended': { label: 'End a session', sentence: '{{who}} ended sessions of their account' },
  'session reuse': { label: 'Copied session', sentence: 'An old session of {{who}} was used again; all were ended' },
  'password changed': { label: 'Change password', sentence: '{{who}} changed their password' },
  'password set': { label: 'Set a password', sentence: '{{who}} set a password by invitation' },
  'notification choices': {
    label: 'Choose notifications',
    sentence: '{{who}} chose which notifications to get',
  },
  'mail connection': { label: 'Set up the own mailbox', sentence: '{{who}} changed the connection to their mailbox' },
  'list choices': { label: 'Set up a list', sentence: '{{who}} chose how a list looks for them' },
  sensitive_read: { label: 'Look at private data', sentence: '{{who}} looked at private data of {{what}} {{title}}' },
  sensitive_search: {
    label: 'Search by a private number',
    sentence: '{{who}} searched by the private number {{title}}',
  },
  'password guessing': {
    label: 'Many failed sign-ins',
    sentence: 'Many sign-ins in a row to the account of {{title}} failed',
  },
  'harvest alarm': {
    label: 'Mass look-up of members',
    sentence: 'Suspicious mass look-up of members: {{title}}',
  },
  'unmasked export': {
    label: 'Export with contact data in full',
    sentence: '{{who}} exported {{title}} with contact data in full',
  },
  export: { label: 'Export', sentence: '{{who}} exported {{title}}' },
  'export broken off': { label: 'Interrupted export', sentence: 'The export {{title}} by {{who}} was interrupted' },
  'webhook stopped': {
    label: 'Webhook switched off by itself',
    sentence: 'The webhook “{{title}}” reached nobody for three days and was switched off',
  },
  'log changed': {
    label: 'Log changed by hand',
    sentence: 'The log of what happens is not as it was written',
  },
  'large export': { label: 'Large export', sentence: '{{who}} exported personal data of many people: {{title}}' },
  import: { label: 'Imported record', sentence: '{{who}} imported {{what}} {{title}}' },
  bulk: { label: 'Act on many', sentence: '{{who}} worked on {{n}} {{what}} at once: {{action}}' },
  'import file': { label: 'Import', sentence: '{{who}} imported the workbook {{title}}' },
  'send mail': { label: 'Write to a customer', sentence: '{{who}} wrote to the customer of {{what}} {{title}}' },
  'mail failed': {
    label: 'Mail not delivered',
    sentence: 'A mail to the customer of {{what}} {{title}} was not delivered',
  },
  'mail unknown': {
    label: 'Mail perhaps lost',
    sentence: 'A mail to the customer of {{what}} {{title}} may not have arrived',
  },
  'mail bounced': { label: 'Mail returned', sentence: 'A mail to the customer of {{what}} {{title}} was returned' },
  mailbox: { label: 'Set up the mailbox', sentence: "{{who}} set up the chain's mailbox" },
  'mail held': { label: 'Hold a mail', sentence: 'The mail {{title}} was held for a decision' },
  'mail parked': { label: 'Set a mail aside', sentence: 'A mail could not be taken in and waits for a decision' },
  'mail accepted': { label: 'Accept a mail', sentence: '{{who}} accepted the mail {{title}}' },
  'mail retry': { label: 'Read a mail again', sentence: '{{who}} had the mail {{title}} read again' },
  'mail dropped': { label: 'Dismiss a mail', sentence: '{{who}} dismissed the mail {{title}}' },
  out: { label: 'Send out', sentence: '{{who}} sent {{what}} {{title}} out' },
  delivered: { label: 'Delivered', sentence: '{{who}} delivered {{what}} {{title}}' },
  failed: { label: 'Delivery failed', sentence: '{{who}} could not deliver {{what}} {{title}}' },
  ask: { label: 'Ask a store to check a price', sentence: '{{who}} asked a store to check {{what}} {{title}}' },
  right: { label: 'Price is right', sentence: '{{who}} found the price right: {{what}} {{title}}' },
  'undo-right': { label: 'Check again', sentence: '{{who}} wants {{what}} {{title}} checked again' },
  wrong: { label: 'Price is wrong', sentence: '{{who}} found the price wrong: {{what}} {{title}}' },
  fixed: { label: 'Fixed', sentence: '{{who}} put the new label up: {{what}} {{title}}' },
  replace: { label: 'Replaced by an import', sentence: '{{who}} replaced {{what}} {{title}} by a workbook' },
  begin: { label: 'Begin', sentence: '{{what}} {{title}} has begun' },
  'running low': { label: 'Running low', sentence: '{{what}} {{title}} is running low' },
  'run out': { label: 'Run out', sentence: '{{what}} {{title}} has run out' },
  end: { label: 'End now', sentence: '{{who}} ended {{what}} {{title}}' },
  activate: { label: 'Make active', sentence: '{{who}} made {{what}} {{title}} active' },
  deactivate: { label: 'Make inactive', sentence: '{{who}} made {{what}} {{title}} inactive' },
  copy: { label: 'Copy to other stores', sentence: '{{who}} copied {{what}} {{title}} to other stores' },
  again: { label: 'Again next week', sentence: '{{who}} planned {{what}} {{title}} again' },
  'announce promotions': {
    label: 'Announce promotions',
    sentence: 'The stores were told of their promotions: {{title}}',
  },
  'card made': { label: 'Make a card', sentence: '{{who}} made a card for {{what}} {{title}}' },
  'card printed': { label: 'Print a card', sentence: '{{who}} had the card of {{what}} {{title}} to print' },
  'card replaced': { label: 'Replace a card', sentence: '{{who}} replaced the lost card of {{what}} {{title}}' },
  'check in': { label: 'Check in', sentence: '{{who}} checked in: {{what}} {{title}}' },
  'check out': { label: 'Check out', sentence: '{{who}} checked out: {{what}} {{title}}' },
  lapse: {
    label: 'Left without checking out',
    sentence: 'Nobody saw them leave: {{what}} {{title}}',
  },
  'remind of tasks': { label: 'Reminder of tasks', sentence: 'Everybody was reminded of their tasks: {{title}}' },
  miss: { label: 'Did not come', sentence: 'Nobody came: {{what}} {{title}}' },
  complain: { label: 'Complaint from a low score', sentence: '{{what}} {{title}} opened a complaint' },
  spent: { label: 'Time spent', sentence: '{{who}} wrote down the time spent on {{what}} {{title}}' },
  'use proposal': {
    label: 'Use what the assistant proposed',
    sentence: '{{who}} used what the assistant proposed for {{what}} {{title}}',
  },
  'propose answer': { label: 'Propose an answer' },
  'propose summary': { label: 'Sum up the case' },
  'propose translation': { label: 'Translate' },
  'parcel scanned': { label: 'Parcel scanned' },
  scan: { label: 'Scan' },
  unscan: { label: 'Scan taken back' },
  conflict: { label: 'Conflict' },
  'settle conflict': { label: 'Settle conflict' },
  progress: { label: 'Progress' },
  seen: { label: 'Seen' },
  late: { label: 'Late' },
  free: { label: 'Can begin' },
  tick: { label: 'Tick' },
  untick: { label: 'Untick' },
  'note item': { label: 'Note item' },
  'change item': { label: 'Change item' },
  'add items': { label: 'Add items' },
  'remove item': { label: 'Remove item' },
  'item again': { label: 'Item again' },
  'item out of range': { label: 'Item out of range' },
  'new secret': { label: 'New secret' },
  'new mail': { label: 'New mail' },
  'mail not sent': { label: 'Mail not delivered' },
  'run again': { label: 'Run again', sentence: '{{who}} ran {{what}} {{title}} again' },
}

/** What is told of an act without words of its own. */
const OTHERWISE = '{{who}}: {{action}} – {{what}} {{title}}'
export const sentenceOf = (action: string): string => ACTS[action]?.sentence ?? OTHERWISE
export const actLabel = (action: string): string =>
  ACTS[action]?.label ?? STEPS.get(action)?.label ?? sentenceCase(action)

/** The steps of every flow, which are called as their buttons are. */
const STEPS = new Map(modules.flatMap(({ flow }) => stepsOf(flow)))

/** What happens to things that are no resource. */
const OTHER_RESOURCES: Record<string, string> = {
  sessions: 'Session',
  jobs: 'Job',
  customers: 'Customer',
  stored_files: 'File',
  mailbox: "The chain's mailbox",
  chain: 'Company details',
}

/** One record of a resource, or many, in words. A catalog key. */
export const resourceLabel = (name: string, areMany = false): string =>
  modules.find((module) => module.name === name)?.[areMany ? 'label' : 'one'] ??
  OTHER_RESOURCES[name] ??
  sentenceCase(name)

/** Where the record is looked at, where there is such a page. */
export function pageOf(resource: string, id: number | null): string | null {
  if (resource === 'sessions') return id === null ? null : `/users/view/${id}`
  const module = modules.find((one) => one.name === resource)
  return id !== null && module && !module.internal && !module.sheets.isOnly ? `/${resource}/view/${id}` : null
}

/** What the audit can be narrowed by; each is a parameter of its call. */
export const AUDIT_FILTERS: Fields = {
  at: moment('When'),
  actor: ref('Who', 'users'),
  resource: choice('What', [
    ...modules.map((module) => ({ value: module.name, label: module.one })),
    ...Object.entries(OTHER_RESOURCES).map(([value, label]) => ({ value, label })),
  ]),
  action: choice(
    'Action',
    [...new Map([...STEPS, ...Object.entries(ACTS)])].map(([value, { label }]) => ({ value, label })),
  ),
}

export function sentenceCase(name: string): string {
  const words = name.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
