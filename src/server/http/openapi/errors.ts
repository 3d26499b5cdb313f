import { REFUSALS, type RefusalName } from '../../../shared/refusals.ts'
import type { Schema } from './schema.ts'

/** What to know of a code beyond its sentence, which is written for people: of those that a program meets. */
const MEANS: Partial<Record<RefusalName, string>> = {
  malformed: 'The body is no JSON object, or the request broke off. The same again fails again.',
  'protected field': 'The body names what only the server sets, such as `id`; nothing was changed.',
  'too slow': 'The body did not arrive in time.',
  'no session': 'No key or token, or one that has expired or was ended. Sign in, or ask for a new key.',
  'session displaced': 'The person has signed in elsewhere since, more often than they may be at once. Sign in again.',
  'wrong sign-in': 'Answered with status 200, and in the same words whatever the cause.',
  'sign-in slowed': 'Answered with status 200: after failed tries an account or address waits.',
  'no permission': 'The key or role lacks the flag that the call needs; its description names it.',
  'not found': 'There is no such call or record, or it lies outside the scope: the two are not told apart.',
  'stale version':
    '`Data.record` is the record as it stands, `Data.changed` the fields changed since the version you sent.',
  duplicate: 'A live record has this value already; `Data.fields` names the field.',
  'not allowed now': '`Data.state` is where the record stands, `Data.steps` the steps that are open from there.',
  'key reused': 'The Idempotency-Key was used for another body within 24 hours: take a new one.',
  'in use': 'Other records point at it.',
  'too large': 'The body, a file or the number of records is above the limit named.',
  'unsupported type': 'The Content-Type is not the one that the call takes.',
  invalid: '`Data.fields` says what is wrong by field; nothing was changed.',
  'done in the future': 'Of calls with a Done-At header: it lies after the clock of the server.',
  'done too long ago': 'Of calls with a Done-At header.',
  'too many to sort': 'Filters, or a sort by an indexed field, make the list answerable.',
  'takes too long': 'The search was given up; narrow it.',
  'proof needed': 'Public forms: solve the challenge of GET /public/challenge and send it along.',
  'too many': 'Wait as many seconds as `Retry-After` says.',
  'still running': 'Wait for one of your own exports or imports to end.',
  'shared record': 'The record holds in stores outside your scope.',
  unexpected: 'A mistake of ours: the sentence carries the number under which it is logged. Try again later.',
  unavailable: 'Starting, stopping or without its database for a moment: try again after `Retry-After` seconds.',
}

export interface ErrorCode {
  code: number
  status: number
  name: RefusalName
  /** As a person reads it, with what stands in its gaps for example. */
  text: string
  means: string | null
}

/** Every code, in order. */
export const errorCodes = (): ErrorCode[] =>
  Object.entries(REFUSALS)
    .map(([key, { code, status, text }]): ErrorCode => {
      const name = key as RefusalName // the keys of the catalogue
      return { code, status, name, text: exampleOf(text), means: MEANS[name] ?? null }
    })
    .toSorted((a, b) => a.code - b.code)

const SAMPLES: Record<string, string> = {
  field: 'E-mail',
  who: 'Trần Thu Hà',
  name: 'Lê Văn Nam',
  names: 'Trần Thu Hà, Lê Văn Nam',
  state: 'Completed',
  steps: 'Reopen',
  limit: '500.000',
  answer: '[OVERQUOTA] Quota exceeded',
  folder: 'Junk',
  max: '256 kB',
  most: '3',
  n: '2',
  minutes: '15',
  wait: '30 seconds',
  number: 'V000123',
  store: 'S01',
  at: '09:15',
  why: 'the card has expired',
  sentence: 'This bill is too small.',
  request: '0b9c2f0e',
}
const exampleOf = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => SAMPLES[name] ?? '…')

/** One code of the closed list, each with its meaning and an example. */
export const errorCodeSchema = (): Schema => ({
  type: 'integer',
  description:
    'Which of these reasons it is; 0 stands for success. The words of a refusal may change, its code does not.',
  oneOf: errorCodes().map(({ code, name, status, text, means }) => ({
    const: code,
    title: name,
    description: `${status}: ${text}${means ? ` ${means}` : ''}`,
  })),
})

/** A refusal of this code as it is answered, e.g. among the examples of a status. */
export const exampleRefusal = (name: RefusalName): Record<string, unknown> => {
  const { code, text }: { code: number; text: string } = REFUSALS[name]
  return {
    summary: `${code}: ${name}`,
    value: {
      ErrorCode: code,
      ErrorDescription: exampleOf(text),
      Data: name === 'invalid' ? { fields: { name: 'Name is required' } } : {},
    },
  }
}

const VISIT: Schema = {
  type: 'object',
  description: 'Of 1483: the visit that is open',
  properties: {
    id: { type: 'number' },
    store: {
      type: 'object',
      properties: { id: { type: 'number' }, name: { type: 'string' } },
      required: ['id', 'name'],
    },
    receiving_date: { type: 'string', format: 'date-time' },
    bag_quantity: { type: ['number', 'null'] },
    badge: { type: ['string', 'null'] },
    by: { type: ['string', 'null'] },
  },
  required: ['id', 'store', 'receiving_date', 'bag_quantity', 'badge', 'by'],
}

/** What a refusal may carry beside its words. */
export const refusalData = (record: Schema): Schema => ({
  type: 'object',
  properties: {
    fields: {
      type: 'object',
      description: 'Field, or path such as `lines.0.quantity`, to what is wrong with it',
      additionalProperties: { type: 'string' },
    },
    record,
    changed: { type: 'array', items: { type: 'string' }, description: 'Fields changed since the version you sent' },
    changed_by: { type: ['string', 'null'] },
    changed_at: { type: ['string', 'null'], format: 'date-time' },
    state: { type: 'string', description: 'Where the record stands' },
    steps: { type: 'array', items: { type: 'string' }, description: 'The steps that are open from there' },
    open: { type: 'integer', description: 'How many items of a checklist are open' },
    visit: VISIT,
    problems: { type: 'array', items: { type: 'string' }, description: 'Of 1482: why' },
    challenge: { type: 'string', description: 'Of 1602: a new challenge' },
    difficulty: { type: 'integer', description: 'Of 1602' },
  },
})
