import type { ActivityLine } from '../../../shared/api.ts'
import type { Tone } from '../../../shared/fields.ts'
import type { Language } from '../../../shared/language.ts'
import { tell } from '../../../shared/message.ts'

/** What of a line of the history says what was done. */
type Change = Pick<ActivityLine, 'action' | 'changes'>

/** How the lines of a complaint's history are told; screens and the case file tell them alike. */

const VERBS: Record<string, string> = {
  create: 'created the complaint',
  update: 'changed the complaint',
  start: 'started handling',
  complete: 'completed it',
  close: 'closed it',
  reopen: 'reopened it',
  trash: 'moved it to the trash',
  delete: 'moved it to the trash',
  restore: 'restored it',
  assign: 'assigned it',
  'assign-to': 'assigned it',
  extend: 'extended the deadline',
  'take back extension': 'took the extension of the deadline back',
  pause: 'waits for the customer',
  resume: 'resumed handling',
  overdue: 'marked it as late',
  remind: 'reminded of the deadline',
  escalate: 'escalated it',
  deadline: 'recalculated the deadline',
  'approve cost': 'approved the cost',
  'reject cost': 'rejected the cost',
  rate: 'rated the handling',
  comment: 'commented',
  'case file': 'made the case file',
  merge: 'merged it into another complaint',
  unmerge: 'undid the merge',
  absorb: 'merged another complaint into this one',
  release: 'separated a merged complaint',
  link: 'linked another complaint',
  unlink: 'removed a link',
  'propose answer': 'had the assistant propose an answer',
  'use proposal': 'took words that the assistant proposed into the answer',
  'propose summary': 'had the assistant sum up the case',
  'propose translation': 'had the assistant translate it',
}

/** A catalog key that goes on after who did it. */
export const verbKey = (line: Change): string => VERBS[line.action] ?? 'changed the complaint'

/** Follow from the rest, and would only repeat it. */
const UNTOLD: readonly string[] = [
  'state',
  'state_before',
  'deleted_at',
  'version',
  'search',
  'handle_date',
  'wait_minutes',
  'completed_at',
  'closed_at',
  'reopened_count',
  'solved_by',
  'issue_number',
  'source',
  'breached_at',
  'handle_breached_at',
  'law_breached_at',
  'told',
  'channels',
  'in_browser',
  'paused_at',
  'paused_due_at',
  'paused_work',
  'law_paused_work',
  'due_since',
  'due_round',
  'is_extended',
  'merged_into_id',
  'merged_at',
  'cost_asked_by',
  'cost_decided_by',
  'cost_decided_at',
  'internal',
]

/** What changed in a line, field by field, as far as it tells something new. */
export const visibleChanges = (line: Change): [string, [unknown, unknown]][] =>
  Object.entries(line.changes).filter(
    ([name]) =>
      !UNTOLD.includes(name) &&
      !(line.action.endsWith(' cost') && name === 'cost_state') &&
      !(line.action === 'pause' && name === 'due_at'),
  )

const BY_ITSELF = ['close', 'overdue', 'remind', 'escalate', 'deadline']

/** Done by the chain's own clock, not by the customer. */
export const isByItself = (line: Change): boolean => BY_ITSELF.includes(line.action)

const OF_TWO = ['merge', 'unmerge', 'absorb', 'release', 'link', 'unlink']

/** Whether a line tells of two complaints. */
export const isOfTwo = (line: Change): boolean => OF_TWO.includes(line.action)

/** The other complaint of a line that tells of two. */
export const otherOf = (line: Change): { id: number; number: string } | undefined =>
  Object.values(line.changes)
    .map(([, after]) => after)
    .find(isNumbered)

const isNumbered = (value: unknown): value is { id: number; number: string } =>
  typeof value === 'object' && value !== null && 'number' in value && 'id' in value

/** How a mail to the customer fares. */
export const MAIL_STATES = {
  unsent: { label: 'Not sent', tone: 'mute' },
  waiting: { label: 'Waiting to be sent', tone: 'info' },
  sending: { label: 'Being sent', tone: 'info' },
  sent: { label: 'Sent', tone: 'ok' },
  failed: { label: 'Not delivered', tone: 'bad' },
  unknown: { label: 'May not have arrived', tone: 'warn' },
  bounced: { label: 'Returned', tone: 'bad' },
} as const satisfies Record<string, { label: string; tone: Tone }>

/** By which rule it was assigned as it came in, or as its proposal was accepted, and what that one could not do. */
export function ruleWords({ changes }: Pick<Change, 'changes'>, language?: Language): string | undefined {
  const told: unknown = changes.rule?.[1]
  if (typeof told !== 'object' || told === null || !('name' in told)) return
  const says = 'says' in told ? tell(String(told.says), language) : ''
  return [String(told.name), says].filter(Boolean).join(': ')
}
