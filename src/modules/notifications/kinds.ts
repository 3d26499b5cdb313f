import { isAlarm } from '../../shared/alarms.ts'
import type { NotificationChoice, NotificationChoices } from '../../shared/api.ts'
import { choices, type Field, flag } from '../../shared/fields.ts'
import type { Language } from '../../shared/language.ts'
import { tell } from '../../shared/message.ts'
import type { Identifier } from '../../shared/users/permissions.ts'
import type { DeadlineKind } from '../escalation-rungs/escalation-rungs.ts'

interface NotificationKind {
  /** When it is told, for those who choose. A catalog key, as the sentence is. */
  label: string
  /** What the bell says; by the clock of the deadline where it is about one. */
  sentence: string | Readonly<Record<DeadlineKind, string>>
  /** What it says of many, where one act may concern many complaints. */
  many?: string
  /** Told only to those who choose it. */
  isChosen?: true
  /** Of no complaint, task or mail, but of what who holds the read flag of one of these sees. */
  reads?: readonly Identifier[]
  /** Never by e-mail, of which it is about, nor in the digest. */
  isOnScreen?: true
}

const OF_EVENTS = ['gift-card-events', 'events'] as const

/** Every kind of notification there is. */
export const KINDS = {
  new: { label: 'A complaint comes in at my store or department', sentence: 'New complaint {{number}}' },
  assigned: {
    label: 'A complaint is assigned to me',
    sentence: '{{who}} assigned complaint {{number}} to you',
    many: '{{who}} assigned {{n}} complaints to you',
  },
  'assigned to department': {
    label: 'A complaint is assigned to my department',
    sentence: '{{who}} assigned complaint {{number}} to your department',
    many: '{{who}} assigned {{n}} complaints to your department',
  },
  'copied to department': {
    label: 'A complaint is copied to the department that I lead',
    sentence: '{{who}} copied complaint {{number}} to your department',
    many: '{{who}} copied {{n}} complaints to your department',
  },
  'in department': {
    label: 'A complaint comes to my department, assigned or copied',
    sentence: '{{who}} brought complaint {{number}} to your department',
    many: '{{who}} brought {{n}} complaints to your department',
    isChosen: true,
  },
  mention: { label: 'Someone mentions me', sentence: '{{who}} mentioned you in complaint {{number}}' },
  comment: { label: 'Someone comments on my complaint', sentence: '{{who}} commented on complaint {{number}}' },
  'customer comment': {
    label: 'The customer adds to a complaint',
    sentence: 'The customer added to complaint {{number}}',
  },
  'cost waiting': {
    label: 'A cost waits for my approval',
    sentence: '{{who}} asks for approval of the cost of complaint {{number}}',
  },
  'cost approved': {
    label: 'A cost that I recorded is approved',
    sentence: '{{who}} approved the cost of complaint {{number}}',
  },
  'cost rejected': {
    label: 'A cost that I recorded is rejected',
    sentence: '{{who}} rejected the cost of complaint {{number}}',
  },
  completed: {
    label: 'A complaint is completed',
    sentence: '{{who}} completed complaint {{number}}',
    many: '{{who}} completed {{n}} complaints',
  },
  merged: { label: 'A complaint of mine is merged into another', sentence: '{{who}} merged complaint {{number}}' },
  reopened: {
    label: 'A complaint is reopened',
    sentence: '{{who}} reopened complaint {{number}}',
    many: '{{who}} reopened {{n}} complaints',
  },
  rated: { label: 'The customer rates the handling', sentence: 'The customer rated complaint {{number}}' },
  reminder: {
    label: 'The time of a complaint of mine runs out',
    sentence: {
      first: 'Complaint {{number}} must have its first reply by {{deadline}}',
      completion: 'Complaint {{number}} must be completed by {{deadline}}',
      law: 'By law, complaint {{number}} has time until {{deadline}}',
    },
  },
  escalated: {
    label: 'A late complaint comes to me because nobody acts',
    sentence: {
      first: 'The first reply to complaint {{number}} was due on {{deadline}} and waits for you',
      completion: 'Complaint {{number}} was to be completed by {{deadline}} and waits for you',
      law: 'By law, complaint {{number}} had time until {{deadline}}, and it waits for you',
    },
  },
  'mail trouble': {
    label: 'A mail to a customer did not arrive',
    sentence: 'The mail to the customer of complaint {{number}} may not have arrived',
  },
  'mail held': {
    label: 'An incoming mail waits for my decision',
    sentence: 'Mails that wait for your decision: {{n}}',
  },
  mail: {
    label: 'New mail comes to my own mailbox',
    sentence: 'New mail in your mailbox',
    isOnScreen: true,
  },
  'mail not sent': {
    label: 'A mail that I wrote was not sent',
    sentence: 'A mail that you wrote was not sent, or may not have arrived',
    isOnScreen: true,
  },
  'harvest alarm': {
    label: 'Somebody asks about so many members that it looks like a harvest',
    sentence: 'So many questions about members that it looks like a harvest: {{n}}',
  },
  'large export': {
    label: 'Somebody exports personal data of many people',
    sentence: '{{who}} exported personal data of many people: {{n}} rows',
  },
  'password guessing': {
    label: 'Somebody fails to sign in to one account again and again',
    sentence: 'Failed sign-ins in a row to the account of {{name}}: {{n}}',
  },
  'rights at night': {
    label: 'Somebody changes rights at night',
    sentence: '{{who}} changed rights at night: {{name}}',
  },
  'webhook stopped': {
    label: 'A webhook reached nobody for three days and was switched off',
    sentence: 'The webhook “{{name}}” reached nobody for three days and was switched off',
  },
  'log changed': {
    label: 'The log of what happens was changed by hand',
    sentence: 'The log of what happens is not as it was written, in {{n}} places',
  },
  'supplier staff ending': {
    label: 'The time of supplier staff of my store ends in a week',
    sentence: 'Supplier staff whose time ends in a week: {{n}}',
    reads: ['supplier-staffs'],
  },
  'visit unresolved': {
    label: 'Supplier staff left my store without checking out',
    sentence: 'Left without checking out, to be resolved: {{n}}',
    reads: ['supplier-staffs-checking'],
  },
  'price check asked': {
    label: 'My store is asked to check a price',
    sentence: 'Prices to check in your store: {{n}}',
    reads: ['price-checking'],
  },
  'price check late': {
    label: 'A price that my store is to check is late',
    sentence: 'The time to check a price has run out. Prices to check in your store: {{n}}',
    reads: ['price-checking'],
  },
  'orders failed': {
    label: 'An order of my store fails',
    sentence: 'Orders of your store that failed: {{n}}',
    reads: ['orders'],
  },
  'orders in conflict': {
    label: 'An order of my store is sent differently once it was scanned',
    sentence: 'Orders that were sent differently once they were scanned: {{n}}',
    reads: ['orders'],
  },
  promotions: {
    label: 'Promotions of my store begin tomorrow or end in three days',
    sentence: 'Promotions: {{begin}} begin tomorrow, {{end}} end in three days',
    reads: ['product-promotions'],
  },
  'event begun': {
    label: 'An event of my store, or one that I may change, begins',
    sentence: 'The event “{{name}}” has begun',
    reads: OF_EVENTS,
  },
  'event ended': {
    label: 'An event of my store, or one that I may change, ends',
    sentence: 'The event “{{name}}” has ended',
    reads: OF_EVENTS,
  },
  'gift low': {
    label: 'A gift of an event that I may change runs low',
    sentence: 'The gift “{{name}}” is running low: {{left}} left',
    reads: OF_EVENTS,
  },
  'gift gone': {
    label: 'A gift of an event that I may change has run out',
    sentence: 'The gift “{{name}}” has run out',
    reads: OF_EVENTS,
  },
  'gift low in store': {
    label: 'The stock of a gift in one store runs low',
    sentence: 'The gift “{{name}}” is running low in {{store}}: {{left}} left',
    many: 'The gift “{{name}}” is running low in {{n}} stores',
    reads: OF_EVENTS,
  },
  'gift gone in store': {
    label: 'The stock of a gift in one store has run out',
    sentence: 'The gift “{{name}}” has run out in {{store}}',
    many: 'The gift “{{name}}” has run out in {{n}} stores',
    reads: OF_EVENTS,
  },
  'round assigned': {
    label: 'A round is sent to me',
    sentence: 'Assigned to you: {{n}} rounds',
  },
  'round late': {
    label: 'Somebody reminds me of a round that is late',
    sentence: '{{who}} reminds you of {{n}} rounds that are late',
  },
  'task assigned': {
    label: 'A task is given to me',
    sentence: '{{who}} gave you task {{number}}',
    many: '{{who}} gave you {{n}} tasks',
  },
  'task unassigned': {
    label: 'A repeated task that I asked for, or of my store or department, has nobody to do it',
    sentence: 'Nobody of those who did task {{number}} can sign in: please choose who does it',
    many: 'Nobody of those who did {{n}} tasks can sign in: please choose who does them',
  },
  'task approval asked': {
    label: 'A task waits for my approval',
    sentence: '{{who}} asks for approval of task {{number}}',
    many: '{{who}} asks for approval of {{n}} tasks',
  },
  'task without approver': {
    label: 'Nobody can approve a task that I hand in',
    sentence: 'Nobody who may approve task {{number}} can sign in: please ask for another approver',
  },
  'task approved': { label: 'A task of mine is approved', sentence: '{{who}} approved task {{number}}' },
  'task rejected': { label: 'A task of mine is rejected', sentence: '{{who}} rejected task {{number}}' },
  'task done': { label: 'A task that I asked for is done', sentence: '{{who}} finished task {{number}}' },
  'task cancelled': {
    label: 'A task of mine is no longer needed',
    sentence: '{{who}}: task {{number}} is no longer needed',
    many: '{{who}}: {{n}} tasks are no longer needed',
  },
  'task reopened': { label: 'A task of mine is reopened', sentence: '{{who}} reopened task {{number}}' },
  'task mention': { label: 'Someone mentions me in a task', sentence: '{{who}} mentioned you in task {{number}}' },
  'task comment': { label: 'Someone comments on a task of mine', sentence: '{{who}} commented on task {{number}}' },
  'task item again': {
    label: 'An item of my checklist is to be done again',
    sentence: '{{who}} asks for an item of task {{number}} again: {{item}}',
  },
  'task item out of range': {
    label: 'A number in a task that I approve is out of its range',
    sentence: 'Task {{number}}: {{item}} is out of range, {{noted}}',
  },
  'task free': {
    label: 'What a task of mine waited for is done',
    sentence: 'Task {{number}} waits for nothing any more',
  },
  'task late': { label: 'A task of mine is late', sentence: 'Task {{number}} is late' },
  'task reminded': { label: 'Someone reminds me of a task', sentence: '{{who}} reminds you of task {{number}}' },
  'tasks late': {
    label: 'Each working morning: late tasks that concern me',
    sentence: 'Late tasks that concern you: {{n}}',
  },
  'tasks end tomorrow': { label: 'Tasks of mine end tomorrow', sentence: 'Your tasks that end tomorrow: {{n}}' },
  overdue: { label: 'A complaint is overdue', sentence: 'Complaint {{number}} is overdue' },
} as const satisfies Record<string, NotificationKind>

