import type { ActivityLine } from '../../shared/api.ts'
import { choice, choices, count, date, type Field, type Fields, flag, ref, refs, text } from '../../shared/fields.ts'
import { chainFields } from '../chain/chain.ts'
import { complaints } from '../complaints/complaints.ts'
import { LINK_KINDS } from '../complaints/links.ts'
import { CHANNELS } from '../escalation-rungs/escalation-rungs.ts'
import { STOCK_LEFT } from '../gift-card-events/levels.ts'
import { modules } from '../index.ts'
import { mailboxFields } from '../mailbox/mailbox.ts'
import { choiceField } from '../notifications/kinds.ts'

/** What lines of the log tell besides the fields of their records. */
const BESIDE_FIELDS: Fields = {
  rung: text('Escalation level'),
  told: refs('Notified', 'users'),
  channels: choices('Notified by', CHANNELS),
  deadline: text('Deadline'),
  rows: count('Rows'),
  columns: text('Columns'),
  new: count('New records'),
  changed: count('Changed records'),
  bad: count('Invalid rows'),
  gone: count('Removed records'),
  refused: count('Refused'),
  begins: count('Promotions that begin tomorrow'),
  ends: count('Promotions that end in three days'),
  merged: text('Merged'),
  into: text('Merged into'),
  moved: text('Moved along'),
  link: text('Linked complaints'),
  unlink: text('Linked complaints'),
  kind: choice('Kind', LINK_KINDS),
  rule: text('Rule'),
  internal: flag('With internal notes'),
  writer: ref('Written by', 'users'),
  item: text('Checklist item'),
  noted: text('Noted'),
  range: text('Range'),
  repetition: text('Repetition'),
  checks: count('Look-ups'),
  [STOCK_LEFT]: text(STOCK_LEFT),
  in_store: ref('Store', 'stores'),
  parcels: text('Parcels'),
  'looked at': text('Looked at'),
  reason: text('Reason'),
  permissions: text('Permissions'),
  events: text('Events'),
  ends_on: date('Valid until'),
  imap: text('Incoming mail'),
  smtp: text('Outgoing mail'),
}

/** For the program: said by the sentence or by another value, or how far something is counted. */
const FOR_THE_PROGRAM: readonly string[] = ['act', 'deleted_at', 'days', 'done', 'mail', 'of', 'told_names']

const SETTINGS: Readonly<Record<string, Fields>> = { chain: chainFields, mailbox: mailboxFields }

/** Which line a change is of. */
export type About = Pick<ActivityLine, 'resource' | 'action'>

/** What a change is about: a field of its record, or what is told beside. */
export const fieldOf = (about: About, name: string): Field | undefined =>
  fieldsOf(about.resource)[name] ?? besideOf(about, name)

const fieldsOf = (resource: string): Fields =>
  modules.find((module) => module.name === resource)?.fields ?? SETTINGS[resource] ?? {}

function besideOf({ action }: About, name: string): Field | undefined {
  if (action === 'notification choices') return choiceField(name)
  const proposed = name.startsWith(PROPOSALS) ? fieldsOf(complaints.name)[name.slice(PROPOSALS.length)] : undefined
  return proposed ? flag(proposed.label) : BESIDE_FIELDS[name]
}

const PROPOSALS = 'proposals '

/** Whether a change says something to people. */
export const isSaid = (about: About, name: string): boolean =>
  fieldOf(about, name) !== undefined ||
  !(
    FOR_THE_PROGRAM.includes(name) ||
    modules.find((module) => module.name === about.resource)?.ownColumns?.includes(name)
  )
