import type { NotificationChoices } from '../../shared/api.ts'
import { choices, type Field } from '../../shared/fields.ts'

interface Kind {
  /** When it is told, for those who choose. A catalog key, as the sentence is. */
  label: string
  /** What the bell says. */
  sentence: string
}

/** Every kind of notification there is. */
export const KINDS = {
  new: { label: 'A complaint comes in at my store or department', sentence: 'New complaint {{number}}' },
  assigned: { label: 'A complaint is assigned to me', sentence: '{{who}} assigned complaint {{number}} to you' },
  'assigned to department': {
    label: 'A complaint is assigned to my department',
    sentence: '{{who}} assigned complaint {{number}} to your department',
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
  completed: { label: 'A complaint is completed', sentence: '{{who}} completed complaint {{number}}' },
  merged: { label: 'A complaint of mine is merged into another', sentence: '{{who}} merged complaint {{number}}' },
  reopened: { label: 'A complaint is reopened', sentence: '{{who}} reopened complaint {{number}}' },
  rated: { label: 'The customer rates the handling', sentence: 'The customer rated complaint {{number}}' },
  reminder: {
    label: 'The time of a complaint of mine runs out',
    sentence: 'Complaint {{number}} must be handled by {{deadline}}',
  },
  escalated: {
    label: 'A late complaint comes to me because nobody acts',
    sentence: 'Complaint {{number}} was due on {{deadline}} and waits for you',
  },
  'mail trouble': {
    label: 'A mail to a customer did not arrive',
    sentence: 'The mail to the customer of complaint {{number}} may not have arrived',
  },
  overdue: { label: 'A complaint is overdue', sentence: 'Complaint {{number}} is overdue' },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof KINDS

export const isKind = (name: string): name is KindName => Object.hasOwn(KINDS, name)
export const KIND_NAMES = Object.keys(KINDS).filter(isKind)

/** Where a notification is told. Catalog keys. */
export const CHANNELS = [
  { value: 'app', label: 'In the app' },
  { value: 'browser', label: 'In the browser' },
] as const

/** Every kind with the choice that holds: what was never chosen is on. */
export const allChoices = (kept: NotificationChoices): NotificationChoices =>
  Object.fromEntries(KIND_NAMES.map((kind) => [kind, kept[kind] ?? { app: true, browser: true }]))

/** A choice as the audit tells it: the kind, and the channels before and after. */
export const choiceField = (kind: string): Field | undefined =>
  isKind(kind) ? choices(KINDS[kind].label, CHANNELS) : undefined