export type KindName = keyof typeof KINDS

/** Of tasks, which who may read tasks is told of. */
export const isOfTasks = (kind: string): boolean => /^(?:task|round)/.test(kind)

/** Of the kinds that are about other records: those that who may read these is told. */
export const kindsOf = (mayRead: (identifier: Identifier) => boolean): { all: KindName[]; seen: KindName[] } => {
  const readers = (kind: KindName) => {
    const { reads = [] }: NotificationKind = KINDS[kind]
    return reads
  }
  const all = KIND_NAMES.filter((kind) => readers(kind).length > 0)
  return { all, seen: all.filter((kind) => readers(kind).some(mayRead)) }
}

/** Whether who may read this is ever told of it. */
export function isOffered(kind: KindName, mayRead: (identifier: Identifier) => boolean): boolean {
  const { reads }: NotificationKind = KINDS[kind]
  if (isOnScreen(kind)) return true
  if (isAlarm(kind)) return mayRead('system')
  return (reads ?? [isOfTasks(kind) ? 'task-management' : 'complaints']).some(mayRead)
}

/** Of mails, not of one complaint. */
export const HELD = 'mail held' satisfies KindName

export const isKind = (name: string): name is KindName => Object.hasOwn(KINDS, name)
export const KIND_NAMES = Object.keys(KINDS).filter(isKind)

