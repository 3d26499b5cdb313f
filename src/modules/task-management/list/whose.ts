import { choice } from '../../../shared/fields.ts'

/** The tabs of the list: with whom a task stands. */
export const WHOSE = [
  { value: 'mine', label: 'Mine' },
  { value: 'to-approve', label: 'To approve' },
  { value: 'asked-for', label: 'I asked for' },
  { value: 'my-store', label: 'My store' },
] as const
export type Whose = (typeof WHOSE)[number]['value']

/** As a filter of the list, beside the fields of a task. */
export const WITH = choice('With me', WHOSE)