/** What the bell says of a notification; one of many says how many. */
export function sentenceOf(
  { kind, params }: { kind: string; params: Record<string, string | number> },
  language: Language,
): string {
  const { sentence, many }: Pick<NotificationKind, 'sentence' | 'many'> = isKind(kind)
    ? KINDS[kind]
    : { sentence: '{{number}}' }
  const one = typeof sentence === 'string' ? sentence : sentence[clockIn(params)]
  return tell({ key: (params.n && many) || one, params }, language)
}

/** Those that were told before the clock was said are of the completion. */
const clockIn = ({ clock }: Record<string, string | number>): DeadlineKind =>
  clock === 'first' || clock === 'law' ? clock : 'completion'

/** Whether many of it from one act are told as one. */
export const isGathered = (kind: KindName): boolean => 'many' in KINDS[kind]

/** Where a notification is told. Catalog keys. */
export const CHANNELS = [
  { value: 'app', label: 'In the app' },
  { value: 'browser', label: 'In the browser' },
  { value: 'mail', label: 'To my e-mail' },
  { value: 'digest', label: 'In the morning digest' },
] as const

/** The digest comes only to those who switch it on; then all is in it. */
const AT_FIRST: NotificationChoice = { app: true, browser: true, mail: false, digest: true }

const NOWHERE: NotificationChoice = { app: false, browser: false, mail: false, digest: false }

/** The choice that holds for a kind: what was never chosen is as at first. */
export const choiceFor = (kept: NotificationChoices | undefined, kind: string): NotificationChoice => ({
  ...(isKind(kind) && 'isChosen' in KINDS[kind] ? NOWHERE : AT_FIRST),
  ...kept?.[kind],
  ...(isOnScreen(kind) && { mail: false, digest: false }),
})

/** Whether it is told in the application alone. */
export const isOnScreen = (kind: string): boolean => isKind(kind) && 'isOnScreen' in KINDS[kind]

/** Every kind with the choice that holds. */
export const allChoices = (kept: NotificationChoices): NotificationChoices =>
  Object.fromEntries(KIND_NAMES.map((kind) => [kind, choiceFor(kept, kind)]))

/** A choice as the audit tells it: the kind, and the channels before and after. */
export const choiceField = (name: string): Field | undefined => {
  if (name === 'morning_digest') return flag('Morning digest')
  return isKind(name) ? choices(KINDS[name].label, CHANNELS) : undefined
}
